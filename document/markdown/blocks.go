package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// Limits of the whole tree.
const (
	maxBlocks  = 65_536
	maxInlines = 524_288
)

// children converts the child blocks of a node that ends at end; prefix is what their ids begin with. Once there are
// too many inlines, what is left becomes one block, so that nothing is lost.
func (c *compiler) children(n ast.Node, prefix string, end int) []*deliveryv1.Block {
	count := n.ChildCount()
	if count == 0 {
		return nil
	}
	out := make([]*deliveryv1.Block, 0, count)
	for x := n.FirstChild(); x != nil; x = x.NextSibling() {
		switch x.(type) {
		case *noteNode, *definitionNode:
			continue
		}
		id := prefix + strconv.Itoa(len(out)+1)
		if c.inlines >= maxInlines {
			return append(out, c.rest(id, c.startOf(x), end))
		}
		if b := c.convert(x, id); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// rest makes one block of what is left of a source, or of a container, after a limit of the whole tree.
func (c *compiler) rest(id string, start, end int) *deliveryv1.Block {
	end = c.trimmed(start, end)
	b := c.opaque(id, start, end, "tree.size", "the text has too many parts; the rest is shown as its source")
	return b
}

// opaque makes a block that shows its source, and says why.
func (c *compiler) opaque(id string, start, end int, reason, message string) *deliveryv1.Block {
	b := c.newBlock(id, start, end)
	b.Node = &deliveryv1.Block_Opaque{Opaque: &deliveryv1.OpaqueBlock{Source: c.clean(c.src.text[start:end], start, true), Reason: reason}}
	c.warn(reason, message, start, end)
	return b
}

// newBlock returns a block without its node, and makes it the one that findings concern.
func (c *compiler) newBlock(id string, start, end int) *deliveryv1.Block {
	n := c.slab.blocks.next()
	n.block.Id = id
	n.span.Start, n.span.End = uint32(start), uint32(end)
	n.block.Span = &n.span
	c.diags.block, c.diags.place = id, [2]int{start, end}
	return &n.block
}

// trimmed returns where what stands between start and end ends without the blanks at its end.
func (c *compiler) trimmed(start, end int) int {
	for end > start && isSpace(c.buf[end-1]) {
		end--
	}
	return end
}

// startOf returns where a block begins in the source.
func (c *compiler) startOf(n ast.Node) int {
	if p, ok := n.(placed); ok {
		return p.place().start
	}
	if l := n.Lines(); l.Len() > 0 {
		return l.At(0).Start
	}
	return max(n.Pos(), 0)
}

// endOf returns where a block ends in the source. A container ends with its last line, which may be one that its last
// paragraph goes on with without the container's sign.
func (c *compiler) endOf(n ast.Node) int {
	end := 0
	if p, ok := n.(placed); ok {
		end = p.place().end
	} else if l := n.Lines(); l.Len() > 0 {
		end = c.lineEnd(l.At(l.Len()-1).Stop - 1)
		if _, ok := n.(*ast.Heading); ok && end < len(c.buf) {
			// Its underline is the next line.
			end = c.lineEnd(end + 1 + bytes.IndexByte(c.buf[end:], '\n'))
		}
	}
	switch n.(type) {
	case *quoteNode, *listNode, *itemNode, *noteNode:
		if last := n.LastChild(); last != nil {
			end = max(end, c.endOf(last))
		}
	}
	return end
}

// lineEnd returns the end of the line that the byte at stands in, without its line end.
func (c *compiler) lineEnd(at int) int {
	end := len(c.buf)
	if i := bytes.IndexByte(c.buf[at:], '\n'); i >= 0 {
		end = at + i
		if end > at && c.buf[end-1] == '\r' {
			end--
		}
	}
	return end
}

// convert makes a block of a node; nil: the node shows nothing.
func (c *compiler) convert(n ast.Node, id string) *deliveryv1.Block {
	switch n := n.(type) {
	case *ast.Paragraph:
		return c.paragraph(n.Lines(), id, c.endOf(n))
	case *ast.Heading:
		b := c.newBlock(id, c.startOf(n), c.endOf(n))
		b.Node = &deliveryv1.Block_Heading{Heading: &deliveryv1.HeadingBlock{Level: uint32(n.Level), Inlines: c.inlinesOf(n.Lines())}}
		return b
	case *headingNode:
		b := c.newBlock(id, n.start, n.end)
		b.Node = &deliveryv1.Block_Heading{Heading: &deliveryv1.HeadingBlock{
			Level:   uint32(n.level),
			Inlines: c.in.parse(leafText{s: c.st.text[n.from:n.behind], base: n.from}),
		}}
		return b
	case *ruleNode:
		b := c.newBlock(id, n.start, n.end)
		b.Node = &deliveryv1.Block_ThematicBreak{ThematicBreak: &deliveryv1.ThematicBreakBlock{}}
		return b
	case *quoteNode:
		return c.quote(n, id)
	case *listNode:
		return c.list(n, id)
	case *tableNode:
		return c.table(n, id)
	case *fenceNode:
		return c.fence(n, id)
	case *codeNode:
		b := c.newBlock(id, n.start, n.end)
		content := strings.TrimRight(c.content(&n.body), "\n")
		b.Node = &deliveryv1.Block_Code{Code: &deliveryv1.CodeBlock{Content: content}}
		return b
	case *formulaNode:
		b := c.newBlock(id, n.start, n.end)
		source := strings.TrimSpace(c.content(&n.body))
		b.Node = &deliveryv1.Block_Math{Math: &deliveryv1.MathBlock{Content: strings.TrimSpace(source[2 : len(source)-2]), Source: source}}
		return b
	case *htmlNode:
		b := c.newBlock(id, n.start, n.end)
		c.diags.add("html.inert", deliveryv1.Severity_SEVERITY_INFO, htmlInert, span(n.start, n.end))
		b.Node = &deliveryv1.Block_Raw{Raw: &deliveryv1.RawBlock{Source: strings.TrimRight(c.content(&n.body), "\n")}}
		return b
	case *deepNode:
		return c.opaque(id, n.start, n.end, "tree.depth", "quotes or lists nest too deep; the inner part is shown as its source")
	}
	return c.opaque(id, c.startOf(n), c.endOf(n), "opaque", "the source is shown, as nothing else is known of it")
}

// inlinesOf parses lines of text, without the blanks at their end.
func (c *compiler) inlinesOf(lines *text.Segments) []*deliveryv1.Inline {
	t := newLeaf(c.st.text, lines)
	t.s = strings.TrimRight(t.s, " \t\r\n")
	return c.in.parse(t)
}

// paragraph converts lines of text. One picture alone is a medium.
func (c *compiler) paragraph(lines *text.Segments, id string, end int) *deliveryv1.Block {
	if lines.Len() == 0 {
		return nil
	}
	start := lines.At(0).Start
	c.diags.block, c.diags.place = id, [2]int{start, end}
	inlines := c.inlinesOf(lines)
	if len(inlines) == 1 {
		if image := inlines[0].GetImage(); image != nil {
			b := c.newBlock(id, start, end)
			b.Node = &deliveryv1.Block_Media{Media: &deliveryv1.MediaBlock{
				Kind: deliveryv1.MediaKind_MEDIA_KIND_IMAGE,
				Url:  image.Url, Alt: image.Alt, Title: image.Title, Safety: image.Safety,
			}}
			return b
		}
	}
	p := c.slab.paragraphs.next()
	p.block.Id = id
	p.span.Start, p.span.End = uint32(start), uint32(end)
	p.block.Span = &p.span
	p.paragraph.Inlines = inlines
	p.node.Paragraph = &p.paragraph
	p.block.Node = &p.node
	return &p.block
}

const htmlInert = "HTML is shown as text"
