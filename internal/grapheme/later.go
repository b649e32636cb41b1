package grapheme

import "unicode/utf8"

// The code points of Unicode 15.0 that stand in for later ones, one for each pair of cluster class and width in need.
const (
	asExtend  = '\u0300'
	asSpacing = '\u0903'
	asPrepend = '\u0600'
	asVowel   = '\u1160'
	asNarrow  = 'a'
	asWide    = '\u4e00'
	asEmoji   = '\U0001f600'
)

// laterRange is a range of code points that Unicode 17.0 treats like the code point as, and Unicode 15.0 did not.
type laterRange struct{ first, last, as rune }

// laterRanges are all code points, in order, whose Grapheme_Cluster_Break, Extended_Pictographic or cell width in
// Unicode 17.0 (GraphemeBreakProperty.txt, emoji-data.txt, EastAsianWidth.txt) is not what uniseg takes it for. With
// them are U+2E3A and U+2E3B, the long dashes, which a terminal shows in one cell.
var laterRanges = [...]laterRange{
	{0x0897, 0x0897, asExtend},
	{0x0CC0, 0x0CC0, asExtend},
	{0x0CC7, 0x0CC8, asExtend},
	{0x0CCA, 0x0CCB, asExtend},
	{0x1715, 0x1715, asExtend},
	{0x1734, 0x1734, asExtend},
	{0x1ACF, 0x1ADD, asExtend},
	{0x1AE0, 0x1AEB, asExtend},
	{0x1B3B, 0x1B3B, asExtend},
	{0x1B3D, 0x1B3D, asExtend},
	{0x1B43, 0x1B44, asExtend},
	{0x1BAA, 0x1BAA, asExtend},
	{0x1BF2, 0x1BF3, asExtend},
	{0x2388, 0x2388, asNarrow},
	{0x2605, 0x2605, asNarrow},
	{0x2607, 0x260D, asNarrow},
	{0x260F, 0x2610, asNarrow},
	{0x2612, 0x2612, asNarrow},
	{0x2616, 0x2617, asNarrow},
	{0x2619, 0x261C, asNarrow},
	{0x261E, 0x261F, asNarrow},
	{0x2621, 0x2621, asNarrow},
	{0x2624, 0x2625, asNarrow},
	{0x2627, 0x2629, asNarrow},
	{0x262B, 0x262D, asNarrow},
	{0x2630, 0x2637, asWide},
	{0x263B, 0x263F, asNarrow},
	{0x2641, 0x2641, asNarrow},
	{0x2643, 0x2647, asNarrow},
	{0x2654, 0x265E, asNarrow},
	{0x2661, 0x2662, asNarrow},
	{0x2664, 0x2664, asNarrow},
	{0x2667, 0x2667, asNarrow},
	{0x2669, 0x267A, asNarrow},
	{0x267C, 0x267D, asNarrow},
	{0x2680, 0x2685, asNarrow},
	{0x268A, 0x268F, asWide},
	{0x2690, 0x2691, asNarrow},
	{0x2698, 0x2698, asNarrow},
	{0x269A, 0x269A, asNarrow},
	{0x269D, 0x269F, asNarrow},
	{0x26A2, 0x26A6, asNarrow},
	{0x26A8, 0x26A9, asNarrow},
	{0x26AC, 0x26AF, asNarrow},
	{0x26B2, 0x26BC, asNarrow},
	{0x26BF, 0x26C3, asNarrow},
	{0x26C6, 0x26C7, asNarrow},
	{0x26C9, 0x26CD, asNarrow},
	{0x26D0, 0x26D0, asNarrow},
	{0x26D2, 0x26D2, asNarrow},
	{0x26D5, 0x26E8, asNarrow},
	{0x26EB, 0x26EF, asNarrow},
	{0x26F6, 0x26F6, asNarrow},
	{0x26FB, 0x26FC, asNarrow},
	{0x26FE, 0x2701, asNarrow},
	{0x2703, 0x2704, asNarrow},
	{0x270E, 0x270E, asNarrow},
	{0x2710, 0x2711, asNarrow},
	{0x2765, 0x2767, asNarrow},
	{0x2E3A, 0x2E3B, asNarrow},
	{0x2FFC, 0x2FFF, asWide},
	{0x31E4, 0x31E5, asWide},
	{0x31EF, 0x31EF, asWide},
	{0x4DC0, 0x4DFF, asWide},
	{0xA953, 0xA953, asExtend},
	{0xA9C0, 0xA9C0, asExtend},
	{0x10D69, 0x10D6D, asExtend},
	{0x10EFA, 0x10EFC, asExtend},
	{0x111C0, 0x111C0, asExtend},
	{0x11235, 0x11235, asExtend},
	{0x1134D, 0x1134D, asExtend},
	{0x113B8, 0x113B8, asExtend},
	{0x113B9, 0x113BA, asSpacing},
	{0x113BB, 0x113C0, asExtend},
	{0x113C2, 0x113C2, asExtend},
	{0x113C5, 0x113C5, asExtend},
	{0x113C7, 0x113C9, asExtend},
	{0x113CA, 0x113CA, asSpacing},
	{0x113CC, 0x113CD, asSpacing},
	{0x113CE, 0x113D0, asExtend},
	{0x113D1, 0x113D1, asPrepend},
	{0x113D2, 0x113D2, asExtend},
	{0x113E1, 0x113E2, asExtend},
	{0x116B6, 0x116B6, asExtend},
	{0x1171E, 0x1171E, asSpacing},
	{0x1193D, 0x1193D, asExtend},
	{0x11A3A, 0x11A3A, asNarrow},
	{0x11B60, 0x11B60, asExtend},
	{0x11B61, 0x11B61, asSpacing},
	{0x11B62, 0x11B64, asExtend},
	{0x11B65, 0x11B65, asSpacing},
	{0x11B66, 0x11B66, asExtend},
	{0x11B67, 0x11B67, asSpacing},
	{0x11F41, 0x11F41, asExtend},
	{0x11F5A, 0x11F5A, asExtend},
	{0x1611E, 0x16129, asExtend},
	{0x1612A, 0x1612C, asSpacing},
	{0x1612D, 0x1612F, asExtend},
	{0x16D63, 0x16D63, asVowel},
	{0x16D67, 0x16D6A, asVowel},
	{0x16FF0, 0x16FF1, asExtend},
	{0x16FF2, 0x16FF6, asWide},
	{0x187F8, 0x187FF, asWide},
	{0x18CFF, 0x18CFF, asWide},
	{0x18D09, 0x18D1E, asWide},
	{0x18D80, 0x18DF2, asWide},
	{0x1D166, 0x1D166, asExtend},
	{0x1D16D, 0x1D16D, asExtend},
	{0x1D300, 0x1D356, asWide},
	{0x1D360, 0x1D376, asWide},
	{0x1E5EE, 0x1E5EF, asExtend},
	{0x1E6E3, 0x1E6E3, asExtend},
	{0x1E6E6, 0x1E6E6, asExtend},
	{0x1E6EE, 0x1E6EF, asExtend},
	{0x1E6F5, 0x1E6F5, asExtend},
	{0x1F000, 0x1F003, asNarrow},
	{0x1F005, 0x1F02B, asNarrow},
	{0x1F030, 0x1F093, asNarrow},
	{0x1F0A0, 0x1F0AE, asNarrow},
	{0x1F0B1, 0x1F0BF, asNarrow},
	{0x1F0C1, 0x1F0CE, asNarrow},
	{0x1F0D1, 0x1F0F5, asNarrow},
	{0x1F10D, 0x1F10F, asNarrow},
	{0x1F12F, 0x1F12F, asNarrow},
	{0x1F16C, 0x1F16F, asNarrow},
	{0x1F1AD, 0x1F1AD, asNarrow},
	{0x1F260, 0x1F265, asWide},
	{0x1F322, 0x1F323, asNarrow},
	{0x1F394, 0x1F395, asNarrow},
	{0x1F398, 0x1F398, asNarrow},
	{0x1F39C, 0x1F39D, asNarrow},
	{0x1F3F1, 0x1F3F2, asNarrow},
	{0x1F3F6, 0x1F3F6, asNarrow},
	{0x1F4FE, 0x1F4FE, asNarrow},
	{0x1F546, 0x1F548, asNarrow},
	{0x1F54F, 0x1F54F, asNarrow},
	{0x1F568, 0x1F56E, asNarrow},
	{0x1F571, 0x1F572, asNarrow},
	{0x1F57B, 0x1F586, asNarrow},
	{0x1F588, 0x1F589, asNarrow},
	{0x1F58E, 0x1F58F, asNarrow},
	{0x1F591, 0x1F594, asNarrow},
	{0x1F597, 0x1F5A3, asNarrow},
	{0x1F5A6, 0x1F5A7, asNarrow},
	{0x1F5A9, 0x1F5B0, asNarrow},
	{0x1F5B3, 0x1F5BB, asNarrow},
	{0x1F5BD, 0x1F5C1, asNarrow},
	{0x1F5C5, 0x1F5D0, asNarrow},
	{0x1F5D4, 0x1F5DB, asNarrow},
	{0x1F5DF, 0x1F5E0, asNarrow},
	{0x1F5E2, 0x1F5E2, asNarrow},
	{0x1F5E4, 0x1F5E7, asNarrow},
	{0x1F5E9, 0x1F5EE, asNarrow},
	{0x1F5F0, 0x1F5F2, asNarrow},
	{0x1F5F4, 0x1F5F9, asNarrow},
	{0x1F6C6, 0x1F6CA, asNarrow},
	{0x1F6D3, 0x1F6D4, asNarrow},
	{0x1F6D8, 0x1F6D8, asEmoji},
	{0x1F6E6, 0x1F6E8, asNarrow},
	{0x1F6EA, 0x1F6EA, asNarrow},
	{0x1F6F1, 0x1F6F2, asNarrow},
	{0x1F774, 0x1F77F, asNarrow},
	{0x1F7D5, 0x1F7D9, asNarrow},
	{0x1F8B0, 0x1F8BB, asNarrow},
	{0x1F8C0, 0x1F8C1, asNarrow},
	{0x1F8D0, 0x1F8D8, asNarrow},
	{0x1FA00, 0x1FA57, asNarrow},
	{0x1FA60, 0x1FA6D, asNarrow},
	{0x1FA89, 0x1FA8A, asEmoji},
	{0x1FA8E, 0x1FA8F, asEmoji},
	{0x1FABE, 0x1FABE, asEmoji},
	{0x1FAC6, 0x1FAC6, asEmoji},
	{0x1FAC8, 0x1FAC8, asEmoji},
	{0x1FACD, 0x1FACD, asEmoji},
	{0x1FADC, 0x1FADC, asEmoji},
	{0x1FADF, 0x1FADF, asEmoji},
	{0x1FAE9, 0x1FAEA, asEmoji},
	{0x1FAEF, 0x1FAEF, asEmoji},
}

// firstLater is the smallest code point of laterRanges.
const firstLater = 0x0897

// later returns the code point that stands in for r, r itself if Unicode 15.0 is right about it.
func later(r rune) rune {
	if r < firstLater || plain(r) > 0 {
		return r
	}
	from, to := 0, len(laterRanges)
	for from < to {
		middle := int(uint(from+to) / 2)
		switch entry := &laterRanges[middle]; {
		case r < entry.first:
			to = middle
		case r > entry.last:
			from = middle + 1
		default:
			return entry.as
		}
	}
	return r
}

// hasLater reports whether s holds a code point of laterRanges.
func hasLater(s string) bool {
	for _, r := range s {
		if later(r) != r {
			return true
		}
	}
	return false
}

// appendSubstituted appends to buf the code points that start in the first window bytes of s, later ones replaced by
// their stand-ins.
func appendSubstituted(buf []byte, s string, window int) []byte {
	for i, r := range s {
		if i >= window {
			break
		}
		buf = utf8.AppendRune(buf, later(r))
	}
	return buf
}
