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

// text joins the texts from node k on and returns the node behind them.
func (p *inliner) text(k int32) (*deliveryv1.Inline, int32) {
	first := &p.nodes[k]
	a, b := first.a, first.b
	next := first.next
	var s string
	if next == 0 || p.nodes[next].kind != nText && p.nodes[next].kind != nDelim {
		s = p.textOf(first)
	} else {
		var sb strings.Builder
		sb.WriteString(p.textOf(first))
		for next != 0 {
			x := &p.nodes[next]
			if x.kind != nText && x.kind != nDelim {
				break
			}
			sb.WriteString(p.textOf(x))
			if x.b > x.a {
				b = x.b
			}
			next = x.next
		}
		s = sb.String()
	}
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

func (p *inliner) place(sp *deliveryv1.Span, a, b int) {
	sp.Start, sp.End = uint32(p.t.pos(a)), uint32(p.t.end(b))
}

func (p *inliner) textOf(n *inode) string {
	if n.decoded {
		if p.c.src.plain && !strings.ContainsRune(n.text, 0xFFFD) && len(n.text) == 1 && n.text[0] >= ' ' {
			return n.text
		}
		return p.c.clean(n.text, -1, false)
	}
	if p.c.src.plain {
		return p.s[n.a:n.b]
	}
	return p.c.clean(p.s[n.a:n.b], p.t.pos(n.a), false)
}

// clean applies the rules of leaf text to a decoded string.
func (p *inliner) clean(s string) string {
	if dirty(s) == len(s) {
		return s
	}
	return p.c.clean(s, -1, false)
}

func (p *inliner) opaque(a, b int, reason string) *deliveryv1.Inline {
	p.c.inlines++
	return &deliveryv1.Inline{
		Span: span(p.t.pos(a), p.t.end(b)),
		Node: &deliveryv1.Inline_Opaque{Opaque: &deliveryv1.OpaqueInline{Source: p.clean(p.s[a:b]), Reason: reason}},
	}
}

// unlinked returns the content of a link that stands in a link.
func (p *inliner) unlinked(x *inode, depth int) []*deliveryv1.Inline {
	if x.first != 0 {
		return p.convert(x.first, depth, true)
	}
	if x.text == "" {
		return nil
	}
	p.c.inlines++
	return []*deliveryv1.Inline{{Span: span(p.t.pos(x.a), p.t.end(x.b)), Node: &deliveryv1.Inline_Text{Text: p.clean(x.text)}}}
}

func (p *inliner) node(x *inode, depth int, inLink bool) *deliveryv1.Inline {
	if depth >= maxInlineDepth {
		switch x.kind {
		case nStrong, nEmphasis, nStrike, nSpoiler, nLink:
			p.c.diags.add("inline.depth", deliveryv1.Severity_SEVERITY_WARNING, "styles nest too deep; the inner part is shown as its source", span(p.t.pos(x.a), p.t.end(x.b)))
			return p.opaque(x.a, x.b, "inline.depth")
		}
	}
	p.c.inlines++
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
		in.Node = &deliveryv1.Inline_Code{Code: p.clean(x.text)}
	case nMath:
		in.Node = &deliveryv1.Inline_Math{Math: &deliveryv1.MathInline{Content: p.clean(x.text), Source: p.clean(p.s[x.a:x.b])}}
	case nSoft:
		in.Node = &deliveryv1.Inline_SoftBreak{SoftBreak: &deliveryv1.SoftBreak{}}
	case nHard:
		in.Node = &deliveryv1.Inline_HardBreak{HardBreak: &deliveryv1.HardBreak{}}
	case nLink:
		in.Node = &deliveryv1.Inline_Link{Link: p.linkOf(x, depth)}
	case nImage:
		in.Node = &deliveryv1.Inline_Image{Image: p.imageOf(x)}
	case nCitation:
		c := &deliveryv1.CitationReference{Label: x.text, Url: p.clean(x.url), Title: p.clean(x.title)}
		if c.Url != "" {
			c.Safety = link.Classify(c.Url)
		}
		in.Node = &deliveryv1.Inline_CitationReference{CitationReference: c}
	case nNote:
		in.Node = &deliveryv1.Inline_FootnoteReference{FootnoteReference: &deliveryv1.FootnoteReference{Label: p.clean(x.text), Number: x.note.number}}
	case nRaw:
		p.c.noteHTML(p.t.pos(x.a), p.t.end(x.b))
		in.Node = &deliveryv1.Inline_Raw{Raw: &deliveryv1.RawInline{Source: p.clean(p.s[x.a:x.b])}}
	case nText, nDelim:
	}
	return in
}

func (p *inliner) linkOf(x *inode, depth int) *deliveryv1.LinkInline {
	l := &deliveryv1.LinkInline{Url: p.clean(x.url), Title: p.clean(x.title), Autolink: x.auto}
	if x.auto {
		if text := p.clean(x.text); text != l.Url {
			p.c.inlines++
			l.Inlines = []*deliveryv1.Inline{{Span: span(p.t.pos(x.a), p.t.end(x.b)), Node: &deliveryv1.Inline_Text{Text: text}}}
		}
	} else {
		l.Inlines = p.convert(x.first, depth+1, true)
	}
	l.Safety = link.Classify(l.Url)
	at := func() *deliveryv1.Span { return span(p.t.pos(x.a), p.t.end(x.b)) }
	switch {
	case l.Url == "":
	case l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE:
		p.c.diags.add("link.unsafe", deliveryv1.Severity_SEVERITY_WARNING, "an address that is not safe is shown as text", at())
	case link.Userinfo(l.Url):
		p.c.diags.add("link.userinfo", deliveryv1.Severity_SEVERITY_WARNING, "an address carries a name before its host", at())
	case !x.auto:
		if _, ok := link.Mismatch(p.flat(x.first), l.Url); ok {
			p.c.diags.add("link.label_mismatch", deliveryv1.Severity_SEVERITY_WARNING, "a label reads as an address on another host", at())
		}
	}
	return l
}

func (p *inliner) imageOf(x *inode) *deliveryv1.ImageInline {
	i := &deliveryv1.ImageInline{Alt: p.clean(p.flat(x.first)), Url: p.clean(x.url), Title: p.clean(x.title)}
	i.Safety = link.ClassifyMedia(i.Url)
	if i.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE && i.Url != "" {
		p.c.diags.add("media.unsafe", deliveryv1.Severity_SEVERITY_WARNING, "a picture's address is not safe and is shown as text", span(p.t.pos(x.a), p.t.end(x.b)))
	}
	return i
}

// flat returns the text of a chain of nodes without styles.
func (p *inliner) flat(first int32) string {
	if first == 0 {
		return ""
	}
	if x := &p.nodes[first]; x.next == 0 && x.kind == nText {
		return p.textOf(x)
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
			b.WriteString(p.textOf(x))
		case nSoft, nHard:
			b.WriteByte(' ')
		case nCode, nNote:
			b.WriteString(x.text)
		case nMath, nRaw:
			b.WriteString(p.s[x.a:x.b])
		case nCitation:
			b.WriteString("[" + x.text + "]")
		case nStrong, nEmphasis, nStrike, nSpoiler, nLink, nImage:
			if x.first != 0 {
				p.flatTo(b, x.first)
			} else {
				b.WriteString(x.text)
			}
		}
	}
}
