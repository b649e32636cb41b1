package grapheme

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// variationSelector16 asks for the emoji form of the code point before it.
const variationSelector16 = "\ufe0f"

// Width returns the number of terminal cells that s takes: the sum of the widths of its clusters. Controls, and with
// them TAB and line breaks, count as nothing.
func Width(s string) int {
	width := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
			if c >= 0x20 && c != 0x7F {
				width++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if cells := plain(r); cells > 0 {
			if next, _ := utf8.DecodeRuneInString(s[i+n:]); i+n == len(s) || plain(next) > 0 {
				width += cells
				i += n
				continue
			}
		}
		n = Next(s[i:])
		width += ClusterWidth(s[i : i+n])
		i += n
	}
	return width
}

// ClusterWidth returns the number of terminal cells that one cluster takes: 2 for wide ideographs, emoji, flags,
// keycaps and sequences with variation selector 16; 0 for controls and for marks that stand alone; 1 for ambiguous and
// all other letters. A spacing mark, or a further letter of a conjunct, adds its own width.
func ClusterWidth(cluster string) int {
	r, n := utf8.DecodeRuneInString(cluster)
	if n == len(cluster) {
		if width := plain(r); width > 0 {
			return width
		}
	} else if keycap(cluster) {
		return 2
	}
	width, state := 0, -1
	if hasLater(cluster) {
		var space [256]byte
		for rest := appendSubstituted(space[:0], cluster, len(cluster)); len(rest) > 0; {
			var cells int
			_, rest, cells, state = uniseg.FirstGraphemeCluster(rest, state)
			width += cells
		}
		return width
	}
	for len(cluster) > 0 {
		var cells int
		_, cluster, cells, state = uniseg.FirstGraphemeClusterInString(cluster, state)
		width += cells
	}
	return width
}

// keycap reports whether a cluster is a digit, # or * in its emoji form.
func keycap(cluster string) bool {
	c := cluster[0]
	return (c >= '0' && c <= '9' || c == '#' || c == '*') && strings.HasPrefix(cluster[1:], variationSelector16)
}
