package slack

import (
	"unicode"
	"unicode/utf8"
)

// blank reports whether r is white space, or too thin for a mark to begin or end with.
func blank(r rune) bool { return unicode.IsSpace(r) || thin(r) }

// thin reports whether r has no width: a border of words, a joiner, a byte order mark.
func thin(r rune) bool { return r == '\u200b' || r == '\u2060' || r == '\ufeff' }

// split appends p to dst, a styled text divided into cores, which can stand at the edge of a mark, and rims, which
// cannot. A sign loses the style that is written with it, and a character without width all styles: a cut may leave it at
// the edge of a mark, and unlike a blank it stays.
func split(dst []piece, p piece) []piece {
	if p.kind != isText || p.set == 0 {
		return append(dst, p)
	}
	s := p.text
	from := 0
	var now piece
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next := piece{set: p.set}
		switch {
		case n == 1 && isSign(s[i]):
			next.set = p.set.without(s[i : i+1])
			next.rim = next.set != p.set || !inWord(s, i)
		case thin(r):
			next.set, next.rim = 0, true
		default:
			next.rim = unicode.IsSpace(r)
		}
		if i > 0 && next != now {
			dst = append(dst, piece{text: s[from:i], set: now.set, rim: now.rim})
			from = i
		}
		now = next
		i += n
	}
	return append(dst, piece{text: s[from:], set: now.set, rim: now.rim})
}
