package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxLabel is how long the label of a link or a note may be, in bytes.
const maxLabel = 999

// noteNode is the definition of a footnote, a container.
type noteNode struct {
	block
	label string
	depth int
}

// noteParser parses "[^label]: text" with its indented continuation.
type noteParser struct{ base }

func (noteParser) Trigger() []byte { return []byte{'['} }

func (noteParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	label := noteLabel(l.bytes[l.at:])
	if label == "" || depthOf(parent) >= maxDepth {
		return nil, parser.NoChildren
	}
	n := &noteNode{label: label, depth: depthOf(parent) + 1}
	n.start, n.end = l.offset(), l.end()
	st := stateOf(pc)
	st.notes = append(st.notes, n)
	st.items++
	behind := l.at + len(label) + len("[^]:")
	reader.Advance(behind)
	if util.IsBlank(l.bytes[behind:]) {
		reader.AdvanceToEOL()
		return n, parser.NoChildren
	}
	return n, parser.HasChildren
}

// noteLabel returns the label of a definition that s begins with, or "".
func noteLabel(s []byte) string {
	if len(s) < 5 || s[0] != '[' || s[1] != '^' {
		return ""
	}
	end := bytes.IndexByte(s[:min(len(s), maxLabel+3)], ']')
	if end < 3 || end+1 >= len(s) || s[end+1] != ':' {
		return ""
	}
	label := s[2:end]
	if bytes.ContainsAny(label, " \t[\n\r") {
		return ""
	}
	return string(label)
}

func (noteParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*noteNode)
	l := readLine(reader)
	if l.indent < 4 {
		if !l.blank {
			return parser.Close
		}
		reader.AdvanceToEOL()
		return parser.Continue | parser.HasChildren
	}
	if !l.blank {
		n.end = l.end()
	}
	pos, padding := util.IndentPosition(l.bytes, l.column, 4)
	reader.AdvanceAndSetPadding(pos, padding)
	return parser.Continue | parser.HasChildren
}
