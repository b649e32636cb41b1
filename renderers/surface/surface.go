// Package surface defines what a surface is: its facts, the profile a rendering is made for, and what it yields.
package surface

import (
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
)

// Surface renders documents for one kind of place. Implementations are values without state: every method may be
// called at any time by any number of goroutines, and equal arguments give equal results.
type Surface interface {
	// Spec tells the facts of the surface; they never change.
	Spec() *Spec
	// Render writes the document for the profile. It shows every block and leaves a coverage entry for each id.
	Render(doc *deliveryv1.PresentationDocument, p *Profile) *Rendering
	// Fields returns the fields that the channel's call carries beside a chunk's text, and beside its plain form; nil
	// where the channel needs none.
	Fields(p *Profile) (fields, plain *structpb.Struct)
}

// Rendering is what a surface made of a document.
type Rendering struct {
	// Sequence is nil on surfaces that do not write chunks.
	Sequence *chunk.Sequence
	Dialect  chunk.Dialect
	// Budget bounds each chunk; the limit of the profile is part of it.
	Budget      chunk.Budget
	Coverage    []*deliveryv1.BlockCoverage
	Diagnostics []*deliveryv1.Diagnostic
}

// Capabilities says which constructs a place can show.
type Capabilities struct {
	Tables, Code, Links, Actions, Media, Color, Structured, Files, Interactive, Accessible bool
}

// Option is a profile option.
type Option struct {
	Name string
	// Values are the allowed ones, the default first; empty: free text, with Default.
	Values  []string
	Default string
	// Description is one sentence.
	Description string
}

// Value returns the default value.
func (o *Option) Value() string {
	if o.Default == "" && len(o.Values) > 0 {
		return o.Values[0]
	}
	return o.Default
}

// Spec is what is fixed about a surface.
type Spec struct {
	Name, Title string
	Markup      deliveryv1.Markup
	Capabilities
	// DefaultLimit and HardLimit are in Unit; 0: none. MinimumLimit is the smallest one accepted.
	DefaultLimit, HardLimit, MinimumLimit int
	Unit                                  deliveryv1.LengthUnit
	// GridWidth is how many cells a table in a code block may take; 0: not used.
	GridWidth int
	Options   []Option
	Version   string
	// Unchunked is set for surfaces whose packet has no chunks.
	Unchunked bool

	defaults map[string]string
}

// Ready returns the spec for use; it must not be changed afterwards.
func (s Spec) Ready() *Spec {
	s.defaults = make(map[string]string, len(s.Options))
	for i := range s.Options {
		s.defaults[s.Options[i].Name] = s.Options[i].Value()
	}
	return &s
}

// Defaults returns the default value of every option, to be read only.
func (s *Spec) Defaults() map[string]string { return s.defaults }

// Profile is a surface as one rendering sees it: capabilities and limits in force.
type Profile struct {
	Spec *Spec
	Capabilities
	// Limit is in force; 0: none.
	Limit int
	// Width is the cells per row of grids and terminal rows.
	Width int
	// Options holds every option of the surface with the value in force.
	Options map[string]string
	// UTF16 counts the limit in UTF-16 units.
	UTF16 bool
}

// On reports whether an option has the value.
func (p *Profile) On(name, value string) bool { return p.Options[name] == value }

// LimitUnit returns the unit the limit is counted in.
func (p *Profile) LimitUnit() chunk.Unit {
	if p.UTF16 {
		return chunk.UTF16
	}
	return chunk.CodePoints
}

// CommonOptions are the options every chunked surface reads.
func CommonOptions() []Option {
	return []Option{
		{Name: "breaks", Values: []string{"newline", "space"}, Description: "How a line end inside a paragraph is shown."},
		{Name: "card_appendix", Values: []string{"none", "json"}, Description: "Whether a card's exact JSON follows it."},
		{Name: "count", Values: []string{"codepoints", "utf16"}, Description: "What the limit counts."},
		{Name: "math", Values: []string{"tex", "off"}, Description: "Whether formulas are shown as code or as text."},
		{Name: "part_labels", Values: []string{"off", "on"}, Description: "Whether each of several chunks ends with a line (i/n)."},
	}
}
