package markdown

import (
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// plainText makes paragraphs of text without markup, with its line breaks kept.
func (c *compiler) plainText() []*deliveryv1.Block {
	var out []*deliveryv1.Block
	src := c.buf
	at := 0
	if strings.HasPrefix(c.src.text, "\uFEFF") {
		at = 3
	}
	for at < len(src) {
		for at < len(src) && (src[at] == '\n' || src[at] == '\r') {
			at++
		}
		start := at
		var in []*deliveryv1.Inline
		for at < len(src) {
			end := at
			for end < len(src) && src[end] != '\n' {
				end++
			}
			stop := end
			if stop > at && src[stop-1] == '\r' {
				stop--
			}
			if blankBytes(src[at:stop]) {
				break
			}
			if len(in) > 0 {
				in = append(in, &deliveryv1.Inline{Span: span(at-1, at), Node: &deliveryv1.Inline_HardBreak{HardBreak: &deliveryv1.HardBreak{}}})
			}
			in = append(in, &deliveryv1.Inline{Span: span(at, stop), Node: &deliveryv1.Inline_Text{Text: c.leaf(at, stop)}})
			at = min(end+1, len(src))
		}
		if len(in) == 0 {
			for at < len(src) && src[at] != '\n' {
				at++
			}
			continue
		}
		end := int(in[len(in)-1].Span.End)
		out = append(out, &deliveryv1.Block{
			Id: "b" + strconv.Itoa(len(out)+1), Span: span(start, end),
			Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}},
		})
	}
	return out
}

func blankBytes(s []byte) bool {
	for _, b := range s {
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return false
		}
	}
	return true
}
