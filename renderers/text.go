package renderers

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// clean makes text of a field that is not Markdown safe to show: line ends are LF, control characters become their
// pictures, and bidi controls are removed.
func clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r == 0:
			return 0xFFFD
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7F:
			return 0x2421
		case r >= 0x80 && r < 0xA0:
			return 0xFFFD
		case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return -1
		case r == 0x2028, r == 0x2029:
			return ' '
		}
		return r
	}, s)
}

// lines returns text as inlines with its line breaks kept.
func lines(s string) []*deliveryv1.Inline {
	var out []*deliveryv1.Inline
	for i, l := range strings.Split(clean(s), "\n") {
		if i > 0 {
			out = append(out, &deliveryv1.Inline{Node: &deliveryv1.Inline_HardBreak{HardBreak: &deliveryv1.HardBreak{}}})
		}
		if l != "" {
			out = append(out, &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: l}})
		}
	}
	return out
}

// strongAll returns text as one strong inline.
func strongAll(s string) []*deliveryv1.Inline {
	return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: lines(s)}}}}
}

// paragraph returns a paragraph of two runs of inlines.
func paragraph(id string, head, rest []*deliveryv1.Inline) *deliveryv1.Block {
	return &deliveryv1.Block{Id: id, Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{
		Inlines: append(append([]*deliveryv1.Inline(nil), head...), rest...),
	}}}
}

// prefixIDs returns copies of blocks whose ids, and those below them, begin with prefix.
func prefixIDs(blocks []*deliveryv1.Block, prefix string) []*deliveryv1.Block {
	out := make([]*deliveryv1.Block, len(blocks))
	for i, b := range blocks {
		out[i] = prefixID(b, prefix)
	}
	return out
}

// titleOf returns the first heading, else the title among the metadata.
func titleOf(doc *deliveryv1.PresentationDocument, metadata map[string]string) string {
	for _, b := range doc.GetBlocks() {
		if h := b.GetHeading(); h != nil {
			if t := strings.TrimSpace(plainText(h.Inlines)); t != "" {
				return t
			}
		}
	}
	return metadata["title"]
}
