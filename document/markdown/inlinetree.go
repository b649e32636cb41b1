package markdown

import (
	"strings"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxInlineDepth is how deep styles and links nest.
const maxInlineDepth = 10

// convert turns a chain of nodes into inlines; neighbouring texts become one.
func (p *inliner) convert(first int32, depth int, inLink bool) []*deliveryv1.Inline {
	n := 0
	for k := first; k != 0; k = p.nodes[k].next {
		n++
	}
	out := p.c.slab.list(n)
	for k := first; k != 0; {
		x := &p.nodes[k]
		if p.c.inlines >= maxInlines {
			end := x.b
			for m := k; m != 0; m = p.nodes[m].next {
				end = p.nodes[m].b
			}
			p.c.diags.add("tree.size", deliveryv1.Severity_SEVERITY_WARNING, "the text has too many parts; the rest is shown as its source", nil)
			return append(out, p.opaque(x.a, end, "tree.size"))
		}
		if x.kind == nText || x.kind == nDelim {
			var in *deliveryv1.Inline
			in, k = p.text(k)
			if in != nil {
				out = append(out, in)
			}
			continue
		}
		if x.kind == nLink && inLink {
			if kids := p.unlinked(x, depth); len(kids) > 0 {
				out = append(out, kids...)
			}
		} else {
			out = append(out, p.node(x, depth, inLink))
		}
		k = x.next
	}
	return out
}

// text joins the texts from node k on, which follow each other, and returns the node behind them.
func (p *inliner) text(k int32) (*deliveryv1.Inline, int32) {
	first := &p.nodes[k]
	a, b, next, escaped := first.a, first.b, first.next, first.escaped
	for next != 0 {
		x := &p.nodes[next]
		if x.kind != nText && x.kind != nDelim {
			break
		}
		b, escaped = x.b, escaped || x.escaped
		next = x.next
	}
	s := p.textOf(a, b, escaped)
	if s == "" {
		return nil, next
	}
	p.c.inlines++
	n := p.c.slab.texts.next()
	n.node.Text = s
	n.inline.Node = &n.node
	p.place(&n.span, a, b)
	n.inline.Span = &n.span
	return &n.inline, next
}

func (p *inliner) place(sp *deliveryv1.Span, a, b int32) {
	sp.Start, sp.End = uint32(p.t.pos(int(a))), uint32(p.t.end(int(b)))
}

// spanOf returns the place of a node in the source.
func (p *inliner) spanOf(x *inode) *deliveryv1.Span {
	sp := &deliveryv1.Span{}
	p.place(sp, x.a, x.b)
	return sp
}

// textOf returns the text between a and b, decoded once.
func (p *inliner) textOf(a, b int32, escaped bool) string {
	s := p.s[a:b]
	if escaped {
		return p.clean(unescape(s))
	}
	if p.c.src.plain {
		return s
	}
	at := -1
	if p.t.parts == nil {
		at = p.t.base + int(a)
	}
	return p.c.clean(s, at, false)
}

// clean applies the rules of leaf text to a decoded string.
func (p *inliner) clean(s string) string {
	if dirty(s) == len(s) {
		return s
	}
	return p.c.clean(s, -1, false)
}

func (p *inliner) opaque(a, b int32, reason string) *deliveryv1.Inline {
	p.c.inlines++
	return &deliveryv1.Inline{
		Span: span(p.t.pos(int(a)), p.t.end(int(b))),
		Node: &deliveryv1.Inline_Opaque{Opaque: &deliveryv1.OpaqueInline{Source: p.clean(p.s[a:b]), Reason: reason}},
	}
}

// unlinked returns the content of a link that stands in a link.
func (p *inliner) unlinked(x *inode, depth int) []*deliveryv1.Inline {
	if x.first != 0 {
		return p.convert(x.first, depth, true)
	}
	text := p.extras[x.extra].text
	if text == "" {
		return nil
	}
	p.c.inlines++
	return []*deliveryv1.Inline{p.addressText(x, p.clean(text))}
}

// addressText returns the text of an autolink, which stands within its angle brackets if it has them.
func (p *inliner) addressText(x *inode, text string) *deliveryv1.Inline {
	sp := p.spanOf(x)
	if p.s[x.a] == '<' {
		sp.Start++
		sp.End--
	}
	return &deliveryv1.Inline{Span: sp, Node: &deliveryv1.Inline_Text{Text: text}}
}

func (p *inliner) node(x *inode, depth int, inLink bool) *deliveryv1.Inline {
	if depth >= maxInlineDepth {
		switch x.kind {
		case nStrong, nEmphasis, nStrike, nSpoiler, nLink:
			p.c.diags.add("inline.depth", deliveryv1.Severity_SEVERITY_WARNING, "styles nest too deep; the inner part is shown as its source", p.spanOf(x))
			return p.opaque(x.a, x.b, "inline.depth")
		}
	}
	p.c.inlines++
	e := &p.extras[x.extra]
	n := p.c.slab.plains.next()
	p.place(&n.span, x.a, x.b)
	in := &n.inline
	in.Span = &n.span
	switch x.kind {
	case nStrong:
		in.Node = &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: p.convert(x.first, depth+1, inLink)}}
	case nEmphasis:
		in.Node = &deliveryv1.Inline_Emphasis{Emphasis: &deliveryv1.StyledInline{Inlines: p.convert(x.first, depth+1, inLink)}}
	case nStrike:
		in.Node = &deliveryv1.Inline_Strikethrough{Strikethrough: &deliveryv1.StyledInline{Inlines: p.convert(x.first, depth+1, inLink)}}
	case nSpoiler:
		in.Node = &deliveryv1.Inline_Spoiler{Spoiler: &deliveryv1.StyledInline{Inlines: p.convert(x.first, depth+1, inLink)}}
	case nCode:
		in.Node = &deliveryv1.Inline_Code{Code: p.clean(e.text)}
	case nMath:
		in.Node = &deliveryv1.Inline_Math{Math: &deliveryv1.MathInline{Content: p.clean(e.text), Source: p.clean(p.s[x.a:x.b])}}
	case nSoft:
		in.Node = &deliveryv1.Inline_SoftBreak{SoftBreak: &deliveryv1.SoftBreak{}}
	case nHard:
		in.Node = &deliveryv1.Inline_HardBreak{HardBreak: &deliveryv1.HardBreak{}}
	case nLink:
		in.Node = &deliveryv1.Inline_Link{Link: p.linkOf(x, depth)}
	case nImage:
		in.Node = &deliveryv1.Inline_Image{Image: p.imageOf(x)}
	case nCitation:
		c := &deliveryv1.CitationReference{Label: e.text, Url: p.clean(e.url), Title: p.clean(e.title)}
		if c.Url != "" {
			c.Safety = p.safety(x, c.Url)
		}
		in.Node = &deliveryv1.Inline_CitationReference{CitationReference: c}
	case nNote:
		in.Node = &deliveryv1.Inline_FootnoteReference{FootnoteReference: &deliveryv1.FootnoteReference{Label: p.clean(e.text), Number: e.note.number}}
	case nRaw:
		p.c.diags.add("html.inert", deliveryv1.Severity_SEVERITY_INFO, htmlInert, p.spanOf(x))
		in.Node = &deliveryv1.Inline_Raw{Raw: &deliveryv1.RawInline{Source: p.clean(p.s[x.a:x.b])}}
	case nText, nDelim:
	}
	return in
}

// linkOf converts a link, whose label holds no further one.
func (p *inliner) linkOf(x *inode, depth int) *deliveryv1.LinkInline {
	e := p.extras[x.extra]
	l := &deliveryv1.LinkInline{Url: p.clean(e.url), Title: p.clean(e.title), Autolink: x.auto}
	if !x.auto {
		l.Inlines = p.convert(x.first, depth+1, true)
	} else if text := p.clean(e.text); text != l.Url {
		p.c.inlines++
		l.Inlines = []*deliveryv1.Inline{p.addressText(x, text)}
	}
	l.Safety = p.safety(x, l.Url)
	if l.Safety != deliveryv1.LinkSafety_LINK_SAFETY_SAFE {
		return l
	}
	if link.Userinfo(l.Url) {
		p.c.diags.add("link.userinfo", deliveryv1.Severity_SEVERITY_WARNING, "an address carries a name before its host", p.spanOf(x))
	} else if !x.auto {
		if _, ok := link.Mismatch(p.flat(x.first), l.Url); ok {
			p.c.diags.add("link.label_mismatch", deliveryv1.Severity_SEVERITY_WARNING, "a label reads as an address on another host", p.spanOf(x))
		}
	}
	return l
}

// safety returns the verdict on the address of a link and reports an unsafe one.
func (p *inliner) safety(x *inode, url string) deliveryv1.LinkSafety {
	v := link.Classify(url)
	if v == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
		p.c.diags.add("link.unsafe", deliveryv1.Severity_SEVERITY_WARNING, "an address that is not safe is shown as text", p.spanOf(x))
	}
	return v
}

func (p *inliner) imageOf(x *inode) *deliveryv1.ImageInline {
	e := p.extras[x.extra]
	i := &deliveryv1.ImageInline{Alt: p.flat(x.first), Url: p.clean(e.url), Title: p.clean(e.title)}
	if i.Safety = link.ClassifyMedia(i.Url); i.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE && i.Url != "" {
		p.c.diags.add("media.unsafe", deliveryv1.Severity_SEVERITY_WARNING, "a picture's address is not safe and is shown as text", p.spanOf(x))
	}
	return i
}

// flat returns the text of a chain of nodes without styles.
func (p *inliner) flat(first int32) string {
	if first == 0 {
		return ""
	}
	if x := &p.nodes[first]; x.next == 0 && x.kind == nText {
		return p.textOf(x.a, x.b, x.escaped)
	}
	var b strings.Builder
	p.flatTo(&b, first)
	return b.String()
}

func (p *inliner) flatTo(b *strings.Builder, first int32) {
	for k := first; k != 0; k = p.nodes[k].next {
		x := &p.nodes[k]
		switch x.kind {
		case nText, nDelim:
			b.WriteString(p.textOf(x.a, x.b, x.escaped))
		case nSoft, nHard:
			b.WriteByte(' ')
		case nMath, nRaw, nNote, nCitation:
			b.WriteString(p.clean(p.s[x.a:x.b]))
		case nCode:
			b.WriteString(p.clean(p.extras[x.extra].text))
		case nStrong, nEmphasis, nStrike, nSpoiler, nLink, nImage:
			if x.first != 0 {
				p.flatTo(b, x.first)
			} else {
				b.WriteString(p.clean(p.extras[x.extra].text))
			}
		}
	}
}
