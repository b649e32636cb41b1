package main

import (
	"net"
	"os"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"vakd": func() { os.Exit(mainCode()) }})
}

// TestScripts drives the command from outside, as a person would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script",
		Setup: func(e *testscript.Env) error {
			answers, err := os.Getwd()
			if err != nil {
				return err
			}
			e.Setenv("ANSWERS", answers+"/../../testdata/answers")
			e.Setenv("HTTP", freeAddress(t))
			e.Setenv("GRPC", freeAddress(t))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			_, err := exec.LookPath(cond)
			return err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"http": httpCommand},
	})
}

// freeAddress returns a loopback address that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
