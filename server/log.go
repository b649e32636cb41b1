package server

import (
	"fmt"
	"io"
	"log/slog"
)

// Logger returns a logger as configured. It logs ids, sizes and reasons, never the text of a message.
func (c Config) Logger(w io.Writer) (*slog.Logger, error) {
	c = c.withDefaults()
	if w == nil {
		w = io.Discard
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return nil, fmt.Errorf("log_level %q: must be debug, info, warn or error", c.LogLevel)
	}
	o := &slog.HandlerOptions{Level: level}
	switch c.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return nil, fmt.Errorf("log_format %q: must be text or json", c.LogFormat)
}
