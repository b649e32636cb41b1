package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// reference is a link reference definition.
type reference struct {
	label      string // normalized
	url, title string
	start, end int
	used       bool
}

// definitionNode marks where definitions stood. They are not shown, but a blank line before them counts for their list.
type definitionNode struct{ block }

// definitionTransformer takes link reference definitions off the beginning of a paragraph.
type definitionTransformer struct{}

func (definitionTransformer) Transform(node *ast.Paragraph, _ text.Reader, pc parser.Context) {
	st := stateOf(pc)
	lines := node.Lines()
	if lines.Len() == 0 {
		return
	}
	first := lines.At(0)
	i := first.Start
	for i < first.Stop && isSpace(st.text[i]) {
		i++
	}
	if i >= first.Stop || st.text[i] != '[' {
		return
	}
	t := newLeaf(st.text, lines)
	mark := &definitionNode{}
	at := 0
	for {
		from := at
		for from < len(t.s) && (t.s[from] == ' ' || t.s[from] == '\t') {
			from++
		}
		if from >= len(t.s) || t.s[from] != '[' {
			break
		}
		ref, end := parseReference(t.s, from)
		if end < 0 {
			break
		}
		ref.start, ref.end = t.pos(from), t.end(end)
		st.definitions = append(st.definitions, ref)
		if _, ok := st.refs[ref.label]; !ok {
			st.refs[ref.label] = ref
		}
		if mark.end == 0 {
			mark.start = ref.start
		}
		mark.end = ref.end
		if at = end; at < len(t.s) && t.s[at] == '\n' {
			at++
		}
	}
	if mark.end == 0 {
		return
	}
	mark.SetBlankPreviousLines(node.HasBlankPreviousLines())
	node.Parent().InsertBefore(node.Parent(), node, mark)
	if at >= len(t.s) {
		node.Parent().RemoveChild(node.Parent(), node)
		return
	}
	node.SetBlankPreviousLines(false)
	// The rest of the paragraph begins with a line of its own.
	begin := t.pos(at)
	k := 0
	for k < lines.Len() && lines.At(k).Stop <= begin {
		k++
	}
	rest := text.NewSegments()
	rest.AppendAll(lines.Sliced(k, lines.Len()))
	node.SetLines(rest)
}
