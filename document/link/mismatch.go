package link

import (
	"strings"
	"unicode"
)

// files are last parts that make a dotted name the name of a file or project rather than an address.
var files = map[string]bool{
	"js": true, "jsx": true, "ts": true, "tsx": true, "go": true, "cpp": true, "json": true, "yaml": true, "yml": true,
	"toml": true, "txt": true, "csv": true, "html": true, "css": true, "xml": true,
}

// pathFiles are last parts that are also domains: they name a file only when the target's path ends with the label.
var pathFiles = map[string]bool{"md": true, "py": true, "rs": true, "sh": true}

// Mismatch reports a label that reads as an address on another host than the target's, or a target with userinfo, and
// returns the true host.
func Mismatch(label, url string) (host string, mismatch bool) {
	host, ok := Host(url)
	if !ok {
		return "", false
	}
	if Userinfo(url) {
		return host, true
	}
	for word := range strings.FieldsSeq(label) {
		named, ok := address(word, url)
		if ok && !sameHost(named, host) {
			return host, true
		}
	}
	return "", false
}

func sameHost(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}

// address returns the host that a word names, if it reads as an address.
func address(word, url string) (string, bool) {
	word = strings.TrimFunc(word, func(r rune) bool {
		return r != '/' && (unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.Is(unicode.Cf, r))
	})
	if i := strings.Index(word, "://"); i > 0 {
		if h, ok := Host("http" + word[i:]); ok {
			return h, true
		}
		return strings.ToLower(word), true
	}
	name := word
	if i := strings.IndexAny(name, "/?#"); i >= 0 {
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, '@'); i >= 0 {
		return "", false // a mail address
	}
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[:i]
	}
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return "", false
	}
	last := name[i+1:]
	letters := 0
	for _, r := range last {
		if !unicode.IsLetter(r) {
			return "", false
		}
		letters++
	}
	low := strings.ToLower(last)
	switch {
	case letters < 2, files[low]:
		return "", false
	case pathFiles[low] && strings.HasSuffix(strings.ToLower(strings.TrimSuffix(url[:pathEnd(url)], "/")), strings.ToLower(word)):
		return "", false
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' && r != '_' {
			return "", false
		}
	}
	return strings.ToLower(name), true
}
