package main

import (
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// httpCommand is the script command
//
//	[!] http METHOD URL [BODY [NAME: VALUE]...]
//
// It prints the body of the answer and fails on a status of 400 or above. While nothing listens it tries again, so that
// a script can start a service and call it.
func httpCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: http METHOD URL [BODY [NAME: VALUE]...]")
	}
	body := ""
	if len(args) > 2 {
		body = args[2]
	}
	var res *http.Response
	for deadline := time.Now().Add(20 * time.Second); ; {
		req, err := http.NewRequest(args[0], "http://"+args[1], strings.NewReader(body))
		ts.Check(err)
		req.Header.Set("Content-Type", "application/json")
		for _, h := range args[min(3, len(args)):] {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		res, err = http.DefaultClient.Do(req)
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%v", err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	ts.Check(err)
	_, err = ts.Stdout().Write(b)
	ts.Check(err)
	if failed := res.StatusCode >= 400; failed != neg {
		ts.Fatalf("status %d: %s", res.StatusCode, b)
	}
}
