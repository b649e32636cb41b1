package markdown

import (
	"unicode"
	"unicode/utf8"
)

// flanks reports whether a run is left- and right-flanking as CommonMark defines it. With wide, punctuation of East
// Asia does not count as such, and a character of East Asia on the outer side serves as a blank does.
func flanks(before, after rune, wide bool) (left, right bool) {
	sb, sa := space(before), space(after)
	pb, pa := punctuation(before), punctuation(after)
	if wide {
		cb, ca := cjk(before), cjk(after)
		pb, pa = pb && !cb, pa && !ca
		left = !sa && (!pa || sb || pb || cb)
		right = !sb && (!pb || sa || pa || ca)
		return left, right
	}
	left = !sa && (!pa || sb || pb)
	right = !sb && (!pb || sa || pa)
	return left, right
}

func space(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\f', '\v':
		return true
	}
	return r >= 0x80 && unicode.Is(unicode.Zs, r)
}

func punctuation(r rune) bool {
	if r < 0x80 {
		return r > ' ' && isPunct(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}

func wordRune(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// cjk reports a character of East Asia: Han, kana, Hangul, Bopomofo, and punctuation of East Asian width W or F.
func cjk(r rune) bool {
	if r < 0x1100 {
		return false
	}
	switch {
	case r >= 0x3001 && r <= 0x303F, r >= 0xFE10 && r <= 0xFE19, r >= 0xFE30 && r <= 0xFE6B, r >= 0xFF01 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6:
		if punctuation(r) {
			return true
		}
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

// runeBefore returns the code point before i; a line's edge counts as a blank.
func runeBefore(s string, i int) rune {
	if i == 0 {
		return '\n'
	}
	if c := s[i-1]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return r
}

// runeAt returns the code point at i; a line's edge counts as a blank.
func runeAt(s string, i int) rune {
	if i >= len(s) {
		return '\n'
	}
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r
}
