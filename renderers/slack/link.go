package slack

import (
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// spare is the room that a chunk keeps for text beside an address and its marks.
const spare = 20

// live reports whether Slack makes a link to an address: http, https and mailto.
func live(url string) bool {
	if _, ok := mail(url); ok {
		return true
	}
	_, ok := link.Host(url)
	return ok
}

// mail returns the address of a mailto URL.
func mail(url string) (string, bool) {
	const scheme = "mailto:"
	if len(url) > len(scheme) && strings.EqualFold(url[:len(scheme)], scheme) {
		return url[len(scheme):], true
	}
	return "", false
}

// link adds a link in the shape that its address allows.
func (l *line) link(n *deliveryv1.LinkInline, set styles) {
	shape := l.w.LinkShape(n, live)
	shown := n.Url
	if shape.Address != "" {
		shown = shape.Address
	}
	switch shape.Shape {
	case flow.Label:
		l.inlines(n.Inlines, set)
	case flow.Bare:
		if n.Safety != deliveryv1.LinkSafety_LINK_SAFETY_SAFE || !live(n.Url) || !l.d.p.Links {
			l.code(shown, set)
			return
		}
		label, common := shown, set
		if len(n.Inlines) > 0 {
			label, common = l.label(n.Inlines, set)
		}
		l.token(n.Url, label, "", common)
	case flow.Labelled:
		l.inlines(n.Inlines, set)
		l.text(" (", set)
		l.code(shown, set)
		l.text(")", set)
	case flow.Live:
		label, common := l.label(n.Inlines, set)
		l.token(n.Url, label, " ("+shown+")", common)
		if shape.Host != "" {
			l.text(" ("+shape.Host+")", set)
		}
	}
}

// token adds a link token, or text where no chunk can hold the address.
func (l *line) token(address, label, after string, set styles) {
	url := written(address)
	if strings.TrimFunc(label, blank) == "" || label == url {
		label, after = "", ""
	}
	if label == "" && !l.fits(url, 8) {
		label = url // can be cut, the target is repeated
	}
	if label != "" && !l.fits(url, spare) {
		l.w.Note("link.too_long", deliveryv1.Severity_SEVERITY_WARNING, "the address is too long to be live and stands as text")
		l.w.Lower("link.text")
		l.text(label+after, set)
		return
	}
	kept := set.without(url).without(label)
	if kept != set {
		l.w.Drop()
	}
	l.pieces = append(l.pieces, piece{kind: isLink, text: label, url: url, after: after, set: kept})
}

// fits reports whether a chunk holds the address under the present line prefix and leaves room.
func (l *line) fits(url string, room int) bool {
	limit := l.d.p.Limit
	if limit == 0 {
		return true
	}
	n := len(url) + strings.Count(url, "&")*len("amp;")
	return n+utf8.RuneCountInString(l.w.LinePrefix())+room <= limit
}

// written returns an address as it stands in a token: the scheme in lower case, and without a vertical line and angle
// brackets, which have a meaning there.
func written(url string) string {
	url = brackets.Replace(link.EncodeURL(strings.TrimSpace(url)))
	if i := strings.IndexByte(url, ':'); i > 0 {
		url = strings.ToLower(url[:i]) + url[i:]
	}
	return url
}

var brackets = strings.NewReplacer("|", "%7C", "<", "%3C", ">", "%3E")

// label returns the text of a label on one line and the styles that all of it has. Styles of a part, and code, lose
// their look.
func (l *line) label(in []*deliveryv1.Inline, set styles) (string, styles) {
	if len(in) == 1 {
		if t, ok := in[0].Node.(*deliveryv1.Inline_Text); ok {
			return flow.OneLine(t.Text), set
		}
	}
	b := label{l: l}
	b.inlines(in, set)
	if !b.seen {
		b.common = set
	}
	if b.dropped {
		l.w.Drop()
	}
	return b.text.String(), b.common
}

type label struct {
	l       *line
	text    strings.Builder
	common  styles
	seen    bool
	dropped bool
}

func (b *label) add(s string, set styles) {
	s = flow.OneLine(s)
	b.text.WriteString(s)
	switch {
	case strings.TrimFunc(s, blank) == "":
	case !b.seen:
		b.common, b.seen = set, true
	case b.common != set:
		b.common &= set
		b.dropped = true
	}
}

func (b *label) inlines(in []*deliveryv1.Inline, set styles) {
	for _, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Strong:
			b.inlines(n.Strong.Inlines, set.strong())
		case *deliveryv1.Inline_Emphasis:
			b.inlines(n.Emphasis.Inlines, set|inItalic)
		case *deliveryv1.Inline_Strikethrough:
			b.inlines(n.Strikethrough.Inlines, set|inStrike)
		case *deliveryv1.Inline_Spoiler:
			b.dropped = true
			b.inlines(n.Spoiler.Inlines, set)
		case *deliveryv1.Inline_Image:
			b.l.w.Lower("media.link")
			b.add("🖼 "+flow.Alt(n.Image.Alt), set)
		case *deliveryv1.Inline_Code:
			b.dropped = true
			b.add(n.Code, set)
		case *deliveryv1.Inline_Math:
			b.dropped = b.dropped || !b.l.d.p.On("math", "off")
			b.add(n.Math.Source, set)
		case *deliveryv1.Inline_Raw:
			b.l.w.Lower("html.inert")
			b.add(n.Raw.Source, set)
		case *deliveryv1.Inline_Text:
			b.add(n.Text, set)
		case *deliveryv1.Inline_Opaque:
			b.add(n.Opaque.Source, set)
		case *deliveryv1.Inline_SoftBreak, *deliveryv1.Inline_HardBreak:
			b.add(" ", set)
		case *deliveryv1.Inline_FootnoteReference:
			b.add(b.l.w.NoteMark(n.FootnoteReference.Number), set)
		case *deliveryv1.Inline_CitationReference:
			b.add("["+n.CitationReference.Label+"]", set)
		case *deliveryv1.Inline_Link:
			b.inlines(n.Link.Inlines, set)
		}
	}
}
