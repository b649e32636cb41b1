package server

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// file is the whole of a configuration file; each part of the service has a section.
type file struct {
	Server *Config `toml:"server"`
}

// LoadFile reads a TOML file into c. What the file does not name stays as it is; a key that nobody knows is an error
// that tells its line.
func LoadFile(c *Config, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	dec := toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields()
	err = dec.Decode(&file{Server: c})
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		first := unknown.Errors[0]
		row, _ := first.Position()
		return fmt.Errorf("%s:%d: unknown key %s", path, row, strings.Join(first.Key(), "."))
	case errors.As(err, &wrong):
		row, column := wrong.Position()
		return fmt.Errorf("%s:%d:%d: %s", path, row, column, strings.TrimPrefix(wrong.Error(), "toml: "))
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
