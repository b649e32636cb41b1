package markdown

import (
	"strings"

	"github.com/yuin/goldmark/util"
)

// parseDestination parses a link destination that begins at i. It returns the raw text and the end; end < 0: none.
func parseDestination(s string, i int) (dest string, end int) {
	if i < len(s) && s[i] == '<' {
		for k := i + 1; k < len(s); k++ {
			switch s[k] {
			case '\n', '<':
				return "", -1
			case '>':
				return s[i+1 : k], k + 1
			case '\\':
				if k+1 < len(s) && isPunct(s[k+1]) {
					k++
				}
			}
		}
		return "", -1
	}
	open := 0
	k := i
loop:
	for ; k < len(s); k++ {
		c := s[k]
		switch {
		case c == '\\' && k+1 < len(s) && isPunct(s[k+1]):
			k++
		case c == '(':
			open++
		case c == ')':
			if open == 0 {
				break loop
			}
			open--
		case c <= ' ' || c == 0x7F:
			break loop
		}
	}
	if open > 0 {
		return "", -1
	}
	return s[i:k], k
}

// parens is what is known of the round brackets between two blanks, in which a destination was looked for in vain.
// With it each further destination there is found without going through them again.
type parens struct {
	start, end int
	closing    []int32 // for each byte that opens a bracket, where it closes; 0: nowhere
	last       int     // the last bracket that does not close
	open       []int32
}

// read pairs the brackets from start on.
func (p *parens) read(s string, start int) {
	p.start, p.last = start, -1
	p.open, p.closing = p.open[:0], p.closing[:0]
	k := start
	for ; k < len(s) && s[k] > ' ' && s[k] != 0x7F; k++ {
		p.closing = append(p.closing, 0)
		switch c := s[k]; {
		case c == '\\' && k+1 < len(s) && isPunct(s[k+1]):
			k++
			p.closing = append(p.closing, 0)
		case c == '(':
			p.open = append(p.open, int32(k))
		case c == ')' && len(p.open) > 0:
			last := len(p.open) - 1
			p.closing[int(p.open[last])-start] = int32(k)
			p.open = p.open[:last]
		}
	}
	p.end = k
	if n := len(p.open); n > 0 {
		p.last = int(p.open[n-1])
	}
}

// destination is parseDestination behind the bracket of a link.
func (p *inliner) destination(i int) (dest string, end int) {
	s, known := p.s, &p.parens
	if i > known.start && i < known.end && s[i] != '<' {
		at := i - 1 // the bracket of the link
		if closing := int(known.closing[at-known.start]); closing > 0 {
			return s[i:closing], closing
		}
		if at == known.last {
			return s[i:known.end], known.end
		}
		return "", -1
	}
	dest, end = parseDestination(s, i)
	if end < 0 && s[i] != '<' {
		known.read(s, i)
	}
	return dest, end
}

// parseTitle parses a link title that begins at i with a quote or a round bracket; end < 0: none.
func parseTitle(s string, i int) (title string, end int) {
	closing := s[i]
	if closing == '(' {
		closing = ')'
	}
	for k := i + 1; k < len(s); k++ {
		switch c := s[k]; {
		case c == closing:
			return s[i+1 : k], k + 1
		case c == '(' && closing == ')':
			return "", -1
		case c == '\\' && k+1 < len(s) && isPunct(s[k+1]):
			k++
		case c == '\n' && k+1 < len(s) && blankLine(s[k+1:]):
			return "", -1
		}
	}
	return "", -1
}

func blankLine(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\r':
		case '\n':
			return true
		default:
			return false
		}
	}
	return false
}

// skipSpace skips blanks and at most one line end.
func skipSpace(s string, i int) int {
	line := false
	for i < len(s) {
		switch s[i] {
		case ' ', '\t', '\r':
		case '\n':
			if line {
				return i
			}
			line = true
		default:
			return i
		}
		i++
	}
	return i
}

// parseLabel parses a link label that begins with [ at i; end < 0: none.
func parseLabel(s string, i int) (label string, end int) {
	for k := i + 1; k < len(s) && k-i <= 1000; k++ {
		switch s[k] {
		case ']':
			return s[i+1 : k], k + 1
		case '[':
			return "", -1
		case '\\':
			k++
		}
	}
	return "", -1
}

// parseReference parses a link reference definition at i; end < 0: there is none.
func parseReference(s string, i int) (ref *reference, end int) {
	label, k := parseLabel(s, i)
	if k < 0 || k >= len(s) || s[k] != ':' || strings.TrimSpace(label) == "" || strings.HasPrefix(label, "^") && !strings.ContainsAny(label, " \t\n") {
		return nil, -1
	}
	k = skipSpace(s, k+1)
	if k >= len(s) {
		return nil, -1
	}
	dest, at := parseDestination(s, k)
	if at < 0 || at == k {
		return nil, -1
	}
	ref = &reference{label: normalize(label), url: unescape(dest)}
	end = lineEnd(s, at)
	if t := skipSpace(s, at); t > at && t < len(s) && (s[t] == '"' || s[t] == '\'' || s[t] == '(') {
		if title, te := parseTitle(s, t); te >= 0 {
			if e := lineEnd(s, te); e >= 0 {
				ref.title = unescape(title)
				return ref, e
			}
		}
	}
	if end < 0 {
		return nil, -1
	}
	return ref, end
}

// lineEnd returns where the line ends when only blanks follow i, else -1.
func lineEnd(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	if i == len(s) || s[i] == '\n' {
		return i
	}
	return -1
}

// normalize folds a label: case, and blanks to one.
func normalize(label string) string { return util.ToLinkReference([]byte(label)) }

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
