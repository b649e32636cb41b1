package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// listNode is a list; its children are items.
type listNode struct {
	block
	marker marker
	tight  bool
	depth  int
}

// itemNode is an item of a list.
type itemNode struct {
	block
	offset int // columns from the list's edge to the item's text
	depth  int
	closed bool
}

// marker is the sign that an item begins with.
type marker struct {
	sign   byte // - + * . )
	number int  // of an ordered list
	length int
}

func (m marker) ordered() bool { return m.sign == '.' || m.sign == ')' }

// listMarker reads the marker that s begins with.
func listMarker(s []byte) (m marker, ok bool) {
	i := 0
	for i < len(s) && i < 10 && s[i] >= '0' && s[i] <= '9' {
		m.number = 10*m.number + int(s[i]-'0')
		i++
	}
	if i == len(s) || i > 9 {
		return m, false
	}
	switch m.sign = s[i]; m.sign {
	case '-', '+', '*':
		if i > 0 {
			return m, false
		}
	case '.', ')':
		if i == 0 {
			return m, false
		}
	default:
		return m, false
	}
	m.length = i + 1
	return m, m.length == len(s) || isSpace(s[m.length])
}

// listParser parses lists; their items are parsed by itemParser.
type listParser struct{ base }

func (listParser) Trigger() []byte { return []byte("-+*0123456789") }

func (listParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if _, ok := parent.(*listNode); ok {
		return nil, parser.NoChildren
	}
	l := readLine(reader)
	m, ok := listMarker(l.bytes[l.at:])
	if !ok {
		return nil, parser.NoChildren
	}
	if last := pc.LastOpenedBlock().Node; last != nil && ast.IsParagraph(last) && last.Parent() == parent {
		// Only a list that begins with 1 and with text may interrupt a paragraph.
		if m.ordered() && m.number != 1 || util.IsBlank(l.bytes[l.at+m.length:]) {
			return nil, parser.NoChildren
		}
	}
	if depthOf(parent) >= maxDepth {
		return openDeep(&l, reader, pc, l.indent+m.length+1)
	}
	n := &listNode{marker: m, depth: depthOf(parent)}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).blocks++
	return n, parser.HasChildren
}

// Continue goes on with a blank line, with a line of the open item, and with the marker of a further item.
func (listParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	if d, ok := node.(*deepNode); ok {
		return d.goOn(reader)
	}
	n := node.(*listNode)
	l := readLine(reader)
	if l.blank {
		return parser.Continue | parser.HasChildren
	}
	item := n.LastChild().(*itemNode)
	if !item.closed && l.indent >= item.offset {
		return parser.Continue | parser.HasChildren
	}
	rest := l.bytes[l.at:]
	if m, ok := listMarker(rest); ok && l.indent < 4 && m.sign == n.marker.sign && !isRule(rest) {
		return parser.Continue | parser.HasChildren
	}
	return parser.Close
}

// Close finds out whether blank lines divide the items or what is in them.
func (listParser) Close(node ast.Node, _ text.Reader, _ parser.Context) {
	n, ok := node.(*listNode)
	if !ok {
		return
	}
	n.tight = true
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if item != n.FirstChild() && item.HasBlankPreviousLines() {
			n.tight = false
			return
		}
		first := item.FirstChild()
		if first == nil {
			continue
		}
		for x := first.NextSibling(); x != nil; x = x.NextSibling() {
			if x.HasBlankPreviousLines() {
				n.tight = false
				return
			}
		}
	}
}

// itemParser parses the items of a list.
type itemParser struct{ base }

func (itemParser) Trigger() []byte { return []byte("-+*0123456789") }

func (itemParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	list, ok := parent.(*listNode)
	if !ok {
		return nil, parser.NoChildren
	}
	l := readLine(reader)
	m, ok := listMarker(l.bytes[l.at:])
	if !ok {
		return nil, parser.NoChildren
	}
	n := &itemNode{depth: list.depth + 1}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).items++
	behind := l.at + m.length
	column := l.column + l.indent + m.length
	if util.IsBlank(l.bytes[behind:]) {
		n.offset = l.indent + m.length + 1
		reader.AdvanceToEOL()
		return n, parser.NoChildren
	}
	gap, _ := util.IndentWidth(l.bytes[behind:], column)
	if gap > 4 {
		gap = 1 // the text begins with indented code
	}
	n.offset = l.indent + m.length + gap
	pos, padding := util.IndentPosition(l.bytes[behind:], column, gap)
	reader.AdvanceAndSetPadding(behind+pos, padding)
	return n, parser.HasChildren
}

func (itemParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*itemNode)
	l := readLine(reader)
	if l.blank {
		if n.ChildCount() == 0 {
			return parser.Close // an item begins with one blank line at most
		}
		if l.indent < n.offset {
			reader.AdvanceToEOL()
			return parser.Continue | parser.HasChildren
		}
	} else {
		if l.indent < n.offset {
			return parser.Close
		}
		n.end = l.end()
	}
	pos, padding := util.IndentPosition(l.bytes, l.column, n.offset)
	reader.AdvanceAndSetPadding(pos, padding)
	return parser.Continue | parser.HasChildren
}

func (itemParser) Close(node ast.Node, _ text.Reader, _ parser.Context) {
	node.(*itemNode).closed = true
}
