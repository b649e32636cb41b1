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
