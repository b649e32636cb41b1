package grapheme

import (
	"unicode"
	"unicode/utf8"
)

// zwj is U+200D, the joiner of emoji sequences and conjuncts.
const zwj = '\u200d'

// The Indic_Conjunct_Break classes of DerivedCoreProperties.txt for Unicode 17.0, except Extend (see extends).
var (
	consonants = &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x0915, Hi: 0x0939, Stride: 1},
		{Lo: 0x0958, Hi: 0x095F, Stride: 1},
		{Lo: 0x0978, Hi: 0x097F, Stride: 1},
		{Lo: 0x0995, Hi: 0x09A8, Stride: 1},
		{Lo: 0x09AA, Hi: 0x09B0, Stride: 1},
		{Lo: 0x09B2, Hi: 0x09B2, Stride: 1},
		{Lo: 0x09B6, Hi: 0x09B9, Stride: 1},
		{Lo: 0x09DC, Hi: 0x09DD, Stride: 1},
		{Lo: 0x09DF, Hi: 0x09DF, Stride: 1},
		{Lo: 0x09F0, Hi: 0x09F1, Stride: 1},
		{Lo: 0x0A95, Hi: 0x0AA8, Stride: 1},
		{Lo: 0x0AAA, Hi: 0x0AB0, Stride: 1},
		{Lo: 0x0AB2, Hi: 0x0AB3, Stride: 1},
		{Lo: 0x0AB5, Hi: 0x0AB9, Stride: 1},
		{Lo: 0x0AF9, Hi: 0x0AF9, Stride: 1},
		{Lo: 0x0B15, Hi: 0x0B28, Stride: 1},
		{Lo: 0x0B2A, Hi: 0x0B30, Stride: 1},
		{Lo: 0x0B32, Hi: 0x0B33, Stride: 1},
		{Lo: 0x0B35, Hi: 0x0B39, Stride: 1},
		{Lo: 0x0B5C, Hi: 0x0B5D, Stride: 1},
		{Lo: 0x0B5F, Hi: 0x0B5F, Stride: 1},
		{Lo: 0x0B71, Hi: 0x0B71, Stride: 1},
		{Lo: 0x0C15, Hi: 0x0C28, Stride: 1},
		{Lo: 0x0C2A, Hi: 0x0C39, Stride: 1},
		{Lo: 0x0C58, Hi: 0x0C5A, Stride: 1},
		{Lo: 0x0D15, Hi: 0x0D3A, Stride: 1},
		{Lo: 0x1000, Hi: 0x102A, Stride: 1},
		{Lo: 0x103F, Hi: 0x103F, Stride: 1},
		{Lo: 0x1050, Hi: 0x1055, Stride: 1},
		{Lo: 0x105A, Hi: 0x105D, Stride: 1},
		{Lo: 0x1061, Hi: 0x1061, Stride: 1},
		{Lo: 0x1065, Hi: 0x1066, Stride: 1},
		{Lo: 0x106E, Hi: 0x1070, Stride: 1},
		{Lo: 0x1075, Hi: 0x1081, Stride: 1},
		{Lo: 0x108E, Hi: 0x108E, Stride: 1},
		{Lo: 0x1780, Hi: 0x17B3, Stride: 1},
		{Lo: 0x1A20, Hi: 0x1A54, Stride: 1},
		{Lo: 0x1B0B, Hi: 0x1B0C, Stride: 1},
		{Lo: 0x1B13, Hi: 0x1B33, Stride: 1},
		{Lo: 0x1B45, Hi: 0x1B4C, Stride: 1},
		{Lo: 0x1B83, Hi: 0x1BA0, Stride: 1},
		{Lo: 0x1BAE, Hi: 0x1BAF, Stride: 1},
		{Lo: 0x1BBB, Hi: 0x1BBD, Stride: 1},
		{Lo: 0xA989, Hi: 0xA98B, Stride: 1},
		{Lo: 0xA98F, Hi: 0xA9B2, Stride: 1},
		{Lo: 0xA9E0, Hi: 0xA9E4, Stride: 1},
		{Lo: 0xA9E7, Hi: 0xA9EF, Stride: 1},
		{Lo: 0xA9FA, Hi: 0xA9FE, Stride: 1},
		{Lo: 0xAA60, Hi: 0xAA6F, Stride: 1},
		{Lo: 0xAA71, Hi: 0xAA73, Stride: 1},
		{Lo: 0xAA7A, Hi: 0xAA7A, Stride: 1},
		{Lo: 0xAA7E, Hi: 0xAA7F, Stride: 1},
		{Lo: 0xAAE0, Hi: 0xAAEA, Stride: 1},
		{Lo: 0xABC0, Hi: 0xABDA, Stride: 1},
	}, R32: []unicode.Range32{
		{Lo: 0x10A00, Hi: 0x10A00, Stride: 1},
		{Lo: 0x10A10, Hi: 0x10A13, Stride: 1},
		{Lo: 0x10A15, Hi: 0x10A17, Stride: 1},
		{Lo: 0x10A19, Hi: 0x10A35, Stride: 1},
		{Lo: 0x11103, Hi: 0x11126, Stride: 1},
		{Lo: 0x11144, Hi: 0x11144, Stride: 1},
		{Lo: 0x11147, Hi: 0x11147, Stride: 1},
		{Lo: 0x11380, Hi: 0x11389, Stride: 1},
		{Lo: 0x1138B, Hi: 0x1138B, Stride: 1},
		{Lo: 0x1138E, Hi: 0x1138E, Stride: 1},
		{Lo: 0x11390, Hi: 0x113B5, Stride: 1},
		{Lo: 0x11900, Hi: 0x11906, Stride: 1},
		{Lo: 0x11909, Hi: 0x11909, Stride: 1},
		{Lo: 0x1190C, Hi: 0x11913, Stride: 1},
		{Lo: 0x11915, Hi: 0x11916, Stride: 1},
		{Lo: 0x11918, Hi: 0x1192F, Stride: 1},
		{Lo: 0x11A00, Hi: 0x11A00, Stride: 1},
		{Lo: 0x11A0B, Hi: 0x11A32, Stride: 1},
		{Lo: 0x11A50, Hi: 0x11A50, Stride: 1},
		{Lo: 0x11A5C, Hi: 0x11A83, Stride: 1},
		{Lo: 0x11F04, Hi: 0x11F10, Stride: 1},
		{Lo: 0x11F12, Hi: 0x11F33, Stride: 1},
	}}
	linkers = &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x094D, Hi: 0x094D, Stride: 1},
		{Lo: 0x09CD, Hi: 0x09CD, Stride: 1},
		{Lo: 0x0ACD, Hi: 0x0ACD, Stride: 1},
		{Lo: 0x0B4D, Hi: 0x0B4D, Stride: 1},
		{Lo: 0x0C4D, Hi: 0x0C4D, Stride: 1},
		{Lo: 0x0D4D, Hi: 0x0D4D, Stride: 1},
		{Lo: 0x1039, Hi: 0x1039, Stride: 1},
		{Lo: 0x17D2, Hi: 0x17D2, Stride: 1},
		{Lo: 0x1A60, Hi: 0x1A60, Stride: 1},
		{Lo: 0x1B44, Hi: 0x1B44, Stride: 1},
		{Lo: 0x1BAB, Hi: 0x1BAB, Stride: 1},
		{Lo: 0xA9C0, Hi: 0xA9C0, Stride: 1},
		{Lo: 0xAAF6, Hi: 0xAAF6, Stride: 1},
	}, R32: []unicode.Range32{
		{Lo: 0x10A3F, Hi: 0x10A3F, Stride: 1},
		{Lo: 0x11133, Hi: 0x11133, Stride: 1},
		{Lo: 0x113D0, Hi: 0x113D0, Stride: 1},
		{Lo: 0x1193E, Hi: 0x1193E, Stride: 1},
		{Lo: 0x11A47, Hi: 0x11A47, Stride: 1},
		{Lo: 0x11A99, Hi: 0x11A99, Stride: 1},
		{Lo: 0x11F42, Hi: 0x11F42, Stride: 1},
	}}
)

// consonant reports whether r can be a part of a conjunct.
func consonant(r rune) bool { return r >= 0x915 && unicode.Is(consonants, r) }

// linker reports whether r makes one letter of the consonants beside it.
func linker(r rune) bool { return r >= 0x94D && unicode.Is(linkers, r) }

// extends reports whether r may stand between the consonants of a conjunct: the classes Extend and Linker, which
// together are ZWJ and the code points with Grapheme_Cluster_Break=Extend except ZWNJ.
func extends(r rune) bool {
	if r < 0x300 || r == 0x200C {
		return false
	}
	if as := later(r); as != r {
		return as == asExtend
	}
	return r == zwj || r >= 0x1F3FB && r <= 0x1F3FF || unicode.In(r, unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend)
}

// conjoined reports whether rule GB9c forbids a boundary at s[n:]: a consonant follows, and before n stand a consonant
// and code points that extend it, one of them a linker.
func conjoined(s string, n int) bool {
	r, _ := utf8.DecodeRuneInString(s[n:])
	if !consonant(r) {
		return false
	}
	for linked := false; n > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:n])
		if !extends(r) {
			return linked && consonant(r)
		}
		linked = linked || linker(r)
		n -= size
	}
	return false
}
