package markdown

import (
	"strconv"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// note is a footnote as the text refers to it.
type note struct {
	label  string
	number uint32 // 0 until something refers to it
	node   *noteNode
}

// collectNotes lists the footnotes, which may be referred to before they stand; of equal labels the first counts.
func (c *compiler) collectNotes() {
	if len(c.st.notes) == 0 {
		return
	}
	c.notes = make(map[string]*note, len(c.st.notes))
	for _, n := range c.st.notes {
		key := normalize(n.label)
		if _, ok := c.notes[key]; !ok {
			c.notes[key] = &note{label: n.label, node: n}
		}
	}
}

// appendCitations lists the caller's citations, which have no place in the source.
func (c *compiler) appendCitations(blocks []*deliveryv1.Block) []*deliveryv1.Block {
	if len(c.citations) == 0 {
		return blocks
	}
	at := 0
	if len(blocks) > 0 {
		at = int(blocks[len(blocks)-1].Span.End)
	}
	b := c.newBlock("b"+strconv.Itoa(len(blocks)+1), at, at)
	list := &deliveryv1.CitationsBlock{}
	for _, s := range c.citations {
		url := c.clean(s.GetUrl(), -1, false)
		list.Items = append(list.Items, &deliveryv1.Citation{
			Label: c.clean(s.GetLabel(), -1, false), Url: url, Title: c.clean(s.GetTitle(), -1, false), Safety: link.Classify(url),
		})
	}
	b.Node = &deliveryv1.Block_Citations{Citations: list}
	return append(blocks, b)
}

// appendNotes writes the footnotes: used ones by first reference, then the others. The span of the block holds the
// definitions at the end of the source; a definition amid other blocks keeps its span within theirs.
func (c *compiler) appendNotes(blocks []*deliveryv1.Block) []*deliveryv1.Block {
	if len(c.st.notes) == 0 {
		return blocks
	}
	from := 0
	if len(blocks) > 0 {
		from = int(blocks[len(blocks)-1].Span.End)
	}
	id := "b" + strconv.Itoa(len(blocks)+1)
	b := c.newBlock(id, from, from)
	f := &deliveryv1.FootnotesBlock{}
	used := make(map[*noteNode]bool, len(c.noteOrder))
	first, last := len(c.buf), from
	add := func(n *noteNode, number uint32) {
		end := c.endOf(n)
		item := &deliveryv1.Footnote{Number: number, Label: c.clean(n.label, -1, false), Span: span(n.start, end)}
		item.Blocks = c.children(n, id+"."+strconv.Itoa(len(f.Items)+1)+".", end)
		if n.start >= from {
			first, last = min(first, n.start), max(last, end)
		}
		f.Items = append(f.Items, item)
	}
	// Notes may refer to further notes, which are then numbered behind them.
	for i := 0; i < len(c.noteOrder); i++ {
		used[c.noteOrder[i].node] = true
		add(c.noteOrder[i].node, c.noteOrder[i].number)
	}
	for _, n := range c.st.notes {
		if !used[n] {
			c.diags.block = id
			c.diags.add("footnote.unreferenced", deliveryv1.Severity_SEVERITY_INFO, "nothing refers to this note", span(n.start, c.endOf(n)))
			add(n, 0)
		}
	}
	if first < last {
		b.Span.Start, b.Span.End = uint32(first), uint32(last)
	}
	b.Node = &deliveryv1.Block_Footnotes{Footnotes: f}
	return append(blocks, b)
}

// unusedDefinitions tells of definitions that nothing refers to, which are not shown.
func (c *compiler) unusedDefinitions() {
	c.diags.block, c.diags.place = "", [2]int{}
	for _, r := range c.st.definitions {
		if !r.used {
			c.diags.add("link.definition_unused", deliveryv1.Severity_SEVERITY_INFO, "nothing refers to this definition", span(r.start, r.end))
		}
	}
}
