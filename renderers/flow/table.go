package flow

import (
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/grid"
)

// table writes a table as a grid in a code block, or as records where there is no code or no room.
func (w *Writer) table(t *deliveryv1.TableBlock) {
	bare := w.P.Tables && !w.style.NativeCode
	if !w.P.Accessible && (bare || w.P.Code && w.style.NativeCode) {
		if g, ok := grid.Layout(w.cells(t), w.gridWidth()); ok {
			w.Lower("table.grid")
			w.grid(&g, bare)
			w.cellLinks(t)
			return
		}
	}
	w.Lower("table.records")
	w.Note("table.records", deliveryv1.Severity_SEVERITY_INFO, "the table is shown as one record per row")
	w.records(t)
}

func (w *Writer) gridWidth() int {
	if w.P.Width > 0 {
		return w.P.Width
	}
	return w.P.Spec.GridWidth
}

func (w *Writer) cells(t *deliveryv1.TableBlock) grid.Table {
	row := func(r *deliveryv1.TableRow) []string {
		out := make([]string, len(r.GetCells()))
		for i, c := range r.GetCells() {
			out[i] = Text(c.Inlines, w.P)
		}
		return out
	}
	g := grid.Table{Header: row(t.Header), Rows: make([][]string, len(t.Rows)), Align: make([]grid.Align, len(t.Alignments))}
	for i, r := range t.Rows {
		g.Rows[i] = row(r)
	}
	for i, a := range t.Alignments {
		switch a {
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_CENTER:
			g.Align[i] = grid.Center
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_RIGHT:
			g.Align[i] = grid.Right
		case deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_LEFT, deliveryv1.ColumnAlignment_COLUMN_ALIGNMENT_UNSPECIFIED:
			g.Align[i] = grid.Left
		}
	}
	return g
}

func (w *Writer) grid(g *grid.Lines, bare bool) {
	ctx := chunk.Pre
	head := strings.Join(append(append([]string(nil), g.Header...), g.Rule), "\n")
	m := &chunk.Mark{}
	if bare {
		ctx = chunk.Prose
	} else {
		c := *w.D.CodeMark(w, "")
		m = &c
	}
	m.Repeat, m.RepeatContext = head, ctx
	split := !bare && w.quotes > 0 && w.style.SplitQuotes
	if split {
		if w.LineBegun() {
			w.Gap(1, chunk.AtLine, true)
		}
		w.ResetAll()
	}
	reset := !split && w.column0()
	w.Open(m)
	w.gridLines(ctx, append(append([]string(nil), g.Header...), g.Rule))
	for i, row := range g.Rows {
		n := 1
		if i > 0 && g.Divided {
			n = 2
		}
		w.Gap(n, chunk.AtItem, i == 0)
		atom := w.Atom()
		w.gridLines(ctx, row)
		if atom {
			w.EndAtom()
		}
	}
	w.Close()
	if reset || split {
		w.Close()
	}
}

func (w *Writer) gridLines(ctx chunk.Context, lines []string) {
	for i, l := range lines {
		if i > 0 {
			w.Line(chunk.AtLine)
		}
		w.Text(ctx, l)
	}
}

// cellLinks writes a line for each distinct target of the links in the cells, which show their labels only.
func (w *Writer) cellLinks(t *deliveryv1.TableBlock) {
	type target struct{ label, url string }
	var seen map[target]bool
	var visit func(in []*deliveryv1.Inline)
	add := func(label, url string, safety deliveryv1.LinkSafety) {
		if url == "" || label == url {
			return
		}
		k := target{label, url}
		if seen[k] {
			return
		}
		if seen == nil {
			seen = map[target]bool{}
		}
		seen[k] = true
		w.Gap(1, chunk.AtItem, false)
		w.Text(chunk.Prose, label+": ")
		w.Address(url, safety)
	}
	visit = func(in []*deliveryv1.Inline) {
		for _, n := range in {
			switch n := n.Node.(type) {
			case *deliveryv1.Inline_Link:
				if len(n.Link.Inlines) > 0 {
					add(Text(n.Link.Inlines, w.P), strings.TrimPrefix(n.Link.Url, "mailto:"), n.Link.Safety)
				}
				visit(n.Link.Inlines)
			case *deliveryv1.Inline_Image:
				add(alt(n.Image.Alt), n.Image.Url, n.Image.Safety)
			case *deliveryv1.Inline_CitationReference:
				add("["+n.CitationReference.Label+"]", n.CitationReference.Url, n.CitationReference.Safety)
			case *deliveryv1.Inline_Strong:
				visit(n.Strong.Inlines)
			case *deliveryv1.Inline_Emphasis:
				visit(n.Emphasis.Inlines)
			case *deliveryv1.Inline_Strikethrough:
				visit(n.Strikethrough.Inlines)
			case *deliveryv1.Inline_Spoiler:
				visit(n.Spoiler.Inlines)
			}
		}
	}
	for _, r := range append([]*deliveryv1.TableRow{t.Header}, t.Rows...) {
		for _, c := range r.GetCells() {
			visit(c.Inlines)
		}
	}
}

// records writes each row as a record: the first cell bold, then one line for each other cell that is not empty.
func (w *Writer) records(t *deliveryv1.TableBlock) {
	heads := make([]string, len(t.Header.GetCells()))
	size, total := 0, 0
	for i, c := range t.Header.GetCells() {
		heads[i] = Text(c.Inlines, w.P)
		size += len(heads[i])
	}
	filled := 0
	for _, r := range t.Rows {
		for i, c := range r.GetCells() {
			for _, in := range c.Inlines {
				total += int(in.GetSpan().GetEnd() - in.GetSpan().GetStart())
			}
			if len(c.Inlines) > 0 && i < len(heads) {
				filled += len(heads[i])
			}
		}
	}
	if filled > 16*(size+total) {
		w.headList(t, heads)
		for i := range heads {
			heads[i] = ""
		}
	}
	for i := range heads {
		if strings.TrimSpace(heads[i]) == "" {
			heads[i] = "Column " + strconv.Itoa(i+1)
		}
	}
	if len(t.Rows) == 0 {
		w.recordHeader(t)
		return
	}
	for i, r := range t.Rows {
		if i > 0 || filled > 16*(size+total) {
			w.Gap(2, chunk.AtItem, false)
		}
		w.record(r, heads)
	}
}

// headList lists the headers once, for a table where repeating them would be too long.
func (w *Writer) headList(_ *deliveryv1.TableBlock, heads []string) {
	for i, h := range heads {
		if i > 0 {
			w.Line(chunk.AtItem)
		}
		w.Text(chunk.Prose, "Column "+strconv.Itoa(i+1)+": "+h)
	}
}

func (w *Writer) recordHeader(t *deliveryv1.TableBlock) {
	for i, c := range t.Header.GetCells() {
		if i > 0 {
			w.Gap(1, chunk.AtLine, false)
		}
		w.D.Inlines(w, c.Inlines, false)
	}
}

func (w *Writer) record(r *deliveryv1.TableRow, heads []string) {
	first := true
	for i, c := range r.GetCells() {
		if len(c.Inlines) == 0 {
			continue
		}
		if !first {
			w.Gap(1, chunk.AtItem, false)
		}
		switch {
		case w.style.BareRecords:
			if i < len(heads) {
				w.Text(chunk.Prose, heads[i]+": ")
			}
			w.D.Inlines(w, c.Inlines, false)
		case i == 0:
			w.D.Inlines(w, c.Inlines, true)
		default:
			w.Text(chunk.Literal, "• ")
			if i < len(heads) {
				w.Text(chunk.Prose, heads[i]+": ")
			}
			w.D.Inlines(w, c.Inlines, false)
		}
		first = false
	}
}
