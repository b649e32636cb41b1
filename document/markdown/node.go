package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var kindBlock = ast.NewNodeKind("VakBlock")

// block is what the nodes of this package share: where they stand in the source. The end grows while the block is
// open; it leaves out the line end.
type block struct {
	ast.BaseBlock
	start, end int
}

// Kind is the same for all nodes of this package; they are told apart by their Go type.
func (*block) Kind() ast.NodeKind { return kindBlock }

// IsRaw keeps the library from looking for inlines, which the inliner does.
func (*block) IsRaw() bool { return true }

// Dump shows nothing; the tree to look at is the document.
func (*block) Dump([]byte, int) {}

func (b *block) place() *block { return b }

// placed is a node of this package.
type placed interface {
	ast.Node
	place() *block
}

// base gives block parsers the answers that most of them share.
type base struct{}

func (base) Close(ast.Node, text.Reader, parser.Context) {}
func (base) CanInterruptParagraph() bool                 { return true }
func (base) CanAcceptIndentedLine() bool                 { return false }

// once is a base for blocks of one line.
type once struct{ base }

func (once) Continue(ast.Node, text.Reader, parser.Context) parser.State { return parser.Close }

// line is the rest of the current line as a block parser sees it. A tab that a container has taken a part of stands
// there as blanks, which have no place of their own in the source.
type line struct {
	bytes  []byte
	from   int // where bytes[0] stands in the source, as if the blanks of a tab stood there
	stop   int // where the line stops in the source, line end included
	column int
	indent int // columns before the first character
	at     int // index of the first character
	blank  bool
}

func readLine(reader text.Reader) line {
	b, seg := reader.PeekLine()
	l := line{bytes: b, from: seg.Start - seg.Padding, stop: seg.Stop, column: reader.LineOffset()}
	l.indent, l.at = util.IndentWidth(b, l.column)
	l.blank = l.at == len(b) || b[l.at] == '\n' || b[l.at] == '\r' && l.at+1 < len(b) && b[l.at+1] == '\n'
	return l
}

// offset returns where the first character stands in the source.
func (l *line) offset() int { return l.from + l.at }

// rest returns the line from its first character on, without its line end and the blanks before it.
func (l *line) rest() []byte {
	end := len(l.bytes)
	for end > l.at && isSpace(l.bytes[end-1]) {
		end--
	}
	return l.bytes[l.at:end]
}

// end returns where the line ends in the source, without its line end.
func (l *line) end() int {
	n := len(l.bytes)
	if n > 0 && l.bytes[n-1] == '\n' {
		n--
		if n > 0 && l.bytes[n-1] == '\r' {
			n--
		}
	}
	return l.from + n
}

// body is the lines of a block whose content is kept as it is.
type body struct{ lines []bodyLine }

// bodyLine is one or more lines that follow each other in the source, with the blanks that a divided tab leaves before
// them.
type bodyLine struct{ start, stop, blanks int }

func (b *body) add(start, stop, blanks int) {
	if n := len(b.lines); n > 0 && blanks == 0 && b.lines[n-1].stop == start {
		b.lines[n-1].stop = stop
		return
	}
	b.lines = append(b.lines, bodyLine{start, stop, blanks})
}

// addIndented adds the current line without up to the given columns of indent, and takes it.
func (b *body) addIndented(l *line, reader text.Reader, columns int) {
	_, seg := reader.PeekLine()
	taken, k, blanks := 0, 0, 0
	for k < l.at && taken < columns {
		w := 1
		if l.bytes[k] == '\t' {
			w = util.TabWidth(l.column + taken)
		}
		taken += w
		k++
	}
	if taken > columns {
		blanks = taken - columns
	}
	start := l.from + k
	if start < seg.Start { // blanks of a tab that a container has divided
		blanks += seg.Start - start
		start = seg.Start
	}
	b.add(start, l.stop, blanks)
	reader.AdvanceToEOL()
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
