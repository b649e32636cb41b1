package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// fenceNode is a fenced code block.
type fenceNode struct {
	block
	sign           byte
	indent, length int
	info           [2]int // where the info string stands
	closed         bool
	body           body
}

// fenceParser parses fenced code.
type fenceParser struct{ base }

func (fenceParser) Trigger() []byte { return []byte("`~") }

func (fenceParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	rest := l.rest()
	k := fenceLength(rest)
	if k == 0 {
		return nil, parser.NoChildren
	}
	n := &fenceNode{sign: rest[0], indent: l.indent, length: k}
	n.start, n.end = l.offset(), l.end()
	for k < len(rest) && isSpace(rest[k]) {
		k++
	}
	n.info = [2]int{n.start + k, n.start + len(rest)}
	stateOf(pc).blocks++
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// fenceLength returns the length of the opening fence that a line begins with; 0: it is none.
func fenceLength(s []byte) int {
	if len(s) < 3 || s[0] != '`' && s[0] != '~' {
		return 0
	}
	k := 0
	for k < len(s) && s[k] == s[0] {
		k++
	}
	if k < 3 || s[0] == '`' && bytes.IndexByte(s[k:], '`') >= 0 {
		return 0
	}
	return k
}

func (fenceParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*fenceNode)
	l := readLine(reader)
	n.end = l.end()
	if l.indent < 4 && !l.blank && l.bytes[l.at] == n.sign {
		k := l.at
		for k < len(l.bytes) && l.bytes[k] == n.sign {
			k++
		}
		if k-l.at >= n.length && util.IsBlank(l.bytes[k:]) {
			n.closed = true
			reader.AdvanceToEOL()
			return parser.Close
		}
	}
	n.body.addIndented(&l, reader, n.indent)
	return parser.Continue | parser.NoChildren
}

// codeNode is indented code.
type codeNode struct {
	block
	body body
}

// codeParser parses indented code.
type codeParser struct{}

func (codeParser) Trigger() []byte { return nil }

func (codeParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	if l.indent < 4 || l.blank {
		return nil, parser.NoChildren
	}
	n := &codeNode{}
	_, seg := reader.PeekLine()
	n.start, n.end = seg.Start, l.end()
	stateOf(pc).blocks++
	n.body.addIndented(&l, reader, 4)
	return n, parser.NoChildren
}

func (codeParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*codeNode)
	l := readLine(reader)
	if l.indent < 4 && !l.blank {
		return parser.Close
	}
	if !l.blank {
		n.end = l.end()
	}
	n.body.addIndented(&l, reader, 4)
	return parser.Continue | parser.NoChildren
}

func (codeParser) Close(ast.Node, text.Reader, parser.Context) {}
func (codeParser) CanInterruptParagraph() bool                 { return false }
func (codeParser) CanAcceptIndentedLine() bool                 { return true }
