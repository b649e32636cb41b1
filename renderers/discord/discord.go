// Package discord renders for Discord's Markdown.
package discord

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "discord".
type Surface struct{}

var _ surface.Surface = Surface{}

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:         "discord",
	Title:        "Discord",
	Markup:       deliveryv1.Markup_MARKUP_DISCORD_MARKDOWN,
	Capabilities: surface.Capabilities{Code: true, Links: true, Actions: true},
	DefaultLimit: maxContent,
	HardLimit:    maxContent,
	MinimumLimit: minContent,
	Unit:         deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	GridWidth:    gridWidth,
	Options: append(surface.CommonOptions(),
		surface.Option{Name: "discord.form", Values: []string{"content"}, Description: "Which part of a message carries the text."},
		surface.Option{Name: "discord.links", Values: []string{"angle", "masked"}, Description: "Whether a link shows its address behind the label, or only the label where that is safe."},
		surface.Option{Name: "previews", Values: []string{"off", "on"}, Description: "Whether the channel shows previews of links."},
	),
	Version: "1.0.0",
}.Ready()

// Render writes the document.
func (Surface) Render(doc *deliveryv1.PresentationDocument, p *surface.Profile) *surface.Rendering {
	d, r := write(doc, p, false)
	if d.masked && d.brackets {
		// Code that ends a label would end that of a masked link too.
		r.Sequence.Release()
		_, r = write(doc, p, true)
	}
	r.Budget = chunk.Budget{Limit: p.Limit, Unit: p.LimitUnit(), Plain: maxContent}
	return r
}

// write writes the document; bare says that no link is masked.
func write(doc *deliveryv1.PresentationDocument, p *surface.Profile, bare bool) (*dialect, *surface.Rendering) {
	d := &dialect{p: p, bare: bare}
	r := flow.Document(d, p, doc)
	for c, text := range r.Sequence.Texts {
		d.see(c, text)
	}
	return d, r
}

// Fields returns allowed_mentions, which lets nothing be mentioned, and the flag against previews. The plain form
// needs them too: Discord has no mode without markup.
func (Surface) Fields(p *surface.Profile) (fields, plain *structpb.Struct) {
	build := func() *structpb.Struct {
		s := &structpb.Struct{Fields: map[string]*structpb.Value{
			"allowed_mentions": structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{
				"parse": structpb.NewListValue(&structpb.ListValue{}),
			}}),
		}}
		if !p.On("previews", "on") {
			s.Fields["flags"] = structpb.NewNumberValue(suppressEmbeds)
		}
		return s
	}
	return build(), build()
}
