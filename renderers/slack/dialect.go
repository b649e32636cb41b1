package slack

import (
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// dialect writes mrkdwn for one rendering.
type dialect struct {
	p    *surface.Profile
	line line
}

var _ flow.Dialect = (*dialect)(nil)

var style = flow.Style{
	Bullets:         []string{"• ", "◦ ", "▪ "},
	Open:            "☐ ",
	Done:            "☑ ",
	Nested:          "│ ",
	SplitQuotes:     true,
	BlocksOnNewLine: true,
	NativeQuotes:    true,
	NativeCode:      true,
}

var (
	bold   = &chunk.Mark{Open: "*", Close: "*", Style: true}
	italic = &chunk.Mark{Open: "_", Close: "_", Style: true}
	strike = &chunk.Mark{Open: "~", Close: "~", Style: true}
	span   = &chunk.Mark{Open: "`", Close: "`", Entity: true}
	pre    = &chunk.Mark{Open: "```\n", Close: "\n```", Entity: true}
)

// Style returns the fixed part of the dialect.
func (*dialect) Style() *flow.Style { return &style }

// Heading writes a heading bold.
func (d *dialect) Heading(w *flow.Writer, h *deliveryv1.HeadingBlock, _ bool) bool {
	d.Inlines(w, h.Inlines, true)
	return false
}

// OpenQuote begins a quote, whose sign stands on blank lines too.
func (*dialect) OpenQuote(w *flow.Writer) { w.Prefix("> ", true, true) }

// CloseQuote ends a quote.
func (*dialect) CloseQuote(w *flow.Writer) { w.Close() }

// CodeMark returns the fences around code. Slack has no languages.
func (*dialect) CodeMark(*flow.Writer, string) *chunk.Mark { return pre }

// Strong returns the marks of strong text.
func (*dialect) Strong() *chunk.Mark { return bold }

// Target writes an address as text.
func (*dialect) Target(w *flow.Writer, url string) { w.Text(chunk.Prose, url) }
