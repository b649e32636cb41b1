package discord

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// dialect is Discord's Markdown for one rendering.
type dialect struct {
	p      *surface.Profile
	bare   bool // no link is masked, whatever the profile says
	masked bool // a link is masked
	// underscores says that something in this rendering ends a run of underscores: a mark, code, an address. Then no
	// underscore of the text may stand without its backslash, for clients would pair the two. It is set while the
	// sequence is built, hence known when text is written.
	underscores bool
	// brackets says that code or an address may end the label of a link, so that no "[" of the text may stand without
	// its backslash.
	brackets bool
	// addresses says that code or an address may end an address in angle brackets that a "<" of the text begins.
	addresses bool
}

var _ flow.Dialect = (*dialect)(nil)

var style = flow.Style{
	Bullets:         []string{"- "},
	Open:            "☐ ",
	Done:            "☑ ",
	TaskAfterBullet: true,
	MaxListDepth:    maxListDepth - 1,
	BlocksOnNewLine: true,
	TightFences:     true,
	NativeLists:     true,
	NativeDiffs:     true,
	NativeQuotes:    true,
	NativeCode:      true,
	Nested:          "│ ",
}

// Style returns the fixed part of the dialect.
func (*dialect) Style() *flow.Style { return &style }

// guard is U+200B, which keeps two signs apart and is not seen.
const guard = "\u200b"

var (
	bold    = &chunk.Mark{Open: "**", Close: "**", Style: true}
	italic  = &chunk.Mark{Open: "*", Close: "*", Style: true}
	slanted = &chunk.Mark{Open: "_", Close: "_", Style: true}
	strike  = &chunk.Mark{Open: "~~", Close: "~~", Style: true}
	spoiler = &chunk.Mark{Open: "||", Close: "||", Style: true}
	angle   = &chunk.Mark{Open: "<", Close: ">", Entity: true, Link: true}

	// Clients end these two at the first pair of signs, a backslash before it or not: where the text itself has the
	// sign, a guard stands before the end.
	guardedStrike  = &chunk.Mark{Open: "~~", Close: guard + "~~", Style: true}
	guardedSpoiler = &chunk.Mark{Open: "||", Close: guard + "||", Style: true}

	headings = []*chunk.Mark{{Open: "# "}, {Open: "## "}, {Open: "### "}}
)

// Heading writes levels 1 to 3 as headings at the edge of the page, all others bold.
func (d *dialect) Heading(w *flow.Writer, h *deliveryv1.HeadingBlock, inner bool) bool {
	if inner || h.Level < 1 || int(h.Level) > len(headings) {
		d.Inlines(w, h.Inlines, true)
		return false
	}
	w.Open(headings[h.Level-1])
	c := collector{d: d, w: w, oneLine: true, bold: true}
	c.write(h.Inlines)
	w.Close()
	return true
}

// OpenQuote begins a quote.
func (*dialect) OpenQuote(w *flow.Writer) { w.Prefix("> ", true, true) }

// CloseQuote ends a quote.
func (*dialect) CloseQuote(w *flow.Writer) { w.Close() }

// CodeMark returns the fences around code.
func (*dialect) CodeMark(_ *flow.Writer, language string) *chunk.Mark {
	if !flow.Language(language) {
		language = ""
	}
	return &chunk.Mark{Open: "```" + language + "\n", Close: "\n```", Entity: true}
}

// Strong returns the mark of strong text.
func (*dialect) Strong() *chunk.Mark { return bold }

// Target writes an address as text, live and without a preview.
func (d *dialect) Target(w *flow.Writer, url string) {
	w.Open(angle)
	w.Text(chunk.Address, url)
	w.Close()
}

// Inlines writes text with its styles.
func (d *dialect) Inlines(w *flow.Writer, in []*deliveryv1.Inline, strong bool) {
	c := collector{d: d, w: w}
	if strong {
		c.within(&run{kind: isStrong}, func() { c.inlines(in) })
		c.flush()
		return
	}
	c.write(in)
}

// spanMark returns the signs around a code span.
func spanMark(code string) *chunk.Mark {
	sign := "`"
	if strings.Contains(code, sign) {
		sign = "``"
	}
	return &chunk.Mark{Open: sign, Close: sign, Entity: true}
}
