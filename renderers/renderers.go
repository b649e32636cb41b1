// Package renderers turns a source into packets: it compiles, plans, renders and packs. Everything in it is pure:
// equal requests give equal packets, byte for byte, and no call blocks.
package renderers

import (
	"errors"
	"slices"
	"strings"
	"sync"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/all"
	"github.com/vak-delivery/vakd/renderers/plan"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// SchemaVersion is the version of the data that this code writes.
const SchemaVersion = 2

// Options bounds and labels rendering. The zero value is ready to use.
type Options struct {
	// MaxSource is the largest accepted source in bytes; 0 means 4 MiB, the most is 16 MiB.
	MaxSource int
	// Producer is written into each packet, such as "vakd/0.1.0"; empty means "vakd".
	Producer string
}

// Render makes the packet of one request. The error, if any, is a *RequestError.
func Render(req *deliveryv1.RenderRequest, o Options) (*deliveryv1.DeliveryPacket, error) {
	if req.GetSurface() == "" {
		return nil, invalid("surface", "a surface is required, such as telegram")
	}
	j, err := newJob(sourceOf(req), o)
	if err != nil {
		return nil, err
	}
	return j.packet(req.GetSurface(), req.GetCapabilities(), req.GetOptions())
}

// RenderAll compiles the source once and renders it for every surface asked. The error, if any, is a *RequestError
// about the request as a whole; what fails for one surface stands in that result.
func RenderAll(req *deliveryv1.RenderAllRequest, o Options) (*deliveryv1.RenderAllResponse, error) {
	names := req.GetSurfaces()
	if len(names) > 32 {
		return nil, invalid("surfaces", "at most 32 surfaces, not %d", len(names))
	}
	if i := slices.Index(names, ""); i >= 0 {
		return nil, invalid("surfaces", "a surface has no name")
	}
	j, err := newJob(sourceOf(req), o)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		for _, s := range all.Surfaces() {
			names = append(names, s.Spec().Name)
		}
	}
	res := &deliveryv1.RenderAllResponse{Results: make([]*deliveryv1.RenderResult, len(names))}
	for i, name := range names {
		c, opts := req.GetCapabilities(), req.GetOptions()
		for _, p := range req.GetProfiles() {
			if p.GetSurface() == name {
				c, opts = overlay(c, opts, p)
			}
		}
		r := &deliveryv1.RenderResult{Surface: name}
		packet, err := j.packet(name, c, opts)
		if err != nil {
			r.Result = &deliveryv1.RenderResult_Error{Error: ItemError(err)}
		} else {
			r.Result = &deliveryv1.RenderResult_Packet{Packet: packet}
		}
		res.Results[i] = r
	}
	return res, nil
}

// Compile turns the source of a request into its document. The error, if any, is a *RequestError.
func Compile(req *deliveryv1.CompileRequest, o Options) (*deliveryv1.CompileResponse, error) {
	for name := range req.GetOptions() {
		return nil, &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_OPTION_INVALID,
			Field:  "options." + name, Description: "the compiler has no options",
		}
	}
	doc, err := compileRequest(req, o)
	if err != nil {
		return nil, err
	}
	native := find("native")
	p, _, _ := plan.Profile(native.Spec(), nil, nil, nil)
	return &deliveryv1.CompileResponse{Document: doc, Plan: plan.Decision(p)}, nil
}

// Surfaces tells every surface with its limits, defaults and options, by name.
func Surfaces() []*deliveryv1.Surface {
	var out []*deliveryv1.Surface
	for _, s := range all.Surfaces() {
		spec := s.Spec()
		p, _, _ := plan.Profile(spec, nil, nil, nil)
		d := &deliveryv1.Surface{
			Name: spec.Name, Title: spec.Title, Markup: spec.Markup,
			Capabilities: plan.Capabilities(p),
			DefaultLimit: uint32(spec.DefaultLimit), HardLimit: uint32(spec.HardLimit), MinimumLimit: uint32(spec.MinimumLimit),
			Unit: spec.Unit, GridWidth: uint32(spec.GridWidth),
			RendererVersion: spec.Version, Chunked: !spec.Unchunked,
		}
		for _, o := range spec.Options {
			d.Options = append(d.Options, &deliveryv1.SurfaceOption{
				Name: o.Name, Values: o.Values, DefaultValue: o.Value(), Description: o.Description,
			})
		}
		out = append(out, d)
	}
	return out
}

// find returns the surface with this name, or the plain one in its stead at 4,000 code points.
func find(name string) surface.Surface {
	var plain surface.Surface
	for _, s := range all.Surfaces() {
		switch s.Spec().Name {
		case name:
			return s
		case "plain":
			plain = s
		}
	}
	return plain
}

// knownOptions lists the options of every surface, each once.
var knownOptions = sync.OnceValue(func() []surface.Option {
	var out []surface.Option
	for _, s := range all.Surfaces() {
		for _, o := range s.Spec().Options {
			i := slices.IndexFunc(out, func(k surface.Option) bool { return k.Name == o.Name })
			if i < 0 {
				out = append(out, o)
			}
		}
	}
	return out
})

// overlay puts the overrides of one surface over what holds for all.
func overlay(c *deliveryv1.Capabilities, opts map[string]string, p *deliveryv1.SurfaceProfile) (*deliveryv1.Capabilities, map[string]string) {
	merged := make(map[string]string, len(opts)+len(p.GetOptions()))
	for k, v := range opts {
		merged[k] = v
	}
	for k, v := range p.GetOptions() {
		merged[k] = v
	}
	return mergeCapabilities(c, p.GetCapabilities()), merged
}

// ItemError tells a *RequestError as the message that calls which go on carry.
func ItemError(err error) *deliveryv1.ItemError {
	var re *RequestError
	if !errors.As(err, &re) {
		return &deliveryv1.ItemError{Code: 13, Reason: deliveryv1.ErrorReason_ERROR_REASON_INTERNAL, Message: "internal error"}
	}
	const invalidArgument = 3
	e := &deliveryv1.ItemError{
		Code: invalidArgument, Reason: re.Reason, Message: strings.TrimSpace(re.Error()), Metadata: re.Metadata,
	}
	if re.Field != "" {
		e.Violations = []*deliveryv1.FieldViolation{{Field: re.Field, Description: re.Description, Reason: re.Reason}}
	}
	return e
}
