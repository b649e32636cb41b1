package markdown

import (
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// dialect is what this surface adds to the forms it shares with others: grids, records, files.
type dialect struct{}

var _ flow.Dialect = (*dialect)(nil)

var flowStyle = flow.Style{
	Bullets:         []string{"- "},
	Open:            "[ ] ",
	Done:            "[x] ",
	TaskAfterBullet: true,
	IndentBlocks:    true,
	Nested:          "> ",
	NativeLists:     true,
	NativeDiffs:     true,
	NativeQuotes:    true,
	NativeCode:      true,
}

// Style returns the fixed part of the dialect.
func (*dialect) Style() *flow.Style { return &flowStyle }

// Inlines writes text with its styles.
func (*dialect) Inlines(w *flow.Writer, in []*deliveryv1.Inline, strong bool) {
	if strong {
		in = []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: in}}}}
	}
	inlines(w, in, shape{starts: true})
}

// Heading writes a heading.
func (*dialect) Heading(w *flow.Writer, h *deliveryv1.HeadingBlock, _ bool) bool {
	writeHeading(w, h)
	return true
}

// OpenQuote begins a quote.
func (*dialect) OpenQuote(w *flow.Writer) { w.Prefix("> ", true, false) }

// CloseQuote ends a quote.
func (*dialect) CloseQuote(w *flow.Writer) { w.Close() }

// CodeMark returns the fence of a grid.
func (*dialect) CodeMark(_ *flow.Writer, language string) *chunk.Mark { return fence("", language) }

// Strong returns the sign of strong text.
func (*dialect) Strong() *chunk.Mark { return &chunk.Mark{Open: "**", Close: "**", Style: true} }

// Target writes an address as text.
func (*dialect) Target(w *flow.Writer, url string) { w.Text(chunk.Prose, flow.OneLine(url)) }
