package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// state is what the block parsers of one compilation share.
type state struct {
	text        string // what is parsed
	refs        map[string]*reference
	definitions []*reference
	notes       []*noteNode
	noFormula   [maxDepth + 1][2]lookedAt
	blocks      int
	items       int
}

var stateKey = parser.NewContextKey()

func stateOf(pc parser.Context) *state { return pc.Get(stateKey).(*state) }

func (s *state) full() bool { return s.blocks >= maxBlocks || s.items >= maxBlocks }

// blockParser is the library's parser with the block parsers of this package. It keeps no state between calls and may
// be used from many goroutines.
var blockParser = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(ruleParser{}, 200),
		util.Prioritized(listParser{}, 300),
		util.Prioritized(itemParser{}, 400),
		util.Prioritized(formulaParser{}, 450),
		util.Prioritized(codeParser{}, 500),
		util.Prioritized(headingParser{}, 600),
		util.Prioritized(fenceParser{}, 700),
		util.Prioritized(quoteParser{}, 800),
		util.Prioritized(htmlParser{}, 900),
		util.Prioritized(noteParser{}, 920),
		util.Prioritized(tableParser{}, 940),
		util.Prioritized(paragraphParser{parser.NewParagraphParser()}, 1000),
	),
	parser.WithParagraphTransformers(util.Prioritized(definitionTransformer{}, 100)),
	parser.WithInlineParsers(util.Prioritized(leafParser{}, 100)),
)

// paragraphParser counts the library's paragraphs.
type paragraphParser struct{ parser.BlockParser }

func (p paragraphParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	n, state := p.BlockParser.Open(parent, reader, pc)
	if n != nil {
		stateOf(pc).blocks++
	}
	return n, state
}

// leafParser takes the whole text of a paragraph or heading at once and leaves it to the inliner.
type leafParser struct{}

func (leafParser) Trigger() []byte {
	out := []byte{' '}
	for c := byte('!'); c <= '~'; c++ {
		if isPunct(c) {
			out = append(out, c)
		}
	}
	return out
}

func (leafParser) Parse(parent ast.Node, reader text.Reader, _ parser.Context) ast.Node {
	reader.SetPosition(parent.Lines().Len(), text.NewSegment(len(reader.Source()), len(reader.Source())))
	return &leafNode{}
}

// leafNode stands for the inlines of a block, which the inliner makes.
type leafNode struct{ ast.BaseInline }

func (*leafNode) Kind() ast.NodeKind { return kindBlock }
func (*leafNode) Dump([]byte, int)   {}

// boundedReader ends before the first line on which no further block may be opened.
type boundedReader struct {
	text.Reader
	state *state
	cut   int // where it has ended, or -1
	mark  int // length of the byte order mark at the beginning
}

func newReader(source []byte, state *state) *boundedReader {
	r := &boundedReader{Reader: text.NewReader(source), state: state, cut: -1}
	if bytes.HasPrefix(source, []byte("\xEF\xBB\xBF")) {
		r.mark = 3
		r.Advance(r.mark)
	}
	return r
}

// LineOffset returns the column of the reader, for which a byte order mark does not count.
func (r *boundedReader) LineOffset() int {
	offset := r.Reader.LineOffset()
	if r.mark == 0 {
		return offset
	}
	at, seg := r.Position()
	if at > 0 {
		return offset
	}
	column := 0
	for _, c := range r.Source()[r.mark:max(seg.Start, r.mark)] {
		if c == '\t' {
			column += util.TabWidth(column)
		} else {
			column++
		}
	}
	return column - seg.Padding
}

func (r *boundedReader) PeekLine() ([]byte, text.Segment) {
	if r.cut >= 0 {
		return nil, text.NewSegment(r.cut, r.cut)
	}
	return r.Reader.PeekLine()
}

func (r *boundedReader) AdvanceLine() {
	r.Reader.AdvanceLine()
	if r.cut < 0 && r.state.full() {
		_, seg := r.Position()
		r.cut = seg.Start
	}
}

func (r *boundedReader) SkipBlankLines() (text.Segment, int, bool) {
	for lines := 0; ; lines++ {
		l, seg := r.PeekLine()
		if l == nil {
			return seg, lines, false
		}
		if !util.IsBlank(l) {
			return seg, lines, true
		}
		r.AdvanceLine()
	}
}
