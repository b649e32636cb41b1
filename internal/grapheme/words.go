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
	Word Kind = iota + 1
	// Sentence is a cut after the end of a sentence, its closing quotes and brackets and the blanks that follow.
	Sentence
)

// Words calls yield for each place inside s where a cut is welcome, in order: end is the length in bytes of the text
// before it. No place is inside a cluster, and none is the start or the end of s. Sentences are those of UAX #29 (a
// line break ends one); a place that is both is a Sentence. Blanks that forbid a break, such as U+00A0, part no words.
// A false answer of yield ends the walk. The cost is linear in s.
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
		ended := sentence.step(at, r)
		for inner := at + size; inner < at+n; {
			r, size := utf8.DecodeRuneInString(s[inner:])
			sentence.step(inner, r)
			inner += size
		}
		here := scriptOf(r)
		var kind Kind
		switch {
		case at == 0:
		case ended:
			kind = Sentence
		case before == blank && here != blank, before == ideographs && here == ideographs:
			kind = Word
		}
		if kind != 0 && !yield(at, kind) {
			return
		}
		before = here
		at += n
	}
}

// script is what a cluster is to a word boundary.
type script uint8

const (
	letters script = iota
	blank
	ideographs
)

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
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3,
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return ideographs
	}
	return letters
}
