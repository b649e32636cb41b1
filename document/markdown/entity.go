package markdown

import (
	"strings"

	"github.com/yuin/goldmark/util"
)

// unescape decodes backslash escapes and entities.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
		case s[i] == '&':
			if t, n := entity(s[i:]); n > 0 {
				b.WriteString(t)
				i += n
				continue
			}
			b.WriteByte('&')
			i++
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}

// entity decodes the character reference that s begins with; n is its length, 0: there is none.
func entity(s string) (decoded string, n int) {
	if len(s) < 3 {
		return "", 0
	}
	if s[1] == '#' {
		return numeric(s)
	}
	i := 1
	for i < len(s) && i < 40 && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= '0' && s[i] <= '9') {
		i++
	}
	if i == 1 || i >= len(s) || s[i] != ';' {
		return "", 0
	}
	e, ok := util.LookUpHTML5EntityByName(s[1:i])
	if !ok {
		return "", 0
	}
	return string(e.Characters), i + 1
}

func numeric(s string) (string, int) {
	i, base, most := 2, 10, 7
	if i < len(s) && s[i]|0x20 == 'x' {
		i, base, most = 3, 16, 6
	}
	start, v := i, 0
	for i < len(s) && i-start < most {
		d := digit(s[i], base)
		if d < 0 {
			break
		}
		v = v*base + d
		i++
	}
	if i == start || i >= len(s) || s[i] != ';' {
		return "", 0
	}
	if v == 0 || v > 0x10FFFF || v >= 0xD800 && v < 0xE000 {
		v = 0xFFFD
	}
	return string(rune(v)), i + 1
}

func digit(c byte, base int) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case base == 16 && c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7F && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z')
}
