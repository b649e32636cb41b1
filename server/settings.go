package server

import (
	"fmt"
	"strconv"
	"strings"
)

// Setting is one value of a Config under the names that flags, environment and file know it by.
type Setting struct {
	// Key is the name in the section [server] of the configuration file.
	Key string
	// Env is the name of the environment variable.
	Env string
	// Flag is the name of the flag of vakd serve; empty where a flag would show a secret to everyone on the machine.
	Flag string
	// Help is one sentence for people; Default is the default as text.
	Help, Default string
	set           func(string) error
}

// Set reads the value from text.
func (s Setting) Set(text string) error { return s.set(text) }

// Settings lists every value of c; setting one changes c. The order is that of the help.
//
// There is one precedence: a flag wins over the environment, the environment over the file, the file over the default.
func Settings(c *Config) []Setting {
	d := Default()
	return []Setting{
		named("grpc", "listen for gRPC on `ADDR`", d.GRPC, text(&c.GRPC)),
		named("http", "listen for HTTP on `ADDR`", d.HTTP, text(&c.HTTP)),
		{Key: "token", Env: "VAKD_TOKEN", Help: "bearer token that every call must carry", set: text(&c.Token)},
		named("token_file", "ask every call for the bearer token that `FILE` holds", "", text(&c.TokenFile)),
		named("tls_cert", "speak TLS with the certificate in `FILE`", "", text(&c.TLSCert)),
		named("tls_key", "speak TLS with the key in `FILE`", "", text(&c.TLSKey)),
		named("tls_client_ca", "require client certificates of the authorities in `FILE`", "", text(&c.TLSClientCA)),
		named("hosts", "answer HTTP for the host `NAMES` too, separated by commas", "", list(&c.Hosts)),
		named("origins", "let web pages of these `ORIGINS` call over HTTP, separated by commas", "", list(&c.Origins)),
		named("max_calls", "answer SERVER_BUSY when `N` calls are in progress", strconv.Itoa(d.MaxCalls), number(&c.MaxCalls)),
		named("max_source", "take sources of at most `BYTES`, up to 16777216", strconv.Itoa(d.MaxSource), number(&c.MaxSource)),
		named("call_timeout", "let a call take at most `TIME`", d.CallTimeout.String(), duration(&c.CallTimeout)),
		named("stream_timeout", "let a stream take at most `TIME`", d.StreamTimeout.String(), duration(&c.StreamTimeout)),
		named("drain_timeout", "let calls go on for at most `TIME` after a signal to stop", d.DrainTimeout.String(), duration(&c.DrainTimeout)),
		named("log_level", "log from `LEVEL` on: debug, info, warn or error", d.LogLevel, text(&c.LogLevel)),
		named("log_format", "log as `FORMAT`: text or json", d.LogFormat, text(&c.LogFormat)),
	}
}

// ApplyEnv sets what the environment names. The lookup is that of os.LookupEnv.
func ApplyEnv(c *Config, lookup func(string) (string, bool)) error {
	for _, s := range Settings(c) {
		if v, ok := lookup(s.Env); ok {
			if err := s.Set(v); err != nil {
				return fmt.Errorf("%s: %w", s.Env, err)
			}
		}
	}
	return nil
}

func named(key, help, def string, set func(string) error) Setting {
	return Setting{
		Key:     key,
		Env:     "VAKD_" + strings.ToUpper(key),
		Flag:    strings.ReplaceAll(key, "_", "-"),
		Help:    help,
		Default: def,
		set:     set,
	}
}

func text(p *string) func(string) error {
	return func(s string) error { *p = s; return nil }
}

func list(p *[]string) func(string) error {
	return func(s string) error {
		*p = nil
		for _, v := range strings.Split(s, ",") {
			if v = strings.TrimSpace(v); v != "" {
				*p = append(*p, v)
			}
		}
		return nil
	}
}

func number(p *int) func(string) error {
	return func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", s)
		}
		*p = n
		return nil
	}
}

func duration(p *Duration) func(string) error {
	return func(s string) error { return p.UnmarshalText([]byte(s)) }
}
