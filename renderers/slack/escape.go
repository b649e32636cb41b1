package slack

import (
	"unicode"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
)

// guard is the zero width space, which Slack takes for the border of a word.
const guard = "\u200b"

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
	switch c {
	case chunk.Prose:
		return appendProse(dst, s, true, true, lineStart)
	case proseBefore:
		return appendProse(dst, s, true, false, lineStart)
	case proseAfter:
		return appendProse(dst, s, lineStart, true, lineStart)
	case proseAmid:
		return appendProse(dst, s, lineStart, false, lineStart)
	case proseInside:
		return appendProse(dst, s, false, false, false)
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

// appendProse writes running text: entities, and guards on both sides of each character that could be read as a mark.
// left and right say that a line's edge or a blank stands before and behind s.
func appendProse(dst []byte, s string, left, right, lineStart bool) []byte {
	last := 0
	begin := lineStart
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isMark(c):
			if alone(s, i, left, right, lineStart) {
				break
			}
			dst = append(dst, s[last:i]...)
			dst = append(dst, guard...)
			dst = append(dst, c)
			dst = append(dst, guard...)
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

// isMark reports whether c is the sign of a mark.
func isMark(c byte) bool { return c == '*' || c == '_' || c == '~' || c == '`' }

// alone reports whether the sign at s[i] cannot be read as a mark: between blanks, between a blank and an edge, or an
// underscore within a word.
func alone(s string, i int, left, right, lineStart bool) bool {
	before, after := left, right
	edges := i == 0 && i+1 == len(s)
	if i > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:i])
		before = unicode.IsSpace(r)
		if s[i] == '_' && i+1 < len(s) && word(r) {
			if n, _ := utf8.DecodeRuneInString(s[i+1:]); word(n) {
				return true
			}
		}
	}
	if i+1 < len(s) {
		r, _ := utf8.DecodeRuneInString(s[i+1:])
		after = unicode.IsSpace(r)
	}
	return before && after && !(edges && lineStart)
}

// word reports whether r is a letter, a mark or a digit.
func word(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }
