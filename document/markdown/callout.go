package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

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
	return 0, false
}

// calloutKind reads the kind on the first line of a quote.
func (c *compiler) calloutKind(n *ast.Blockquote) (string, deliveryv1.CalloutTone, bool) {
	p := n.FirstChild()
	if p == nil || p.Kind() != ast.KindParagraph || p.Lines().Len() == 0 {
		return "", 0, false
	}
	seg := p.Lines().At(0)
	line := c.buf[seg.Start:seg.Stop]
	if !bytes.HasPrefix(line, []byte("[!")) {
		return "", 0, false
	}
	end := bytes.IndexByte(line, ']')
	if end < 3 || end > 12 || end+1 < len(line) && !isSpace(line[end+1]) {
		return "", 0, false
	}
	kind := string(line[2:end])
	t, ok := tone(kind)
	return kind, t, ok
}

// takeCalloutLine takes the first line off a callout and returns its title: the given one, else the kind in title
// case.
func (c *compiler) takeCalloutLine(n *ast.Blockquote, kind string) []*deliveryv1.Inline {
	p := n.FirstChild()
	lines := p.Lines()
	seg := lines.At(0)
	marker := seg.Start
	seg.Start += len(kind) + 3
	for seg.Start < seg.Stop && isSpace(c.buf[seg.Start]) {
		seg.Start++
	}
	for seg.Stop > seg.Start && isSpace(c.buf[seg.Stop-1]) {
		seg.Stop--
	}
	if lines.Len() == 1 {
		n.RemoveChild(n, p)
	} else {
		rest := text.NewSegments()
		rest.AppendAll(lines.Sliced(1, lines.Len()))
		p.(interface{ SetLines(*text.Segments) }).SetLines(rest)
	}
	if seg.Start < seg.Stop {
		one := text.NewSegments()
		one.Append(text.NewSegment(seg.Start, seg.Stop))
		return c.in.parse(newLeaf(c.st.text, one))
	}
	title := strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
	c.inlines++
	return []*deliveryv1.Inline{{
		Span: span(marker, marker+len(kind)+3), Node: &deliveryv1.Inline_Text{Text: title},
	}}
}
