// Package flow writes a document as a flow of text lines, the way all chat surfaces and plain text do: blocks divided
// by blank lines, lists with bullets, tables as grids or records. What differs between surfaces is a Dialect.
package flow

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Style is the fixed part of a dialect.
type Style struct {
	// Bullets by depth, cycling, each with its blank.
	Bullets []string
	// Open and Done begin a task item: in place of the bullet, or behind it with TaskAfterBullet.
	Open, Done      string
	TaskAfterBullet bool
	// MaxListDepth is the deepest level a list is indented to; 0: any.
	MaxListDepth int
	// IndentBlocks says that code, tables and quotes in an item stand under its text; else they begin at column 0.
	IndentBlocks bool
	// BlocksOnNewLine says that code, a table or a quote that an item begins with stands on the line after its marker.
	BlocksOnNewLine bool
	// TightFences says that no blank line divides code from its neighbours inside items and quotes.
	TightFences bool
	// SplitQuotes says that code inside a quote ends the quote, which goes on after it.
	SplitQuotes bool
	// NativeLists, NativeDiffs, NativeQuotes, NativeCode say what the dialect has itself.
	NativeLists, NativeDiffs, NativeQuotes, NativeCode bool
	// Nested is what lines of a quote in a quote begin with.
	Nested string
	// BareCallouts writes the title of a callout before the quote, in capitals, without icon.
	BareCallouts bool
	// BareRecords writes records without bullets and bold.
	BareRecords bool
}

// Dialect is what a surface adds to the flow.
type Dialect interface {
	chunk.Dialect
	// Style returns the fixed part.
	Style() *Style
	// Inlines writes text with its styles; with strong, all of it is strong already asked for.
	Inlines(w *Writer, in []*deliveryv1.Inline, strong bool)
	// Heading writes a heading; inner says that it stands in a quote, an item or a callout. It reports whether the
	// dialect has such a heading.
	Heading(w *Writer, h *deliveryv1.HeadingBlock, inner bool) (native bool)
	// OpenQuote begins a quote at the outermost level, CloseQuote ends it.
	OpenQuote(w *Writer)
	CloseQuote(w *Writer)
	// CodeMark returns the mark around a code block.
	CodeMark(w *Writer, language string) *chunk.Mark
	// Strong returns the mark around strong text; nil where there is none.
	Strong() *chunk.Mark
	// Target writes an address that stands in the text as text, live where the surface makes it so.
	Target(w *Writer, url string)
}

// Writer writes one document.
type Writer struct {
	chunk.Builder
	D Dialect
	P *surface.Profile

	style    *Style
	coverage []*deliveryv1.BlockCoverage
	covers   []deliveryv1.BlockCoverage
	open     []int // indexes into coverage of the blocks entered
	diags    []*deliveryv1.Diagnostic

	quotes int // quotes entered
	depth  int // lists up to the nearest quote, callout or note
	inner  int // containers entered
}

// NewWriter returns a writer for one rendering.
func NewWriter(d Dialect, p *surface.Profile) *Writer {
	return &Writer{D: d, P: p, style: d.Style()}
}

// Document writes a whole document and returns the rendering, without its budget.
func Document(d Dialect, p *surface.Profile, doc *deliveryv1.PresentationDocument) *surface.Rendering {
	w := NewWriter(d, p)
	w.Blocks(doc.GetBlocks(), 2)
	return w.Rendering()
}

// Note adds a diagnostic about the present block.
func (w *Writer) Note(code string, severity deliveryv1.Severity, message string) {
	id := ""
	if n := len(w.open); n > 0 {
		id = w.coverage[w.open[n-1]].BlockId
	}
	w.diags = append(w.diags, &deliveryv1.Diagnostic{Code: code, Severity: severity, Message: message, BlockId: id})
}

// Drop says that a style of the present block is not shown.
func (w *Writer) Drop() { w.Lower("style.dropped") }

// Lower says that the present block is shown in another form, unless that is said already.
func (w *Writer) Lower(reason string) {
	if n := len(w.open); n > 0 {
		if c := w.coverage[w.open[n-1]]; c.Disposition == deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_NATIVE {
			c.Disposition = deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_LOWERED
			c.Reason = reason
		}
	}
}

// Fall says that the present block is shown as its exact source.
func (w *Writer) Fall(reason string) {
	if n := len(w.open); n > 0 {
		c := w.coverage[w.open[n-1]]
		c.Disposition = deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_FALLBACK
		c.Reason = reason
	}
}

func (w *Writer) enter(id string) {
	if len(w.covers) == 0 {
		w.covers = make([]deliveryv1.BlockCoverage, 16)
	}
	c := &w.covers[0]
	w.covers = w.covers[1:]
	c.BlockId, c.Disposition = id, deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_NATIVE
	w.coverage = append(w.coverage, c)
	w.open = append(w.open, len(w.coverage)-1)
	w.Begin(id)
}

func (w *Writer) leave() {
	w.End()
	w.open = w.open[:len(w.open)-1]
}

// Blocks writes blocks divided by gaps of the given line feeds.
func (w *Writer) Blocks(blocks []*deliveryv1.Block, gap int) {
	for i, b := range blocks {
		if i > 0 {
			n := gap
			if (w.inner > 0 && w.style.TightFences || w.quotes > 0 && w.style.SplitQuotes) && (fenced(blocks[i-1]) || fenced(b)) {
				n = 1
			}
			w.Gap(n, before(b), keeps(blocks[i-1]))
		}
		w.Block(b)
	}
}

// fenced reports whether a block is written as a code block.
func fenced(b *deliveryv1.Block) bool {
	switch b.Node.(type) {
	case *deliveryv1.Block_Code, *deliveryv1.Block_Diff, *deliveryv1.Block_Diagram, *deliveryv1.Block_Math:
		return true
	}
	return false
}

// before returns how welcome a cut before the block is.
func before(b *deliveryv1.Block) chunk.Strength {
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		if n.Heading.Level <= 2 {
			return chunk.AtSection
		}
		return chunk.AtHeading
	case *deliveryv1.Block_ThematicBreak:
		return chunk.AtSection
	}
	return chunk.AtBlock
}

// keeps reports whether a block should not end a chunk: a heading, and a paragraph that announces what follows.
func keeps(b *deliveryv1.Block) bool {
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		return true
	case *deliveryv1.Block_Paragraph:
		in := n.Paragraph.Inlines
		if len(in) == 0 {
			return false
		}
		t, ok := in[len(in)-1].Node.(*deliveryv1.Inline_Text)
		return ok && strings.HasSuffix(t.Text, ":")
	}
	return false
}

// Lines writes text line by line in the Prose context.
func (w *Writer) Lines(s string, strength chunk.Strength) {
	first := true
	for line := range strings.SplitSeq(s, "\n") {
		if !first {
			w.Line(strength)
		}
		first = false
		w.Text(chunk.Prose, line)
	}
}

// Bold writes text as strong.
func (w *Writer) Bold(s string) {
	if m := w.D.Strong(); m != nil {
		w.Open(m)
		w.Text(chunk.Prose, s)
		w.Close()
		return
	}
	w.Text(chunk.Prose, s)
}
