package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxDepth is how deep containers (quotes, lists, items, footnotes) nest; a list and its item count once.
const maxDepth = 12

// state is what block parsers of one compilation share.
type state struct {
	source  []byte
	text    string // the same bytes
	refs    map[string]*reference
	refList []*reference
	notes   []*footnoteNode
	noMath  [2]int // up to which offset no closing of a formula follows, for $$ and \[
	budget  int    // bytes of failed look-ahead
}

var stateKey = parser.NewContextKey()

func stateOf(pc parser.Context) *state { return pc.Get(stateKey).(*state) }

// blockParser parses the block structure; text is parsed afterwards, by the inliner. It holds no state of a
// compilation, so one serves all.
var blockParser = newParser()

func newParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(footnoteParser{}, 80),
			util.Prioritized(deepParser{}, 90),
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(mathParser{}, 450),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(fenceParser{}, 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithParagraphTransformers(util.Prioritized(referenceTransformer{}, 100)),
	)
}

// depthOf counts the containers around a node, itself included.
func depthOf(n ast.Node) int {
	d := 0
	for ; n != nil; n = n.Parent() {
		switch n.Kind() {
		case ast.KindBlockquote, ast.KindListItem, kindFootnote:
			d++
		}
	}
	return d
}

var kindDeep = ast.NewNodeKind("Deep")

// deepNode is a container that would nest too deep; it is kept as its source.
type deepNode struct {
	ast.BaseBlock
	start, end int
}

func (*deepNode) Kind() ast.NodeKind        { return kindDeep }
func (*deepNode) IsRaw() bool               { return true }
func (n *deepNode) Dump(src []byte, lv int) { ast.DumpHelper(n, src, lv, nil, nil) }

// deepParser takes the marker of a container at the depth limit, and all lines up to a blank one.
type deepParser struct{}

func (deepParser) Trigger() []byte {
	return []byte{'>', '-', '+', '*', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}
}

func (deepParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if parent.Kind() == ast.KindDocument || parent.Kind() == ast.KindList {
		return nil, parser.NoChildren
	}
	if depthOf(parent) < maxDepth {
		return nil, parser.NoChildren
	}
	line, seg := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !containerMarker(line[at:]) {
		return nil, parser.NoChildren
	}
	stop := seg.Stop
	for stop > seg.Start && isSpace(stateOf(pc).source[stop-1]) {
		stop--
	}
	n := &deepNode{start: seg.Start + at, end: stop}
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// containerMarker reports whether a line begins a quote or a list item and is no thematic break.
func containerMarker(line []byte) bool {
	if line[0] == '>' {
		return true
	}
	i := 0
	for i < len(line) && i < 10 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if i > 0 {
		if i > 9 || i >= len(line) || line[i] != '.' && line[i] != ')' {
			return false
		}
	} else if line[0] != '-' && line[0] != '+' && line[0] != '*' {
		return false
	}
	i++
	if i < len(line) && !isSpace(line[i]) {
		return false
	}
	return !thematicBreak(line)
}

func thematicBreak(line []byte) bool {
	n := 0
	for _, c := range line {
		switch {
		case c == line[0]:
			n++
		case !isSpace(c):
			return false
		}
	}
	return n >= 3 && (line[0] == '-' || line[0] == '*' || line[0] == '_')
}

func (deepParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, seg := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Close
	}
	stop := seg.Stop
	for stop > seg.Start && isSpace(stateOf(pc).source[stop-1]) {
		stop--
	}
	node.(*deepNode).end = stop
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (deepParser) Close(ast.Node, text.Reader, parser.Context) {}
func (deepParser) CanInterruptParagraph() bool                 { return true }
func (deepParser) CanAcceptIndentedLine() bool                 { return false }

var kindFence = ast.NewNodeKind("Fence")

// fenceNode is a fenced code block with the places of its fences.
type fenceNode struct {
	ast.BaseBlock
	char               byte
	indent, length     int
	start, end         int
	infoStart, infoEnd int
	closed             bool
}

func (*fenceNode) Kind() ast.NodeKind        { return kindFence }
func (*fenceNode) IsRaw() bool               { return true }
func (n *fenceNode) Dump(src []byte, lv int) { ast.DumpHelper(n, src, lv, nil, nil) }

// fenceParser parses fenced code; it keeps what goldmark's own forgets, whether and where the fence closes.
type fenceParser struct{}

func (fenceParser) Trigger() []byte { return []byte{'`', '~'} }

func (fenceParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || line[at] != '`' && line[at] != '~' {
		return nil, parser.NoChildren
	}
	c := line[at]
	i := at
	for i < len(line) && line[i] == c {
		i++
	}
	if i-at < 3 {
		return nil, parser.NoChildren
	}
	info := bytes.TrimRight(line[i:], " \t\r\n")
	if c == '`' && bytes.IndexByte(info, '`') >= 0 {
		return nil, parser.NoChildren
	}
	base := seg.Start - seg.Padding
	n := &fenceNode{char: c, indent: at, length: i - at, start: base + at, end: base + i + len(info)}
	lead := len(info) - len(bytes.TrimLeft(info, " \t"))
	n.infoStart, n.infoEnd = base+i+lead, base+i+len(info)
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (fenceParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	n := node.(*fenceNode)
	line, seg := reader.PeekLine()
	w, at := util.IndentWidth(line, reader.LineOffset())
	if w < 4 {
		i := at
		for i < len(line) && line[i] == n.char {
			i++
		}
		if i-at >= n.length && util.IsBlank(line[i:]) {
			n.closed = true
			n.end = seg.Start - seg.Padding + i
			reader.AdvanceToEOL()
			return parser.Close
		}
	}
	pos, padding := util.IndentPositionPadding(line, reader.LineOffset(), seg.Padding, n.indent)
	if pos < 0 {
		pos = max(0, util.FirstNonSpacePosition(line)) - seg.Padding
		padding = 0
	}
	s := text.NewSegmentPadding(seg.Start+pos, seg.Stop, padding)
	if padding != 0 {
		// A tab that the fence's indent ends in stays a tab.
		if off := reader.LineOffset() + n.indent; s.Start > 0 && off%4 != 0 && stateOf(pc).source[s.Start-1] == '\t' {
			s.Padding = 0
			s.Start--
		}
	}
	node.Lines().Append(s)
	n.end = seg.Stop
	if n.end > 0 && stateOf(pc).source[n.end-1] == '\n' {
		n.end--
		if n.end > 0 && stateOf(pc).source[n.end-1] == '\r' {
			n.end--
		}
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (fenceParser) Close(ast.Node, text.Reader, parser.Context) {}
func (fenceParser) CanInterruptParagraph() bool                 { return true }
func (fenceParser) CanAcceptIndentedLine() bool                 { return false }
