package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var kindMath = ast.NewNodeKind("Math")

// mathNode is a display formula.
type mathNode struct {
	ast.BaseBlock
	start, end int
	bracket    bool // \[ … \]
	done       bool
}

func (*mathNode) Kind() ast.NodeKind        { return kindMath }
func (*mathNode) IsRaw() bool               { return true }
func (n *mathNode) Dump(src []byte, lv int) { ast.DumpHelper(n, src, lv, nil, nil) }

// mathParser parses formulas between $$ or \[ and \] on lines of their own. It opens only when it sees the closing
// sign before a blank line, so that a later line never changes what is settled.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$', '\\'} }

func (mathParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || at+2 > len(line) {
		return nil, parser.NoChildren
	}
	bracket := line[at] == '\\'
	closing := "$$"
	if bracket {
		closing = `\]`
	}
	if sign := string(line[at : at+2]); sign != "$$" && sign != `\[` {
		return nil, parser.NoChildren
	}
	st := stateOf(pc)
	first := bytes.TrimRight(line[at:], " \t\r\n")
	n := &mathNode{bracket: bracket, start: seg.Start - seg.Padding + at}
	switch {
	case len(first) >= 4 && bytes.HasSuffix(first, []byte(closing)):
		n.done = true
	case bytes.Contains(first[2:], []byte(closing)), !st.closes(seg.Stop, closing, bracket):
		return nil, parser.NoChildren
	}
	n.end = n.start + len(first)
	n.Lines().Append(text.NewSegment(n.start, n.end))
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// closes reports whether a line that ends with the closing sign follows before a blank one.
func (st *state) closes(at int, closing string, bracket bool) bool {
	kind := 0
	if bracket {
		kind = 1
	}
	if at < st.noMath[kind] {
		return false
	}
	for at < len(st.source) {
		end := bytes.IndexByte(st.source[at:], '\n')
		if end < 0 {
			end = len(st.source)
		} else {
			end += at
		}
		line := bytes.TrimRight(st.source[at:end], " \t\r")
		if len(bytes.TrimLeft(line, " \t>")) == 0 {
			break
		}
		if bytes.HasSuffix(line, []byte(closing)) {
			return true
		}
		at = end + 1
	}
	st.noMath[kind] = at
	return false
}

func (mathParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*mathNode)
	line, seg := reader.PeekLine()
	if n.done || util.IsBlank(line) {
		return parser.Close
	}
	trimmed := bytes.TrimRight(line, " \t\r\n")
	n.end = seg.Start - seg.Padding + len(trimmed)
	s := seg
	s.Stop = n.end
	n.Lines().Append(s)
	closing := "$$"
	if n.bracket {
		closing = `\]`
	}
	n.done = bytes.HasSuffix(trimmed, []byte(closing))
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (mathParser) Close(ast.Node, text.Reader, parser.Context) {}
func (mathParser) CanInterruptParagraph() bool                 { return true }
func (mathParser) CanAcceptIndentedLine() bool                 { return false }

var kindFootnote = ast.NewNodeKind("Footnote")

// footnoteNode is a footnote definition, a container.
type footnoteNode struct {
	ast.BaseBlock
	label string
	start int
}

func (*footnoteNode) Kind() ast.NodeKind        { return kindFootnote }
func (n *footnoteNode) Dump(src []byte, lv int) { ast.DumpHelper(n, src, lv, nil, nil) }

// footnoteParser parses "[^label]: text" with its indented continuation.
type footnoteParser struct{}

func (footnoteParser) Trigger() []byte { return []byte{'['} }

func (footnoteParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || at+4 > len(line) || line[at] != '[' || line[at+1] != '^' || depthOf(parent) >= maxDepth {
		return nil, parser.NoChildren
	}
	end := bytes.IndexByte(line[at:min(len(line), at+1002)], ']')
	if end < 3 || at+end+1 >= len(line) || line[at+end+1] != ':' {
		return nil, parser.NoChildren
	}
	label := line[at+2 : at+end]
	if bytes.ContainsAny(label, " \t[\n") {
		return nil, parser.NoChildren
	}
	n := &footnoteNode{label: string(label), start: seg.Start - seg.Padding + at}
	st := stateOf(pc)
	st.notes = append(st.notes, n)
	reader.Advance(at + end + 2)
	if rest := line[at+end+2:]; util.IsBlank(rest) {
		return n, parser.NoChildren
	}
	return n, parser.HasChildren
}

func (footnoteParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	pos, padding := util.IndentPosition(line, reader.LineOffset(), 4)
	if pos < 0 {
		return parser.Close
	}
	reader.AdvanceAndSetPadding(pos, padding)
	return parser.Continue | parser.HasChildren
}

func (footnoteParser) Close(ast.Node, text.Reader, parser.Context) {}
func (footnoteParser) CanInterruptParagraph() bool                 { return true }
func (footnoteParser) CanAcceptIndentedLine() bool                 { return false }

// reference is a link reference definition.
type reference struct {
	label      string // normalized
	url, title string
	start, end int
	used       bool
}

var kindReference = ast.NewNodeKind("Reference")

// referenceNode marks where a definition stood; it is not shown, but the blank line before it counts for its list.
type referenceNode struct {
	ast.BaseBlock
	start, end int
}

func (*referenceNode) Kind() ast.NodeKind        { return kindReference }
func (*referenceNode) IsRaw() bool               { return true }
func (n *referenceNode) Dump(src []byte, lv int) { ast.DumpHelper(n, src, lv, nil, nil) }

// referenceTransformer takes link reference definitions off the beginning of a paragraph.
type referenceTransformer struct{}

func (t referenceTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	st := stateOf(pc)
	t.take(node, st)
	if node.Parent() == nil {
		return
	}
	if line, _ := reader.PeekLine(); len(line) > 0 && underline(line) {
		return // it may become a heading
	}
	leaf := &leafNode{}
	lines := node.Lines()
	first := lines.At(0)
	lines.Set(0, first.TrimLeftSpace(st.source))
	leaf.SetLines(lines)
	leaf.SetBlankPreviousLines(node.HasBlankPreviousLines())
	node.Parent().ReplaceChild(node.Parent(), node, leaf)
}

// underline reports whether a line may be the underline of a setext heading.
func underline(line []byte) bool {
	line = bytes.Trim(line, " \t\r\n")
	return len(line) > 0 && (line[0] == '=' || line[0] == '-')
}

// leafNode is a paragraph whose text goldmark leaves alone.
type leafNode struct{ ast.Paragraph }

// IsRaw keeps goldmark from parsing the text.
func (*leafNode) IsRaw() bool { return true }

// take takes definitions off the beginning of a paragraph.
func (referenceTransformer) take(node *ast.Paragraph, st *state) {
	lines := node.Lines()
	first := lines.At(0)
	i := first.Start
	for i < first.Stop && isSpace(st.source[i]) {
		i++
	}
	if i >= first.Stop || st.source[i] != '[' {
		return
	}
	t := newLeaf(st.text, lines)
	at, taken := 0, 0
	for at < len(t.s) && (t.s[at] == ' ' || t.s[at] == '\t') {
		at++
	}
	for at < len(t.s) && t.s[at] == '[' {
		ref, end := parseReference(t.s, at)
		if end < 0 {
			break
		}
		ref.start, ref.end = t.pos(at), t.pos(end-1)+1
		st.refList = append(st.refList, ref)
		mark := &referenceNode{start: ref.start, end: ref.end}
		mark.SetBlankPreviousLines(taken == 0 && node.HasBlankPreviousLines())
		node.Parent().InsertBefore(node.Parent(), node, mark)
		if _, ok := st.refs[ref.label]; !ok {
			st.refs[ref.label] = ref
		}
		if end < len(t.s) && t.s[end] == '\n' {
			end++
		}
		at = end
		taken = t.line(at)
		if at >= len(t.s) {
			taken = lines.Len()
		}
	}
	if taken == 0 {
		return
	}
	if taken >= lines.Len() {
		node.Parent().RemoveChild(node.Parent(), node)
		return
	}
	rest := text.NewSegments()
	rest.AppendAll(lines.Sliced(taken, lines.Len()))
	node.SetLines(rest)
}
