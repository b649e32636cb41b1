package grid

import "unicode"

// hasRightToLeft reports whether s holds a letter from the blocks that Unicode keeps for right-to-left scripts
// (DerivedBidiClass.txt: Hebrew to Arabic Extended-A, the presentation forms, and the historic and African scripts of
// the supplementary plane). Clients reorder whole lines around such letters.
func hasRightToLeft(s string) bool {
	for i := 0; i < len(s); i++ {
		// The first byte of U+0590 and all that follows is at least 0xD6.
		if s[i] >= 0xD6 {
			for _, r := range s[i:] {
				if rightToLeftBlock(r) && unicode.IsLetter(r) {
					return true
				}
			}
			return false
		}
	}
	return false
}

func rightToLeftBlock(r rune) bool {
	return r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF ||
		r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}
