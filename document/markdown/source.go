package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// source is the exact bytes of a compilation with what is known about them.
type source struct {
	bytes     []byte
	text      string // the same bytes
	valid     bool
	invalidAt int
	altered   bool // the block parser reads a copy: see buffer
	plain     bool // nothing in it that leaf text replaces
}

func newSource(b []byte) *source {
	s := &source{bytes: b, text: string(b), valid: utf8.Valid(b), plain: true}
	if !s.valid {
		s.plain = false
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n <= 1 {
				s.invalidAt = i
				break
			}
			i += n
		}
	}
	for i, c := range b {
		switch {
		case c >= ' ' && c < 0x7F, c == '\n', c == '\t':
		case c == '\r':
			if i+1 == len(b) || b[i+1] != '\n' {
				s.altered = true
			}
			s.plain = false
		case c < ' ' || c == 0x7F:
			s.plain = false
			if c == '\f' || c == '\v' {
				s.altered = true
			}
		case c == 0xC2 && i+1 < len(b) && b[i+1] < 0xA0,
			c == 0xE2 && i+1 < len(b) && (b[i+1] == 0x80 || b[i+1] == 0x81),
			c == 0xF3:
			s.plain = false
		}
	}
	return s
}

// buffer returns what the block parser reads, of the same length as the source: lone CRs are LF, and form feeds and
// vertical tabs, which the library takes for blanks, are another control character.
func (s *source) buffer() []byte {
	if !s.altered {
		return s.bytes
	}
	b := bytes.Clone(s.bytes)
	for i, c := range b {
		switch {
		case c == '\r' && (i+1 == len(b) || b[i+1] != '\n'):
			b[i] = '\n'
		case c == '\f' || c == '\v':
			b[i] = 1
		}
	}
	return b
}

// validText is the source with U+FFFD for each ill-formed part.
func (s *source) validText() string { return replaceInvalid(s.text) }

// replaceInvalid writes one U+FFFD for each maximal ill-formed part.
func replaceInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			n = illFormed(s[i:])
			b.WriteRune(utf8.RuneError)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// illFormed returns the length of the maximal ill-formed part that s begins with: the longest prefix of a sequence
// that could have been well-formed, else one byte. Unicode Standard, section 3.9.
func illFormed(s string) int {
	lo, hi, n := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		n = 1
	case c >= 0xE0 && c <= 0xEF:
		n = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		n = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	i := 1
	for ; i <= n && i < len(s) && s[i] >= lo && s[i] <= hi; i++ {
		lo, hi = 0x80, 0xBF
	}
	return i
}

// leaf returns the text of a leaf of the tree that stands at [start, end) of the source.
func (c *compiler) leaf(start, end int) string {
	if c.src.plain {
		return c.src.text[start:end]
	}
	return c.clean(c.src.text[start:end], start, false)
}

// clean applies the replacements of leaf text; at is where s stands in the source, or -1. In code U+2028 is a line
// end, elsewhere a blank.
func (c *compiler) clean(s string, at int, code bool) string {
	i := dirty(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			n = illFormed(s[i:])
			b.WriteRune(utf8.RuneError)
			i += n
			continue
		}
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(s[i])
		case r == '\r':
			b.WriteByte('\n')
			if i+1 < len(s) && s[i+1] == '\n' {
				n = 2
			}
		case r == 0:
			c.found("text.control", "a control character is shown as a sign", at, i, n)
			b.WriteRune(utf8.RuneError)
		case r < ' ':
			c.found("text.control", "a control character is shown as a sign", at, i, n)
			b.WriteRune(0x2400 + r)
		case r == 0x7F:
			c.found("text.control", "a control character is shown as a sign", at, i, n)
			b.WriteRune(0x2421)
		case r >= 0x80 && r < 0xA0:
			c.found("text.control", "a control character is shown as a sign", at, i, n)
			b.WriteRune(utf8.RuneError)
		case r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
			c.found("text.bidi", "a control of the writing direction was removed", at, i, n)
		case r == 0x2028 || r == 0x2029:
			if code {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
		case r == 0x1F3F4:
			if t := tagSequence(s[i+n:]); t > 0 {
				n += t
			}
			b.WriteString(s[i : i+n])
		case r >= 0xE0000 && r <= 0xE007F:
			c.found("text.hidden_tag", "an invisible tag character was removed", at, i, n)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

func (c *compiler) found(code, message string, at, i, n int) {
	var sp *deliveryv1.Span
	if at >= 0 {
		sp = span(at+i, at+i+n)
	}
	c.diags.add(code, deliveryv1.Severity_SEVERITY_WARNING, message, sp)
}

// tagSequence returns the length of the tags of an emoji tag sequence, which follow its base: tag letters and digits,
// then the cancel tag. 0: not well-formed.
func tagSequence(s string) int {
	for i := 0; i < len(s) && i <= 4*32; {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == 0xE007F && i > 0:
			return i + n
		case r >= 0xE0020 && r <= 0xE007E:
		default:
			return 0
		}
		i += n
	}
	return 0
}

// dirty returns the index of the first byte of s that may need replacing, or len(s).
func dirty(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= ' ' && c < 0x7F, c == '\n', c == '\t':
		case c < ' ', c == 0x7F:
			return i
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n <= 1 || r < 0xA0 || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x1F3F4 || r >= 0xE0000 && r <= 0xE007F {
				return i
			}
			i += n - 1
		}
	}
	return len(s)
}

// parsed returns the text that inlines are read from: the source with lone CRs as LF.
func (s *source) parsed() string {
	if !s.altered {
		return s.text
	}
	b := []byte(s.text)
	for i, c := range b {
		if c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			b[i] = '\n'
		}
	}
	return string(b)
}
