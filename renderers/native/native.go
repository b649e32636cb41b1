// Package native is the surface of clients that draw the tree themselves: its packet carries the document and no
// chunks.
package native

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "native".
type Surface struct{}

var _ surface.Surface = Surface{}

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:   "native",
	Title:  "Native client",
	Markup: deliveryv1.Markup_MARKUP_JSON,
	Capabilities: surface.Capabilities{
		Tables: true, Code: true, Links: true, Actions: true, Media: true, Color: true,
		Structured: true, Files: true, Interactive: true,
	},
	Unit:      deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	Version:   "1.0.0",
	Unchunked: true,
}.Ready()

// Render covers every block: as itself, or as its exact source where it has no other form.
func (Surface) Render(doc *deliveryv1.PresentationDocument, _ *surface.Profile) *surface.Rendering {
	r := &surface.Rendering{}
	cover(r, doc.GetBlocks())
	return r
}

func cover(r *surface.Rendering, blocks []*deliveryv1.Block) {
	for _, b := range blocks {
		if b.Id != "" {
			r.Coverage = append(r.Coverage, entry(b))
		}
		for _, kids := range flow.Children(b) {
			cover(r, kids)
		}
	}
}

func entry(b *deliveryv1.Block) *deliveryv1.BlockCoverage {
	c := &deliveryv1.BlockCoverage{BlockId: b.Id, Disposition: deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_NATIVE}
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Raw:
		c.Reason = "html.inert"
	case *deliveryv1.Block_Opaque:
		if c.Reason = n.Opaque.Reason; c.Reason == "" {
			c.Reason = "opaque"
		}
	case nil:
		c.Reason = "opaque"
	default:
		return c
	}
	c.Disposition = deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_FALLBACK
	return c
}

// Fields returns none: a native client takes the packet itself.
func (Surface) Fields(*surface.Profile) (fields, plain *structpb.Struct) { return nil, nil }
