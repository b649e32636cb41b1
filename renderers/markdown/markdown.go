// Package markdown renders Markdown in a normal form, written from the tree and never copied from the source: what is
// written reads back as the same document, in plain CommonMark with the GFM extensions as well as in the compiler of
// this project.
//
//	tree ──► blocks ──► tokens of one text ──► pairing of * _ ~~ || checked ──► chunk.Builder
//	                                           as CommonMark pairs them
//
// Text is escaped where it is written, by what stands beside it; see AppendText of the dialect.
package markdown

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "markdown".
type Surface struct{}

var _ surface.Surface = Surface{}

// minText is the smallest limit accepted.
const minText = 16

// gridWidth is how many cells a table in a code block takes where there are no tables.
const gridWidth = 72

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:         "markdown",
	Title:        "Markdown",
	Markup:       deliveryv1.Markup_MARKUP_MARKDOWN,
	Capabilities: surface.Capabilities{Tables: true, Code: true, Links: true},
	MinimumLimit: minText,
	Unit:         deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	Options:      options(),
	Version:      "1.0.0",
}.Ready()

// options are the common ones; a card's JSON follows it unless that is switched off.
func options() []surface.Option {
	out := surface.CommonOptions()
	for i := range out {
		if out[i].Name == "card_appendix" {
			out[i].Values = []string{"json", "none"}
		}
	}
	return out
}

// Render writes the document.
func (Surface) Render(doc *deliveryv1.PresentationDocument, p *surface.Profile) *surface.Rendering {
	if p.Width == 0 {
		q := *p
		q.Width = gridWidth
		p = &q
	}
	w := newWriter(p)
	w.blocks(doc.GetBlocks(), 2)
	r := w.Rendering()
	r.Budget = chunk.Budget{Limit: p.Limit, Unit: p.LimitUnit()}
	return r
}

// Fields returns none.
func (Surface) Fields(*surface.Profile) (fields, plain *structpb.Struct) { return nil, nil }
