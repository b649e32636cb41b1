package server

import (
	"strings"
	"testing"
)

func TestWebPagesAreKeptOut(t *testing.T) {
	s := start(t, Config{Hosts: []string{"vakd.example"}, Origins: []string{"https://app.example"}}, echo())
	own := strings.TrimPrefix(s.url, "http://")
	for _, c := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"JSON", []string{"Content-Type: application/json"}, 200},
		{"JSON with a charset", []string{"Content-Type: application/json; charset=utf-8"}, 200},
		{"a kind of JSON", []string{"Content-Type: application/vnd.vakd+json"}, 200},
		{"what curl -d says", []string{"Content-Type: application/x-www-form-urlencoded"}, 200},
		{"a form with a foreign origin", []string{"Content-Type: application/x-www-form-urlencoded", "Origin: https://evil.example"}, 403},
		{"a form with an allowed origin", []string{"Content-Type: application/x-www-form-urlencoded", "Origin: https://app.example"}, 415},
		{"a form from a browser without origin", []string{"Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: none"}, 415},
		{"text", []string{"Content-Type: text/plain"}, 415},
		{"text from a page", []string{"Content-Type: text/plain", "Origin: https://evil.example"}, 403},
		{"multipart", []string{"Content-Type: multipart/form-data; boundary=x"}, 415},
		{"no type", nil, 415},
		{"own origin", []string{"Content-Type: application/json", "Origin: http://" + own}, 200},
		{"own origin by another scheme", []string{"Content-Type: application/json", "Origin: https://" + own}, 403},
		{"another port of this machine", []string{"Content-Type: application/json", "Origin: http://127.0.0.1:1"}, 403},
		{"no page's origin", []string{"Content-Type: application/json", "Origin: null"}, 403},
		{"allowed origin", []string{"Content-Type: application/json", "Origin: https://app.example"}, 200},
		{"localhost", []string{"Content-Type: application/json", "Host: localhost:7480"}, 200},
		{"configured host", []string{"Content-Type: application/json", "Host: VAKD.example"}, 200},
		{"foreign host", []string{"Content-Type: application/json", "Host: evil.example"}, 403},
		{"foreign host that looks near", []string{"Content-Type: application/json", "Host: localhost.evil.example"}, 403},
		{"another address", []string{"Content-Type: application/json", "Host: 10.0.0.1"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.send("POST", "/v1/render", `{"markdown":"x"}`, c.headers...)
			if a.status != c.status {
				t.Errorf("status %d, want %d: %s", a.status, c.status, a.body)
			}
			allowed := a.header.Get("Access-Control-Allow-Origin")
			if want := strings.Contains(strings.Join(c.headers, "\n"), "https://app.example"); (allowed != "") != want {
				t.Errorf("Access-Control-Allow-Origin %q", allowed)
			}
		})
	}
}

func TestPreflight(t *testing.T) {
	s := start(t, Config{Origins: []string{"https://app.example"}}, echo())
	ask := func(origin string) answer {
		return s.send("OPTIONS", "/v1/render", "", "Origin: "+origin, "Access-Control-Request-Method: POST")
	}
	if a := ask("https://app.example"); a.status != 204 || a.header.Get("Access-Control-Allow-Origin") != "https://app.example" {
		t.Errorf("allowed origin: %d %v", a.status, a.header)
	}
	if a := ask("https://evil.example"); a.status != 403 || a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("foreign origin: %d %v", a.status, a.header)
	}
}

func TestPathsThatAreNot(t *testing.T) {
	s := start(t, Config{}, echo())
	for _, c := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/v1/nothing", 404, `"code":5`},
		{"GET", "/v1/render", 405, `"code":12`},
		{"POST", "/v1/surfaces", 405, `"code":12`},
	} {
		if a := s.send(c.method, c.path, "{}", "Content-Type: application/json"); a.status != c.status || !strings.Contains(a.body, c.code) {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.status, a.body)
		}
	}
}
