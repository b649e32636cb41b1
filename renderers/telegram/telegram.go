// Package telegram renders for Telegram's HTML mode.
package telegram

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "telegram".
type Surface struct{}

var _ surface.Surface = Surface{}

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:         "telegram",
	Title:        "Telegram",
	Markup:       deliveryv1.Markup_MARKUP_TELEGRAM_HTML,
	Capabilities: surface.Capabilities{Code: true, Links: true, Actions: true},
	DefaultLimit: maxText,
	HardLimit:    maxText,
	MinimumLimit: minText,
	Unit:         deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	GridWidth:    gridWidth,
	Options: append(surface.CommonOptions(),
		surface.Option{Name: "previews", Values: []string{"off", "on"}, Description: "Whether the channel shows previews of links."},
		surface.Option{Name: "telegram.guard", Values: []string{"off", "on"}, Description: "Whether names, commands, tags and dotted names are kept from being linked by the client."},
		surface.Option{Name: "telegram.headings", Values: []string{"underline", "upper"}, Description: "How headings of levels 1 and 2 stand out."},
	),
	Version: "1.0.0",
}.Ready()

// Render writes the document.
func (Surface) Render(doc *deliveryv1.PresentationDocument, p *surface.Profile) *surface.Rendering {
	r := flow.Document(&dialect{p: p, guard: p.On("telegram.guard", "on")}, p, doc)
	r.Budget = chunk.Budget{
		Limit:       p.Limit,
		Unit:        p.LimitUnit(),
		Visible:     true,
		Bytes:       maxBytes,
		Entities:    maxEntities,
		EntityBytes: maxEntityBytes,
		Plain:       maxText,
	}
	return r
}

// Fields returns parse_mode and the preview switch; the plain form has no parse_mode.
func (Surface) Fields(p *surface.Profile) (fields, plain *structpb.Struct) {
	preview := func() *structpb.Value {
		return structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{
			"is_disabled": structpb.NewBoolValue(!p.On("previews", "on")),
		}})
	}
	return &structpb.Struct{Fields: map[string]*structpb.Value{
			"parse_mode":           structpb.NewStringValue("HTML"),
			"link_preview_options": preview(),
		}}, &structpb.Struct{Fields: map[string]*structpb.Value{
			"link_preview_options": preview(),
		}}
}
