package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxDepth is how deep containers nest: quotes, list items and notes.
const maxDepth = 12

// depthOf returns how many containers a node is within, itself included.
func depthOf(n ast.Node) int {
	switch n := n.(type) {
	case *quoteNode:
		return n.depth
	case *listNode:
		return n.depth
	case *itemNode:
		return n.depth
	case *noteNode:
		return n.depth
	}
	return 0
}

// quoteNode is a block quote.
type quoteNode struct {
	block
	depth int
}

// quoteParser parses block quotes.
type quoteParser struct{ base }

func (quoteParser) Trigger() []byte { return []byte{'>'} }

func (quoteParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	if depthOf(parent) >= maxDepth {
		return openDeep(&l, reader, pc, 0)
	}
	n := &quoteNode{depth: depthOf(parent) + 1}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).blocks++
	quoteMark(&l, reader)
	return n, parser.HasChildren
}

func (quoteParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	if d, ok := node.(*deepNode); ok {
		return d.goOn(reader)
	}
	l := readLine(reader)
	if l.indent > 3 || l.blank || l.bytes[l.at] != '>' {
		return parser.Close
	}
	node.(*quoteNode).end = l.end()
	quoteMark(&l, reader)
	return parser.Continue | parser.HasChildren
}

// quoteMark takes the sign of a quote and one blank behind it.
func quoteMark(l *line, reader text.Reader) {
	k := l.at + 1
	reader.Advance(k)
	if k >= len(l.bytes) {
		return
	}
	switch l.bytes[k] {
	case ' ':
		reader.Advance(1)
	case '\t':
		reader.AdvanceAndSetPadding(1, util.TabWidth(l.column+l.indent+1)-1)
	}
}

// deepNode is a container that would nest too deep; it is kept as its source.
type deepNode struct {
	block
	offset int // of the text of a list item; 0: a quote
}

// openDeep takes a line that begins a container at the depth limit.
func openDeep(l *line, reader text.Reader, pc parser.Context, offset int) (ast.Node, parser.State) {
	n := &deepNode{offset: offset}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).blocks++
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// goOn takes the lines that a container too deep would hold, without looking at what is in them.
func (n *deepNode) goOn(reader text.Reader) parser.State {
	l := readLine(reader)
	switch {
	case l.blank && n.offset == 0:
		return parser.Close
	case l.blank:
		reader.AdvanceToEOL()
		return parser.Continue | parser.NoChildren
	case n.offset == 0 && (l.indent > 3 || l.bytes[l.at] != '>'):
		return parser.Close
	case n.offset > 0 && l.indent < n.offset:
		if _, ok := listMarker(l.bytes[l.at:]); !ok || l.indent > 3 || isRule(l.bytes[l.at:]) {
			return parser.Close
		}
	}
	n.end = l.end()
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}
