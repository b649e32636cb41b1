package discord

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// kind is a style.
type kind uint8

const (
	isStrong kind = iota
	isEmphasis
	isStrike
	isSpoiler
	isMasked // the label of a masked link
)

// run is one occurrence of a style; the leaves under it share the pointer.
type run struct {
	kind  kind
	mark  *chunk.Mark // of a masked link
	first *run        // what this run goes on from, if anything
	inked bool        // has begun, while blanks are moved out
}

type leafKind uint8

const (
	isText leafKind = iota
	isCode
	isAddress
	isBreak
)

// leaf is a piece of content with the styles around it, outermost first.
type leaf struct {
	kind leafKind
	s    string
	runs []*run
	atom int // leaves of one atom share a number; 0: none
}

// collector turns inlines into leaves, puts their styles in an order that Discord reads, and writes them.
type collector struct {
	d       *dialect
	w       *flow.Writer
	oneLine bool // a break is a blank
	bold    bool // strong text is no different here
	label   bool // inside the label of a link
	leaves  []leaf
	runs    []*run
	atoms   int
	atom    int
}

// write collects and writes inlines.
func (c *collector) write(in []*deliveryv1.Inline) {
	c.inlines(in)
	c.flush()
}

func (c *collector) inlines(in []*deliveryv1.Inline) {
	for i, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			c.text(n.Text)
		case *deliveryv1.Inline_Strong:
			c.styled(n.Strong.Inlines, isStrong)
		case *deliveryv1.Inline_Emphasis:
			c.styled(n.Emphasis.Inlines, isEmphasis)
		case *deliveryv1.Inline_Strikethrough:
			c.styled(n.Strikethrough.Inlines, isStrike)
		case *deliveryv1.Inline_Spoiler:
			c.styled(n.Spoiler.Inlines, isSpoiler)
		case *deliveryv1.Inline_Code:
			c.code(n.Code)
		case *deliveryv1.Inline_Link:
			c.link(n.Link)
		case *deliveryv1.Inline_SoftBreak:
			c.lineBreak(c.d.p.On("breaks", "space"))
		case *deliveryv1.Inline_HardBreak:
			c.lineBreak(false)
		case *deliveryv1.Inline_Image:
			c.image(n.Image)
		case *deliveryv1.Inline_Math:
			if c.d.p.On("math", "off") {
				c.lines(n.Math.Source)
			} else {
				c.code(n.Math.Source)
			}
		case *deliveryv1.Inline_FootnoteReference:
			mark := c.w.NoteMark(n.FootnoteReference.Number)
			if flow.AfterNote(in, i) {
				mark = "," + mark
			}
			c.text(mark)
		case *deliveryv1.Inline_CitationReference:
			r := n.CitationReference
			c.link(&deliveryv1.LinkInline{Inlines: textInlines("[" + r.Label + "]"), Url: r.Url, Safety: r.Safety})
		case *deliveryv1.Inline_Raw:
			c.w.Lower("html.inert")
			c.lines(n.Raw.Source)
		case *deliveryv1.Inline_Opaque:
			c.lines(n.Opaque.Source)
		}
	}
}

func textInlines(s string) []*deliveryv1.Inline {
	return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: s}}}
}

func (c *collector) add(k leafKind, s string) {
	c.leaves = append(c.leaves, leaf{kind: k, s: s, runs: c.runs[:len(c.runs):len(c.runs)], atom: c.atom})
}

func (c *collector) text(s string) {
	if strings.IndexByte(s, '\n') >= 0 {
		c.lines(s)
		return
	}
	if s != "" {
		c.add(isText, s)
	}
}

// lines adds text of several lines.
func (c *collector) lines(s string) {
	first := true
	for line := range strings.SplitSeq(s, "\n") {
		if !first {
			c.lineBreak(false)
		}
		first = false
		if line != "" {
			c.add(isText, line)
		}
	}
}

func (c *collector) lineBreak(blank bool) {
	if blank || c.oneLine {
		c.add(isText, " ")
		return
	}
	c.add(isBreak, "")
}

// within adds what body adds, under a run.
func (c *collector) within(r *run, body func()) {
	c.runs = append(c.runs[:len(c.runs):len(c.runs)], r)
	body()
	c.runs = c.runs[:len(c.runs)-1]
}

func (c *collector) has(k kind) bool {
	for _, r := range c.runs {
		if r.kind == k {
			return true
		}
	}
	return false
}

func (c *collector) styled(in []*deliveryv1.Inline, k kind) {
	if c.has(k) || c.bold && k == isStrong {
		c.inlines(in)
		return
	}
	c.within(&run{kind: k}, func() { c.inlines(in) })
}

// code adds a code span. Under a spoiler whose sign it holds it loses its look, for the spoiler would end in it.
func (c *collector) code(s string) {
	s = flow.OneLine(s)
	switch {
	case s == "":
	case !c.d.p.Code:
		c.w.Lower("code.text")
		c.text(s)
	case c.has(isSpoiler) && strings.Contains(s, "||"):
		c.w.Drop()
		c.text(s)
	default:
		c.atomic(func() { c.add(isCode, s) })
	}
}

// atomic adds what body adds as a run that is not to be cut.
func (c *collector) atomic(body func()) {
	if c.atom != 0 {
		body()
		return
	}
	c.atoms++
	c.atom = c.atoms
	body()
	c.atom = 0
}

func (c *collector) image(n *deliveryv1.ImageInline) {
	c.w.Lower("media.link")
	c.text("🖼 ")
	if c.label {
		c.text(flow.Alt(n.Alt))
		return
	}
	c.link(&deliveryv1.LinkInline{Inlines: textInlines(flow.Alt(n.Alt)), Url: n.Url, Safety: n.Safety})
	if n.Title != "" {
		c.text(" (" + n.Title + ")")
	}
}
