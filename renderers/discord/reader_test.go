package discord_test

import (
	"strings"
	"unicode"
)

// read is a second reading of Discord's grammar, made for tests: it follows the order and the expressions of the
// client's parser for the text of one message without blocks. It returns each visible character with the styles that
// cover it, and every token that would be live.
func read(s string) (out []styled, live []string) {
	r := reader{live: &live}
	r.inline(s, "")
	return r.out, live
}

// styled is a character and the styles around it: b, i, s, u, p, or C in code.
type styled struct {
	r      rune
	styles string
}

type reader struct {
	out  []styled
	live *[]string
}

func (r *reader) emit(s, styles string) {
	for _, c := range s {
		r.out = append(r.out, styled{c, styles})
	}
}

func add(styles, s string) string {
	if strings.Contains(styles, s) {
		return styles
	}
	return styles + s
}

func (r *reader) inline(s, styles string) {
	for i := 0; i < len(s); {
		rest := s[i:]
		switch rest[0] {
		case '\\':
			if c, n := firstRune(rest[1:]); n > 0 && c < 0x80 && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsSpace(c) {
				r.emit(rest[1:1+n], styles)
				i += 1 + n
				continue
			}
		case '`':
			if content, n := codeBlock(rest); n > 0 {
				r.emit(content, "C")
				i += n
				continue
			}
			if content, n := codeSpan(rest); n > 0 {
				r.emit(content, "C")
				i += n
				continue
			}
		case '<':
			if end := strings.IndexByte(rest, '>'); end > 0 {
				if token := rest[:end+1]; isToken(token) {
					*r.live = append(*r.live, token)
				} else if isAutolink(token) {
					r.emit(token[1:end], styles)
					i += end + 1
					continue
				}
			}
		case '@':
			if strings.HasPrefix(rest, "@everyone") || strings.HasPrefix(rest, "@here") {
				*r.live = append(*r.live, rest[:5])
			}
		case 'h':
			if n := bareURL(rest); n > 0 {
				r.emit(rest[:n], styles)
				i += n
				continue
			}
		case '*':
			strong, em := strongEnd(rest), starEnd(rest)
			if em >= strong && em > 0 {
				r.inline(rest[1:em-1], add(styles, "i"))
				i += em
				continue
			}
			if strong > 0 {
				r.inline(rest[2:strong-2], add(styles, "b"))
				i += strong
				continue
			}
		case '_':
			if n := underscoreEnd(rest); n > 0 {
				r.inline(rest[1:n-1], add(styles, "i"))
				i += n
				continue
			}
		case '~', '|':
			sign, style := strings.Repeat(rest[:1], 2), "s"
			if rest[0] == '|' {
				style = "p"
			}
			if strings.HasPrefix(rest, sign) && len(rest) > 4 {
				if end := strings.Index(rest[3:], sign); end >= 0 && (style == "p" || !strings.HasPrefix(rest[3+end+2:], "_")) {
					r.inline(rest[2:3+end], add(styles, style))
					i += 3 + end + 2
					continue
				}
			}
		}
		_, n := firstRune(rest)
		r.emit(rest[:n], styles)
		i += n
	}
}

func firstRune(s string) (rune, int) {
	for _, c := range s {
		return c, len(string(c))
	}
	return 0, 0
}

// codeBlock reads ``` … ```.
func codeBlock(s string) (string, int) {
	if !strings.HasPrefix(s, "```") || len(s) < 7 {
		return "", 0
	}
	end := strings.Index(s[4:], "```")
	if end < 0 {
		return "", 0
	}
	content := s[3 : 4+end]
	if i := strings.IndexByte(content, '\n'); i > 0 && !strings.ContainsAny(content[:i], " `@<") {
		content = content[i:]
	}
	return strings.Trim(content, "\n"), 4 + end + 3
}

// codeSpan reads a run of backticks, content, and as long a run.
func codeSpan(s string) (string, int) {
	n := len(s) - len(strings.TrimLeft(s, "`"))
	for i := n; i < len(s); {
		if s[i] != '`' {
			i++
			continue
		}
		k := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if k == n {
			content := s[n:i]
			if t := strings.TrimLeft(content, " "); strings.HasPrefix(t, "`") && content[0] == ' ' {
				content = content[1:]
			}
			if t := strings.TrimRight(content, " "); strings.HasSuffix(t, "`") && t != content {
				content = content[:len(content)-1]
			}
			return content, i + k
		}
		i += k
	}
	return "", 0
}

// strongEnd returns the length of **…** at the beginning of s.
func strongEnd(s string) int {
	if !strings.HasPrefix(s, "**") {
		return 0
	}
	for i := 2; i < len(s); {
		if i > 2 && strings.HasPrefix(s[i:], "**") && !strings.HasPrefix(s[i+2:], "*") {
			return i + 2
		}
		if s[i] == '\\' {
			i++
		}
		i++
	}
	return 0
}

// starEnd returns the length of *…* at the beginning of s.
func starEnd(s string) int {
	if len(s) < 3 || isSpace(s[1:]) {
		return 0
	}
	for i := 1; i < len(s); {
		switch {
		case s[i] == '*' && !strings.HasPrefix(s[i+1:], "*"):
			if i == 1 || isSpace(s[i-1:]) {
				return 0
			}
			return i + 1
		case s[i] == '*':
			i += 2
		case s[i] == '\\':
			i += 2
		default:
			i++
		}
	}
	return 0
}

func isSpace(s string) bool {
	c, _ := firstRune(s)
	return unicode.IsSpace(c)
}

// underscoreEnd returns the length of _…_ at the beginning of s.
func underscoreEnd(s string) int {
	for i := 1; i < len(s); {
		switch s[i] {
		case '_':
			if strings.HasPrefix(s[i:], "__") {
				i += 2
				continue
			}
			if i == 1 || i+1 < len(s) && isWord(s[i+1]) {
				return 0
			}
			return i + 1
		case '\\':
			i += 2
		default:
			i++
		}
	}
	return 0
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func isToken(s string) bool {
	in := s[1 : len(s)-1]
	for _, p := range []string{"@", "#", ":", "a:", "t:", "id:"} {
		if strings.HasPrefix(in, p) {
			return true
		}
	}
	name, id, ok := strings.Cut(in, ":")
	return ok && strings.HasPrefix(name, "/") && len(name) > 1 && strings.Trim(id, "0123456789") == "" &&
		!strings.ContainsFunc(name[1:], func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsNumber(c) && !strings.ContainsRune("_- '", c)
		})
}

func isAutolink(s string) bool {
	in := s[1 : len(s)-1]
	i := strings.IndexByte(in, ':')
	return i > 0 && strings.HasPrefix(in[i:], ":/") && len(in) > i+2 && !strings.ContainsAny(in, " >")
}

func bareURL(s string) int {
	n := 0
	for _, p := range []string{"https://", "http://"} {
		if strings.HasPrefix(s, p) {
			n = len(p)
			break
		}
	}
	if n == 0 {
		return 0
	}
	end := strings.IndexFunc(s, func(c rune) bool { return unicode.IsSpace(c) || c == '<' })
	if end < 0 {
		end = len(s)
	}
	if t := len(strings.TrimRight(s[:end], `.,:;"')]`)); t > n+1 {
		return t
	}
	return 0
}
