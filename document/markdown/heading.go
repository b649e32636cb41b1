package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// headingNode is an ATX heading; headings with an underline are the library's.
type headingNode struct {
	block
	level  int
	from   int // of its text
	behind int
}

// headingParser parses ATX headings.
type headingParser struct{ once }

func (headingParser) Trigger() []byte { return []byte{'#'} }

func (headingParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	level := headingLevel(l.bytes[l.at:])
	if level == 0 {
		return nil, parser.NoChildren
	}
	n := &headingNode{level: level}
	n.start, n.end = l.offset(), l.end()
	rest := l.rest()
	from, to := level, len(rest)
	for from < to && isSpace(rest[from]) {
		from++
	}
	// A closing run of # stands behind a blank, or alone.
	k := to
	for k > from && rest[k-1] == '#' {
		k--
	}
	if k == from || isSpace(rest[k-1]) {
		to = k
		for to > from && isSpace(rest[to-1]) {
			to--
		}
	}
	n.from, n.behind = n.start+from, n.start+to
	stateOf(pc).blocks++
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// headingLevel returns the level of the heading that s begins with; 0: it is none.
func headingLevel(s []byte) int {
	i := 0
	for i < len(s) && s[i] == '#' {
		i++
	}
	if i > 6 || i < len(s) && !isSpace(s[i]) {
		return 0
	}
	return i
}

// ruleNode is a thematic break.
type ruleNode struct{ block }

// ruleParser parses thematic breaks.
type ruleParser struct{ once }

func (ruleParser) Trigger() []byte { return []byte("-*_") }

func (ruleParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	if !isRule(l.bytes[l.at:]) {
		return nil, parser.NoChildren
	}
	n := &ruleNode{}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).blocks++
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

// isRule reports three or more equal signs with nothing but blanks between them.
func isRule(s []byte) bool {
	if len(s) < 3 || s[0] != '-' && s[0] != '*' && s[0] != '_' {
		return false
	}
	n := 0
	for _, c := range s {
		switch {
		case c == s[0]:
			n++
		case !isSpace(c):
			return false
		}
	}
	return n >= 3
}
