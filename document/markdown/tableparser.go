package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Limits of one table.
const (
	maxColumns = 64
	maxRows    = 10_000
	maxCells   = 100_000
)

// tableNode is a pipe table.
type tableNode struct {
	block
	head, delimiter [2]int
	rows            [][2]int
	cells           int // of the rows
	blankBefore     bool
	tooLarge        bool
}

// HasBlankPreviousLines reports whether a blank line stands before the header.
func (n *tableNode) HasBlankPreviousLines() bool { return n.blankBefore }

// tableParser parses pipe tables. It opens one at the delimiter row, and takes the header off the paragraph before.
type tableParser struct{ base }

func (tableParser) Trigger() []byte { return []byte("|:-") }

func (tableParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	p, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph)
	if !ok || p.Parent() != parent || p.Lines().Len() == 0 {
		return nil, parser.NoChildren
	}
	l := readLine(reader)
	st := stateOf(pc)
	columns := delimiterCells(st.text[l.offset():l.end()])
	if columns == 0 {
		return nil, parser.NoChildren
	}
	lines := p.Lines()
	head := lines.At(lines.Len() - 1)
	if countCells(st.text[head.Start:head.Stop]) != columns {
		return nil, parser.NoChildren
	}
	n := &tableNode{tooLarge: columns > maxColumns}
	for head.Start < head.Stop && isSpace(st.text[head.Start]) {
		head.Start++
	}
	n.start, n.end = head.Start, l.end()
	n.head, n.delimiter = [2]int{head.Start, head.Stop}, [2]int{l.offset(), l.end()}
	n.blankBefore = lines.Len() == 1 && p.HasBlankPreviousLines()
	lines.SetSliced(0, lines.Len()-1)
	st.blocks++
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (tableParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	n := node.(*tableNode)
	l := readLine(reader)
	st := stateOf(pc)
	if l.blank || st.interrupts(n.Parent(), &l) {
		return parser.Close
	}
	n.end = l.end()
	if !n.tooLarge {
		row := [2]int{l.offset(), l.end()}
		n.rows = append(n.rows, row)
		n.cells += countCells(st.text[row[0]:row[1]])
		if len(n.rows) > maxRows || n.cells > maxCells {
			n.tooLarge, n.rows = true, nil
		}
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// interrupts reports whether a line begins a block of another kind, which ends a table.
func (s *state) interrupts(parent ast.Node, l *line) bool {
	if l.indent > 3 {
		return true
	}
	rest := l.bytes[l.at:]
	switch c := rest[0]; c {
	case '>':
		return true
	case '#':
		return headingLevel(rest) > 0
	case '`', '~':
		return fenceLength(l.rest()) > 0
	case '<':
		return htmlKind(s.text[l.offset():l.end()]) > 0
	case '[':
		return noteLabel(rest) != ""
	case '$', '\\':
		return s.formulaLines(parent, l) > 0
	case '_':
		return isRule(rest)
	case '-', '*', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		_, ok := listMarker(rest)
		return ok || isRule(rest)
	}
	return false
}

// delimiterCells counts the cells of a delimiter row; 0: it is none.
func delimiterCells(s string) int {
	s = strings.Trim(s, " \t\r\n")
	if s == "" {
		return 0
	}
	marked := strings.ContainsAny(s, "|:")
	s = strings.TrimPrefix(s, "|")
	s = strings.TrimSuffix(s, "|")
	n := 0
	for cell := range strings.SplitSeq(s, "|") {
		cell = strings.Trim(cell, " \t")
		cell = strings.TrimPrefix(cell, ":")
		cell = strings.TrimSuffix(cell, ":")
		if cell == "" || strings.Trim(cell, "-") != "" {
			return 0
		}
		n++
	}
	if !marked {
		return 0
	}
	return n
}

// cells yields the places of the cells of a row, trimmed.
func cells(s string, yield func(start, end int) bool) {
	i, end := 0, len(s)
	for i < end && isSpace(s[i]) {
		i++
	}
	for end > i && isSpace(s[end-1]) {
		end--
	}
	if i < end && s[i] == '|' {
		i++
	}
	for start := i; start < end || start == i; {
		k := start
		for k < end && s[k] != '|' {
			if s[k] == '\\' && k+1 < end {
				k++
			}
			k++
		}
		k = min(k, end)
		a, b := start, k
		for a < b && isSpace(s[a]) {
			a++
		}
		for b > a && isSpace(s[b-1]) {
			b--
		}
		if !yield(a, b) {
			return
		}
		start = k + 1
	}
}

func countCells(s string) int {
	n := 0
	cells(s, func(int, int) bool { n++; return true })
	return n
}
