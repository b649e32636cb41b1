package discord

import (
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/document/link"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// live reports whether clients open this address: http or https with a host.
func live(url string) bool {
	low := strings.ToLower(url[:min(len(url), len("https://"))])
	if !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") {
		return false
	}
	host, ok := link.Host(url)
	return ok && host != ""
}

// link adds a link in the shape that its address allows.
func (c *collector) link(l *deliveryv1.LinkInline) {
	if c.label {
		c.inlines(l.Inlines)
		return
	}
	shape := c.w.LinkShape(l, live)
	switch shape.Shape {
	case flow.Label:
		c.inLabel(l)
	case flow.Bare:
		switch {
		case shape.Address != "":
			c.text(shape.Address)
		case l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_SAFE && live(l.Url) && c.d.p.Links:
			url := encode(l.Url)
			if c.tooLong(url) {
				c.text(dead(url))
				return
			}
			c.atomic(func() { c.add(isAddress, url) })
		default:
			c.target(l.Url)
		}
	case flow.Labelled:
		c.atomic(func() {
			c.inLabel(l)
			c.text(" (")
			if shape.Address != "" {
				c.text(shape.Address)
			} else {
				c.target(l.Url)
			}
			c.text(")")
		})
	case flow.Live:
		c.live(l, shape)
	}
}

// live adds a link whose address is live: masked where the profile asks for it and a reader can trust the label, else
// with the address behind the label.
func (c *collector) live(l *deliveryv1.LinkInline, shape flow.Link) {
	url := encode(l.Url)
	if c.tooLong(url) {
		c.inLabel(l)
		c.text(" (" + dead(url) + ")")
		return
	}
	if c.d.p.On("discord.links", "masked") && !c.d.bare && shape.Host == "" && c.maskable(l, url) {
		url = shield(url, c.runs)
		c.d.masked = true
		c.d.underscores = c.d.underscores || closesUnderscore(url)
		c.d.brackets = c.d.brackets || closesLabel(url)
		c.atomic(func() {
			c.within(&run{kind: isMasked, mark: &chunk.Mark{
				Open: "[", Close: "](<" + url + ">)", After: " (" + url + ")", Entity: true, Link: true,
			}}, func() { c.inLabel(l) })
		})
		return
	}
	c.atomic(func() {
		c.inLabel(l)
		c.text(" (")
		c.add(isAddress, url)
		c.text(")")
	})
}

// maskable reports whether a label can stand in square brackets: clients show the backslashes of such a label, and
// show the whole token as text when the label holds an address.
func (c *collector) maskable(l *deliveryv1.LinkInline, url string) bool {
	s := flow.Text(l.Inlines, c.d.p)
	if strings.TrimSpace(s) == "" || strings.ContainsAny(s, "[]()<>@_#") || strings.Contains(s, "://") || strings.ContainsAny(url, "()") {
		return false
	}
	if c.d.p.Limit > 0 && 2*(utf8.RuneCountInString(url)+8) > c.d.p.Limit {
		return false
	}
	return string(c.d.AppendText(nil, s, chunk.Prose, true)) == s
}

// inLabel adds the label of a link, or its address when there is none.
func (c *collector) inLabel(l *deliveryv1.LinkInline) {
	c.label = true
	if len(l.Inlines) == 0 {
		c.text(dead(l.Url))
	} else {
		c.inlines(l.Inlines)
	}
	c.label = false
}

// target adds an address that is not live: as code, else as text that clients do not link.
func (c *collector) target(url string) {
	if c.d.p.Code {
		c.code(url)
		return
	}
	c.w.Lower("code.text")
	c.text(flow.OneLine(dead(url)))
}

// dead puts a guard into an address, so that clients do not link it or a part of it.
func dead(url string) string { return strings.ReplaceAll(url, "://", ":"+guard+"//") }

// tooLong reports an address that no chunk can hold, and notes it.
func (c *collector) tooLong(url string) bool {
	limit := c.d.p.Limit
	if limit == 0 {
		return false
	}
	signs := utf8.RuneCountInString(c.w.LinePrefix()) + len("### <>)") + len("**~~||_")
	for range c.runs {
		signs += len(guard) + 2
	}
	signs = min(signs, limit/2)
	if utf8.RuneCountInString(url)+signs <= limit {
		return false
	}
	c.w.Note("link.too_long", deliveryv1.Severity_SEVERITY_WARNING, "the address is too long to be live and stands as text")
	return true
}

// encode writes an address so that nothing in it ends the token or is live by itself.
func encode(url string) string { return safeURL.Replace(link.EncodeURL(url)) }

var safeURL = strings.NewReplacer(
	" ", "%20", "<", "%3C", ">", "%3E", "`", "%60", `\`, "%5C", "\n", "%0A", "\t", "%09",
	"@everyone", "%40everyone", "@here", "%40here",
)

// shield percent-encodes the signs of the styles around an address: clients look for the end of a style before they
// look for links.
func shield(url string, runs []*run) string {
	for _, r := range runs {
		switch r.kind {
		case isStrong, isEmphasis:
			url = strings.ReplaceAll(url, "*", "%2A")
		case isStrike:
			url = strings.ReplaceAll(url, "~", "%7E")
		case isSpoiler:
			url = strings.ReplaceAll(url, "|", "%7C")
		case isMasked:
		}
	}
	return url
}
