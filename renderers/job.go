package renderers

import (
	"errors"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/plan"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// job is one compiled source, ready to be rendered for any number of surfaces.
type job struct {
	o        Options
	in       *input
	doc      *deliveryv1.PresentationDocument
	kind     deliveryv1.DeliveryKind
	markdown string // exact source, or its valid form
	exact    []byte // exact source when it is not valid UTF-8
	outcome  *deliveryv1.Outcome
	title    string
	plain    string // plain form of the whole, once made
	plainSet bool
	known    []surface.Option
}

// packet renders the job for one surface.
func (j *job) packet(name string, c *deliveryv1.Capabilities, options map[string]string) (*deliveryv1.DeliveryPacket, error) {
	s := find(name)
	spec := *s.Spec()
	if spec.Name != name {
		spec.DefaultLimit, spec.MinimumLimit, spec.GridWidth = unknownLimit, 1, 72
		spec.Capabilities = surface.Capabilities{}
	}
	var diags []*deliveryv1.Diagnostic
	if m := c.GetMarkup(); m != deliveryv1.Markup_MARKUP_UNSPECIFIED && m != spec.Markup {
		s, diags = withMarkup(s, m, &spec)
	}
	p, more, err := plan.Profile(&spec, c, options, j.known)
	if err != nil {
		var f *plan.Fault
		if errors.As(err, &f) {
			return nil, &RequestError{Reason: f.Reason, Field: f.Field, Description: f.Description, Metadata: f.Metadata}
		}
		return nil, err
	}
	diags = append(diags, more...)
	doc := j.doc
	if extra := j.extraBlocks(p, &diags); extra != nil {
		doc = &deliveryv1.PresentationDocument{
			SchemaVersion: doc.SchemaVersion, Format: doc.Format, Diagnostics: doc.Diagnostics,
			Blocks: extra,
		}
	}
	r := s.Render(doc, p)
	packet := &deliveryv1.DeliveryPacket{
		Surface: name, Kind: j.kind, Markup: spec.Markup,
		SchemaVersion: SchemaVersion, RendererVersion: spec.Version,
		Coverage:         r.Coverage,
		FallbackMarkdown: j.markdown, FallbackBytes: j.exact,
		FallbackText: j.fallbackText(),
		Plan:         plan.Decision(p),
		Outcome:      j.outcome, Results: j.in.results,
		Unit: spec.Unit, Limit: uint32(p.Limit),
		Capabilities: plan.Capabilities(p),
		Options:      changed(p),
		Metadata:     j.in.metadata,
		Title:        j.title,
		ExpiresAt:    j.in.content.GetApproval().GetExpiresAt(),
		Producer:     j.o.producer(),
	}
	packet.Capabilities.Markup = spec.Markup
	if p.UTF16 {
		packet.Unit = deliveryv1.LengthUnit_LENGTH_UNIT_UTF16_UNITS
	}
	if p.Actions {
		packet.Actions = j.in.actions
	} else if len(j.in.actions) > 0 {
		packet.Actions = j.in.actions
		diags = append(diags, &deliveryv1.Diagnostic{
			Code: "actions.unsupported", Severity: deliveryv1.Severity_SEVERITY_INFO,
			Message: "the actions stand as a line of text",
		})
	}
	if spec.Unchunked || j.in.includeDocument {
		packet.Document = withoutSource(j.doc)
	}
	if r.Sequence != nil {
		diags = append(diags, j.pack(packet, s, p, r)...)
	}
	packet.Diagnostics = fold(j.doc.Diagnostics, append(r.Diagnostics, diags...))
	return packet, nil
}

// unknownLimit bounds the chunks of a surface that nobody knows.
const unknownLimit = 4000

// withMarkup replaces the dialect of a surface, keeping its limits.
func withMarkup(s surface.Surface, m deliveryv1.Markup, spec *surface.Spec) (surface.Surface, []*deliveryv1.Diagnostic) {
	for _, other := range allSurfaces() {
		o := other.Spec()
		if o.Markup == m && !o.Unchunked && !spec.Unchunked {
			spec.Markup, spec.Options, spec.Version = o.Markup, o.Options, o.Version
			*spec = *spec.Ready()
			if spec.GridWidth == 0 {
				spec.GridWidth = o.GridWidth
			}
			return other, nil
		}
	}
	d := []*deliveryv1.Diagnostic{{
		Code: "capability.unsupported", Severity: deliveryv1.Severity_SEVERITY_WARNING,
		Message: "the markup asked for is not known; the text is plain",
	}}
	plain := find("plain")
	spec.Markup, spec.Options, spec.Version = plain.Spec().Markup, plain.Spec().Options, plain.Spec().Version
	spec.Unchunked = false
	*spec = *spec.Ready()
	return plain, d
}

// pack cuts the rendering into chunks and returns what there is to say about it.
func (j *job) pack(packet *deliveryv1.DeliveryPacket, s surface.Surface, p *surface.Profile, r *surface.Rendering) []*deliveryv1.Diagnostic {
	budget := r.Budget
	budget.Labels = p.On("part_labels", "on")
	chunks, finds := chunk.Pack(r.Sequence, r.Dialect, budget)
	r.Sequence.Release()
	fields, plain := s.Fields(p)
	out := make([]deliveryv1.Chunk, len(chunks))
	packet.Chunks = make([]*deliveryv1.Chunk, len(chunks))
	for i, c := range chunks {
		m := &out[i]
		m.Text, m.PlainText, m.BlockIds = c.Text, c.Plain, c.Blocks
		m.Length, m.Number = uint32(c.Length), uint32(i+1)
		m.ChannelFields, m.PlainChannelFields = fields, plain
		packet.Chunks[i] = m
	}
	var diags []*deliveryv1.Diagnostic
	if len(chunks) == 0 {
		diags = append(diags, &deliveryv1.Diagnostic{
			Code: "render.empty", Severity: deliveryv1.Severity_SEVERITY_WARNING, Message: "there is nothing visible to send",
		})
	}
	for _, f := range finds {
		diags = append(diags, &deliveryv1.Diagnostic{
			Code: f.Code, Severity: deliveryv1.Severity_SEVERITY_INFO, Message: findings[f.Code], BlockId: f.Block,
		})
	}
	return diags
}

var findings = map[string]string{
	"chunk.code_line_cut": "a line of code is longer than a chunk and was cut",
	"chunk.word_cut":      "a word is longer than a chunk and was cut",
	"chunk.cluster_cut":   "a character sequence is longer than a chunk and was cut",
	"link.too_long":       "an address leaves no room in a chunk and is not live",
	"style.dropped":       "the limit leaves no room for some markup",
}

// fallbackText is the plain form of the whole document, without any limit.
func (j *job) fallbackText() string {
	if !j.plainSet {
		j.plainSet = true
		s := find("plain")
		p, _, _ := plan.Profile(s.Spec(), nil, nil, nil)
		doc := j.doc
		if extra := j.extraBlocks(p, nil); extra != nil {
			doc = &deliveryv1.PresentationDocument{Blocks: extra}
		}
		r := s.Render(doc, p)
		if chunks, _ := chunk.Pack(r.Sequence, r.Dialect, chunk.Budget{Unit: chunk.Bytes, NoMarkup: true}); len(chunks) > 0 {
			j.plain = chunks[0].Text
		}
		r.Sequence.Release()
	}
	return j.plain
}

// changed returns the options whose value is not the default.
func changed(p *surface.Profile) map[string]string {
	var out map[string]string
	for i := range p.Spec.Options {
		o := &p.Spec.Options[i]
		if v := p.Options[o.Name]; v != o.Value() {
			if out == nil {
				out = map[string]string{}
			}
			out[o.Name] = v
		}
	}
	return out
}

// withoutSource is the document as a packet carries it: the source stands in the packet itself.
func withoutSource(doc *deliveryv1.PresentationDocument) *deliveryv1.PresentationDocument {
	return &deliveryv1.PresentationDocument{
		SchemaVersion: doc.SchemaVersion, Blocks: doc.Blocks, Format: doc.Format,
		Diagnostics: doc.Diagnostics, TailOffset: doc.TailOffset,
	}
}

const maxDiagnostics = 100

// fold puts diagnostics together: equal codes about one block are one with a count, and no more than 100 are kept.
func fold(compiled, rendered []*deliveryv1.Diagnostic) []*deliveryv1.Diagnostic {
	if len(rendered) == 0 {
		return compiled
	}
	type key struct{ code, block string }
	seen := map[key]*deliveryv1.Diagnostic{}
	out := append([]*deliveryv1.Diagnostic(nil), compiled...)
	more := uint32(0)
	for _, d := range rendered {
		k := key{d.Code, d.BlockId}
		if first, ok := seen[k]; ok {
			first.Count = max(first.Count, 1) + 1
			continue
		}
		if len(out) >= maxDiagnostics-1 {
			more++
			continue
		}
		c := proto.Clone(d).(*deliveryv1.Diagnostic)
		seen[k] = c
		out = append(out, c)
	}
	if more > 0 {
		out = append(out, &deliveryv1.Diagnostic{
			Code: "diagnostics.more", Severity: deliveryv1.Severity_SEVERITY_INFO,
			Message: "further findings were left out", Count: more,
		})
	}
	return out
}

func (o Options) producer() string {
	if o.Producer == "" {
		return "vakd"
	}
	return o.Producer
}

// valid returns s with U+FFFD for each ill-formed part, and the exact bytes if they differ.
func valid(source []byte) (string, []byte) {
	s := string(source)
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, "\uFFFD"), source
}
