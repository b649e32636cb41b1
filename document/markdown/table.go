package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// table converts a table; one that is too large shows its source.
func (c *compiler) table(n *tableNode, id string) *deliveryv1.Block {
	if n.tooLarge {
		return c.opaque(id, n.start, n.end, "table.size", "a table is too large and is shown as its source")
	}
	b := c.newBlock(id, n.start, n.end)
	t := &deliveryv1.TableBlock{Alignments: alignments(c.st.text[n.delimiter[0]:n.delimiter[1]])}
	t.Header = c.row(n.head, len(t.Alignments), false)
	if len(n.rows) > 0 {
		t.Rows = make([]*deliveryv1.TableRow, 0, len(n.rows))
		for _, r := range n.rows {
			t.Rows = append(t.Rows, c.row(r, len(t.Alignments), true))
		}
	}
	b.Node = &deliveryv1.Block_Table{Table: t}
	return b
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

// row converts one line. Cells beyond the header's join the last one, divided by a bar. With implied,
// empty ones at the end of the line are left out.
func (c *compiler) row(at [2]int, columns int, implied bool) *deliveryv1.TableRow {
	s := c.st.text[at[0]:at[1]]
	r := c.slab.rows.next()
	r.Cells = make([]*deliveryv1.TableCell, 0, columns)
	before := 0
	cells(s, func(a, b int) bool {
		in := c.cell(s[a:b], at[0]+a)
		if len(r.Cells) < columns {
			n := c.slab.cells.next()
			n.Inlines = in
			r.Cells = append(r.Cells, n)
		} else {
			c.warn("table.excess_cells", "a row has more cells than the header; they stand in its last cell", at[0]+a, at[0]+b)
			if last := r.Cells[columns-1]; len(in) > 0 {
				c.inlines++
				bar := c.slab.texts.next()
				bar.node.Text = " | "
				bar.span.Start, bar.span.End = uint32(at[0]+before), uint32(at[0]+a)
				bar.inline.Span, bar.inline.Node = &bar.span, &bar.node
				last.Inlines = append(append(last.Inlines, &bar.inline), in...)
			}
		}
		before = b
		return true
	})
	for n := len(r.Cells); implied && n > 0 && len(r.Cells[n-1].Inlines) == 0; n-- {
		r.Cells = r.Cells[:n-1]
	}
	return r
}

// cell parses the text of a cell, in which \| stands for a bar, even in code.
func (c *compiler) cell(s string, at int) []*deliveryv1.Inline {
	if s == "" {
		return nil
	}
	if !strings.Contains(s, `\|`) {
		return c.in.parse(leafText{s: s, base: at})
	}
	t := leafText{}
	var b strings.Builder
	from, before := 0, 0
	take := func(to int) {
		if to > from {
			t.parts = append(t.parts, part{at: b.Len(), src: at + from, before: before})
			b.WriteString(s[from:to])
		}
	}
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && s[i+1] == '|' {
			take(i)
			from, before = i+1, 1
		}
	}
	take(len(s))
	t.s = b.String()
	return c.in.parse(t)
}
