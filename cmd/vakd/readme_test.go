package main

import (
	"bytes"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what the commands of the README print into it")

const (
	repository = "../.."
	readme     = repository + "/README.md"
	// elision is a line of the README that stands for any number of lines.
	elision = "…"
)

// command is a line of the README that starts with "$ " in a console block, and the lines that follow it.
type command struct {
	line   string
	output []string
	// from and to are the lines of output in the README.
	from, to int
}

// TestReadmeCommands runs every command that the README shows and compares what it prints. `go test -run Readme ./cmd/vakd
// -update` writes it there.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	commands := consoleCommands(lines)
	if len(commands) < 5 {
		t.Fatalf("only %d commands found", len(commands))
	}
	s := &shell{t: t, http: freeAddress(t), grpc: freeAddress(t), state: t.TempDir()}
	defer s.stop()
	for i := range commands {
		c := &commands[i]
		if c.line == "go test ./..." {
			continue // which is what runs this test
		}
		got := s.run(c.line)
		if !alike(c.output, got) && !*update {
			t.Errorf("$ %s\n got:\n%s\nwant:\n%s\n(-update writes it)", c.line, strings.Join(got, "\n"), strings.Join(c.output, "\n"))
		}
		if !alike(c.output, got) {
			c.output = got
		}
	}
	if *update {
		rewrite(t, lines, commands)
	}
}

// TestReadmeLinks holds that what the README links to is there, and that a test it names is in the file.
func TestReadmeLinks(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`).FindAllStringSubmatch(string(text), -1)
	if len(links) < 10 {
		t.Fatalf("only %d links found", len(links))
	}
	for _, l := range links {
		label, target := strings.Trim(l[1], "`"), l[2]
		content, err := os.ReadFile(filepath.Join(repository, target))
		if err != nil {
			t.Errorf("link to %s: %v", target, err)
		}
		if strings.HasSuffix(target, ".go") && l[1] != label && !bytes.Contains(content, []byte("func "+label+"(")) {
			t.Errorf("%s has no %s", target, label)
		}
	}
}

func consoleCommands(lines []string) []command {
	var all []command
	fence := ""
	for i, line := range lines {
		switch {
		case fence == "":
			if f, ok := strings.CutSuffix(line, "console"); ok && strings.Trim(f, "`") == "" {
				fence = f
			}
		case line == fence:
			fence = ""
		case strings.HasPrefix(line, "$ "):
			all = append(all, command{line: line[2:], from: i + 1, to: i + 1})
		default:
			last := &all[len(all)-1]
			last.output = append(last.output, line)
			last.to = i + 1
		}
	}
	return all
}

// alike compares lines; an elision matches any number of them.
func alike(want, got []string) bool {
	for len(want) > 0 {
		if want[0] == elision {
			for i := range len(got) + 1 {
				if alike(want[1:], got[i:]) {
					return true
				}
			}
			return false
		}
		if len(got) == 0 || got[0] != want[0] {
			return false
		}
		want, got = want[1:], got[1:]
	}
	return len(got) == 0
}

func rewrite(t *testing.T, lines []string, commands []command) {
	t.Helper()
	var out []string
	at := 0
	for _, c := range commands {
		out = append(append(out, lines[at:c.from]...), c.output...)
		at = c.to
	}
	out = append(out, lines[at:]...)
	if err := os.WriteFile(readme, []byte(strings.Join(out, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shell runs commands as a person would who has the repository open. A service that is started in the background
// listens on free ports.
type shell struct {
	t                 *testing.T
	http, grpc, state string
	service           *exec.Cmd
}

func (s *shell) run(line string) []string {
	s.t.Helper()
	line = strings.ReplaceAll(line, "go run ./cmd/vakd", "vakd")
	line = strings.ReplaceAll(line, "127.0.0.1:7480", s.http)
	if service, ok := strings.CutSuffix(line, " &"); ok {
		s.start(service)
		return nil
	}
	if _, err := exec.LookPath("curl"); err != nil && strings.HasPrefix(line, "curl") {
		s.t.Skip("the README shows curl, which is not here")
	}
	cmd := s.command(line)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Errorf("$ %s\n%v\n%s", line, err, stderr.String())
	}
	text := strings.TrimSuffix(string(out), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func (s *shell) command(line string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", "exec "+line)
	cmd.Dir = repository
	cmd.Env = append(os.Environ(), "VAKD_HTTP="+s.http, "VAKD_GRPC="+s.grpc, "XDG_STATE_HOME="+s.state)
	return cmd
}

func (s *shell) start(line string) {
	s.t.Helper()
	s.service = s.command(line)
	if err := s.service.Start(); err != nil {
		s.t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		res, err := http.Get("http://" + s.http + "/healthz")
		if err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the service does not answer: %v", err)
		}
	}
}

func (s *shell) stop() {
	if s.service == nil {
		return
	}
	if err := s.service.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Error(err)
	}
	if err := s.service.Wait(); err != nil {
		s.t.Errorf("the service ends with %v", err)
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		name, want, got string
		alike           bool
	}{
		{"equal", "a\nb", "a\nb", true},
		{"other", "a", "b", false},
		{"more", "a", "a\nb", false},
		{"elided", "a\n…\nd", "a\nb\nc\nd", true},
		{"elided end", "a\n…", "a\nb", true},
		{"elided, other end", "a\n…\ne", "a\nb\nc\nd", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := alike(strings.Split(c.want, "\n"), strings.Split(c.got, "\n")); got != c.alike {
				t.Errorf("got %v", got)
			}
		})
	}
}
