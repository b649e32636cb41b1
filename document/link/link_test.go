package link

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

const (
	safe     = deliveryv1.LinkSafety_LINK_SAFETY_SAFE
	relative = deliveryv1.LinkSafety_LINK_SAFETY_RELATIVE
	unsafe   = deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
)

func TestClassify(t *testing.T) {
	for url, want := range map[string]deliveryv1.LinkSafety{
		"https://e.example": safe, "HTTP://e.example/a?b#c": safe, " \thttps://e.example\n": safe, "ht\ntps://e.example": safe,
		"mailto:a@e.example": safe, "https://a@e.example": safe, "https://e.example/%2e%2e%2f:x": safe, "http://[::1]:80/": safe,
		"": relative, "/docs": relative, "docs/a:b": relative, "#a": relative, "?u=https://x": relative, "a b": relative, "1:2": relative,
		"javascript:alert(1)": unsafe, "JaVaScRiPt:x": unsafe, "java\nscript:x": unsafe, "\x01javascript:x": unsafe, "javascript%3Ax": unsafe,
		"javascript%253Ax": unsafe, "%6Aavascript:x": unsafe, "vbscript:x": unsafe, "data:text/html,x": unsafe, "file:///etc": unsafe, "tg://user?id=1": unsafe, "tel:1": unsafe,
		"//e.example": unsafe, `\\e.example`: unsafe, `/\e.example`: unsafe, `\/e.example`: unsafe, "%2F%2Fe.example": unsafe, "/%5Ce.example": unsafe, "/%09/e.example": unsafe,
		"https:e.example": unsafe, "https://": unsafe, "https:///a": unsafe, "https://@": unsafe, `https://good.example\@e.example`: unsafe, "https://good.example%5C@e.example": unsafe,
		"https://e\u202e.example": unsafe, "https://e.example%00": unsafe, "java\u2401script:x": unsafe,
		"https://e.example/" + strings.Repeat("a", maxURL): unsafe,
	} {
		if got := Classify(url); got != want {
			t.Errorf("%.80q: got %v, want %v", url, got, want)
		}
	}
}

func TestClassifyMedia(t *testing.T) {
	for url, want := range map[string]deliveryv1.LinkSafety{
		"https://e.example/a.png": safe, "http://e.example/a": safe, "data:image/png;base64,AA==": safe, "DATA:image/WEBP;base64,AA": safe,
		"data:image/svg+xml;base64,AA": unsafe, "data:image/png,AA": unsafe, "data:image/png;base64," + strings.Repeat("A", maxDataImage): unsafe,
		"https://e.example/a.svg?b": unsafe, "//e.example/a.png": unsafe, "a.png": unsafe, "mailto:a@e.example": unsafe, "javascript:x": unsafe, "": unsafe,
	} {
		if got := ClassifyMedia(url); got != want {
			t.Errorf("%.80q: got %v, want %v", url, got, want)
		}
	}
}

func TestHost(t *testing.T) {
	for url, want := range map[string]string{
		"https://E.example:443/a": "e.example", "http://a:b@e.example": "e.example", "https://[::1]:8/": "[::1]", "https://e.example.": "e.example",
		"mailto:a@e.example": "", "/a": "", "https://": "",
	} {
		if got, ok := Host(url); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v", url, got, ok)
		}
	}
}

func TestMismatch(t *testing.T) {
	for _, c := range []struct{ label, url, want string }{
		{"bank.example", "https://evil.example/", "evil.example"},
		{"https://bank.example/login", "https://evil.example/x", "evil.example"},
		{"bank.example", "https://bank.example.evil.example/", "bank.example.evil.example"},
		{"www.bank.example", "https://bank.example/", ""},
		{"bank.example", "https://bank.example/a", ""},
		{"Bank.Example.", "https://bank.example/a", ""},
		{"read this", "https://evil.example/", ""},
		{"v1.2.3", "https://evil.example/", ""},
		{"node.js", "https://evil.example/", ""},
		{"README.md", "https://e.example/blob/README.md", ""},
		{"README.md", "https://evil.example/", "evil.example"},
		{"x", "https://bank.example@evil.example/", "evil.example"},
		{"a@bank.example", "mailto:b@evil.example", ""},
		{"bank.example", "/docs", ""},
	} {
		if got, ok := Mismatch(c.label, c.url); got != c.want || ok != (c.want != "") {
			t.Errorf("[%s](%s): got %q, %v, want %q", c.label, c.url, got, ok, c.want)
		}
	}
}

func TestEncodeURL(t *testing.T) {
	for url, want := range map[string]string{
		"https://e.example/a?b=1&c=2#d": "https://e.example/a?b=1&c=2#d", "/a b": "/a%20b", "/ä%20%zz%": "/%C3%A4%20%25zz%25",
		`/\[x]"<>`: "/%5C%5Bx%5D%22%3C%3E", "http://[::1]/[a]": "http://[::1]/%5Ba%5D", "": "",
	} {
		if got := EncodeURL(url); got != want {
			t.Errorf("%q: got %q, want %q", url, got, want)
		}
	}
}

// TestEncodedURLIsSettled holds that an encoded address encodes to itself, has only characters of a URL and is not
// safer than the address was.
func TestEncodedURLIsSettled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		url := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z]{0,10}%?[0-9a-f]{0,2}:?[/\\]{0,3}[^ ]{0,10}`)).Draw(t, "url")
		e := EncodeURL(url)
		if EncodeURL(e) != e {
			t.Fatalf("%q encodes to %q, and that to %q", url, e, EncodeURL(e))
		}
		for i := range len(e) {
			if e[i] <= ' ' || e[i] >= 0x7F || strings.IndexByte("\"<>\\^`{|}", e[i]) >= 0 {
				t.Fatalf("%q encodes to %q", url, e)
			}
		}
		if Classify(url) == safe && Classify(e) == relative {
			t.Fatalf("%q is safe, %q is relative", url, e)
		}
	})
}
