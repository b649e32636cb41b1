package main

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
	"github.com/vak-delivery/vakd/server/wirejson"
)

// renderFlags are the flags of render as they were typed.
type renderFlags struct {
	surface string
	limit   int32
	width   uint32
	color   string
	options []string
	kind    string
	actions string
	explain bool
	format  string
}

func (f *renderFlags) register(cmd *cobra.Command, s streams) {
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVarP(&f.surface, "surface", "s", defaultSurface(s), "render for the surface `NAME`")
	fs.Int32Var(&f.limit, "limit", 0, "let a message be at most `N` long, in the surface's own unit (default: the surface's own)")
	fs.Uint32Var(&f.width, "width", 0, "make tables and lines fit `N` cells, 20 to 500 (default: the surface's own)")
	fs.StringVar(&f.color, "color", "auto", "use colour where the surface has it: auto, always or never; `WHEN`")
	fs.StringArrayVarP(&f.options, "option", "o", nil, "set a profile option, such as telegram.headings=upper; `NAME=VALUE`, repeatable")
	fs.StringVar(&f.kind, "kind", "", "say what is delivered, such as assistant, alert or progress; `KIND`")
	fs.StringVar(&f.actions, "actions", "", "offer actions; `JSON` array such as [{\"id\":\"allow\",\"label\":\"Allow\"}]")
	fs.BoolVar(&f.explain, "explain", false, "tell on standard error why the result looks as it does")
	fs.StringVar(&f.format, "format", "text", "print text, chunks or json; `FORMAT`")
	complete(cmd, "surface", surfaceNames)
	complete(cmd, "color", func() []string { return []string{"auto", "always", "never"} })
	complete(cmd, "format", func() []string { return []string{"text", "chunks", "json"} })
	complete(cmd, "kind", kindNames)
	complete(cmd, "option", optionNames)
}

// request builds the request that all files share; only the source is missing.
func (f *renderFlags) request(cmd *cobra.Command, s streams) (*deliveryv1.RenderRequest, error) {
	req := &deliveryv1.RenderRequest{Surface: f.surface}
	caps := &deliveryv1.Capabilities{}
	if cmd.Flags().Changed("limit") {
		caps.MaxChars = proto.Int32(f.limit)
	}
	caps.Width = f.width
	if err := f.setColor(caps, s); err != nil {
		return nil, err
	}
	if proto.Size(caps) > 0 {
		req.Capabilities = caps
	}
	for _, o := range f.options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, usagef("--option %q: must be NAME=VALUE", o)
		}
		if req.Options == nil {
			req.Options = map[string]string{}
		}
		req.Options[name] = value
	}
	if f.kind != "" {
		kind, ok := parseKind(f.kind)
		if !ok {
			return nil, usagef("--kind %q: must be one of %s", f.kind, strings.Join(kindNames(), ", "))
		}
		req.Kind = kind
	}
	if f.actions != "" {
		var held deliveryv1.RenderRequest
		if err := wirejson.Unmarshal([]byte(`{"actions":`+f.actions+`}`), &held); err != nil {
			return nil, usagef("--actions: %w", err)
		}
		req.Actions = held.Actions
	}
	return req, nil
}

// setColor leaves the choice to the surface unless it was made here; only a terminal that is written to decides by
// what it is.
func (f *renderFlags) setColor(caps *deliveryv1.Capabilities, s streams) error {
	switch f.color {
	case "always":
		caps.Color = proto.Bool(true)
	case "never":
		caps.Color = proto.Bool(false)
	case "auto":
		if f.surface == terminalSurface {
			caps.Color = proto.Bool(isTerminal(s.out) && os.Getenv("NO_COLOR") == "")
		}
	default:
		return usagef("--color %q: must be auto, always or never", f.color)
	}
	return nil
}

const terminalSurface = "terminal"

// defaultSurface is the terminal when a person looks at one, and plain text otherwise.
func defaultSurface(s streams) string {
	if isTerminal(s.out) && slices.Contains(surfaceNames(), terminalSurface) {
		return terminalSurface
	}
	return "plain"
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func surfaceNames() []string {
	var names []string
	for _, s := range renderers.Surfaces() {
		names = append(names, s.GetName())
	}
	return names
}

func optionNames() []string {
	var names []string
	for _, s := range renderers.Surfaces() {
		for _, o := range s.GetOptions() {
			for _, v := range o.GetValues() {
				names = append(names, o.GetName()+"="+v)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

const kindPrefix = "DELIVERY_KIND_"

func kindNames() []string {
	var names []string
	values := deliveryv1.DeliveryKind(0).Descriptor().Values()
	for i := range values.Len() {
		if v := values.Get(i); v.Number() != 0 {
			names = append(names, strings.ToLower(strings.TrimPrefix(string(v.Name()), kindPrefix)))
		}
	}
	return names
}

// parseKind takes assistant, ASSISTANT and DELIVERY_KIND_ASSISTANT.
func parseKind(s string) (deliveryv1.DeliveryKind, bool) {
	name := strings.ToUpper(strings.ReplaceAll(s, "-", "_"))
	n, ok := deliveryv1.DeliveryKind_value[kindPrefix+strings.TrimPrefix(name, kindPrefix)]
	return deliveryv1.DeliveryKind(n), ok && n != 0
}

func complete(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // only a flag that does not exist
	}
}
