package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
)

type tokenKind uint8

const (
	tText tokenKind = iota
	tOpen
	tClose
	tLink    // opens a link
	tLinkEnd // closes it
	tAtom    // something that is written as a whole
	tBreak
)

// token is one step of the text of a block.
type token struct {
	kind        tokenKind
	text        string
	more        []string           // texts that follow, until they are joined to text
	mark        int                // of tOpen, tClose
	in          *deliveryv1.Inline // of tLink, tAtom
	hard        bool
	first, last bool // the first, the last character is written as a reference
}

type style uint8

const (
	strong style = iota
	emphasis
	strike
	spoiler
)

// mark is a style around tokens. Its level says which way of writing it is in force.
type mark struct {
	style    style
	level    int
	from, to int // places of its signs among all signs
}

// inliner gathers the tokens of one text.
type inliner struct {
	w      *flow.Writer
	shape  shape
	tokens []token
	marks  []mark
	active [4]bool
	link   int // links entered
	dollar int // behind the last token with a dollar that is no text
}

// shape is what a text is part of.
type shape struct {
	cell    bool
	heading bool // an ATX heading
	oneLine bool // a break is a blank
	starts  bool // the text begins a line
}

func (p *inliner) add(in []*deliveryv1.Inline) {
	for _, n := range in {
		switch x := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			p.text(x.Text)
		case *deliveryv1.Inline_Strong:
			p.styled(strong, x.Strong.Inlines)
		case *deliveryv1.Inline_Emphasis:
			p.styled(emphasis, x.Emphasis.Inlines)
		case *deliveryv1.Inline_Strikethrough:
			p.styled(strike, x.Strikethrough.Inlines)
		case *deliveryv1.Inline_Spoiler:
			p.styled(spoiler, x.Spoiler.Inlines)
		case *deliveryv1.Inline_Code:
			p.code(x.Code)
		case *deliveryv1.Inline_Link:
			p.addLink(n, x.Link)
		case *deliveryv1.Inline_SoftBreak:
			p.lineBreak(false)
		case *deliveryv1.Inline_HardBreak:
			p.lineBreak(true)
		case *deliveryv1.Inline_Image:
			p.image(n, x.Image)
		case *deliveryv1.Inline_Math:
			if p.w.P.On("math", "off") {
				p.lines(x.Math.Source)
				break
			}
			p.atom(n)
		case *deliveryv1.Inline_FootnoteReference:
			p.atom(n)
		case *deliveryv1.Inline_CitationReference:
			p.citation(x.CitationReference)
		case *deliveryv1.Inline_Raw:
			p.w.Lower("html.inert")
			p.lines(x.Raw.Source)
		case *deliveryv1.Inline_Opaque:
			p.lines(x.Opaque.Source)
		}
	}
}

func (p *inliner) text(s string) {
	if s == "" {
		return
	}
	if n := len(p.tokens); n > 0 && p.tokens[n-1].kind == tText {
		p.tokens[n-1].more = append(p.tokens[n-1].more, s)
		return
	}
	p.tokens = append(p.tokens, token{kind: tText, text: s})
}

// join makes one text of each and those that were added to it.
func (p *inliner) join() {
	for i := range p.tokens {
		if t := &p.tokens[i]; len(t.more) > 0 {
			t.text += strings.Join(t.more, "")
			t.more = nil
		}
	}
}

// lines adds text with its line ends as breaks, each line without blanks at its beginning.
func (p *inliner) lines(s string) {
	first := true
	for line := range strings.SplitSeq(s, "\n") {
		if !first {
			p.lineBreak(false)
			line = strings.TrimLeft(line, " \t")
		}
		first = false
		p.text(line)
	}
}

func (p *inliner) atom(n *deliveryv1.Inline) {
	p.tokens = append(p.tokens, token{kind: tAtom, in: n})
}

func (p *inliner) code(s string) {
	if s == "" {
		return
	}
	s = flow.OneLine(s)
	if !p.w.P.Code {
		p.w.Lower("code.text")
		p.text(s)
		return
	}
	if n := len(p.tokens); n > 0 && p.tokens[n-1].kind == tAtom {
		if c, ok := p.tokens[n-1].in.Node.(*deliveryv1.Inline_Code); ok {
			// Two spans side by side would read as one with other marks.
			s = c.Code + s
			p.tokens = p.tokens[:n-1]
		}
	}
	p.atom(&deliveryv1.Inline{Node: &deliveryv1.Inline_Code{Code: s}})
}

// styled adds a style. One inside the same style adds nothing, and one beside the same style goes on.
func (p *inliner) styled(s style, in []*deliveryv1.Inline) {
	if p.active[s] {
		p.add(in)
		return
	}
	p.active[s] = true
	m := len(p.marks)
	if n := len(p.tokens); n > 0 && p.tokens[n-1].kind == tClose && p.marks[p.tokens[n-1].mark].style == s {
		m = p.tokens[n-1].mark
		p.tokens = p.tokens[:n-1]
	} else {
		p.marks = append(p.marks, mark{style: s})
		p.tokens = append(p.tokens, token{kind: tOpen, mark: m})
	}
	p.add(in)
	p.active[s] = false
	p.close(m)
}

// close ends a mark; an empty one leaves nothing.
func (p *inliner) close(m int) {
	if last := &p.tokens[len(p.tokens)-1]; last.kind == tOpen && last.mark == m {
		p.tokens = p.tokens[:len(p.tokens)-1]
		return
	}
	p.end(token{kind: tClose, mark: m})
}

// end ends a mark or a link. Breaks at its end move behind it.
func (p *inliner) end(t token) {
	n := len(p.tokens)
	for n > 0 && p.tokens[n-1].kind == tBreak {
		n--
	}
	breaks := append([]token(nil), p.tokens[n:]...)
	p.tokens = append(p.tokens[:n], t)
	for _, b := range breaks {
		p.lineBreak(b.hard)
	}
}

// lineBreak adds a break, before the marks and the link that open here. Beside a hard one a soft one adds nothing.
func (p *inliner) lineBreak(hard bool) {
	if !hard && p.w.P.On("breaks", "space") {
		p.text(" ")
		return
	}
	n := len(p.tokens)
	for n > 0 && (p.tokens[n-1].kind == tOpen || p.tokens[n-1].kind == tLink) {
		n--
	}
	b := token{kind: tBreak, hard: hard}
	if n > 0 && p.tokens[n-1].kind == tBreak {
		before := &p.tokens[n-1]
		if !hard {
			return
		}
		if !before.hard {
			before.hard = true
			return
		}
	}
	if n == 0 {
		return
	}
	p.tokens = append(p.tokens, token{})
	copy(p.tokens[n+1:], p.tokens[n:])
	p.tokens[n] = b
}

// finish drops the breaks at the end and marks the blanks that would be lost.
func (p *inliner) finish() {
	for n := len(p.tokens); n > 0 && p.tokens[n-1].kind == tBreak; n-- {
		p.tokens = p.tokens[:n-1]
	}
	if p.shape.cell || p.shape.oneLine {
		p.blanks()
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.kind != tText {
			continue
		}
		if space(firstRune(t.text)) && p.edge(i-1, tOpen) || t.text[0] == ':' && p.defines(i-1) {
			t.first = true
		}
		if space(lastRune(t.text)) && p.edge(i+1, tClose) {
			t.last = true
		}
	}
}

// blanks makes blanks of the breaks; only in a heading a hard one can stay.
func (p *inliner) blanks() {
	tokens := p.tokens
	p.tokens = tokens[:0]
	for _, t := range tokens {
		switch {
		case t.kind == tBreak && (p.shape.cell || !t.hard):
			p.text(" ")
		case t.kind == tText:
			p.text(t.text)
		default:
			p.tokens = append(p.tokens, t)
		}
	}
	p.join()
}

// edge reports whether token i is the edge of a line, or a sign that no blank may touch.
func (p *inliner) edge(i int, sign tokenKind) bool {
	if i < 0 || i >= len(p.tokens) {
		return true
	}
	return p.tokens[i].kind == tBreak || p.tokens[i].kind == sign
}

// defines reports whether token i is the reference of a footnote at the beginning of a line, which would be a
// definition with a colon behind it.
func (p *inliner) defines(i int) bool {
	if i < 0 || p.tokens[i].kind != tAtom || p.tokens[i].in.GetFootnoteReference() == nil {
		return false
	}
	return i == 0 || p.tokens[i-1].kind == tBreak
}
