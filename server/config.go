package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// Config says how the service listens, whom it lets in and what it bears. A field that is zero means its default.
type Config struct {
	// GRPC and HTTP are the addresses listened on; defaults 127.0.0.1:7443 and 127.0.0.1:7480. Port 0 takes a free one.
	GRPC string `toml:"grpc"`
	HTTP string `toml:"http"`
	// Token is the bearer token that every call must carry; empty: none is asked for. TokenFile names a file that
	// holds it, blanks around it ignored.
	Token     string `toml:"token"`
	TokenFile string `toml:"token_file"`
	// TLSCert and TLSKey name PEM files: with them both listeners speak TLS. TLSClientCA names the authorities whose
	// client certificates are then required.
	TLSCert     string `toml:"tls_cert"`
	TLSKey      string `toml:"tls_key"`
	TLSClientCA string `toml:"tls_client_ca"`
	// Hosts are names that the HTTP listener answers to beside its own address and localhost.
	Hosts []string `toml:"hosts"`
	// Origins are web origins that may call over HTTP, such as https://app.example; none by default.
	Origins []string `toml:"origins"`
	// MaxCalls bounds calls in progress; one more is SERVER_BUSY. Default 256.
	MaxCalls int `toml:"max_calls"`
	// MaxSource is the largest source in bytes; default 4 MiB, at most 16 MiB.
	MaxSource int `toml:"max_source"`
	// CallTimeout bounds a call, StreamTimeout a stream, DrainTimeout how long calls in progress may go on after the
	// service was asked to stop. Defaults 30 s, 1 h and 20 s.
	CallTimeout   Duration `toml:"call_timeout"`
	StreamTimeout Duration `toml:"stream_timeout"`
	DrainTimeout  Duration `toml:"drain_timeout"`
	// LogLevel is debug, info, warn or error; LogFormat is text or json. Defaults info and text.
	LogLevel  string `toml:"log_level"`
	LogFormat string `toml:"log_format"`
}

// Limits of the transport. They stand above the largest source, so that a source over its limit is told so by name.
const (
	maxMessage  = 20 << 20  // bytes of one gRPC request, refused with a reason
	maxTransfer = 64 << 20  // bytes of one gRPC request, refused by the transport
	maxBody     = 40 << 20  // bytes of one HTTP request: a source whose every character is escaped still fits
	maxAnswer   = 512 << 20 // bytes of one answer within the process
	maxSource   = 16 << 20
	headerBytes = 32 << 10
)

// Duration is a time.Duration that text writes as 1.5s or 2m.
type Duration time.Duration

// UnmarshalText reads what time.ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a duration such as 30s", text)
	}
	*d = Duration(v)
	return nil
}

// String writes the duration as UnmarshalText reads it.
func (d Duration) String() string { return time.Duration(d).String() }

// Default returns the configuration of a first run.
func Default() Config { return Config{}.withDefaults() }

func (c Config) withDefaults() Config {
	c.GRPC = orElse(c.GRPC, "127.0.0.1:7443")
	c.HTTP = orElse(c.HTTP, "127.0.0.1:7480")
	c.MaxCalls = orElse(c.MaxCalls, 256)
	c.MaxSource = orElse(c.MaxSource, 4<<20)
	c.CallTimeout = orElse(c.CallTimeout, Duration(30*time.Second))
	c.StreamTimeout = orElse(c.StreamTimeout, Duration(time.Hour))
	c.DrainTimeout = orElse(c.DrainTimeout, Duration(20*time.Second))
	c.LogLevel = orElse(c.LogLevel, "info")
	c.LogFormat = orElse(c.LogFormat, "text")
	return c
}

func orElse[T comparable](v, other T) T {
	var zero T
	if v == zero {
		return other
	}
	return v
}

// Validate tells the first thing that keeps the service from starting with this configuration. Nothing is opened but
// the token file.
func (c Config) Validate() error {
	c = c.withDefaults()
	token, err := c.token()
	if err != nil {
		return err
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("tls_cert and tls_key go together")
	}
	if c.TLSClientCA != "" && c.TLSCert == "" {
		return errors.New("tls_client_ca needs tls_cert and tls_key")
	}
	for _, a := range []struct{ key, addr string }{{"grpc", c.GRPC}, {"http", c.HTTP}} {
		loopback, err := isLoopback(a.addr)
		if err != nil {
			return fmt.Errorf("%s %q: must be HOST:PORT: %w", a.key, a.addr, err)
		}
		if !loopback && token == "" && c.TLSClientCA == "" {
			return fmt.Errorf("%s %q: an address off loopback needs a token (token_file, VAKD_TOKEN) or client certificates (tls_client_ca)", a.key, a.addr)
		}
	}
	if c.MaxSource < 0 || c.MaxSource > maxSource {
		return fmt.Errorf("max_source %d: must be at most %d bytes", c.MaxSource, maxSource)
	}
	if c.MaxCalls < 0 {
		return fmt.Errorf("max_calls %d: must not be negative", c.MaxCalls)
	}
	for _, o := range c.Origins {
		if !strings.Contains(o, "://") || strings.HasSuffix(o, "/") {
			return fmt.Errorf("origins %q: must be like https://app.example", o)
		}
	}
	_, err = c.Logger(nil)
	return err
}

// token returns the bearer token in force, or an empty string.
func (c Config) token() (string, error) {
	if c.TokenFile == "" {
		return c.Token, nil
	}
	if c.Token != "" {
		return "", errors.New("token and token_file exclude each other")
	}
	b, err := os.ReadFile(c.TokenFile)
	if err != nil {
		return "", fmt.Errorf("token_file: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", fmt.Errorf("token_file %s: is empty", c.TokenFile)
	}
	return token, nil
}

// isLoopback tells whether only this machine can reach the address. A name counts only if it is localhost.
func isLoopback(addr string) (bool, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false, err
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
}
