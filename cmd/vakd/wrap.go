package main

import (
	"strings"
	"unicode"
)

// wrap cuts a line into rows of at most width cells and makes control characters visible, so that no text can move the
// cursor or leave its frame.
func wrap(line string, width int) []string {
	var rows []string
	var row strings.Builder
	used := 0
	for _, r := range line {
		switch {
		case r == '\t':
			r = ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d':
			r = '�'
		}
		w := cells(r)
		if used+w > width {
			rows = append(rows, row.String())
			row.Reset()
			used = 0
		}
		row.WriteRune(r)
		used += w
	}
	return append(rows, row.String())
}

// cells is how wide a terminal draws a character: none for marks, two for what East Asian text and emoji use.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me) || r == '\u200d' || r >= 0xfe00 && r <= 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff,
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
