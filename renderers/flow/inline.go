package flow

import (
	"strings"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Text returns what a reader sees of inlines without their styles, on one line: the form of a table cell, of a title,
// of a label that is compared with an address.
func Text(in []*deliveryv1.Inline, p *surface.Profile) string {
	if len(in) == 1 {
		if t, ok := in[0].Node.(*deliveryv1.Inline_Text); ok {
			return t.Text
		}
	}
	var b strings.Builder
	appendText(&b, in, p)
	return b.String()
}

func appendText(b *strings.Builder, in []*deliveryv1.Inline, p *surface.Profile) {
	for _, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			b.WriteString(n.Text)
		case *deliveryv1.Inline_Strong:
			appendText(b, n.Strong.Inlines, p)
		case *deliveryv1.Inline_Emphasis:
			appendText(b, n.Emphasis.Inlines, p)
		case *deliveryv1.Inline_Strikethrough:
			appendText(b, n.Strikethrough.Inlines, p)
		case *deliveryv1.Inline_Spoiler:
			appendText(b, n.Spoiler.Inlines, p)
		case *deliveryv1.Inline_Code:
			b.WriteString(n.Code)
		case *deliveryv1.Inline_Link:
			if len(n.Link.Inlines) == 0 {
				b.WriteString(n.Link.Url)
			}
			appendText(b, n.Link.Inlines, p)
		case *deliveryv1.Inline_SoftBreak, *deliveryv1.Inline_HardBreak:
			b.WriteByte(' ')
		case *deliveryv1.Inline_Image:
			b.WriteString("🖼 ")
			b.WriteString(alt(n.Image.Alt))
			if n.Image.Title != "" {
				b.WriteString(" (" + n.Image.Title + ")")
			}
		case *deliveryv1.Inline_Math:
			b.WriteString(n.Math.Source)
		case *deliveryv1.Inline_FootnoteReference:
			w := Writer{P: p}
			b.WriteString(w.NoteMark(n.FootnoteReference.Number))
		case *deliveryv1.Inline_CitationReference:
			b.WriteString("[" + n.CitationReference.Label + "]")
		case *deliveryv1.Inline_Raw:
			b.WriteString(strings.ReplaceAll(n.Raw.Source, "\n", " "))
		case *deliveryv1.Inline_Opaque:
			b.WriteString(strings.ReplaceAll(n.Opaque.Source, "\n", " "))
		}
	}
}

func alt(s string) string {
	if strings.TrimSpace(s) == "" {
		return "image"
	}
	return s
}

// Shape is how a link is shown.
type Shape uint8

const (
	// Live is the dialect's own link.
	Live Shape = iota
	// Bare is an address that is its own label.
	Bare
	// Labelled is the label, then the address in round brackets.
	Labelled
	// Label is the label alone, for an empty destination.
	Label
)

// Link is a link as a surface shows it.
type Link struct {
	Shape Shape
	// Host is the true host to be shown behind a label that names another one; empty: none.
	Host string
	// Address is the mail address of a mailto link.
	Address string
}

// LinkShape decides how a link is shown: live says which addresses the surface can make live.
func (w *Writer) LinkShape(l *deliveryv1.LinkInline, live func(url string) bool) Link {
	var s Link
	url := l.Url
	if url == "" {
		s.Shape = Label
		return s
	}
	label := ""
	if len(l.Inlines) > 0 {
		label = Text(l.Inlines, w.P)
	}
	same := len(l.Inlines) == 0 || label == url || l.Autolink
	if mail, ok := strings.CutPrefix(url, "mailto:"); ok && l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_SAFE {
		s.Address = mail
		same = same || label == mail
	}
	switch {
	case l.Safety != deliveryv1.LinkSafety_LINK_SAFETY_SAFE, !live(url):
		s.Shape = Labelled
		if s.Address == "" {
			w.Note("link.not_live", deliveryv1.Severity_SEVERITY_INFO, "the address is shown as text")
		}
		if same {
			s.Shape = Bare
		}
		w.Lower("link.text")
	case !w.P.Links:
		s.Shape = Labelled
		if same {
			s.Shape = Bare
		}
		w.Lower("link.text")
	default:
		if same {
			s.Shape = Bare
			return s
		}
		if host, ok := link.Mismatch(label, url); ok {
			s.Host = host
		}
	}
	if l.Title != "" {
		w.Lower("link.text")
	}
	return s
}

// Address writes an address alone: live where it may be, else as text.
func (w *Writer) Address(url string, safety deliveryv1.LinkSafety) {
	w.D.Inlines(w, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Link{Link: &deliveryv1.LinkInline{
		Url: url, Safety: safety, Autolink: true,
	}}}}, false)
}

// Image writes an image as the link of its alternative text.
func (w *Writer) Image(text, url, title string, safety deliveryv1.LinkSafety) {
	w.Text(chunk.Prose, "🖼 ")
	w.D.Inlines(w, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Link{Link: &deliveryv1.LinkInline{
		Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: alt(text)}}},
		Url:     url, Safety: safety,
	}}}}, false)
	if title != "" {
		w.Text(chunk.Prose, " ("+title+")")
	}
}

// Break writes a soft or a hard break.
func (w *Writer) Break(hard bool) {
	if !hard && w.P.On("breaks", "space") {
		w.Text(chunk.Prose, " ")
		return
	}
	w.Line(chunk.AtLine)
}

// AfterNote writes a comma when a footnote mark follows another one.
func AfterNote(in []*deliveryv1.Inline, i int) bool {
	if i == 0 {
		return false
	}
	_, ok := in[i-1].Node.(*deliveryv1.Inline_FootnoteReference)
	return ok
}

// Alt returns the alternative text of an image, or a word in its place.
func Alt(s string) string { return alt(s) }

// OneLine returns s with its line ends as blanks.
func OneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// TooLong reports an address that no chunk can hold beside its label, and notes it.
func (w *Writer) TooLong(url string) bool {
	most := w.P.Spec.HardLimit
	if most == 0 || len(url) <= most-64 {
		return false
	}
	w.Note("link.too_long", deliveryv1.Severity_SEVERITY_WARNING, "the address is too long to be live and stands as text")
	return true
}

// Language reports whether a language may be named to a channel: 1 to 32 of [A-Za-z0-9_+#.-].
func Language(s string) bool {
	if s == "" || len(s) > 32 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("_+#.-", c) >= 0 {
			continue
		}
		return false
	}
	return true
}
