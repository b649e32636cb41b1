package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// table writes a pipe table. A further chunk of it begins with its header again.
func (w *writer) table(t *deliveryv1.TableBlock) {
	if !w.P.Tables || w.P.Accessible {
		w.Table(t)
		return
	}
	columns := max(len(t.Alignments), len(t.Header.GetCells()))
	rule := delimiterRow(t.Alignments, columns)
	w.Open(&chunk.Mark{Repeat: w.headerText(t.Header, columns) + "\n" + rule, RepeatContext: chunk.Literal})
	atom := w.Atom()
	w.row(w.Writer, t.Header, columns)
	w.Line(chunk.AtLine)
	w.Text(chunk.Literal, rule)
	if atom {
		w.EndAtom()
	}
	for i, r := range t.Rows {
		w.Gap(1, chunk.AtItem, i == 0)
		atom := w.Atom()
		w.row(w.Writer, r, columns)
		if atom {
			w.EndAtom()
		}
	}
	w.Close()
}

func (w *writer) row(out *flow.Writer, r *deliveryv1.TableRow, columns int) {
	cells := r.GetCells()
	out.Text(chunk.Literal, "|")
	for i := range columns {
		if i < len(cells) {
			if p := gather(out, cells[i].Inlines, shape{cell: true}); len(p.tokens) > 0 {
				out.Text(chunk.Literal, " ")
				p.emit()
			}
		}
		out.Text(chunk.Literal, " |")
	}
}

// headerText returns the header row as written.
func (w *writer) headerText(r *deliveryv1.TableRow, columns int) string {
	out := flow.NewWriter(w.D, w.P)
	w.row(out, r, columns)
	seq := out.Sequence()
	defer seq.Release()
	chunks, _ := chunk.Pack(seq, w.D, chunk.Budget{})
	if len(chunks) == 0 {
		return ""
	}
	return chunks[0].Text
}

func delimiterRow(align []deliveryv1.ColumnAlignment, columns int) string {
	var b strings.Builder
	b.WriteByte('|')
	for i := range columns {
		a := deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_UNSPECIFIED
		if i < len(align) {
			a = align[i]
		}
		switch a {
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_LEFT:
			b.WriteString(" :-- |")
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_CENTER:
			b.WriteString(" :-: |")
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_RIGHT:
			b.WriteString(" --: |")
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_UNSPECIFIED:
			b.WriteString(" --- |")
		}
	}
	return b.String()
}
