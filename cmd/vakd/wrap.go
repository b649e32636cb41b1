package main

import (
	"strings"
	"unicode"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// wrap cuts a line into rows of at most width cells, behind a blank where there is one, and makes control characters
// visible, so that no text can move the cursor or leave its frame.
func wrap(line string, width int) []string {
	var rows []string
	line = strings.Map(visible, line)
	start, blank, used, usedAtBlank := 0, 0, 0, 0
	for at := 0; at < len(line); {
		end := at + grapheme.Next(line[at:])
		w := grapheme.ClusterWidth(line[at:end])
		for used > 0 && used+w > width {
			cut := at
			if blank > start {
				cut, used = blank, used-usedAtBlank
			} else {
				used = 0
			}
			rows = append(rows, line[start:cut])
			start, blank = cut, cut
		}
		used += w
		if line[at:end] == " " {
			blank, usedAtBlank = end, used
		}
		at = end
	}
	return append(rows, line[start:])
}

// visible replaces what a terminal would obey rather than show; the joiner of emoji stays.
func visible(r rune) rune {
	const joiner = '\u200d'
	switch {
	case r == '\t':
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != joiner:
		return unicode.ReplacementChar
	}
	return r
}
