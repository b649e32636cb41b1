package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// quote converts a quote; one whose first line is [!KIND] is a callout.
func (c *compiler) quote(n *quoteNode, id string) *deliveryv1.Block {
	end := c.endOf(n)
	b := c.newBlock(id, n.start, end)
	if kind, tone, ok := c.calloutKind(n); ok {
		co := &deliveryv1.CalloutBlock{Tone: tone, Kind: strings.ToUpper(kind)}
		co.Title = c.takeCalloutLine(n, kind)
		co.Blocks = c.children(n, id+".", end)
		b.Node = &deliveryv1.Block_Callout{Callout: co}
		return b
	}
	b.Node = &deliveryv1.Block_Quote{Quote: &deliveryv1.QuoteBlock{Blocks: c.children(n, id+".", end)}}
	return b
}

// tone returns the tone of a callout's kind.
func tone(kind string) (deliveryv1.CalloutTone, bool) {
	switch strings.ToUpper(kind) {
	case "NOTE", "INFO", "IMPORTANT":
		return deliveryv1.CalloutTone_CALLOUT_TONE_INFORMATION, true
	case "TIP", "SUCCESS":
		return deliveryv1.CalloutTone_CALLOUT_TONE_SUCCESS, true
	case "WARNING":
		return deliveryv1.CalloutTone_CALLOUT_TONE_WARNING, true
	case "CAUTION", "DANGER", "ERROR":
		return deliveryv1.CalloutTone_CALLOUT_TONE_ERROR, true
	}
	return deliveryv1.CalloutTone_CALLOUT_TONE_UNSPECIFIED, false
}

// calloutKind reads the kind on the first line of a quote, which must be the line of the quote's own mark.
func (c *compiler) calloutKind(n *quoteNode) (string, deliveryv1.CalloutTone, bool) {
	p, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || p.Lines().Len() == 0 {
		return "", 0, false
	}
	seg := p.Lines().At(0)
	first := c.buf[seg.Start:seg.Stop]
	end := bytes.IndexByte(first[:min(len(first), 16)], ']')
	if end < 3 || !bytes.HasPrefix(first, []byte("[!")) || end+1 < len(first) && !isSpace(first[end+1]) || bytes.IndexByte(c.buf[n.start:seg.Start], '\n') >= 0 {
		return "", 0, false
	}
	kind := string(first[2:end])
	t, ok := tone(kind)
	return kind, t, ok
}

// takeCalloutLine takes the first line off a callout and returns its title: the given one, else the kind in title case.
func (c *compiler) takeCalloutLine(n *quoteNode, kind string) []*deliveryv1.Inline {
	p := n.FirstChild().(*ast.Paragraph)
	lines := p.Lines()
	seg := lines.At(0)
	mark := seg.Start
	seg.Start += len("[!]") + len(kind)
	for seg.Start < seg.Stop && isSpace(c.buf[seg.Start]) {
		seg.Start++
	}
	seg.Stop = c.trimmed(seg.Start, seg.Stop)
	if lines.Len() == 1 {
		n.RemoveChild(n, p)
	} else {
		rest := text.NewSegments()
		rest.AppendAll(lines.Sliced(1, lines.Len()))
		p.SetLines(rest)
	}
	if seg.Start < seg.Stop {
		return c.in.parse(leafText{s: c.st.text[seg.Start:seg.Stop], base: seg.Start})
	}
	c.inlines++
	return []*deliveryv1.Inline{{
		Span: span(mark, mark+len("[!]")+len(kind)),
		Node: &deliveryv1.Inline_Text{Text: strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])},
	}}
}
