package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
)

// place says what surrounds a text, as far as escapes depend on it.
type place uint8

const (
	middle     place = iota // in a paragraph; a chunk may begin in it
	start                   // at the beginning of a line of a paragraph
	inner                   // in a mark
	heading                 // in an ATX heading
	cell                    // in a table cell
	label                   // in the label of a link
	cellLabel               // in the label of a link in a table cell
	labelStart              // in the label of a link, at the beginning of a line
)

// Contexts of this dialect. A prose context is prose | place<<3 | flags.
const (
	reference chunk.Context = 16 // each character as a numeric character reference
	barred    chunk.Context = 17 // literal text in a table cell: only bars are escaped
	prose     chunk.Context = 0x80

	open    chunk.Context = 1 // something else follows on the line
	bracket chunk.Context = 2 // a bracket follows
	dollars chunk.Context = 4 // a dollar stands elsewhere in the paragraph in something that is no text
)

func proseAt(at place, flags chunk.Context) chunk.Context {
	return prose | chunk.Context(at)<<3 | flags
}

// AppendText appends s with a backslash before each character that would be read as syntax at its place.
func (*dialect) AppendText(dst []byte, s string, c chunk.Context, lineStart bool) []byte {
	switch {
	case c == chunk.Prose:
		return text{s: s, at: middle, flags: open | bracket, begins: lineStart}.append(dst)
	case c == reference:
		return appendReferences(dst, s)
	case c == barred:
		for i := 0; i < len(s); i++ {
			if s[i] == '|' {
				dst = append(dst, '\\')
			}
			dst = append(dst, s[i])
		}
		return dst
	case c&prose != 0:
		t := text{s: s, at: place(c >> 3 & 7), flags: c & 7}
		t.begins = t.at == start || t.at == labelStart || t.at == middle && lineStart
		return t.append(dst)
	}
	return append(dst, s...)
}

// AppendPlain writes text as it is.
func (*dialect) AppendPlain(dst []byte, s string, _ bool) []byte { return append(dst, s...) }

func appendReferences(dst []byte, s string) []byte {
	for _, r := range s {
		dst = append(dst, "&#"...)
		dst = strconv.AppendInt(dst, int64(r), 10)
		dst = append(dst, ';')
	}
	return dst
}

// text is a run of text at its place.
type text struct {
	s      string
	at     place
	flags  chunk.Context
	begins bool // nothing stands before it on its line
}

// syntax marks the characters that may need an escape.
const syntax = "\\`*_~[]^!<&|$#+-:.@)>="

func (t text) append(dst []byte) []byte {
	s := t.s
	last := 0
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || strings.IndexByte(syntax, s[i]) < 0 {
			continue
		}
		switch {
		case s[i] == '[' && t.inLabel():
			dst = append(dst, s[last:i]...)
			dst = append(dst, "&#91;"...) // a backslash would begin a formula
			last = i + 1
		case t.escaped(i):
			dst = append(dst, s[last:i]...)
			dst = append(dst, '\\')
			last = i
		}
	}
	return append(dst, s[last:]...)
}

func (t text) inLabel() bool { return t.at == label || t.at == cellLabel || t.at == labelStart }

// is reports whether the byte at i is c.
func (t text) is(i int, c byte) bool { return i >= 0 && i < len(t.s) && t.s[i] == c }

// blank reports whether a blank stands at i; the end of a line counts as one.
func (t text) blank(i int) bool {
	if i >= len(t.s) {
		return t.flags&open == 0
	}
	return i >= 0 && (t.s[i] == ' ' || t.s[i] == '\t')
}

func (t text) escaped(i int) bool {
	s, end := t.s, i+1 == len(t.s)
	switch s[i] {
	case '\\':
		return end || punctuation(rune(s[i+1]))
	case '`':
		return true
	case '*':
		return i == 0 || end || !t.blank(i-1) || !t.blank(i+1)
	case '_':
		return t.underscore(i)
	case '~':
		return i == 0 || end || !t.blank(i-1) || s[i+1] == '~'
	case ']':
		return t.closing(i)
	case '^':
		return t.is(i-1, '[')
	case '!':
		return end && t.flags&bracket != 0
	case '<':
		return end && t.flags&open != 0 || !end && (letter(s[i+1]) || strings.IndexByte("/!?", s[i+1]) >= 0)
	case '&':
		return t.entity(i)
	case '|':
		return t.bar(i)
	case '$':
		return t.dollar(i)
	case '@':
		return i > 0 && (alnum(s[i-1]) || strings.IndexByte(".-_+", s[i-1]) >= 0) && !end && alnum(s[i+1]) && t.address()
	case ':':
		return t.begins && i == 0 && t.is(1, '-') ||
			i > 0 && letter(s[i-1]) && strings.HasPrefix(s[i:], "://") && t.address()
	case '.', ')':
		return t.number(i) || s[i] == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www") && !end && t.address()
	case '#':
		return t.hash(i)
	}
	if !t.begins || i > 0 {
		return false
	}
	switch s[0] {
	case '>':
		return true
	case '+':
		return end || t.blank(1)
	case '-':
		return end || strings.IndexByte(" \t-|:", s[1]) >= 0
	case '=':
		return strings.Trim(s, "= \t") == ""
	}
	return false
}

// underscore reports whether the sign at i could open or close emphasis: not between two word characters, and not
// between blanks.
func (t text) underscore(i int) bool {
	if i == 0 || i+1 == len(t.s) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(t.s[:i])
	after, _ := utf8.DecodeRuneInString(t.s[i+1:])
	if space(before) && space(after) {
		return false
	}
	return space(before) || space(after) || punctuation(before) || punctuation(after)
}

// closing reports whether the bracket at i would end a link, an image, a definition, a box or the kind of a callout.
func (t text) closing(i int) bool {
	if t.inLabel() {
		return true
	}
	if i+1 == len(t.s) && t.flags&bracket != 0 {
		return true
	}
	if i+1 < len(t.s) && strings.IndexByte("([:", t.s[i+1]) >= 0 {
		return true
	}
	if !t.begins || t.s[0] != '[' {
		return false
	}
	return i == 2 && strings.IndexByte(" xX", t.s[1]) >= 0 || t.s[1] == '!' && strings.IndexByte(t.s, ']') == i
}

// entity reports whether a character reference may begin at i.
func (t text) entity(i int) bool {
	k := i + 1
	for k < len(t.s) && k-i < 40 && (alnum(t.s[k]) || k == i+1 && t.s[k] == '#') {
		k++
	}
	if k == len(t.s) {
		return t.flags&open != 0
	}
	return k > i+1 && t.s[k] == ';'
}

// bar reports whether the bar at i would divide cells, make a spoiler or begin a delimiter row.
func (t text) bar(i int) bool {
	switch {
	case t.at == cell || t.at == cellLabel, t.is(i-1, '|'), t.is(i+1, '|'):
		return true
	case i == 0 && t.begins:
		rest := strings.TrimLeft(t.s[1:], " \t")
		return rest == "" || rest[0] == '-' || rest[0] == ':'
	}
	return i == 0 || i+1 == len(t.s) && t.flags&open != 0
}

// dollar reports whether the sign at i could end a formula; without an end nothing begins one.
func (t text) dollar(i int) bool {
	if t.flags&dollars != 0 || t.is(i-1, '$') || t.is(i+1, '$') {
		return true
	}
	if i+1 < len(t.s) && alnum(t.s[i+1]) {
		return false
	}
	if i == 0 {
		return !t.begins
	}
	return !t.blank(i - 1)
}

// number reports whether the sign at i would end the number of a list item.
func (t text) number(i int) bool {
	if !t.begins || i == 0 || i > 9 || i+1 < len(t.s) && !t.blank(i+1) {
		return false
	}
	for k := range i {
		if t.s[k] < '0' || t.s[k] > '9' {
			return false
		}
	}
	return true
}

// hash reports whether the sign at i would begin a heading, or end one.
func (t text) hash(i int) bool {
	s := t.s
	if t.begins && i == 0 {
		rest := strings.TrimLeft(s, "#")
		return len(s)-len(rest) <= 6 && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
	}
	if t.at != heading || t.flags&open != 0 {
		return false
	}
	return strings.Trim(s[i:], "#") == "" && (i == 0 || t.blank(i-1))
}

// address reports whether an address in the text must be kept from becoming a link. In a label it is text anyway, but
// a reader that takes it for an address sees escapes in it as they are written.
func (t text) address() bool {
	return !t.inLabel() || strings.ContainsAny(t.s, "\\`*_~[]<&|$")
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func alnum(c byte) bool { return letter(c) || c >= '0' && c <= '9' }

// space reports white space as CommonMark defines it.
func space(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\f':
		return true
	}
	return r >= utf8.RuneSelf && unicode.Is(unicode.Zs, r)
}

// punctuation reports punctuation as CommonMark defines it: the Unicode categories P and S.
func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && !alnum(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}
