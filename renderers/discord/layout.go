package discord

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// layout chooses the marks of styles and where guards stand between them.
type layout struct{ d *dialect }

// arrange decides for nodes that stand side by side in parent.
func (y *layout) arrange(nodes []node, parent *node) {
	for i := range nodes {
		n := &nodes[i]
		if n.run == nil {
			continue
		}
		switch n.run.kind {
		case isEmphasis:
			y.emphasis(nodes, i, parent)
		case isStrike:
			n.signs = n.holds("~")
		case isSpoiler:
			n.signs = n.holds("|")
		case isStrong, isMasked:
		}
		y.arrange(n.kids, n)
	}
	for i := 1; i < len(nodes); i++ {
		a, b := &nodes[i-1], &nodes[i]
		if a.marked() && b.marked() {
			b.before = !(a.slanted && b.starred() || a.starred() && b.slanted)
		}
	}
}

// emphasis writes it with underscores where it touches another mark of asterisks on one side only, else with
// asterisks and guards.
func (y *layout) emphasis(nodes []node, i int, parent *node) {
	n := &nodes[i]
	inStrong := parent != nil && parent.run.kind == isStrong
	outerL := inStrong && i == 0
	outerR := inStrong && i == len(nodes)-1
	innerL, innerR := n.kids[0].starred(), n.kids[len(n.kids)-1].starred()
	besideL := i > 0 && nodes[i-1].starred()
	besideR := i+1 < len(nodes) && nodes[i+1].starred()
	touchL, touchR := outerL || innerL || besideL, outerR || innerR || besideR
	if touchL == touchR && (outerL == outerR && innerL == innerR || !touchL) {
		return
	}
	words := i > 0 && nodes[i-1].endsInWord() || i+1 < len(nodes) && nodes[i+1].startsWithWord()
	if touchL != touchR && !words && !n.underscored() && (y.d.p.Limit == 0 || y.d.p.Limit >= roomy) {
		n.slanted = true
		y.d.underscores = true
		return
	}
	if innerL != innerR {
		n.first, n.last = innerL, innerR
	}
	if outerL != outerR {
		parent.first = parent.first || outerL
		parent.last = parent.last || outerR
	}
}

// roomy is a limit from which on no mark is dropped for want of room. Below, what is next to an underscore is not known.
const roomy = 200

// marked reports whether the node begins and ends with a sign: a style or a code span.
func (n *node) marked() bool {
	if n.run != nil {
		return n.run.kind != isMasked
	}
	return n.leaf.kind == isCode
}

// starred reports whether the node begins and ends with asterisks.
func (n *node) starred() bool {
	return n.run != nil && (n.run.kind == isStrong || n.run.kind == isEmphasis && !n.slanted)
}

func (n *node) endsInWord() bool {
	if n.leaf == nil || n.leaf.kind != isText {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(n.leaf.s)
	return isWord(r)
}

func (n *node) startsWithWord() bool {
	if n.leaf == nil || n.leaf.kind != isText {
		return false
	}
	r, _ := utf8.DecodeRuneInString(n.leaf.s)
	return isWord(r)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

// holds reports whether a text below has the sign.
func (n *node) holds(sign string) bool {
	if n.leaf != nil {
		return n.leaf.kind == isText && strings.Contains(n.leaf.s, sign)
	}
	for i := range n.kids {
		if n.kids[i].holds(sign) {
			return true
		}
	}
	return false
}

// underscored reports whether underscores cannot be the mark of this style: an inner token has one, or an inner strike
// ends right before it.
func (n *node) underscored() bool {
	if k := n.kids[len(n.kids)-1]; k.run != nil && k.run.kind == isStrike {
		return true
	}
	return n.token("_")
}

// token reports whether a code span or an address below has the sign.
func (n *node) token(sign string) bool {
	if n.leaf != nil {
		return (n.leaf.kind == isCode || n.leaf.kind == isAddress) && strings.Contains(n.leaf.s, sign) ||
			strings.Contains(n.leaf.s, "://")
	}
	if n.run.mark != nil && strings.Contains(n.run.mark.Close, sign) {
		return true
	}
	for i := range n.kids {
		if n.kids[i].token(sign) {
			return true
		}
	}
	return false
}

// mark returns the mark of a style.
func (n *node) mark() *chunk.Mark {
	switch n.run.kind {
	case isEmphasis:
		if n.slanted {
			return slanted
		}
		return italic
	case isStrike:
		if n.signs {
			return guardedStrike
		}
		return strike
	case isSpoiler:
		if n.signs {
			return guardedSpoiler
		}
		return spoiler
	case isMasked:
		return n.run.mark
	case isStrong:
	}
	return bold
}

// emitter writes nodes.
type emitter struct {
	w     *flow.Writer
	in    int  // the atom that is open
	begun bool // by this emitter
}

func (e *emitter) nodes(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if n.before {
			e.w.Guard(guard)
		}
		if n.run == nil {
			e.leaf(n.leaf)
			continue
		}
		e.w.Open(n.mark())
		if n.first {
			e.w.Text(chunk.Literal, guard)
		}
		e.nodes(n.kids)
		if n.last {
			e.w.Text(chunk.Literal, guard)
		}
		e.w.Close()
	}
}

// atom goes to the atom with this number.
func (e *emitter) atom(n int) {
	if n == e.in {
		return
	}
	if e.begun {
		e.w.EndAtom()
		e.begun = false
	}
	e.in = n
	if n != 0 {
		e.begun = e.w.Atom()
	}
}

func (e *emitter) leaf(l *leaf) {
	e.atom(l.atom)
	switch l.kind {
	case isText:
		e.w.Text(chunk.Prose, l.s)
	case isCode:
		e.w.Open(spanMark(l.s))
		e.w.Text(chunk.Span, l.s)
		e.w.Close()
	case isAddress:
		e.w.Open(angle)
		e.w.Text(chunk.Address, shield(l.s, l.runs))
		e.w.Close()
	case isBreak:
		e.w.Line(chunk.AtLine)
	}
}
