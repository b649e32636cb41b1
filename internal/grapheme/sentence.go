package grapheme

import (
	"unicode"
	"unicode/utf8"
)

// sentences walks a text by the sentence rules SB3 to SB998 of UAX #29. It exists beside the sentence function of
// uniseg because that one looks ahead again at each bracket and blank after a full stop, which is quadratic in a run
// of them. Here only the place after the run looks ahead.
type sentences struct {
	text  string
	state sentenceState
	// fullStop tells that the sentence ended with a full stop, which may yet be an abbreviation.
	fullStop bool
	// word tells that the full stop follows a cased letter immediately (SB7).
	word bool
	// wide tells that the terminator is one of ideographs, which no blank needs to follow.
	wide bool
	// endedWide tells that the step ended a wide sentence without a blank.
	endedWide bool
}

type sentenceState uint8

const (
	inSentence sentenceState = iota
	// atTerminator, atClose and atSpace follow SATerm, SATerm Close+ and SATerm Close* Sp+.
	atTerminator
	atClose
	atSpace
	// atReturn and atSeparator follow CR and any other paragraph separator.
	atReturn
	atSeparator
)

// sentenceClass is a value of the property Sentence_Break, as far as the rules tell them apart.
type sentenceClass uint8

const (
	sbOther sentenceClass = iota
	sbExtend
	sbReturn
	sbLineFeed
	sbSeparator
	sbSpace
	sbLower
	sbUpper
	sbLetter
	sbNumeric
	sbFullStop
	sbContinue
	sbTerminator
	sbClose
)

// step takes the code point r at s[at:] and reports whether a sentence ends before it.
func (s *sentences) step(at int, r rune) bool {
	if s.state == inSentence && !marksEnd(r) {
		return false
	}
	class := sentenceClassOf(r)
	ended := s.boundary(at, class)
	s.endedWide = ended && s.wide && s.state != atSpace
	s.advance(at, class, ended)
	s.wide = s.state >= atTerminator && s.state <= atSpace && (s.wide || wideTerminator(r))
	return ended
}

// marksEnd reports whether r can change the state of a sentence that has not ended.
func marksEnd(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r == '.' || r == '!' || r == '?' || r == '\n' || r == '\r'
	case r < 0x589:
		return r == 0x85
	}
	return r == 0x2028 || r == 0x2029 || fullStop(r) || unicode.Is(unicode.STerm, r)
}

// boundary applies the rules to the place before a code point of the given class.
func (s *sentences) boundary(at int, class sentenceClass) bool {
	switch s.state {
	case inSentence:
		return false
	case atReturn:
		return class != sbLineFeed // SB3, SB4
	case atSeparator:
		return true // SB4
	}
	switch class {
	case sbExtend: // SB5
		return false
	case sbNumeric: // SB6
		if s.fullStop && s.state == atTerminator {
			return false
		}
	case sbUpper: // SB7
		if s.fullStop && s.word && s.state == atTerminator {
			return false
		}
	case sbContinue, sbFullStop, sbTerminator: // SB8a
		return false
	case sbClose: // SB9
		if s.state != atSpace {
			return false
		}
	case sbSpace, sbReturn, sbLineFeed, sbSeparator: // SB9, SB10
		return false
	}
	return !s.fullStop || !s.lowerFollows(at) // SB8, SB11
}

// advance moves on over a code point of the given class.
func (s *sentences) advance(at int, class sentenceClass, ended bool) {
	before := s.state
	switch class {
	case sbExtend:
		if before == atReturn || before == atSeparator {
			s.state = inSentence
		}
	case sbReturn:
		s.state = atReturn
	case sbLineFeed, sbSeparator:
		s.state = atSeparator
	case sbFullStop:
		s.state, s.fullStop, s.word = atTerminator, true, s.followsCased(at)
	case sbTerminator:
		s.state, s.fullStop = atTerminator, false
	case sbClose:
		s.state = inSentence
		if !ended && (before == atTerminator || before == atClose) {
			s.state = atClose
		}
	case sbSpace:
		s.state = inSentence
		if before >= atTerminator && before <= atSpace {
			s.state = atSpace
		}
	default:
		s.state = inSentence
	}
}

// followsCased reports whether the code point before at, those that extend it apart, is a letter with case.
func (s *sentences) followsCased(at int) bool {
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(s.text[:at])
		switch sentenceClassOf(r) {
		case sbLower, sbUpper:
			return true
		case sbExtend:
			at -= size
		default:
			return false
		}
	}
	return false
}

// lowerFollows reports whether the first code point from at on that can start or end a sentence is a small letter. It is
// asked once for each full stop and stops at the next one, so that no two look-aheads overlap.
func (s *sentences) lowerFollows(at int) bool {
	for _, r := range s.text[at:] {
		switch sentenceClassOf(r) {
		case sbLower:
			return true
		case sbUpper, sbLetter, sbReturn, sbLineFeed, sbSeparator, sbFullStop, sbTerminator:
			return false
		}
	}
	return false
}

// wideTerminator reports whether r ends a sentence of ideographs: 。, ！, ？ and the narrow ｡.
func wideTerminator(r rune) bool { return r == 0x3002 || r == 0xFF01 || r == 0xFF1F || r == 0xFF61 }

// fullStop reports whether r has the class ATerm.
func fullStop(r rune) bool { return r == '.' || r == 0x2024 || r == 0xFE52 || r == 0xFF0E }

// sentenceClassOf derives the class of r as table 4 of UAX #29 defines it, from the properties of the standard library.
func sentenceClassOf(r rune) sentenceClass {
	if r < utf8.RuneSelf {
		return asciiSentenceClass(r)
	}
	switch r {
	case 0x85, 0x2028, 0x2029:
		return sbSeparator
	case 0x2024, 0xFE52, 0xFF0E:
		return sbFullStop
	case 0x5F3:
		return sbLetter
	case 0x37E, 0x55D, 0x60C, 0x60D, 0x7F8, 0x1802, 0x1808, 0x2013, 0x2014, 0x3001, 0xFE10, 0xFE11, 0xFE13, 0xFE14, 0xFE31, 0xFE32,
		0xFE50, 0xFE51, 0xFE54, 0xFE55, 0xFE58, 0xFE63, 0xFF0C, 0xFF0D, 0xFF1A, 0xFF1B, 0xFF64:
		return sbContinue
	case 0x66B, 0x66C:
		return sbNumeric
	}
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		return sbLetter
	case later(r) == asExtend, unicode.In(r, unicode.M, unicode.Other_Grapheme_Extend, unicode.Join_Control):
		return sbExtend
	case unicode.Is(unicode.Cf, r):
		if r >= 0x600 && r <= 0x605 || r == 0x6DD || r == 0x8E2 || r == 0x890 || r == 0x891 || r == 0x110BD || r == 0x110CD {
			return sbNumeric
		}
		return sbExtend
	case unicode.Is(unicode.White_Space, r):
		return sbSpace
	case r >= 0x10D0 && r <= 0x10FF && r != 0x10FB && r != 0x10FC, r >= 0x1C90 && r <= 0x1CBF && unicode.IsLetter(r):
		return sbLetter
	case unicode.In(r, unicode.Lower, unicode.Other_Lowercase):
		return sbLower
	case unicode.In(r, unicode.Upper, unicode.Title, unicode.Other_Uppercase):
		return sbUpper
	case unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic):
		return sbLetter
	case unicode.Is(unicode.Nd, r):
		return sbNumeric
	case unicode.Is(unicode.STerm, r):
		return sbTerminator
	case unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf), r >= 0x275B && r <= 0x2760,
		r == 0x2E00, r == 0x2E01, r >= 0x2E06 && r <= 0x2E08, r == 0x2E0B, r >= 0x1F676 && r <= 0x1F678:
		return sbClose
	}
	return sbOther
}

func asciiSentenceClass(r rune) sentenceClass {
	switch {
	case r >= 'a' && r <= 'z':
		return sbLower
	case r >= 'A' && r <= 'Z':
		return sbUpper
	case r >= '0' && r <= '9':
		return sbNumeric
	}
	switch r {
	case ' ', '\t', '\v', '\f':
		return sbSpace
	case '\n':
		return sbLineFeed
	case '\r':
		return sbReturn
	case '.':
		return sbFullStop
	case '!', '?':
		return sbTerminator
	case ',', '-', ':', ';':
		return sbContinue
	case '"', '\'', '(', ')', '[', ']', '{', '}':
		return sbClose
	}
	return sbOther
}
