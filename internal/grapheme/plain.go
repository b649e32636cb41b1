package grapheme

// plain returns the width in cells of a code point that never joins another plain one to a cluster, and 0 for all
// others. It names only common ranges: printable ASCII, Latin, Greek, Cyrillic, Armenian, Hebrew and Arabic letters,
// general punctuation, box drawing, kana, ideographs, Hangul syllables and full-width forms.
func plain(r rune) int {
	switch {
	case r < 0x7F:
		if r >= 0x20 {
			return 1
		}
	case r < 0x300:
		if r >= 0xA0 && r != 0xA9 && r != 0xAD && r != 0xAE {
			return 1
		}
	case r < 0x2010:
		if r >= 0x370 && r <= 0x482 || r >= 0x48A && r <= 0x590 || r >= 0x5D0 && r <= 0x5EA || r >= 0x620 && r <= 0x64A {
			return 1
		}
	case r < 0x3001:
		if r <= 0x2027 || r >= 0x2500 && r <= 0x259F {
			return 1
		}
	case r <= 0x3029, r >= 0x3041 && r <= 0x3096, r >= 0x30A0 && r <= 0x30FF,
		r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3, r >= 0xFF01 && r <= 0xFF60:
		return 2
	}
	return 0
}
