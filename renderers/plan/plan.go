// Package plan decides how a rendering is done before it is done: it lowers what a surface can show to what the caller
// and the place allow, and checks limits and options.
package plan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// maxLimit is the largest limit a caller can ask for.
const maxLimit = 100_000

// Terminal and grid widths in cells.
const (
	minWidth = 20
	maxWidth = 500
)

// Fault is a limit or an option that cannot be taken.
type Fault struct {
	Reason      deliveryv1.ErrorReason
	Field       string
	Description string
	Metadata    map[string]string
}

// Error tells the field and the fault.
func (f *Fault) Error() string { return f.Field + ": " + f.Description }

// Profile returns the profile in force: the surface's own, with each capability that is set replacing it. known lists
// every option of every surface; an option outside it is a fault, one that only other surfaces read is ignored.
func Profile(spec *surface.Spec, c *deliveryv1.Capabilities, options map[string]string, known []surface.Option) (*surface.Profile, []*deliveryv1.Diagnostic, error) {
	p := &surface.Profile{Spec: spec, Capabilities: spec.Capabilities, Limit: spec.DefaultLimit, Width: spec.GridWidth}
	var diags []*deliveryv1.Diagnostic
	if err := setOptions(p, options, known); err != nil {
		return nil, nil, err
	}
	capped, err := limit(p, c)
	if err != nil {
		return nil, nil, err
	}
	if capped != nil {
		diags = append(diags, capped)
	}
	for _, f := range []struct {
		set *bool
		to  *bool
	}{
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Tables }), &p.Tables},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Code }), &p.Code},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Links }), &p.Links},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Actions }), &p.Actions},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Media }), &p.Media},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Color }), &p.Color},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Structured }), &p.Structured},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Files }), &p.Files},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Interactive }), &p.Interactive},
		{optional(c, func(c *deliveryv1.Capabilities) *bool { return c.Accessible }), &p.Accessible},
	} {
		if f.set != nil {
			*f.to = *f.set
		}
	}
	if c.GetTables() && slices.Contains([]string{"telegram", "slack", "discord"}, spec.Name) {
		p.Tables = false
		diags = append(diags, unsupported("the dialect has no tables of its own"))
	}
	if w := c.GetWidth(); w != 0 {
		if w < minWidth || w > maxWidth {
			return nil, nil, &Fault{
				Reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, Field: "capabilities.width",
				Description: fmt.Sprintf("a width is %d to %d cells, or 0 for the default", minWidth, maxWidth),
			}
		}
		if spec.GridWidth > 0 {
			p.Width = int(w)
		}
	}
	for _, name := range c.GetOthers() {
		diags = append(diags, unsupported("capability "+strconv.Quote(name)+" is not known and was ignored"))
	}
	return p, diags, nil
}

func optional(c *deliveryv1.Capabilities, get func(*deliveryv1.Capabilities) *bool) *bool {
	if c == nil {
		return nil
	}
	return get(c)
}

func unsupported(message string) *deliveryv1.Diagnostic {
	return &deliveryv1.Diagnostic{
		Code: "capability.unsupported", Severity: deliveryv1.Severity_SEVERITY_WARNING, Message: message,
	}
}

func limit(p *surface.Profile, c *deliveryv1.Capabilities) (*deliveryv1.Diagnostic, error) {
	if c == nil || c.MaxChars == nil || p.Spec.Unchunked {
		return nil, nil
	}
	n := int(*c.MaxChars)
	least := max(1, p.Spec.MinimumLimit)
	switch {
	case n <= 0:
		return nil, &Fault{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_LIMIT_INVALID, Field: "capabilities.max_chars",
			Description: fmt.Sprintf("a limit must be positive, not %d", n),
		}
	case n < least:
		return nil, &Fault{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_LIMIT_TOO_SMALL, Field: "capabilities.max_chars",
			Description: fmt.Sprintf("the smallest limit of surface %s is %d, not %d", p.Spec.Name, least, n),
			Metadata:    map[string]string{"minimum": strconv.Itoa(least)},
		}
	}
	most := maxLimit
	if p.Spec.HardLimit > 0 {
		most = min(most, p.Spec.HardLimit)
	}
	p.Limit = min(n, most)
	if n > most {
		return &deliveryv1.Diagnostic{
			Code: "limit.capped", Severity: deliveryv1.Severity_SEVERITY_WARNING,
			Message: fmt.Sprintf("the limit of %d was lowered to %d", n, most),
		}, nil
	}
	return nil, nil
}

func setOptions(p *surface.Profile, options map[string]string, known []surface.Option) error {
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		i := slices.IndexFunc(known, func(o surface.Option) bool { return o.Name == name })
		if i < 0 {
			return &Fault{
				Reason: deliveryv1.ErrorReason_ERROR_REASON_OPTION_INVALID, Field: "options." + name,
				Description: "no surface has this option",
			}
		}
		if v := known[i].Values; len(v) > 0 && !slices.Contains(v, options[name]) {
			return &Fault{
				Reason: deliveryv1.ErrorReason_ERROR_REASON_OPTION_INVALID, Field: "options." + name,
				Description: fmt.Sprintf("%s takes %s, not %q", name, strings.Join(v, ", "), options[name]),
			}
		}
	}
	p.Options = p.Spec.Defaults()
	if len(options) > 0 {
		p.Options = maps.Clone(p.Options)
		for name := range p.Options {
			if v, ok := options[name]; ok {
				p.Options[name] = v
			}
		}
	}
	p.UTF16 = p.Options["count"] == "utf16"
	return nil
}

// Capabilities returns the profile as a message with every field set.
func Capabilities(p *surface.Profile) *deliveryv1.Capabilities {
	c := &deliveryv1.Capabilities{
		Markup: p.Spec.Markup,
		Tables: &p.Tables, Code: &p.Code, Links: &p.Links, Actions: &p.Actions, Media: &p.Media, Color: &p.Color,
		Structured: &p.Structured, Files: &p.Files, Interactive: &p.Interactive, Accessible: &p.Accessible,
		Width: uint32(p.Width),
	}
	if p.Limit > 0 {
		n := int32(p.Limit)
		c.MaxChars = &n
	}
	return c
}

// Decision returns the recorded answer to "why this rendering?" for a document without cards.
func Decision(p *surface.Profile) *deliveryv1.PlanDecision {
	return &deliveryv1.PlanDecision{
		RecipeId: "answer.basic", RecipeVersion: "1.0.0",
		Basis:    deliveryv1.PlanBasis_PLAN_BASIS_DEFAULT,
		Renderer: "blocks", RendererVersion: p.Spec.Version,
	}
}
