package grid

import (
	"strings"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// writer writes the lines of a table one after the other into one text, of which they become parts at the end.
type writer struct {
	format Format
	widths []int
	align  []Align
	// wrap tells that cells may be wider than their column.
	wrap bool

	text []byte
	ends []int // where each line ends in text

	pieces []piece // the lines of all cells of a row, cell after cell
	cells  []int   // where the pieces of each cell of a row end
}

// piece is the part of a cell that stands in one line, and its width.
type piece struct {
	text  string
	width int
}

// write returns the lines of a table, false if a row takes too many.
func (w *writer) write(t Table) (Lines, bool) {
	size := len(w.format.Gap) * len(w.widths)
	for _, width := range w.widths {
		size += width + 1
	}
	w.text = make([]byte, 0, min(size*(len(t.Rows)+2), 1<<20))
	w.ends = make([]int, 0, len(t.Rows)+2)

	header := 0
	if len(t.Header) > 0 {
		if !w.row(t.Header) {
			return Lines{}, false
		}
		header = len(w.ends)
		w.rule()
	}
	counts := make([]int, len(t.Rows))
	var lines Lines
	for i, row := range t.Rows {
		before := len(w.ends)
		if !w.row(row) {
			return Lines{}, false
		}
		counts[i] = len(w.ends) - before
		lines.Divided = lines.Divided || counts[i] > 1
	}

	all := w.lines()
	if header > 0 {
		lines.Header, lines.Rule, all = all[:header:header], all[header], all[header+1:]
	}
	lines.Rows = make([][]string, len(t.Rows))
	for i, count := range counts {
		lines.Rows[i], all = all[:count:count], all[count:]
	}
	return lines, true
}

// lines returns the lines written so far.
func (w *writer) lines() []string {
	text, from := string(w.text), 0
	all := make([]string, len(w.ends))
	for i, end := range w.ends {
		all[i] = text[from:end]
		from = end
	}
	return all
}

// row writes the lines of one row, at least one.
func (w *writer) row(row []string) bool {
	w.pieces, w.cells = w.pieces[:0], w.cells[:0]
	height := 1
	for i, cell := range row {
		before := len(w.pieces)
		if cell = trim(cell); cell != "" {
			w.balance(cell, w.widths[i])
		}
		height = max(height, len(w.pieces)-before)
		w.cells = append(w.cells, len(w.pieces))
	}
	if height > maxLines {
		return false
	}
	for line := range height {
		w.line(line)
	}
	return true
}

// balance appends the pieces of a cell, on as few lines as its column allows and no wider than these lines need, so
// that the lines of a cell are about equally long and read as one text.
func (w *writer) balance(cell string, column int) {
	first := len(w.pieces)
	w.split(cell, column)
	n := len(w.pieces) - first
	if n < 2 || n > maxLines {
		return
	}
	low, high := 1, column
	for low < high {
		middle := (low + high) / 2
		w.pieces = w.pieces[:first]
		w.split(cell, middle)
		if len(w.pieces)-first == n && w.widest(first) <= middle {
			high = middle
		} else {
			low = middle + 1
		}
	}
	w.pieces = w.pieces[:first]
	w.split(cell, high)
}

// widest returns the width of the widest piece from first on.
func (w *writer) widest(first int) int {
	widest := 0
	for _, p := range w.pieces[first:] {
		widest = max(widest, p.width)
	}
	return widest
}

// split appends the pieces of a cell: as many words on each as fit, the blanks between pieces dropped. It stops when
// there are too many.
func (w *writer) split(cell string, column int) {
	width := -1
	if !w.wrap || len(cell) <= column {
		width = grapheme.Width(cell)
	}
	if width >= 0 && width <= column {
		w.pieces = append(w.pieces, piece{cell, width})
		return
	}
	first := len(w.pieces)
	start, from := 0, 0 // of the piece, of the word
	used, shown := 0, 0 // cells of the piece with and without the blanks at its end
	shownEnd := 0
	word := func(end int, _ grapheme.Kind) bool {
		text := trimRight(cell[from:end])
		width := grapheme.Width(text)
		if used > 0 && used+width > column {
			w.pieces = append(w.pieces, piece{cell[start:shownEnd], shown})
			start, used = from, 0
		}
		if text != "" {
			shown, shownEnd = used+width, from+len(text)
		}
		used += width + grapheme.Width(cell[from+len(text):end])
		from = end
		return len(w.pieces)-first <= maxLines
	}
	grapheme.Words(cell, word)
	if len(w.pieces)-first <= maxLines {
		w.pieces = append(w.pieces, piece{cell[start:shownEnd], shown})
	}
}

// line writes the n-th line of the row whose pieces are at hand.
func (w *writer) line(n int) {
	from := len(w.text)
	for i, width := range w.widths {
		if i > 0 {
			w.text = append(w.text, w.format.Gap...)
		}
		var part piece
		if i < len(w.cells) {
			first := 0
			if i > 0 {
				first = w.cells[i-1]
			}
			if first+n < w.cells[i] {
				part = w.pieces[first+n]
			}
		}
		free, before := width-part.width, 0
		if i < len(w.align) {
			switch w.align[i] {
			case Left:
			case Right:
				before = free
			case Center:
				before = free / 2
			}
		}
		w.text = appendBlanks(w.text, before)
		w.text = append(w.text, part.text...)
		w.text = appendBlanks(w.text, free-before)
	}
	w.end(from)
}

// rule writes the line under the header.
func (w *writer) rule() {
	from := len(w.text)
	for i, width := range w.widths {
		if i > 0 {
			w.text = append(w.text, w.format.RuleGap...)
		}
		w.text = append(w.text, strings.Repeat("─", width)...)
	}
	w.end(from)
}

// end ends the line that starts at from.
func (w *writer) end(from int) {
	w.text = trimBlanks(w.text, from)
	w.ends = append(w.ends, len(w.text))
}

// trimBlanks drops the blanks at the end of text[from:].
func trimBlanks(text []byte, from int) []byte {
	for len(text) > from && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

func appendBlanks(text []byte, n int) []byte {
	const some = "                                "
	for ; n > len(some); n -= len(some) {
		text = append(text, some...)
	}
	return append(text, some[:max(n, 0)]...)
}
