package grapheme

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// zwj is U+200D, the joiner of emoji sequences.
const zwj = '\u200d'

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

// Last returns the largest boundary between clusters of s that is at most n bytes from its start: 0 if the first
// cluster is longer than n (or n is not positive), len(s) if n is at least that.
//
// It steps back from n to the nearest place where two code points are parted whatever stands before them, mostly the
// next letter, and goes forward from there, never past the code point at n. The cost is therefore linear in that
// distance and at most linear in n, however long a cluster is or goes on after n.
func Last(s string, n int) int {
	switch {
	case n <= 0:
		return 0
	case n >= len(s):
		return len(s)
	}
	n = codePoint(s, n)
	start := n
	for start > 0 && !parted(s, start) {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	if start == n {
		return n
	}
	_, size := utf8.DecodeRuneInString(s[n:])
	known := s[:n+size]
	for {
		end := start + Next(known[start:])
		if end > n {
			return start
		}
		start = end
	}
}

// codePoint returns the start of the code point of which s[n] is a byte.
func codePoint(s string, n int) int {
	if utf8.RuneStart(s[n]) {
		return n
	}
	for start := n - 1; start >= 0 && start > n-utf8.UTFMax; start-- {
		if !utf8.RuneStart(s[start]) {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[start:]); start+size > n {
			return start
		}
		break
	}
	return n
}

// parted reports whether there is a boundary at s[n:] for certain, whatever stands before the code point that ends at
// n. Rules that look further back than that, GB9c, GB11, GB12 and GB13, make it false.
func parted(s string, n int) bool {
	before, a := utf8.DecodeLastRuneInString(s[:n])
	after, b := utf8.DecodeRuneInString(s[n:])
	if plain(before) > 0 && plain(after) > 0 {
		return true
	}
	if before == zwj || consonant(after) && extends(before) {
		return false
	}
	return Next(s[n-a:n+b]) == a
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
