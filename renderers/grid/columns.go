package grid

import "github.com/vak-delivery/vakd/internal/grapheme"

// columnWidths returns the cells that each column gets of room, and whether that is what each takes by nature. It
// answers false if a word does not fit its column. A column that must shrink starts with its longest word, or with
// limit if that is less.
func columnWidths(t Table, columns, room, limit int) (widths []int, fits, ok bool) {
	natural := make([]int, columns)
	widest(t, natural, func(cell string, _ int) int { return grapheme.Width(cell) })
	rest := room
	for _, width := range natural {
		rest -= width
	}
	if rest >= 0 {
		return natural, true, true
	}

	words := make([]int, columns)
	widest(t, words, longestWord)
	widths = make([]int, columns)
	rest, lacking := room, 0
	for i := range widths {
		widths[i] = min(words[i], limit)
		rest -= widths[i]
		lacking += natural[i] - widths[i]
	}
	if rest < 0 {
		return nil, false, false
	}
	share(rest, lacking, natural, widths)
	for i, width := range widths {
		if words[i] > width {
			return nil, false, false
		}
	}
	return widths, false, true
}

// share adds rest to the widths in proportion to what each lacks of its natural width, rounded down, and what rounding
// leaves one by one from the left. The widths lack more than rest in all.
func share(rest, lacking int, natural, widths []int) {
	left := rest
	for i := range widths {
		add := rest * (natural[i] - widths[i]) / lacking
		widths[i] += add
		left -= add
	}
	for i := 0; left > 0; i = (i + 1) % len(widths) {
		if widths[i] < natural[i] {
			widths[i]++
			left--
		}
	}
}

// widest raises each of the widths to the largest measure of a cell in its column. The measure gets the width so far.
func widest(t Table, widths []int, measure func(cell string, least int) int) {
	raise := func(row []string) {
		for i, cell := range row {
			if len(cell) > 0 {
				widths[i] = max(widths[i], measure(trim(cell), widths[i]))
			}
		}
	}
	raise(t.Header)
	for _, row := range t.Rows {
		raise(row)
	}
}

// longestWord returns the width of the widest part of a cell that does not wrap. A cell of at most least bytes has none
// wider than that, as no byte is more than one cell wide, and is not looked at.
func longestWord(cell string, least int) int {
	if len(cell) <= least {
		return least
	}
	widest, from := 0, 0
	grapheme.Words(cell, func(end int, _ grapheme.Kind) bool {
		widest = max(widest, grapheme.Width(trimRight(cell[from:end])))
		from = end
		return true
	})
	return widest
}
