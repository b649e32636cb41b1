package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// addLink adds a link, or its label and address as text when the address must not be live.
func (p *inliner) addLink(n *deliveryv1.Inline, l *deliveryv1.LinkInline) {
	if p.link > 0 {
		p.add(l.Inlines)
		if len(l.Inlines) == 0 {
			p.text(l.Url)
		}
		return
	}
	unsafe := l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE
	switch {
	case l.Url != "" && (unsafe || !p.w.P.Links):
		p.dead(l)
	case angled(l):
		p.atom(n)
	default:
		p.link++
		p.tokens = append(p.tokens, token{kind: tLink, in: n})
		if len(l.Inlines) == 0 && l.Autolink {
			p.text(l.Url)
		}
		p.add(l.Inlines)
		p.link--
		p.end(token{kind: tLinkEnd})
	}
}

// dead writes a link whose address is not live: the label, then the address in round brackets as code.
func (p *inliner) dead(l *deliveryv1.LinkInline) {
	p.w.Lower("link.text")
	name := ""
	if len(l.Inlines) > 0 {
		name = flow.Text(l.Inlines, p.w.P)
	}
	shown := l.Url
	mail, isMail := strings.CutPrefix(l.Url, "mailto:")
	if isMail && l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_SAFE {
		shown = mail
	}
	if len(l.Inlines) == 0 && !l.Autolink || l.Autolink || name == l.Url || name == shown {
		p.code(shown)
		return
	}
	p.add(l.Inlines)
	p.text(" (")
	p.code(shown)
	p.text(")")
}

func (p *inliner) citation(c *deliveryv1.CitationReference) {
	if c.Url == "" {
		p.text("[" + c.Label + "]")
		return
	}
	name := c.Label
	if c.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE || !p.w.P.Links {
		name = "[" + name + "]"
	}
	l := &deliveryv1.LinkInline{
		Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: name}}},
		Url:     c.Url, Title: c.Title, Safety: c.Safety,
	}
	p.addLink(&deliveryv1.Inline{Node: &deliveryv1.Inline_Link{Link: l}}, l)
}

// image adds an image, or the link of its alternative text where there are no media.
func (p *inliner) image(n *deliveryv1.Inline, x *deliveryv1.ImageInline) {
	if p.w.P.Media && x.Safety != deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
		p.atom(n)
		return
	}
	p.w.Lower("media.link")
	p.text("🖼 ")
	alt := []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: flow.Alt(x.Alt)}}}
	if p.link > 0 {
		p.add(alt)
		return
	}
	l := &deliveryv1.LinkInline{Inlines: alt, Url: x.Url, Title: x.Title, Safety: x.Safety}
	p.addLink(&deliveryv1.Inline{Node: &deliveryv1.Inline_Link{Link: l}}, l)
}

// angled reports whether a link is written as <address>.
func angled(l *deliveryv1.LinkInline) bool {
	if !l.Autolink || l.Title != "" {
		return false
	}
	shown := l.Url
	if len(l.Inlines) > 0 {
		t, ok := l.Inlines[0].Node.(*deliveryv1.Inline_Text)
		if !ok || len(l.Inlines) > 1 {
			return false
		}
		shown = t.Text
	}
	if shown == l.Url {
		i := strings.IndexByte(shown, ':')
		return i >= 2 && i <= 32 && scheme(shown[:i]) && plainAddress(shown)
	}
	return "mailto:"+shown == l.Url && mail(shown)
}

func scheme(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) && (i == 0 || !alnum(s[i]) && strings.IndexByte("+.-", s[i]) < 0) {
			return false
		}
	}
	return true
}

func plainAddress(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == '<' || c == '>' || c == 0x7F {
			return false
		}
	}
	return true
}

// mail reports a mail address as CommonMark's autolinks take it.
func mail(s string) bool {
	name, domain, ok := strings.Cut(s, "@")
	if !ok || name == "" {
		return false
	}
	for i := range len(name) {
		if !alnum(name[i]) && strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", name[i]) < 0 {
			return false
		}
	}
	for part := range strings.SplitSeq(domain, ".") {
		if part == "" || len(part) > 63 || part[0] == '-' || part[len(part)-1] == '-' {
			return false
		}
		for i := range len(part) {
			if !alnum(part[i]) && part[i] != '-' {
				return false
			}
		}
	}
	return true
}

// target returns "(address "title")", in a table cell with its bars escaped.
func target(url, title string, inCell bool) string {
	var b strings.Builder
	b.WriteByte('(')
	if url == "" && title != "" || strings.ContainsAny(url, " \t") || strings.HasPrefix(url, "<") || !balanced(url) {
		b.WriteByte('<')
		writeAddress(&b, url, "<>")
		b.WriteByte('>')
	} else {
		writeAddress(&b, url, "")
	}
	if title != "" {
		b.WriteString(` "`)
		writeAddress(&b, title, `"`)
		b.WriteByte('"')
	}
	b.WriteByte(')')
	s := b.String()
	if inCell {
		s = bars(s)
	}
	return s
}

// writeAddress writes s so that it is read as it is: special are characters that need a backslash.
func writeAddress(b *strings.Builder, s, special string) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c < ' ' && c != '\t' || c == 0x7F:
			b.WriteString("&#" + strconv.Itoa(int(c)) + ";")
			continue
		case c == '\\' && (i+1 == len(s) || s[i+1] < utf8.RuneSelf && punctuation(rune(s[i+1]))),
			c == '&' && (text{s: s, flags: open}).entity(i),
			strings.IndexByte(special, c) >= 0:
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
}

// balanced reports whether the round brackets of an address pair, not too deep for any reader.
func balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			if depth++; depth > 16 {
				return false
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

func bars(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// linkMark returns the mark around the label of a link.
func linkMark(url, title string, inCell, image bool) *chunk.Mark {
	m := &chunk.Mark{Open: "[", Close: "]" + target(url, title, inCell), Link: true}
	if image {
		m.Open = "!["
	}
	if url != "" {
		m.After = " (" + flow.OneLine(url) + ")"
	}
	return m
}
