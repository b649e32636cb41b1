// Package slack renders for Slack's mrkdwn.
//
// mrkdwn has no escape character. What keeps text from being read as markup is therefore threefold: the three entities
// for & < >, zero width spaces beside characters that would open or close a mark, and marks that are only written
// where the client reads them as such.
//
//	inlines ──► line of pieces ──► cores and rims ──► nested marks ──► chunk.Builder
//	            (line.go)          (split.go)         (marks.go)
package slack

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// Surface is the surface "slack".
type Surface struct{}

var _ surface.Surface = Surface{}

// Spec tells the facts of the surface.
func (Surface) Spec() *surface.Spec { return spec }

var spec = surface.Spec{
	Name:         "slack",
	Title:        "Slack",
	Markup:       deliveryv1.Markup_MARKUP_SLACK_MRKDWN,
	Capabilities: surface.Capabilities{Code: true, Links: true, Actions: true},
	DefaultLimit: advisedText,
	HardLimit:    maxText,
	MinimumLimit: minText,
	Unit:         deliveryv1.LengthUnit_LENGTH_UNIT_CODE_POINTS,
	GridWidth:    gridWidth,
	Options: append(surface.CommonOptions(),
		surface.Option{Name: "previews", Values: []string{"off", "on"}, Description: "Whether the channel shows previews of links."},
		surface.Option{Name: "slack.form", Values: []string{"text"}, Description: "Which fields of a message carry the text."},
	),
	Version: "1.0.0",
}.Ready()

// Render writes the document.
func (Surface) Render(doc *deliveryv1.PresentationDocument, p *surface.Profile) *surface.Rendering {
	r := flow.Document(&dialect{p: p}, p, doc)
	r.Budget = chunk.Budget{Limit: p.Limit, Unit: p.LimitUnit(), Plain: maxText}
	return r
}

// Fields returns what keeps Slack from reading more into a text than is written there: no names, no previews. The
// plain form is not mrkdwn.
func (Surface) Fields(p *surface.Profile) (fields, plain *structpb.Struct) {
	unfurl := p.On("previews", "on")
	of := func(mrkdwn bool) *structpb.Struct {
		return &structpb.Struct{Fields: map[string]*structpb.Value{
			"mrkdwn":       structpb.NewBoolValue(mrkdwn),
			"parse":        structpb.NewStringValue("none"),
			"link_names":   structpb.NewBoolValue(false),
			"unfurl_links": structpb.NewBoolValue(unfurl),
			"unfurl_media": structpb.NewBoolValue(unfurl),
		}}
	}
	return of(true), of(false)
}
