package discord

import (
	"strings"

	"github.com/vak-delivery/vakd/renderers/chunk"
)

// see takes note of what a text that is written as it is does to the text before it: clients look for the end of
// emphasis and of labels before they look for code and addresses.
func (d *dialect) see(c chunk.Context, s string) {
	if c == chunk.Prose && !strings.Contains(s, "://") {
		return
	}
	d.underscores = d.underscores || closesUnderscore(s)
	d.addresses = d.addresses || closesAddress(s)
	d.brackets = d.brackets || c != chunk.Prose && closesLabel(s)
}

// closesUnderscore reports whether s, written as it is, can end emphasis that an underscore before it begins.
func closesUnderscore(s string) bool {
	for i := strings.IndexByte(s, '_'); i >= 0 && i < len(s); {
		n := len(s[i:]) - len(strings.TrimLeft(s[i:], "_"))
		single := n%2 == 1 || i > 0 && s[i-1] == '\\' // two in a row are a unit, and so are a backslash and one
		if i += n; single && (i == len(s) || !isASCIIWord(s[i])) {
			return true
		}
		next := strings.IndexByte(s[i:], '_')
		if next < 0 {
			return false
		}
		i += next
	}
	return false
}

// closesLabel reports whether s has the end of a label, "](", that does not begin in s.
func closesLabel(s string) bool {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '[':
			open++
		case ']':
			if open == 0 && i+1 < len(s) && s[i+1] == '(' {
				return true
			}
			open = max(0, open-1)
		}
	}
	return false
}

// closesAddress reports whether s can be the end of an address in angle brackets that begins before it.
func closesAddress(s string) bool {
	i := strings.IndexAny(s, " :>")
	return i >= 0 && strings.HasPrefix(s[i:], ":/")
}
