package grid

import (
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// maxLines is the largest number of lines that a row may take before records are easier to read.
const maxLines = 8

// Align tells where a cell stands in its column.
type Align uint8

// The alignments. Center leaves the odd blank to the right.
const (
	Left Align = iota
	Center
	Right
)

// Table is the text of a table. Cells hold no line breaks; blanks around them do not count, and a TAB in them reaches
// to the next multiple of four cells. Rows may be shorter or longer than the header, Align shorter than both: what is
// missing is empty and Left. Layout does not change a Table.
type Table struct {
	Header []string
	Rows   [][]string
	Align  []Align
}

// Lines is a table in lines, none of which ends in a blank.
type Lines struct {
	// Header holds one line or several. It and Rule are empty if the table has no header cells at all.
	Header []string
	// Rule stands below the header: ─ as wide as each column.
	Rule string
	// Rows holds one line or several for each row.
	Rows [][]string
	// Divided tells that a row takes several lines, so that a blank line belongs between rows.
	Divided bool
}

// Format is what stands between the columns of a grid. The zero value is the plain one: two blanks.
type Format struct {
	// Gap stands between the columns of a line; default two blanks.
	Gap string
	// RuleGap stands between the columns of the rule and should be as wide as Gap; default as many blanks.
	RuleGap string
}

// Layout is Format.Layout with two blanks between columns.
func Layout(t Table, width int) (Lines, bool) { return Format{"  ", "  "}.Layout(t, width) }

// Layout sets a table so that no line is wider than width cells. It answers false, and nothing else, if the table is to
// be shown as records: a word is wider than its column can be, a row takes more than eight lines, or a cell holds a
// right-to-left letter. The cost is linear in the text of the table and of the answer.
func (f Format) Layout(t Table, width int) (Lines, bool) {
	if f.Gap == "" {
		f.Gap = "  "
	}
	gap := grapheme.Width(f.Gap)
	if f.RuleGap == "" {
		f.RuleGap = strings.Repeat(" ", gap)
	}
	columns := len(t.Header)
	for _, row := range t.Rows {
		columns = max(columns, len(row))
	}
	room := width - max(gap, grapheme.Width(f.RuleGap))*max(columns-1, 0)
	if room < 0 || rightToLeft(t) {
		return Lines{}, false
	}
	t = expanded(t)
	widths, fits, ok := columnWidths(t, columns, room, width/2)
	if !ok {
		return Lines{}, false
	}
	w := writer{format: f, widths: widths, align: t.Align, wrap: !fits}
	return w.write(t)
}

// rightToLeft reports whether any cell holds a letter of a script written from right to left.
func rightToLeft(t Table) bool {
	for _, cell := range t.Header {
		if hasRightToLeft(cell) {
			return true
		}
	}
	for _, row := range t.Rows {
		for _, cell := range row {
			if hasRightToLeft(cell) {
				return true
			}
		}
	}
	return false
}

// expanded returns a table whose cells hold no TAB. Rows without one are shared with t.
func expanded(t Table) Table {
	t.Header = expandedRow(t.Header)
	copied := false
	for i, row := range t.Rows {
		if !hasTab(row) {
			continue
		}
		if !copied {
			t.Rows = append([][]string(nil), t.Rows...)
			copied = true
		}
		t.Rows[i] = expandedRow(row)
	}
	return t
}

func hasTab(row []string) bool {
	for _, cell := range row {
		if strings.IndexByte(cell, '\t') >= 0 {
			return true
		}
	}
	return false
}

func expandedRow(row []string) []string {
	if !hasTab(row) {
		return row
	}
	row = append([]string(nil), row...)
	for i, cell := range row {
		row[i] = expandTabs(cell)
	}
	return row
}

// tabStop is the distance of tab stops in cells.
const tabStop = 4

// expandTabs puts blanks in the place of each TAB. Stops are counted from the first text of the cell.
func expandTabs(cell string) string {
	cell = strings.Trim(cell, " \t")
	if strings.IndexByte(cell, '\t') < 0 {
		return cell
	}
	var b strings.Builder
	column := 0
	for {
		before, after, found := strings.Cut(cell, "\t")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		column += grapheme.Width(before)
		blanks := tabStop - column%tabStop
		b.WriteString(strings.Repeat(" ", blanks))
		column += blanks
		cell = after
	}
}

// blanks are the characters that are dropped around a cell and where a cell wraps: those that allow a break.
const blanks = " \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000"

// trim drops the blanks around a cell, but not one that carries a combining mark.
func trim(cell string) string {
	cell = trimRight(cell)
	for len(cell) > 0 {
		r, size := utf8.DecodeRuneInString(cell)
		if !strings.ContainsRune(blanks, r) || grapheme.Next(cell) != size {
			break
		}
		cell = cell[size:]
	}
	return cell
}

// trimRight drops the blanks at the end of a text.
func trimRight(text string) string {
	if text == "" || text[len(text)-1] < utf8.RuneSelf && text[len(text)-1] != ' ' {
		return text
	}
	return strings.TrimRight(text, blanks)
}
