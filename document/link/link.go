// Package link judges addresses: which may be live, what host they lead to, and how they are written as a URL.
//
// The verdict is taken on the destination after the markup around it was decoded, on the text as it stands and on
// every percent-decoded reading of it, since readers decode at different times.
package link

import (
	"strings"
	"unicode"
	"unicode/utf8"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxURL is the longest address that may be live, in bytes.
const maxURL = 8192

// maxDataImage is the longest data: image that may be shown, in bytes.
const maxDataImage = 64 << 10

// Classify tells whether a link to url may be live.
func Classify(url string) deliveryv1.LinkSafety {
	if len(url) > maxURL {
		return deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
	}
	verdict := deliveryv1.LinkSafety_LINK_SAFETY_UNSPECIFIED
	for s := range readings(url) {
		v := classify(s)
		if v == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
			return v
		}
		if verdict == deliveryv1.LinkSafety_LINK_SAFETY_UNSPECIFIED {
			verdict = v
		}
	}
	return verdict
}

func classify(s string) deliveryv1.LinkSafety {
	scheme, rest, ok := scheme(s)
	if !ok {
		if len(s) > 1 && (s[0] == '/' || s[0] == '\\') && (s[1] == '/' || s[1] == '\\') || hiddenScheme(s) {
			return deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
		}
		return deliveryv1.LinkSafety_LINK_SAFETY_RELATIVE
	}
	switch scheme {
	case "mailto":
		return deliveryv1.LinkSafety_LINK_SAFETY_SAFE
	case "http", "https":
		if a, ok := authority(rest); ok && safeAuthority(a) {
			return deliveryv1.LinkSafety_LINK_SAFETY_SAFE
		}
	}
	return deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
}

// ClassifyMedia tells whether a medium at url may be shown in place: http and https with a host, and small pictures
// within the address itself. Relative addresses and SVG are not.
func ClassifyMedia(url string) deliveryv1.LinkSafety {
	c := clean(url)
	name, _, ok := scheme(c)
	switch {
	case ok && name == "data":
		if len(url) <= maxDataImage && dataImage(c) {
			return deliveryv1.LinkSafety_LINK_SAFETY_SAFE
		}
	case ok && (name == "http" || name == "https"):
		if path := c[:pathEnd(c)]; !strings.HasSuffix(strings.ToLower(decode(path)), ".svg") {
			return Classify(url)
		}
	}
	return deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
}

// pathEnd returns where the query or fragment of an address begins.
func pathEnd(url string) int {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		return i
	}
	return len(url)
}

func dataImage(s string) bool {
	low := strings.ToLower(s[:min(len(s), 32)])
	for _, kind := range []string{"png", "jpeg", "gif", "webp"} {
		if strings.HasPrefix(low, "data:image/"+kind+";base64,") {
			return true
		}
	}
	return false
}

// readings yields the text as a reader may take it: as it stands, and percent-decoded until it is stable, three times
// at most.
func readings(url string) func(func(string) bool) {
	return func(yield func(string) bool) {
		s := clean(url)
		if !yield(s) {
			return
		}
		for range 3 {
			d := clean(decode(s) + "/")
			d = d[:len(d)-1] // what is decoded at the end stays, so that it is seen
			if d == s {
				return
			}
			s = d
			if !yield(s) {
				return
			}
		}
	}
}

// clean trims blanks and control characters at both ends and removes TAB, LF and CR, as browsers do.
func clean(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) || unicode.IsControl(r) })
	if strings.ContainsAny(s, "\t\n\r") {
		s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
	}
	return s
}

func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := unhex(s[i+1]), unhex(s[i+2])
			if hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// scheme splits off a scheme, in lower case.
func scheme(s string) (name, rest string, ok bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(s[:i]), s[i+1:], true
		default:
			return "", s, false
		}
	}
	return "", s, false
}

// hiddenScheme reports a colon in the first part of a path behind something that a reader may drop or not see, so that
// a scheme would be left.
func hiddenScheme(s string) bool {
	i := strings.IndexAny(s, ":/?#")
	if i < 0 || s[i] != ':' {
		return false
	}
	for _, r := range s[:i] {
		if r >= utf8.RuneSelf || r <= ' ' || r == 0x7F {
			return true
		}
	}
	return false
}

// authority returns what stands between // and the path.
func authority(rest string) (string, bool) {
	rest, ok := strings.CutPrefix(rest, "//")
	if !ok {
		return "", false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest, rest != ""
}

func safeAuthority(a string) bool {
	for _, r := range a {
		if r <= ' ' || r == 0x7F || r == '\\' || r == utf8.RuneError || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) {
			return false
		}
	}
	host := hostOf(a)
	return host != ""
}

// hostOf takes userinfo and port off an authority.
func hostOf(a string) string {
	if i := strings.LastIndexByte(a, '@'); i >= 0 {
		a = a[i+1:]
	}
	if strings.HasPrefix(a, "[") {
		if i := strings.IndexByte(a, ']'); i >= 0 {
			return a[:i+1]
		}
		return ""
	}
	if i := strings.LastIndexByte(a, ':'); i >= 0 {
		a = a[:i]
	}
	return a
}

// Host returns the host of an http or https address in lower case, without userinfo and port.
func Host(url string) (string, bool) {
	s, rest, ok := scheme(clean(url))
	if !ok || s != "http" && s != "https" {
		return "", false
	}
	a, ok := authority(rest)
	if !ok {
		return "", false
	}
	h := strings.ToLower(strings.TrimSuffix(hostOf(a), "."))
	return h, h != ""
}

// Userinfo reports whether an address carries a name before its host, which readers take for the host.
func Userinfo(url string) bool {
	s, rest, ok := scheme(clean(url))
	if !ok || s != "http" && s != "https" {
		return false
	}
	a, _ := authority(rest)
	return strings.IndexByte(a, '@') >= 0
}

// EncodeURL writes an address with everything percent-encoded that may not stand in a URL; escapes that are there are
// kept.
func EncodeURL(url string) string {
	clean := true
	for i := 0; i < len(url); i++ {
		if !allowed(url, i) {
			clean = false
			break
		}
	}
	if clean {
		return url
	}
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(url)+16)
	for i := 0; i < len(url); i++ {
		c := url[i]
		if allowed(url, i) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// allowed reports whether the byte at i may stand in a URL as it is.
func allowed(s string, i int) bool {
	c := s[i]
	switch {
	case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9':
		return true
	case c == '%':
		return i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0
	case c >= 0x80 || c <= ' ':
		return false
	case c == '[' || c == ']':
		return inHost(s, i)
	}
	return strings.IndexByte("-._~:/?#@!$&'()*+,;=", c) >= 0
}

// inHost reports whether the byte at i stands between // and the path, where brackets are around an IPv6 address.
func inHost(s string, i int) bool {
	_, rest, ok := scheme(s)
	if !ok {
		return false
	}
	a, ok := authority(rest)
	if !ok {
		return false
	}
	end := len(s) - len(rest) + len("//") + len(a)
	return i < end
}
