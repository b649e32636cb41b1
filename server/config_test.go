package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLoadFile(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "[server]\ngrpc = \"127.0.0.1:1\"\ngrcp = \"127.0.0.1:2\"\n", "vakd.toml:3: unknown key server.grcp"},
		{"unknown section", "\n[servers]\ngrpc = \"x\"\n", "vakd.toml:2: unknown key servers"},
		{"wrong type", "[server]\nmax_calls = \"many\"\n", "vakd.toml:2:"},
		{"no duration", "[server]\ncall_timeout = \"soon\"\n", "is not a duration such as 30s"},
		{"no TOML", "[server\n", "vakd.toml:1:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "vakd.toml")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := LoadFile(&Config{}, path); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestEveryValueCanBeSetByFileAndEnvironment(t *testing.T) {
	want := Config{
		GRPC: "127.0.0.1:1", HTTP: "127.0.0.1:2", Token: "t", TokenFile: "f", TLSCert: "c", TLSKey: "k", TLSClientCA: "a",
		Hosts: []string{"h", "i"}, Origins: []string{"https://o"}, MaxCalls: 3, MaxSource: 4,
		CallTimeout: Duration(5 * time.Second), StreamTimeout: Duration(time.Minute), DrainTimeout: Duration(7 * time.Millisecond),
		LogLevel: "warn", LogFormat: "json",
	}
	env := map[string]string{
		"VAKD_GRPC": "127.0.0.1:1", "VAKD_HTTP": "127.0.0.1:2", "VAKD_TOKEN": "t", "VAKD_TOKEN_FILE": "f", "VAKD_TLS_CERT": "c",
		"VAKD_TLS_KEY": "k", "VAKD_TLS_CLIENT_CA": "a", "VAKD_HOSTS": "h, i", "VAKD_ORIGINS": "https://o", "VAKD_MAX_CALLS": "3",
		"VAKD_MAX_SOURCE": "4", "VAKD_CALL_TIMEOUT": "5s", "VAKD_STREAM_TIMEOUT": "1m", "VAKD_DRAIN_TIMEOUT": "7ms",
		"VAKD_LOG_LEVEL": "warn", "VAKD_LOG_FORMAT": "json",
	}
	var got Config
	if err := ApplyEnv(&got, func(k string) (string, bool) { v, ok := env[k]; return v, ok }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	text := "[server]\n"
	for _, s := range Settings(&Config{}) {
		v := env[s.Env]
		switch s.Key {
		case "hosts":
			text += "hosts = [\"h\", \"i\"]\n"
		case "origins":
			text += "origins = [\"https://o\"]\n"
		case "max_calls", "max_source":
			text += s.Key + " = " + v + "\n"
		default:
			text += s.Key + " = \"" + v + "\"\n"
		}
	}
	path := filepath.Join(t.TempDir(), "vakd.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got = Config{}
	if err := LoadFile(&got, path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}
