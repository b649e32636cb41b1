package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// Limits of the whole tree.
const (
	maxBlocks  = 65_536
	maxInlines = 524_288
)

// children converts the child blocks of a node; prefix is what their ids begin with.
func (c *compiler) children(n ast.Node, prefix string, depth int) []*deliveryv1.Block {
	out := make([]*deliveryv1.Block, 0, min(n.ChildCount(), 4096))
	k := 0
	for x := n.FirstChild(); x != nil; x = x.NextSibling() {
		if x.Kind() == kindFootnote || x.Kind() == kindReference {
			continue
		}
		if c.full {
			break
		}
		if c.blocks >= maxBlocks || c.inlines >= maxInlines {
			out = append(out, c.rest(x, prefix+strconv.Itoa(k+1)))
			break
		}
		before := len(out)
		out = c.block(out, x, prefix, k, depth)
		k += len(out) - before
	}
	return out
}

// rest makes one opaque block of everything from a node on.
func (c *compiler) rest(x ast.Node, id string) *deliveryv1.Block {
	c.full = true
	start, end := c.start(x), len(c.buf)
	for end > start && isSpace(c.buf[end-1]) {
		end--
	}
	c.diags.add("tree.size", deliveryv1.Severity_SEVERITY_WARNING, "the text has too many parts; the rest is shown as its source", span(start, end))
	return c.opaque(id, start, end, "tree.size")
}

func (c *compiler) opaque(id string, start, end int, reason string) *deliveryv1.Block {
	b := c.newBlock(id, start, end)
	b.Node = &deliveryv1.Block_Opaque{Opaque: &deliveryv1.OpaqueBlock{Source: c.clean(c.src.text[start:end], -1, true), Reason: reason}}
	return b
}

func (c *compiler) newBlock(id string, start, end int) *deliveryv1.Block {
	c.blocks++
	n := c.slab.blocks.next()
	n.block.Id = id
	n.span.Start, n.span.End = uint32(start), uint32(end)
	n.block.Span = &n.span
	return &n.block
}

// start returns where a block begins in the source.
func (c *compiler) start(n ast.Node) int {
	switch n := n.(type) {
	case *fenceNode:
		return n.start
	case *mathNode:
		return n.start
	case *deepNode:
		return n.start
	case *footnoteNode:
		return n.start
	case *referenceNode:
		return n.start
	}
	if l := n.Lines(); (n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock) && l.Len() > 0 {
		return l.At(0).Start
	}
	p := max(n.Pos(), 0)
	for p < len(c.buf) && (c.buf[p] == ' ' || c.buf[p] == '\t') {
		p++
	}
	return min(p, len(c.buf))
}

// lineStop returns the end of the line that contains at, without its line end and blanks before it.
func (c *compiler) lineStop(at int) int {
	end := bytes.IndexByte(c.buf[at:], '\n')
	if end < 0 {
		end = len(c.buf)
	} else {
		end += at
	}
	for end > at && isSpace(c.buf[end-1]) {
		end--
	}
	return end
}

// linesEnd returns where lines end in the source, without the last line end.
func (c *compiler) linesEnd(l *text.Segments, from int) int {
	if l.Len() == 0 {
		return from
	}
	end := l.At(l.Len() - 1).Stop
	for end > from && (c.buf[end-1] == '\n' || c.buf[end-1] == '\r') {
		end--
	}
	return max(end, from)
}

// block appends what a node becomes to out; k blocks stand before it among its siblings.
func (c *compiler) block(out []*deliveryv1.Block, n ast.Node, prefix string, k, depth int) []*deliveryv1.Block {
	id := prefix + strconv.Itoa(k+1)
	switch n := n.(type) {
	case *ast.Heading:
		start := c.start(n)
		end := c.headingEnd(n, start)
		b := c.newBlock(id, start, end)
		h := &deliveryv1.HeadingBlock{Level: uint32(n.Level)}
		t := newLeaf(c.st.text, n.Lines())
		h.Inlines = c.in.parse(t)
		b.Node = &deliveryv1.Block_Heading{Heading: h}
		return append(out, b)
	case *leafNode, *ast.Paragraph, *ast.TextBlock:
		return c.paragraph(out, n, prefix, k)
	case *ast.Blockquote:
		return append(out, c.quote(n, id, depth))
	case *ast.List:
		return append(out, c.list(n, id, depth))
	case *fenceNode:
		return append(out, c.fence(n, id))
	case *ast.CodeBlock:
		start := c.start(n)
		if l := n.Lines(); l.Len() > 0 {
			start = l.At(0).Start
		}
		b := c.newBlock(id, start, c.linesEnd(n.Lines(), start))
		b.Node = &deliveryv1.Block_Code{Code: &deliveryv1.CodeBlock{Content: c.code(n.Lines(), true)}}
		return append(out, b)
	case *mathNode:
		return append(out, c.math(n, id))
	case *ast.ThematicBreak:
		start := c.start(n)
		b := c.newBlock(id, start, c.lineStop(start))
		b.Node = &deliveryv1.Block_ThematicBreak{ThematicBreak: &deliveryv1.ThematicBreakBlock{}}
		return append(out, b)
	case *ast.HTMLBlock:
		return append(out, c.htmlBlock(n, id))
	case *deepNode:
		c.diags.add("tree.depth", deliveryv1.Severity_SEVERITY_WARNING, "quotes or lists nest too deep; the inner part is shown as its source", span(n.start, n.end))
		return append(out, c.opaque(id, n.start, n.end, "tree.depth"))
	}
	start := c.start(n)
	return append(out, c.opaque(id, start, c.linesEnd(n.Lines(), start), "opaque"))
}

func (c *compiler) headingEnd(n *ast.Heading, start int) int {
	if c.buf[start] == '#' && (n.Lines().Len() == 0 || n.Lines().At(0).Start > start) {
		return c.lineStop(start)
	}
	// The underline of a setext heading stands on the line after its text.
	end := c.linesEnd(n.Lines(), start)
	i := bytes.IndexByte(c.buf[end:], '\n')
	if i < 0 {
		return end
	}
	return c.lineStop(end + i + 1)
}

func (c *compiler) quote(n *ast.Blockquote, id string, depth int) *deliveryv1.Block {
	start := c.start(n)
	b := c.newBlock(id, start, start+1)
	if kind, tone, ok := c.calloutKind(n); ok {
		co := &deliveryv1.CalloutBlock{Tone: tone, Kind: strings.ToUpper(kind)}
		co.Title = c.takeCalloutLine(n, kind)
		co.Blocks = c.children(n, id+".", depth+1)
		b.Node = &deliveryv1.Block_Callout{Callout: co}
	} else {
		b.Node = &deliveryv1.Block_Quote{Quote: &deliveryv1.QuoteBlock{Blocks: c.children(n, id+".", depth+1)}}
	}
	b.Span.End = uint32(c.containerEnd(n, start))
	return b
}

// containerEnd returns where the last line of a container ends: that of its last child, or of its own marker.
func (c *compiler) containerEnd(n ast.Node, start int) int {
	end := c.lineStop(start)
	if last := n.LastChild(); last != nil {
		end = max(end, c.nodeEnd(last))
	}
	return end
}

// nodeEnd returns where a node ends in the source.
func (c *compiler) nodeEnd(n ast.Node) int {
	start := c.start(n)
	switch n := n.(type) {
	case *fenceNode:
		return n.end
	case *mathNode:
		return n.end
	case *deepNode:
		return n.end
	case *referenceNode:
		return n.end
	case *ast.Heading:
		return c.headingEnd(n, start)
	case *ast.ThematicBreak:
		return c.lineStop(start)
	case *ast.HTMLBlock:
		return c.htmlEnd(n, start)
	case *ast.Blockquote, *ast.List, *ast.ListItem, *footnoteNode:
		return c.containerEnd(n, start)
	}
	return c.linesEnd(n.Lines(), start)
}

func (c *compiler) list(n *ast.List, id string, depth int) *deliveryv1.Block {
	start := c.start(n)
	b := c.newBlock(id, start, start)
	l := &deliveryv1.ListBlock{Ordered: n.IsOrdered(), Tight: n.IsTight}
	if l.Ordered {
		l.Start = uint32(n.Start)
		l.Delimiter = deliveryv1.ListDelimiter_LIST_DELIMITER_PERIOD
		if n.Marker == ')' {
			l.Delimiter = deliveryv1.ListDelimiter_LIST_DELIMITER_PARENTHESIS
		}
	}
	k := 0
	for x := n.FirstChild(); x != nil && !c.full; x = x.NextSibling() {
		k++
		is := c.start(x)
		item := &deliveryv1.ListItem{Span: span(is, c.containerEnd(x, is))}
		item.Task = c.takeTask(x)
		item.Blocks = c.children(x, id+"."+strconv.Itoa(k)+".", depth+1)
		l.Items = append(l.Items, item)
	}
	b.Node = &deliveryv1.Block_List{List: l}
	b.Span.End = uint32(c.containerEnd(n, start))
	return b
}

// takeTask takes the box off the first paragraph of an item.
func (c *compiler) takeTask(item ast.Node) deliveryv1.TaskState {
	first := item.FirstChild()
	if first == nil || first.Kind() != ast.KindParagraph && first.Kind() != ast.KindTextBlock || first.Lines().Len() == 0 {
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	seg := first.Lines().At(0)
	line := c.buf[seg.Start:seg.Stop]
	if len(line) < 4 || line[0] != '[' || line[2] != ']' || !isSpace(line[3]) || blankBytes(line[3:]) && first.Lines().Len() == 1 {
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	state := deliveryv1.TaskState_TASK_STATE_DONE
	switch line[1] {
	case ' ':
		state = deliveryv1.TaskState_TASK_STATE_OPEN
	case 'x', 'X':
	default:
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	seg.Start += 3
	for seg.Start < seg.Stop && (c.buf[seg.Start] == ' ' || c.buf[seg.Start] == '\t') {
		seg.Start++
	}
	first.Lines().Set(0, seg)
	return state
}

// code returns the content of a code block without its last line end.
func (c *compiler) code(l *text.Segments, indented bool) string {
	n := l.Len()
	if n == 0 {
		return ""
	}
	contiguous := true
	for i := range n {
		if l.At(i).Padding > 0 || i > 0 && l.At(i).Start != l.At(i-1).Stop {
			contiguous = false
			break
		}
	}
	var s string
	if contiguous {
		s = c.st.text[l.At(0).Start:l.At(n-1).Stop]
	} else {
		var b strings.Builder
		for i := range n {
			seg := l.At(i)
			for range seg.Padding {
				b.WriteByte(' ')
			}
			b.WriteString(c.st.text[seg.Start:seg.Stop])
		}
		s = b.String()
	}
	s = strings.TrimSuffix(s, "\n")
	s = strings.TrimSuffix(s, "\r")
	if indented {
		s = strings.TrimRight(s, "\n")
	}
	if c.src.plain {
		return s
	}
	at := -1
	if contiguous {
		at = l.At(0).Start
	}
	return c.clean(s, at, true)
}

func (c *compiler) fence(n *fenceNode, id string) *deliveryv1.Block {
	b := c.newBlock(id, n.start, n.end)
	if !n.closed {
		c.diags.add("fence.unclosed", deliveryv1.Severity_SEVERITY_WARNING, "code is not closed", span(n.start, n.end))
	}
	content := c.code(n.Lines(), false)
	info := unescape(c.leaf(n.infoStart, n.infoEnd))
	language, rest := info, ""
	if i := strings.IndexAny(info, " \t"); i >= 0 {
		language, rest = info[:i], strings.TrimSpace(info[i:])
	}
	switch strings.ToLower(language) {
	case "diff", "patch":
		b.Node = &deliveryv1.Block_Diff{Diff: &deliveryv1.DiffBlock{Content: content, Info: rest}}
	case "mermaid", "plantuml", "dot", "graphviz", "d2":
		b.Node = &deliveryv1.Block_Diagram{Diagram: &deliveryv1.DiagramBlock{Notation: strings.ToLower(language), Content: content, Info: rest}}
	case "math":
		b.Node = &deliveryv1.Block_Math{Math: &deliveryv1.MathBlock{Content: content, Source: content}}
	default:
		code := &deliveryv1.CodeBlock{Content: content, Language: language}
		code.Filename, code.Info = filename(rest)
		b.Node = &deliveryv1.Block_Code{Code: code}
	}
	return b
}

// filename finds the file name in what follows the language of a fence, and returns what is left.
func filename(rest string) (name, left string) {
	if rest == "" {
		return "", ""
	}
	for _, key := range []string{"title=", "file=", "filename="} {
		i := strings.Index(rest, key)
		if i < 0 || i > 0 && rest[i-1] != ' ' && rest[i-1] != '\t' {
			continue
		}
		v := rest[i+len(key):]
		end := strings.IndexAny(v, " \t")
		if end < 0 {
			end = len(v)
		}
		name = v[:end]
		if v != "" && (v[0] == '"' || v[0] == '\'') {
			if e := strings.IndexByte(v[1:], v[0]); e >= 0 {
				name, end = v[1:1+e], e+2
			}
		}
		if name == "" {
			continue
		}
		left = strings.TrimSpace(strings.TrimSpace(rest[:i]) + " " + strings.TrimSpace(v[end:]))
		return name, left
	}
	first, tail, _ := strings.Cut(rest, " ")
	if strings.ContainsAny(first, "./") && !strings.ContainsAny(first, "={}\"'") {
		return first, strings.TrimSpace(tail)
	}
	return "", rest
}

func (c *compiler) math(n *mathNode, id string) *deliveryv1.Block {
	b := c.newBlock(id, n.start, n.end)
	src := c.code(n.Lines(), false)
	content := strings.TrimSpace(src[2 : len(src)-2])
	b.Node = &deliveryv1.Block_Math{Math: &deliveryv1.MathBlock{Content: content, Source: src}}
	return b
}

func (c *compiler) htmlEnd(n *ast.HTMLBlock, start int) int {
	end := c.linesEnd(n.Lines(), start)
	if n.HasClosure() {
		end = max(end, n.ClosureLine.Stop)
	}
	for end > start && isSpace(c.buf[end-1]) {
		end--
	}
	return end
}

func (c *compiler) htmlBlock(n *ast.HTMLBlock, id string) *deliveryv1.Block {
	start := c.start(n)
	end := c.htmlEnd(n, start)
	c.noteHTML(start, end)
	b := c.newBlock(id, start, end)
	var src strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		src.WriteString(c.st.text[seg.Start:seg.Stop])
	}
	if n.HasClosure() {
		src.WriteString(c.st.text[n.ClosureLine.Start:n.ClosureLine.Stop])
	}
	b.Node = &deliveryv1.Block_Raw{Raw: &deliveryv1.RawBlock{Source: strings.TrimRight(c.clean(src.String(), -1, true), "\n\r \t")}}
	return b
}

func (c *compiler) noteHTML(start, end int) {
	c.diags.add("html.inert", deliveryv1.Severity_SEVERITY_INFO, "HTML is shown as text", span(start, end))
}

// paragraph converts a paragraph: a table, a medium, or text.
func (c *compiler) paragraph(out []*deliveryv1.Block, n ast.Node, prefix string, k int) []*deliveryv1.Block {
	lines := n.Lines()
	if lines.Len() == 0 {
		return out
	}
	if lines.Len() > 1 {
		if head := c.tableHead(lines); head >= 0 {
			if head > 0 {
				before := text.NewSegments()
				before.AppendAll(lines.Sliced(0, head))
				out = c.text(out, before, prefix+strconv.Itoa(k+1))
				k++
			}
			return append(out, c.table(lines, head, prefix+strconv.Itoa(k+1)))
		}
	}
	return c.text(out, lines, prefix+strconv.Itoa(k+1))
}

func (c *compiler) text(out []*deliveryv1.Block, lines *text.Segments, id string) []*deliveryv1.Block {
	t := newLeaf(c.st.text, lines)
	t.s = strings.TrimRight(t.s, " \t\r\n")
	if t.s == "" {
		return out
	}
	in := c.in.parse(t)
	start, end := t.pos(0), t.end(len(t.s))
	if len(in) == 1 {
		if img, ok := in[0].Node.(*deliveryv1.Inline_Image); ok {
			b := c.newBlock(id, start, end)
			b.Node = &deliveryv1.Block_Media{Media: &deliveryv1.MediaBlock{
				Kind: deliveryv1.MediaKind_MEDIA_KIND_IMAGE,
				Url:  img.Image.Url, Alt: img.Image.Alt, Title: img.Image.Title, Safety: img.Image.Safety,
			}}
			return append(out, b)
		}
	}
	c.blocks++
	p := c.slab.paragraphs.next()
	p.block.Id = id
	p.span.Start, p.span.End = uint32(start), uint32(end)
	p.block.Span = &p.span
	p.paragraph.Inlines = in
	p.node.Paragraph = &p.paragraph
	p.block.Node = &p.node
	return append(out, &p.block)
}

// appendCitations lists the caller's citations.
func (c *compiler) appendCitations(blocks []*deliveryv1.Block) []*deliveryv1.Block {
	if len(c.citations) == 0 {
		return blocks
	}
	end := len(c.buf)
	b := c.newBlock("b"+strconv.Itoa(len(blocks)+1), end, end)
	list := &deliveryv1.CitationsBlock{}
	for _, s := range c.citations {
		list.Items = append(list.Items, &deliveryv1.Citation{
			Label: c.clean(s.GetLabel(), -1, false), Url: c.clean(s.GetUrl(), -1, false),
			Title: c.clean(s.GetTitle(), -1, false), Safety: link.Classify(s.GetUrl()),
		})
	}
	b.Node = &deliveryv1.Block_Citations{Citations: list}
	return append(blocks, b)
}

// appendNotes writes the footnotes: used ones by first reference, then the others.
func (c *compiler) appendNotes(blocks []*deliveryv1.Block) []*deliveryv1.Block {
	if len(c.notes) == 0 || c.full {
		return blocks
	}
	id := "b" + strconv.Itoa(len(blocks)+1)
	f := &deliveryv1.FootnotesBlock{}
	seen := map[*footnoteNode]bool{}
	start, end := len(c.buf), 0
	add := func(n *footnoteNode, number uint32) {
		seen[n] = true
		item := &deliveryv1.Footnote{Number: number, Label: c.clean(n.label, -1, false)}
		item.Blocks = c.children(n, id+"."+strconv.Itoa(len(f.Items)+1)+".", 1)
		item.Span = span(n.start, c.containerEnd(n, n.start))
		start, end = min(start, n.start), max(end, int(item.Span.End))
		f.Items = append(f.Items, item)
	}
	// Notes may refer to further notes, which are then numbered behind them.
	for i := 0; i < len(c.noteOrder); i++ {
		add(c.noteOrder[i].node, c.noteOrder[i].number)
	}
	for _, n := range c.st.notes {
		if !seen[n] {
			c.diags.add("footnote.unreferenced", deliveryv1.Severity_SEVERITY_INFO, "nothing refers to this note", span(n.start, c.containerEnd(n, n.start)))
			add(n, 0)
		}
	}
	b := c.newBlock(id, start, end)
	b.Node = &deliveryv1.Block_Footnotes{Footnotes: f}
	return append(blocks, b)
}

func (c *compiler) unusedReferences() {
	for _, r := range c.st.refList {
		if !r.used {
			c.diags.add("link.definition_unused", deliveryv1.Severity_SEVERITY_INFO, "nothing refers to this definition", span(r.start, r.end))
		}
	}
}
