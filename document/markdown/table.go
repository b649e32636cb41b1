package markdown

import (
	"strings"

	"github.com/yuin/goldmark/text"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// Limits of one table.
const (
	maxColumns = 64
	maxRows    = 10_000
	maxCells   = 100_000
)

// tableHead returns the index of the header line when the lines of a paragraph hold a table, else -1.
func (c *compiler) tableHead(lines *text.Segments) int {
	for i := 1; i < lines.Len(); i++ {
		seg := lines.At(i)
		n := delimiterCells(c.st.text[seg.Start:seg.Stop])
		if n == 0 {
			continue
		}
		head := lines.At(i - 1)
		if countCells(c.st.text[head.Start:head.Stop]) == n {
			return i - 1
		}
	}
	return -1
}

// delimiterCells counts the cells of a delimiter row; 0: it is none.
func delimiterCells(s string) int {
	s = strings.Trim(s, " \t\r\n")
	if s == "" || s[0] != '|' && s[0] != '-' && s[0] != ':' {
		return 0
	}
	bar := strings.IndexByte(s, '|') >= 0
	s = strings.TrimPrefix(s, "|")
	s = strings.TrimSuffix(s, "|")
	n := 0
	colon := false
	for cell := range strings.SplitSeq(s, "|") {
		cell = strings.Trim(cell, " \t")
		if strings.HasPrefix(cell, ":") || strings.HasSuffix(cell, ":") {
			colon = true
		}
		cell = strings.TrimPrefix(cell, ":")
		cell = strings.TrimSuffix(cell, ":")
		if cell == "" || strings.Trim(cell, "-") != "" {
			return 0
		}
		n++
	}
	if !bar && !colon {
		return 0
	}
	return n
}

// cells yields the places of the cells of a row, trimmed.
func cells(s string, yield func(start, end int) bool) {
	i, end := 0, len(s)
	for i < end && isSpace(s[i]) {
		i++
	}
	for end > i && isSpace(s[end-1]) {
		end--
	}
	if i < end && s[i] == '|' {
		i++
	}
	for start := i; start <= end; {
		k := start
		for k < end && s[k] != '|' {
			if s[k] == '\\' && k+1 < end {
				k++
			}
			k++
		}
		k = min(k, end)
		if k >= end && start >= end && start > i {
			return // behind the closing bar
		}
		a, b := start, k
		for a < b && isSpace(s[a]) {
			a++
		}
		for b > a && isSpace(s[b-1]) {
			b--
		}
		if k >= end && a == b && start > i {
			return
		}
		if !yield(a, b) {
			return
		}
		start = k + 1
	}
}

func countCells(s string) int {
	n := 0
	cells(s, func(int, int) bool { n++; return true })
	return n
}

// table converts the lines of a paragraph from the header line on.
func (c *compiler) table(lines *text.Segments, head int, id string) *deliveryv1.Block {
	start := lines.At(head).Start
	end := c.linesEnd(lines, start)
	for end > start && isSpace(c.buf[end-1]) {
		end--
	}
	delim := lines.At(head + 1)
	align := alignments(c.st.text[delim.Start:delim.Stop])
	rows := lines.Len() - head - 2
	if len(align) > maxColumns || rows > maxRows || rows*len(align) > maxCells && c.filled(lines, head) > maxCells {
		c.diags.add("table.size", deliveryv1.Severity_SEVERITY_WARNING, "a table is too large and is shown as its source", span(start, end))
		return c.opaque(id, start, end, "table.size")
	}
	b := c.newBlock(id, start, end)
	t := &deliveryv1.TableBlock{Alignments: align}
	t.Header = c.row(lines.At(head), len(align))
	if rows > 0 {
		t.Rows = make([]*deliveryv1.TableRow, 0, rows)
	}
	for i := head + 2; i < lines.Len(); i++ {
		t.Rows = append(t.Rows, c.row(lines.At(i), len(align)))
	}
	b.Node = &deliveryv1.Block_Table{Table: t}
	return b
}

// filled counts the cells that are there.
func (c *compiler) filled(lines *text.Segments, head int) int {
	n := 0
	for i := head; i < lines.Len() && n <= maxCells; i++ {
		seg := lines.At(i)
		n += countCells(c.st.text[seg.Start:seg.Stop])
	}
	return n
}

func alignments(s string) []deliveryv1.ColumnAlignment {
	var out []deliveryv1.ColumnAlignment
	cells(s, func(a, b int) bool {
		v := deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_UNSPECIFIED
		left, right := s[a] == ':', s[b-1] == ':'
		switch {
		case left && right:
			v = deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_CENTER
		case left:
			v = deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_LEFT
		case right:
			v = deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_RIGHT
		}
		out = append(out, v)
		return true
	})
	return out
}

// row converts one line. Cells beyond the header's join the last one, divided by a bar.
func (c *compiler) row(seg text.Segment, columns int) *deliveryv1.TableRow {
	s := c.st.text[seg.Start:seg.Stop]
	r := &deliveryv1.TableRow{}
	cells(s, func(a, b int) bool {
		in := c.cell(s[a:b], seg.Start+a)
		if len(r.Cells) < columns {
			n := c.slab.cells.next()
			n.cell.Inlines = in
			r.Cells = append(r.Cells, &n.cell)
			return true
		}
		c.diags.add("table.excess_cells", deliveryv1.Severity_SEVERITY_WARNING, "a row has more cells than the header; they stand in its last cell", span(seg.Start+a, seg.Start+b))
		if len(in) > 0 {
			last := r.Cells[columns-1]
			c.inlines++
			if len(last.Inlines) > 0 {
				last.Inlines = append(last.Inlines, &deliveryv1.Inline{
					Span: span(seg.Start+a, seg.Start+a), Node: &deliveryv1.Inline_Text{Text: " | "},
				})
			}
			last.Inlines = append(last.Inlines, in...)
		}
		return true
	})
	// Missing cells at the end are implied.
	for n := len(r.Cells); n > 0 && len(r.Cells[n-1].Inlines) == 0; n-- {
		r.Cells = r.Cells[:n-1]
	}
	return r
}

// cell parses the text of a cell, in which \| stands for a bar, even in code.
func (c *compiler) cell(s string, at int) []*deliveryv1.Inline {
	if s == "" {
		return nil
	}
	t := leafText{s: s, parts: []part{{0, at}}}
	if !strings.Contains(s, `\|`) {
		return c.in.parse(t)
	}
	var b strings.Builder
	t.parts = t.parts[:0]
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == '|' {
			t.parts = append(t.parts, part{b.Len(), at + from})
			b.WriteString(s[from:i])
			from = i + 1
			i++
		} else if s[i] == '\\' && i+1 < len(s) {
			i++
		}
	}
	t.parts = append(t.parts, part{b.Len(), at + from})
	b.WriteString(s[from:])
	t.s = b.String()
	return c.in.parse(t)
}
