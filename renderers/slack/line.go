package slack

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// styles is a set of styles.
type styles uint8

const (
	inItalic styles = 1 << iota
	inBold
	inStrike
	// boldOuter says that strong text began outside of emphasis; it is no style of its own.
	boldOuter
)

// strong adds strong text to the styles around it.
func (set styles) strong() styles {
	if set&(inBold|inItalic) == 0 {
		set |= boldOuter
	}
	return set | inBold
}

// order is the order in which marks that cover the same text open, unless the source nests them otherwise.
var order = [...]struct {
	style styles
	sign  byte
	mark  *chunk.Mark
}{
	{inItalic, '_', italic},
	{inBold, '*', bold},
	{inStrike, '~', strike},
}

// without returns the styles of set whose sign does not occur in s: no mark may hold its own sign.
func (set styles) without(s string) styles {
	for _, o := range &order {
		if set&o.style != 0 && strings.IndexByte(s, o.sign) >= 0 {
			set &^= o.style
		}
	}
	return set
}

type kind uint8

const (
	isText kind = iota
	isCode
	isLink
)

// piece is a part of a line: text, a code span, or a link token.
type piece struct {
	kind kind
	// rim says that the text cannot stand at the edge of a mark: blanks, and signs with their guards.
	rim  bool
	set  styles
	text string
	// url is the address of a link, written as a URL; without a label text is empty.
	url string
	// after is what follows the label of a link in the plain form.
	after string
}

// line gathers the pieces of one line of output, since no mark spans lines.
type line struct {
	d      *dialect
	w      *flow.Writer
	pieces []piece
	parts  []piece
}

// Inlines writes text with its styles.
func (d *dialect) Inlines(w *flow.Writer, in []*deliveryv1.Inline, strong bool) {
	l := &d.line
	l.d, l.w = d, w
	var set styles
	if strong {
		set = set.strong()
	}
	l.inlines(in, set)
	l.end()
}

func (l *line) inlines(in []*deliveryv1.Inline, set styles) {
	for i, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			l.text(n.Text, set)
		case *deliveryv1.Inline_Strong:
			l.inlines(n.Strong.Inlines, set.strong())
		case *deliveryv1.Inline_Emphasis:
			l.inlines(n.Emphasis.Inlines, set|inItalic)
		case *deliveryv1.Inline_Strikethrough:
			l.inlines(n.Strikethrough.Inlines, set|inStrike)
		case *deliveryv1.Inline_Spoiler:
			l.w.Drop()
			l.inlines(n.Spoiler.Inlines, set)
		case *deliveryv1.Inline_Code:
			l.code(n.Code, set)
		case *deliveryv1.Inline_Link:
			l.link(n.Link, set)
		case *deliveryv1.Inline_SoftBreak:
			l.lineBreak(false, set)
		case *deliveryv1.Inline_HardBreak:
			l.lineBreak(true, set)
		case *deliveryv1.Inline_Image:
			l.image(n.Image, set)
		case *deliveryv1.Inline_Math:
			if l.d.p.On("math", "off") {
				l.text(n.Math.Source, set)
			} else {
				l.code(n.Math.Source, set)
			}
		case *deliveryv1.Inline_FootnoteReference:
			if flow.AfterNote(in, i) {
				l.text(",", set)
			}
			l.text(l.w.NoteMark(n.FootnoteReference.Number), set)
		case *deliveryv1.Inline_CitationReference:
			c := n.CitationReference
			l.link(&deliveryv1.LinkInline{Inlines: textOf("[" + c.Label + "]"), Url: c.Url, Safety: c.Safety}, set)
		case *deliveryv1.Inline_Raw:
			l.w.Lower("html.inert")
			l.lines(n.Raw.Source, set)
		case *deliveryv1.Inline_Opaque:
			l.lines(n.Opaque.Source, set)
		}
	}
}

func textOf(s string) []*deliveryv1.Inline {
	return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: s}}}
}

func (l *line) text(s string, set styles) {
	if s != "" {
		l.pieces = append(l.pieces, piece{text: flow.OneLine(s), set: set})
	}
}

// lines adds text with its line breaks.
func (l *line) lines(s string, set styles) {
	for {
		head, rest, more := strings.Cut(s, "\n")
		l.text(head, set)
		if !more {
			return
		}
		l.end()
		l.w.Line(chunk.AtLine)
		s = rest
	}
}

func (l *line) lineBreak(hard bool, set styles) {
	if !hard && l.d.p.On("breaks", "space") {
		l.text(" ", set)
		return
	}
	l.end()
	l.w.Break(hard)
}

// code adds a code span. One that holds a backtick is text, since no character stands for it.
func (l *line) code(s string, set styles) {
	s = flow.OneLine(s)
	core := strings.TrimFunc(s, blank)
	switch {
	case !l.d.p.Code:
		l.w.Lower("code.text")
		l.text(s, set)
		return
	case strings.IndexByte(s, '`') >= 0:
		l.w.Drop()
		l.text(s, set)
		return
	case core == "":
		l.text(s, set)
		return
	}
	at := strings.Index(s, core)
	l.text(s[:at], set)
	kept := set.without(core)
	if kept != set {
		l.w.Drop()
	}
	l.pieces = append(l.pieces, piece{kind: isCode, text: core, set: kept})
	l.text(s[at+len(core):], set)
}

func (l *line) image(n *deliveryv1.ImageInline, set styles) {
	l.w.Lower("media.link")
	l.text("🖼 ", set)
	l.link(&deliveryv1.LinkInline{Inlines: textOf(flow.Alt(n.Alt)), Url: n.Url, Safety: n.Safety}, set)
	if n.Title != "" {
		l.text(" ("+n.Title+")", set)
	}
}

// end writes the line.
func (l *line) end() {
	if len(l.pieces) == 0 {
		return
	}
	l.parts = l.parts[:0]
	for i := 0; i < len(l.pieces); {
		p := l.pieces[i]
		n := 1
		if p.kind == isText {
			p, n = join(l.pieces[i:])
		}
		l.parts = split(l.parts, p)
		i += n
	}
	e := emitter{w: l.w, loneTilde: loneTilde(l.parts)}
	e.group(l.parts, 0)
	e.flush(true)
	clear(l.pieces)
	clear(l.parts)
	l.pieces = l.pieces[:0]
}

// loneTilde reports whether a line holds exactly one tilde and no strike. Such a tilde has no partner:
// "~5 minutes" stays as it was typed.
func loneTilde(ps []piece) bool {
	n := 0
	for i := range ps {
		if ps[i].set&inStrike != 0 {
			return false
		}
		n += strings.Count(ps[i].text, "~") + strings.Count(ps[i].url, "~")
	}
	return n == 1
}

// join makes one piece of the texts of one set that ps begins with, and returns how many they are.
func join(ps []piece) (piece, int) {
	n, size := 1, len(ps[0].text)
	for n < len(ps) && ps[n].kind == isText && ps[n].set == ps[0].set {
		size += len(ps[n].text)
		n++
	}
	p := ps[0]
	if n > 1 {
		var b strings.Builder
		b.Grow(size)
		for i := range n {
			b.WriteString(ps[i].text)
		}
		p.text = b.String()
	}
	return p, n
}
