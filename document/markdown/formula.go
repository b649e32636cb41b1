package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formulaNode is a display formula.
type formulaNode struct {
	block
	left int // lines to come
	body body
}

// formulaParser parses formulas between $$ or \[ and \] on lines of their own. It opens one only after it has seen the
// closing sign before a blank line, so that a later line never changes what is settled.
type formulaParser struct{ base }

func (formulaParser) Trigger() []byte { return []byte(`$\`) }

func (formulaParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	lines := stateOf(pc).formulaLines(parent, &l)
	if lines == 0 {
		return nil, parser.NoChildren
	}
	n := &formulaNode{left: lines - 1}
	n.start, n.end = l.offset(), l.end()
	stateOf(pc).blocks++
	n.body.addIndented(&l, reader, l.indent)
	return n, parser.NoChildren
}

func (formulaParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*formulaNode)
	if n.left == 0 {
		return parser.Close
	}
	n.left--
	l := readLine(reader)
	n.end = l.end()
	n.body.addIndented(&l, reader, 0)
	return parser.Continue | parser.NoChildren
}

// lookedAt remembers how far a search in a container went that found nothing.
type lookedAt struct {
	in    ast.Node
	until int
}

// formulaLines returns how many lines the formula has that a line begins; 0: it begins none.
func (s *state) formulaLines(parent ast.Node, l *line) int {
	rest := string(l.rest())
	var closing string
	kind := 0
	switch {
	case strings.HasPrefix(rest, "$$"):
		closing = "$$"
	case strings.HasPrefix(rest, `\[`):
		closing, kind = `\]`, 1
	default:
		return 0
	}
	rest = rest[2:]
	if i := strings.Index(rest, closing); i >= 0 {
		if i+2 == len(rest) && strings.TrimSpace(rest[:i]) != "" {
			return 1
		}
		return 0
	}
	failed := &s.noFormula[depthOf(parent)][kind]
	if failed.in == parent && l.stop <= failed.until {
		return 0
	}
	chain := containers(parent)
	empty := strings.TrimSpace(rest) == ""
	at := l.stop
	for lines := 2; at < len(s.text); lines++ {
		end := len(s.text)
		if i := strings.IndexByte(s.text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		content, ok := within(chain, s.text[at:end])
		content = strings.Trim(content, " \t\r\n")
		if !ok || content == "" {
			break
		}
		if i := strings.Index(content, closing); i >= 0 {
			if i+2 == len(content) && !(empty && i == 0) {
				return lines
			}
			break
		}
		empty = false
		at = end
	}
	*failed = lookedAt{parent, at}
	return 0
}

// containers returns the containers around a node, the outermost first.
func containers(n ast.Node) []ast.Node {
	var out []ast.Node
	for ; n != nil; n = n.Parent() {
		switch n.(type) {
		case *quoteNode, *itemNode, *noteNode:
			out = append(out, n)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// within takes the signs and indents of containers off a line; ok tells whether the line belongs to the innermost.
func within(chain []ast.Node, s string) (content string, ok bool) {
	i, column, ahead := 0, 0, 0 // ahead: columns of a tab that nothing has taken yet
	skip := func(columns int) int {
		taken := min(ahead, columns)
		ahead -= taken
		for taken < columns && i < len(s) && (s[i] == ' ' || s[i] == '\t') {
			w := 1
			if s[i] == '\t' {
				w = util.TabWidth(column)
			}
			i++
			column += w
			taken += w
		}
		if taken > columns {
			ahead += taken - columns
			taken = columns
		}
		return taken
	}
	for _, n := range chain {
		switch n := n.(type) {
		case *quoteNode:
			skip(3)
			if ahead > 0 || i >= len(s) || s[i] != '>' {
				return "", false
			}
			i++
			column++
			skip(1)
		case *itemNode:
			if skip(n.offset) < n.offset {
				return "", false
			}
		case *noteNode:
			if skip(4) < 4 {
				return "", false
			}
		}
	}
	return s[i:], true
}
