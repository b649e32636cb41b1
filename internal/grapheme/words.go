package grapheme

import (
	"unicode"
	"unicode/utf8"
)

// Kind tells how welcome a cut in prose is. A greater kind is more welcome.
type Kind uint8

// The kinds of cuts.
const (
	// Word is a cut after blanks, or between two clusters of Han, kana or Hangul.
	Word Kind = iota
	// Sentence is a cut after the end of a sentence, its closing quotes and brackets and the blanks that follow.
	Sentence
)

// Words calls yield for each place of s where a cut is welcome, in order: end is the length in bytes of the text before
// it. The last place is always len(s), a Sentence if one ends there; an empty text has none. No place is inside a
// cluster and none is the start of s, but one may follow blanks that s starts with.
//
// Sentences are those of UAX #29 (a line break ends one), except that an end counts only if blanks follow or if it is
// marked by 。, ！ or ？. A place that is both is a Sentence. Blanks that forbid a break, such as U+00A0, part no words.
// Between ideographs no cut comes before closing punctuation or after opening punctuation. A false answer of yield ends
// the walk. The cost is linear in s.
func Words(s string, yield func(end int, kind Kind) bool) {
	sentence := sentences{text: s}
	var before script
	for at := 0; at < len(s); {
		if before == letters && sentence.state == inSentence {
			for at+1 < len(s) && alphanumeric(s[at]) && s[at+1] < utf8.RuneSelf {
				at++
			}
		}
		n := Next(s[at:])
		r, size := utf8.DecodeRuneInString(s[at:])
		ended := sentence.step(at, r) && (before == blank || sentence.endedWide)
		for inner := at + size; inner < at+n; {
			r, size := utf8.DecodeRuneInString(s[inner:])
			sentence.step(inner, r)
			inner += size
		}
		here := scriptOf(r)
		switch {
		case at == 0:
		case ended:
			if !yield(at, Sentence) {
				return
			}
		case before == blank && here != blank, before.mayEnd() && here.mayStart():
			if !yield(at, Word) {
				return
			}
		}
		before = here
		at += n
	}
	switch {
	case s == "":
	case sentence.state != inSentence:
		yield(len(s), Sentence)
	default:
		yield(len(s), Word)
	}
}

// script is what a cluster is to a word boundary.
type script uint8

const (
	letters script = iota
	blank
	ideographs
	// opening and closing are the punctuation of ideographs.
	opening
	closing
)

// mayEnd reports whether a cut may come after a cluster without a blank.
func (s script) mayEnd() bool { return s == ideographs || s == closing }

// mayStart reports whether a cut may come before a cluster without a blank.
func (s script) mayStart() bool { return s == ideographs || s == opening }

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// scriptOf classifies a cluster by its first code point.
func scriptOf(r rune) script {
	switch {
	case r < utf8.RuneSelf:
		if r == ' ' || r >= '\t' && r <= '\r' {
			return blank
		}
		return letters
	case r < 0x1100:
		if r == 0x85 {
			return blank
		}
		return letters
	case r == 0x2007:
		return letters
	case r == 0x1680, r >= 0x2000 && r <= 0x200B, r == 0x2028, r == 0x2029, r == 0x205F, r == 0x3000:
		return blank
	case r >= 0x3001 && r <= 0x301F, r == 0x30FB, r >= 0xFF00 && r <= 0xFF65:
		return widePunctuation(r)
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3,
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return ideographs
	}
	return letters
}

// widePunctuation classifies the code points of the blocks that hold the punctuation of ideographs.
func widePunctuation(r rune) script {
	switch r {
	case 0x3001, 0x3002, 0x30FB, 0xFF01, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF61, 0xFF64, 0xFF65:
		return closing
	case 0x3005, 0x3007:
		return ideographs
	case 0x301D:
		return opening
	case 0x301E, 0x301F:
		return closing
	}
	switch {
	case unicode.Is(unicode.Ps, r):
		return opening
	case unicode.Is(unicode.Pe, r):
		return closing
	}
	return letters
}
