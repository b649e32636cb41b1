package grapheme

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Next returns the length in bytes of the first cluster of s, 0 if s is empty. It reads no further than one code point
// past the cluster, so that calling it along a text is linear in the text.
func Next(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	if s[0] < utf8.RuneSelf && s[1] < utf8.RuneSelf {
		if s[0] == '\r' && s[1] == '\n' {
			return 2
		}
		return 1
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == len(s) {
		return n
	}
	if plain(r) > 0 {
		if next, _ := utf8.DecodeRuneInString(s[n:]); plain(next) > 0 {
			return n
		}
	}
	n = current(s)
	for n < len(s) && conjoined(s, n) {
		n += current(s[n:])
	}
	return n
}

// current returns the length of the first cluster of s by the properties of Unicode 17.0 and all rules but GB9c.
func current(s string) int {
	cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	end := len(cluster)
	if len(rest) > 0 {
		_, size := utf8.DecodeRuneInString(rest)
		end += size
	}
	if !hasLater(s[:end]) {
		return len(cluster)
	}
	return substituted(s)
}

// substituted is current for a text with code points of later.go. It looks at a window of the text that grows fourfold
// until the cluster ends inside.
func substituted(s string) int {
	var space [256]byte
	for window := 64; ; window *= 4 {
		text := appendSubstituted(space[:0], s, window)
		cluster, rest, _, _ := uniseg.FirstGraphemeCluster(text, -1)
		if len(rest) == 0 && window < len(s) {
			continue
		}
		n := 0
		for range utf8.RuneCount(cluster) {
			_, size := utf8.DecodeRuneInString(s[n:])
			n += size
		}
		return n
	}
}
