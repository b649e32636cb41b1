package telegram

import (
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

type dialect struct {
	p     *surface.Profile
	guard bool
	marks []*chunk.Mark // styles open in the present text, outermost first
	upper bool
}

var style = flow.Style{
	Bullets:      []string{"• ", "◦ ", "▪ "},
	Open:         "☐ ",
	Done:         "☑ ",
	Nested:       "│ ",
	NativeQuotes: true,
	NativeCode:   true,
	NativeDiffs:  true,
}

// Style returns the fixed part of the dialect.
func (*dialect) Style() *flow.Style { return &style }

var (
	bold      = &chunk.Mark{Open: "<b>", Close: "</b>", Style: true, EntityBytes: entityBytes}
	underline = &chunk.Mark{Open: "<u>", Close: "</u>", Style: true, EntityBytes: entityBytes}
	italic    = &chunk.Mark{Open: "<i>", Close: "</i>", Style: true, EntityBytes: entityBytes}
	strike    = &chunk.Mark{Open: "<s>", Close: "</s>", Style: true, EntityBytes: entityBytes}
	spoiler   = &chunk.Mark{Open: "<tg-spoiler>", Close: "</tg-spoiler>", Style: true, EntityBytes: entityBytes}
	span      = &chunk.Mark{Open: "<code>", Close: "</code>", Entity: true, EntityBytes: entityBytes}
	quote     = &chunk.Mark{Open: "<blockquote>", Close: "</blockquote>", Entity: true, EntityBytes: entityBytes}
	pre       = &chunk.Mark{Open: "<pre>", Close: "</pre>", Entity: true, EntityBytes: entityBytes}
)

// AppendText escapes the three characters of HTML text.
func (d *dialect) AppendText(dst []byte, s string, c chunk.Context, _ bool) []byte {
	if c == chunk.Literal {
		return append(dst, s...)
	}
	if d.guard && c == chunk.Prose {
		s = guarded(s)
	}
	last := 0
	for i := 0; i < len(s); i++ {
		var e string
		switch s[i] {
		case '&':
			e = "&amp;"
		case '<':
			e = "&lt;"
		case '>':
			e = "&gt;"
		case 0xCC:
			if i+1 < len(s) && s[i+1] == 0x8A && i > last {
				if r := ring(s[i-1]); r != 0 {
					dst = append(dst, s[last:i-1]...)
					dst = utf8.AppendRune(dst, r)
					last = i + 2
					i++
				}
			}
			continue
		default:
			continue
		}
		dst = append(dst, s[last:i]...)
		dst = append(dst, e...)
		last = i + 1
	}
	return append(dst, s[last:]...)
}

// AppendPlain writes text as it is: without parse_mode nothing is markup.
func (*dialect) AppendPlain(dst []byte, s string, _ bool) []byte { return append(dst, s...) }

// ring returns the letter composed of c and U+030A, which the channel deletes when it stands alone; 0: there is none.
func ring(c byte) rune {
	switch c {
	case 'a':
		return 'å'
	case 'A':
		return 'Å'
	case 'u':
		return 'ů'
	case 'U':
		return 'Ů'
	case 'w':
		return 'ẘ'
	case 'y':
		return 'ẙ'
	}
	return 0
}

// guarded puts U+2060 behind the sign of a name, command or tag and behind the dot of a dotted name.
func guarded(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if i+1 == len(s) || !word(s[i+1]) {
			continue
		}
		switch s[i] {
		case '@', '/', '#':
			if i == 0 || !word(s[i-1]) {
				b.WriteString("\u2060")
			}
		case '.':
			if i > 0 && word(s[i-1]) {
				b.WriteString("\u2060")
			}
		}
	}
	return b.String()
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// Heading writes levels 1 and 2 bold and underlined, the others bold.
func (d *dialect) Heading(w *flow.Writer, h *deliveryv1.HeadingBlock, inner bool) bool {
	d.open(w, bold)
	if h.Level <= 2 && !inner {
		if d.p.On("telegram.headings", "upper") {
			d.upper = true
		} else {
			d.open(w, underline)
		}
	}
	d.inlines(w, h.Inlines, inBold)
	d.upper = false
	for len(d.marks) > 0 {
		d.close(w)
	}
	return false
}

// OpenQuote begins a quote.
func (*dialect) OpenQuote(w *flow.Writer) { w.Open(quote) }

// CloseQuote ends a quote.
func (*dialect) CloseQuote(w *flow.Writer) { w.Close() }

// CodeMark returns the tags around code.
func (*dialect) CodeMark(_ *flow.Writer, language string) *chunk.Mark {
	if !flow.Language(language) {
		return pre
	}
	return &chunk.Mark{
		Open: `<pre><code class="language-` + language + `">`, Close: "</code></pre>",
		Entity: true, EntityBytes: entityBytes + len(language),
	}
}

// Strong returns the tags of strong text.
func (*dialect) Strong() *chunk.Mark { return bold }

// Target writes an address as text.
func (*dialect) Target(w *flow.Writer, url string) { w.Text(chunk.Address, url) }

// inside says which constructs surround a text.
type inside uint8

const (
	inBold inside = 1 << iota
	inItalic
	inStrike
	inSpoiler
	inLink
)

// Inlines writes text with its styles.
func (d *dialect) Inlines(w *flow.Writer, in []*deliveryv1.Inline, strong bool) {
	if !strong {
		d.inlines(w, in, 0)
		return
	}
	d.open(w, bold)
	d.inlines(w, in, inBold)
	d.close(w)
}

func (d *dialect) open(w *flow.Writer, m *chunk.Mark) {
	w.Open(m)
	d.marks = append(d.marks, m)
}

func (d *dialect) close(w *flow.Writer) {
	w.Close()
	d.marks = d.marks[:len(d.marks)-1]
}

func (d *dialect) inlines(w *flow.Writer, in []*deliveryv1.Inline, at inside) {
	for i, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			d.text(w, n.Text)
		case *deliveryv1.Inline_Strong:
			d.styled(w, n.Strong.Inlines, at, inBold, bold)
		case *deliveryv1.Inline_Emphasis:
			d.styled(w, n.Emphasis.Inlines, at, inItalic, italic)
		case *deliveryv1.Inline_Strikethrough:
			d.styled(w, n.Strikethrough.Inlines, at, inStrike, strike)
		case *deliveryv1.Inline_Spoiler:
			d.styled(w, n.Spoiler.Inlines, at, inSpoiler, spoiler)
		case *deliveryv1.Inline_Code:
			d.code(w, n.Code, at)
		case *deliveryv1.Inline_Link:
			d.link(w, n.Link, at)
		case *deliveryv1.Inline_SoftBreak:
			w.Break(false)
		case *deliveryv1.Inline_HardBreak:
			w.Break(true)
		case *deliveryv1.Inline_Image:
			w.Lower("media.link")
			if at&inLink != 0 {
				w.Text(chunk.Prose, "🖼 "+flow.Alt(n.Image.Alt))
				break
			}
			w.Image(n.Image.Alt, n.Image.Url, n.Image.Title, n.Image.Safety)
		case *deliveryv1.Inline_Math:
			if d.p.On("math", "off") {
				d.text(w, n.Math.Source)
			} else {
				d.code(w, n.Math.Source, at)
			}
		case *deliveryv1.Inline_FootnoteReference:
			if flow.AfterNote(in, i) {
				w.Text(chunk.Prose, ",")
			}
			w.Text(chunk.Prose, w.NoteMark(n.FootnoteReference.Number))
		case *deliveryv1.Inline_CitationReference:
			c := n.CitationReference
			d.link(w, &deliveryv1.LinkInline{
				Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: "[" + c.Label + "]"}}},
				Url:     c.Url, Safety: c.Safety,
			}, at)
		case *deliveryv1.Inline_Raw:
			w.Lower("html.inert")
			w.Lines(n.Raw.Source, chunk.AtLine)
		case *deliveryv1.Inline_Opaque:
			w.Lines(n.Opaque.Source, chunk.AtLine)
		}
	}
}

func (d *dialect) text(w *flow.Writer, s string) {
	if d.upper {
		s = strings.ToUpper(s)
	}
	if strings.ContainsAny(s, "\u030a\u0333\u033f") {
		d.noteDrops(w, s)
	}
	w.Text(chunk.Prose, s)
}

// noteDrops reports marks that the channel deletes from the text.
func (*dialect) noteDrops(w *flow.Writer, s string) {
	for i, r := range s {
		if r == 0x0333 || r == 0x033F || r == 0x030A && (i == 0 || ring(s[i-1]) == 0) {
			w.Note("text.channel_drops", deliveryv1.Severity_SEVERITY_WARNING, "the channel deletes a combining mark of this text")
			return
		}
	}
}

func (d *dialect) styled(w *flow.Writer, in []*deliveryv1.Inline, at, bit inside, m *chunk.Mark) {
	if at&bit != 0 {
		d.inlines(w, in, at)
		return
	}
	d.open(w, m)
	d.inlines(w, in, at|bit)
	d.close(w)
}

// code writes a code span. Styles close before it and reopen behind it, for code takes no other entity; in a spoiler
// or a link it loses its look, since those must stay.
func (d *dialect) code(w *flow.Writer, s string, at inside) {
	if !d.p.Code {
		w.Lower("code.text")
		w.Text(chunk.Prose, s)
		return
	}
	if at&(inSpoiler|inLink) != 0 {
		w.Drop()
		w.Text(chunk.Prose, s)
		return
	}
	for range d.marks {
		w.Close()
	}
	atom := w.Atom()
	w.Open(span)
	w.Text(chunk.Span, s)
	w.Close()
	if atom {
		w.EndAtom()
	}
	for _, m := range d.marks {
		w.Open(m)
	}
}

// link writes a link in the shape that its address allows.
func (d *dialect) link(w *flow.Writer, l *deliveryv1.LinkInline, at inside) {
	if at&inLink != 0 {
		d.inlines(w, l.Inlines, at)
		return
	}
	shape := w.LinkShape(l, live)
	label := func(at inside) {
		if len(l.Inlines) == 0 {
			w.Text(chunk.Prose, l.Url)
			return
		}
		d.inlines(w, l.Inlines, at)
	}
	switch shape.Shape {
	case flow.Label:
		label(at)
	case flow.Bare:
		switch {
		case shape.Address != "":
			w.Text(chunk.Prose, shape.Address)
		case l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_SAFE && live(l.Url) && d.p.Links:
			label(at)
		default:
			d.code(w, flow.OneLine(l.Url), at)
		}
	case flow.Labelled:
		atom := w.Atom()
		label(at)
		w.Text(chunk.Prose, " (")
		if shape.Address != "" {
			w.Text(chunk.Prose, shape.Address)
		} else {
			d.code(w, flow.OneLine(l.Url), at)
		}
		w.Text(chunk.Prose, ")")
		if atom {
			w.EndAtom()
		}
	case flow.Live:
		url := link.EncodeURL(l.Url)
		if w.TooLong(url) {
			label(at)
			w.Text(chunk.Prose, " ("+url+")")
			return
		}
		atom := w.Atom()
		d.open(w, &chunk.Mark{
			Open: `<a href="` + attribute(url) + `">`, Close: "</a>",
			After: " (" + url + ")", Entity: true, EntityBytes: entityBytes + len(url), Link: true,
		})
		label(at | inLink)
		d.close(w)
		if atom {
			w.EndAtom()
		}
		if shape.Host != "" {
			w.Text(chunk.Prose, " ("+shape.Host+")")
		}
	}
}

// live reports whether the channel makes a link to this address: http or https with a dotted host or an IP address.
func live(url string) bool {
	low := strings.ToLower(url[:min(len(url), 8)])
	if !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") {
		return false
	}
	host, ok := link.Host(url)
	return ok && strings.ContainsAny(strings.Trim(host, "."), ".:")
}

func attribute(s string) string {
	return attributes.Replace(s)
}

var attributes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
