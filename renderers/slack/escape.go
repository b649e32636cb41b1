package slack

import (
	"unicode"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
)

// guard is the zero width space, which Slack takes for the border of a word: no mark begins or ends beside it.
const guard = "\u200b"

// tickGuard is the word joiner, which stands beside a literal backtick: a code span may begin and end with a blank, so
// that a border would make it one, while nothing begins or ends where no border is.
const tickGuard = "\u2060"

// Contexts of text beside marks, further to those of chunk. At both ends of a chunk.Prose text a line begins or ends,
// or a blank stands there.
const (
	// proseBefore is text with something behind it.
	proseBefore chunk.Context = iota + 32
	// proseAfter is text with something before it.
	proseAfter
	// proseAmid is text with something on both sides.
	proseAmid
	// proseInside is text in a mark or a label.
	proseInside
)

// AppendText writes the three entities, guards, and the brackets of a bare address.
func (*dialect) AppendText(dst []byte, s string, c chunk.Context, lineStart bool) []byte {
	p := prose{lineStart: lineStart}
	switch c {
	case chunk.Prose:
		p.left, p.right = true, true
		return p.append(dst, s)
	case proseBefore:
		p.left = true
		return p.append(dst, s)
	case proseAfter:
		p.left, p.right = lineStart, true
		return p.append(dst, s)
	case proseAmid:
		p.left = lineStart
		return p.append(dst, s)
	case proseInside:
		p.inside = true
		return p.append(dst, s)
	case chunk.Pre:
		return appendPre(dst, s)
	case chunk.Address:
		dst = append(dst, '<')
		dst = appendEntities(dst, s)
		return append(dst, '>')
	case chunk.Literal:
		return append(dst, s...)
	}
	return appendEntities(dst, s)
}

// AppendPlain writes the three entities, which Slack reads whether or not a text is mrkdwn.
func (*dialect) AppendPlain(dst []byte, s string, _ bool) []byte { return appendEntities(dst, s) }

// entity returns the entity of one of the three characters that have one; empty: none.
func entity(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return ""
}

func appendEntities(dst []byte, s string) []byte {
	last := 0
	for i := 0; i < len(s); i++ {
		if e := entity(s[i]); e != "" {
			dst = append(dst, s[last:i]...)
			dst = append(dst, e...)
			last = i + 1
		}
	}
	return append(dst, s[last:]...)
}

// appendPre writes the content of a code block, where three backticks in a row would end it.
func appendPre(dst []byte, s string) []byte {
	last := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			continue
		}
		end := i + 1
		for end < len(s) && s[end] == '`' {
			end++
		}
		if end-i >= 3 {
			dst = appendEntities(dst, s[last:i])
			for k := i; k < end; k++ {
				if k > i {
					dst = append(dst, guard...)
				}
				dst = append(dst, '`')
			}
			last = end
		}
		i = end - 1
	}
	return appendEntities(dst, s[last:])
}

// prose is where running text stands.
type prose struct {
	// left and right say that a line's edge or a blank stands before and behind it.
	left, right bool
	// lineStart says that the line begins with it, inside that a mark or a label surrounds it.
	lineStart, inside bool
}

// append writes text: entities, and guards on both sides of each sign that could be read as a mark. Where a mark begins
// or ends with a sign, because a cut made it so, no guard stands between, for the mark would not be seen beside it.
func (p prose) append(dst []byte, s string) []byte {
	last := 0
	begin := p.lineStart && !p.inside
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '`':
			dst = append(dst, s[last:i]...)
			dst = append(dst, tickGuard+"`"+tickGuard...)
			last = i + 1
		case isSign(c):
			if p.alone(s, i) {
				break
			}
			dst = append(dst, s[last:i]...)
			if !p.inside || !p.lineStart || i > 0 {
				dst = append(dst, guard...)
			}
			dst = append(dst, c)
			if !p.inside || i+1 < len(s) {
				dst = append(dst, guard...)
			}
			last = i + 1
		case c == '&' || c == '<' || c == '>':
			dst = append(dst, s[last:i]...)
			if c == '>' && begin {
				dst = append(dst, guard...)
			}
			dst = append(dst, entity(c)...)
			last = i + 1
		}
		begin = begin && (c == ' ' || c == '\t')
	}
	return append(dst, s[last:]...)
}

// isSign reports whether c is the sign of a mark.
func isSign(c byte) bool { return c == '*' || c == '_' || c == '~' || c == '`' }

// alone reports whether the sign at s[i] cannot be read as a mark: between blanks, between a blank and an edge, or an
// underscore within a word.
func (p prose) alone(s string, i int) bool {
	if s[i] == '`' {
		return false
	}
	if inWord(s, i) {
		return true
	}
	before, after := p.left, p.right
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		before = unicode.IsSpace(r)
	}
	if i+1 < len(s) {
		r, _ := utf8.DecodeRuneInString(s[i+1:])
		after = unicode.IsSpace(r)
	}
	return before && after && (len(s) > 1 || !p.lineStart)
}

// inWord reports whether s[i] is an underscore between two word characters.
func inWord(s string, i int) bool {
	if s[i] != '_' || i == 0 || i+1 == len(s) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	return word(before) && word(after)
}

// word reports whether r is a letter, a mark or a digit.
func word(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }
