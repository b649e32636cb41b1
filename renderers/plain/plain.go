// Package plain renders text without any markup, for any reader.
package plain

import (
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/internal/grapheme"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "plain".
type Surface struct{}

var _ surface.Surface = Surface{}

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:         "plain",
	Title:        "Plain text",
	Markup:       deliveryv1.Markup_MARKUP_PLAIN,
	Capabilities: surface.Capabilities{Tables: true},
	MinimumLimit: 1,
	Unit:         deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	GridWidth:    gridWidth,
	Options:      surface.CommonOptions(),
	Version:      "1.0.0",
}.Ready()

// gridWidth is the usual width of mail and of a reader's window, in cells.
const gridWidth = 72

// Render writes the document.
func (Surface) Render(doc *deliveryv1.PresentationDocument, p *surface.Profile) *surface.Rendering {
	r := flow.Document(dialect{p}, p, doc)
	r.Budget = chunk.Budget{Limit: p.Limit, Unit: p.LimitUnit(), NoMarkup: true}
	return r
}

// Fields returns none.
func (Surface) Fields(*surface.Profile) (fields, plain *structpb.Struct) { return nil, nil }

type dialect struct{ p *surface.Profile }

var style = flow.Style{
	Bullets:         []string{"- "},
	Open:            "[ ] ",
	Done:            "[x] ",
	TaskAfterBullet: true,
	IndentBlocks:    true,
	BlocksOnNewLine: true,
	Nested:          "> ",
	BareCallouts:    true,
	BareRecords:     true,
}

// Style returns the fixed part of the dialect.
func (dialect) Style() *flow.Style { return &style }

// AppendText writes text as it is.
func (dialect) AppendText(dst []byte, s string, _ chunk.Context, _ bool) []byte {
	return append(dst, s...)
}

// AppendPlain writes text as it is.
func (dialect) AppendPlain(dst []byte, s string, _ bool) []byte { return append(dst, s...) }

// Heading writes the text, underlined for levels 1 and 2 outside of containers.
func (d dialect) Heading(w *flow.Writer, h *deliveryv1.HeadingBlock, inner bool) bool {
	d.Inlines(w, h.Inlines, false)
	if h.Level > 2 || inner {
		return false
	}
	sign := "="
	if h.Level == 2 {
		sign = "-"
	}
	width := 0
	for line := range strings.SplitSeq(breakText(h.Inlines, d.p), "\n") {
		width = max(width, grapheme.Width(line))
	}
	if width > 0 {
		w.Gap(1, chunk.AtLine, true)
		w.Text(chunk.Literal, strings.Repeat(sign, min(width, gridWidth)))
	}
	return false
}

// breakText returns the text of a heading with its breaks as line feeds.
func breakText(in []*deliveryv1.Inline, p *surface.Profile) string {
	var b strings.Builder
	for _, n := range in {
		switch n.Node.(type) {
		case *deliveryv1.Inline_SoftBreak, *deliveryv1.Inline_HardBreak:
			b.WriteByte('\n')
		default:
			b.WriteString(flow.Text([]*deliveryv1.Inline{n}, p))
		}
	}
	return b.String()
}

// OpenQuote begins a quote.
func (dialect) OpenQuote(w *flow.Writer) { w.Prefix("> ", true, false) }

// CloseQuote ends a quote.
func (dialect) CloseQuote(w *flow.Writer) { w.Close() }

// CodeMark returns no marks: code is indented, or fenced when the place has code.
func (d dialect) CodeMark(_ *flow.Writer, _ string) *chunk.Mark { return &chunk.Mark{} }

// Strong returns no mark.
func (dialect) Strong() *chunk.Mark { return nil }

// Target writes an address.
func (dialect) Target(w *flow.Writer, url string) { w.Text(chunk.Address, url) }

// Code writes code fenced, or each line indented by four blanks.
func (d dialect) Code(w *flow.Writer, content, language string) {
	if !d.p.Code {
		w.Prefix("    ", false, false)
		defer w.Close()
		w.Text(chunk.Literal, "")
		w.Pre(content)
		return
	}
	fence := "```"
	for strings.Contains(content, fence) {
		fence += "`"
	}
	w.Open(&chunk.Mark{Open: fence + language + "\n", Close: "\n" + fence})
	w.Pre(content)
	w.Close()
}

// Inlines writes text; styles leave no trace.
func (d dialect) Inlines(w *flow.Writer, in []*deliveryv1.Inline, _ bool) {
	for i, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			w.Text(chunk.Prose, n.Text)
		case *deliveryv1.Inline_Strong:
			w.Drop()
			d.Inlines(w, n.Strong.Inlines, false)
		case *deliveryv1.Inline_Emphasis:
			w.Drop()
			d.Inlines(w, n.Emphasis.Inlines, false)
		case *deliveryv1.Inline_Strikethrough:
			w.Drop()
			d.Inlines(w, n.Strikethrough.Inlines, false)
		case *deliveryv1.Inline_Spoiler:
			w.Drop()
			d.Inlines(w, n.Spoiler.Inlines, false)
		case *deliveryv1.Inline_Code:
			w.Drop()
			w.Text(chunk.Prose, n.Code)
		case *deliveryv1.Inline_Link:
			d.link(w, n.Link)
		case *deliveryv1.Inline_SoftBreak:
			w.Break(false)
		case *deliveryv1.Inline_HardBreak:
			w.Break(true)
		case *deliveryv1.Inline_Image:
			w.Lower("media.link")
			w.Image(n.Image.Alt, n.Image.Url, n.Image.Title, n.Image.Safety)
		case *deliveryv1.Inline_Math:
			w.Text(chunk.Prose, n.Math.Source)
		case *deliveryv1.Inline_FootnoteReference:
			if flow.AfterNote(in, i) {
				w.Text(chunk.Prose, ",")
			}
			w.Text(chunk.Prose, w.NoteMark(n.FootnoteReference.Number))
		case *deliveryv1.Inline_CitationReference:
			w.Text(chunk.Prose, "["+n.CitationReference.Label+"]")
			if n.CitationReference.Url != "" {
				w.Text(chunk.Prose, " ("+flow.OneLine(n.CitationReference.Url)+")")
			}
		case *deliveryv1.Inline_Raw:
			w.Lower("html.inert")
			w.Lines(n.Raw.Source, chunk.AtLine)
		case *deliveryv1.Inline_Opaque:
			w.Lines(n.Opaque.Source, chunk.AtLine)
		}
	}
}

func (d dialect) link(w *flow.Writer, l *deliveryv1.LinkInline) {
	url := flow.OneLine(l.Url)
	label := flow.Text(l.Inlines, d.p)
	if len(l.Inlines) == 0 {
		w.Text(chunk.Prose, url)
		return
	}
	d.Inlines(w, l.Inlines, false)
	shown := strings.TrimPrefix(url, "mailto:")
	if url == "" || label == url || label == shown || l.Autolink {
		return
	}
	w.Lower("link.text")
	w.Text(chunk.Prose, " ("+shown+")")
}
