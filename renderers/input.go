package renderers

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vak-delivery/vakd/document/markdown"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/all"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// input is what the requests that render have in common.
type input struct {
	source          []byte // Markdown; nil: content is set, or nothing
	hasSource       bool
	content         *deliveryv1.DeliveryContent
	kind            deliveryv1.DeliveryKind
	metadata        map[string]string
	citations       []*deliveryv1.Citation
	actions         []*deliveryv1.Action
	results         []*deliveryv1.ResultOutcome
	runStatus       deliveryv1.OutputStatus
	template        string
	includeDocument bool
}

type sourced interface {
	GetMarkdown() string
	GetContent() *deliveryv1.DeliveryContent
	GetSourceBytes() []byte
	GetKind() deliveryv1.DeliveryKind
	GetMetadata() map[string]string
	GetCitations() []*deliveryv1.Citation
	GetActions() []*deliveryv1.Action
	GetResults() []*deliveryv1.ResultOutcome
	GetRunStatus() deliveryv1.OutputStatus
	GetTemplate() string
	GetIncludeDocument() bool
}

func sourceOf(r sourced) *input {
	in := &input{
		content: r.GetContent(), kind: r.GetKind(), metadata: r.GetMetadata(), citations: r.GetCitations(),
		actions: r.GetActions(), results: r.GetResults(), runStatus: r.GetRunStatus(),
		template: r.GetTemplate(), includeDocument: r.GetIncludeDocument(),
	}
	if in.content == nil {
		in.hasSource = true
		if in.source = r.GetSourceBytes(); in.source == nil {
			in.source = []byte(r.GetMarkdown())
		}
	}
	return in
}

var metadataKey = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$`)

// check tests the fields that need no compiling.
func (in *input) check() error {
	switch {
	case len(in.metadata) > 64:
		return invalid("metadata", "at most 64 entries, not %d", len(in.metadata))
	case len(in.citations) > 200:
		return invalid("citations", "at most 200 citations, not %d", len(in.citations))
	case len(in.actions) > 25:
		return invalid("actions", "at most 25 actions, not %d", len(in.actions))
	case len(in.results) > 200:
		return invalid("results", "at most 200 results, not %d", len(in.results))
	case in.template != "":
		return &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_TEMPLATE_NOT_FOUND,
			Field:  "template", Description: fmt.Sprintf("there is no template %q", in.template),
		}
	}
	if deliveryv1.DeliveryKind_name[int32(in.kind)] == "" {
		return invalid("kind", "%d is no delivery kind", in.kind)
	}
	if deliveryv1.OutputStatus_name[int32(in.runStatus)] == "" {
		return invalid("run_status", "%d is no status", in.runStatus)
	}
	for k, v := range in.metadata {
		if !metadataKey.MatchString(k) {
			return invalid("metadata", "the key %q is not of the form [A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}", k)
		}
		if len(v) > 4096 {
			return &RequestError{
				Reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
				Field:  "metadata." + k, Description: "a value takes at most 4096 bytes",
			}
		}
	}
	return in.checkActions()
}

func (in *input) checkActions() error {
	seen := map[string]bool{}
	for i, a := range in.actions {
		path := "actions[" + strconv.Itoa(i) + "]"
		switch n := len([]rune(a.GetLabel())); {
		case a.GetId() == "":
			return invalid(path+".id", "an action needs an id")
		case len([]rune(a.GetId())) > 64:
			return invalid(path+".id", "an id has at most 64 code points")
		case seen[a.GetId()]:
			return invalid(path+".id", "the id %q is used twice", a.GetId())
		case n == 0 || n > 80 || strings.ContainsAny(a.GetLabel(), "\r\n"):
			return invalid(path+".label", "a label has 1 to 80 code points on one line")
		case len(a.GetDataJson()) > 16<<10:
			return &RequestError{
				Reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
				Field:  path + ".data_json", Description: "data takes at most 16384 bytes",
			}
		}
		seen[a.GetId()] = true
	}
	return nil
}

// newJob checks and compiles an input.
func newJob(in *input, o Options) (*job, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	j := &job{o: o, in: in, known: knownOptions()}
	var err error
	if in.hasSource {
		j.doc, err = compile(in.source, in.citations, deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN, o, "markdown")
		if err == nil {
			j.markdown, j.exact = valid(in.source)
			j.kind, err = kindOf(in.kind, answerKinds()...)
		}
	} else {
		err = j.setContent()
	}
	if err != nil {
		return nil, err
	}
	j.outcome = outcomeOf(in)
	j.title = titleOf(j.doc, in.metadata)
	return j, nil
}

// kindOf returns the kind asked for if the content allows it; unset, the first allowed one.
func kindOf(kind deliveryv1.DeliveryKind, allowed ...deliveryv1.DeliveryKind) (deliveryv1.DeliveryKind, error) {
	switch kind {
	case deliveryv1.DeliveryKind_DELIVERY_KIND_UNSPECIFIED:
		return allowed[0], nil
	case deliveryv1.DeliveryKind_DELIVERY_KIND_TOOL_CALL, deliveryv1.DeliveryKind_DELIVERY_KIND_STEERING,
		deliveryv1.DeliveryKind_DELIVERY_KIND_SYSTEM, deliveryv1.DeliveryKind_DELIVERY_KIND_DEVELOPER,
		deliveryv1.DeliveryKind_DELIVERY_KIND_INTERNAL:
		return 0, &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_KIND_NOT_EXTERNAL,
			Field:  "kind", Description: "control traffic is never rendered for a person",
		}
	}
	for _, k := range allowed {
		if k == kind {
			return kind, nil
		}
	}
	return 0, &RequestError{
		Reason: deliveryv1.ErrorReason_ERROR_REASON_KIND_MISMATCH,
		Field:  "kind", Description: fmt.Sprintf("%s does not go with this content", kind),
	}
}

func answerKinds() []deliveryv1.DeliveryKind {
	return []deliveryv1.DeliveryKind{
		deliveryv1.DeliveryKind_DELIVERY_KIND_ASSISTANT,
		deliveryv1.DeliveryKind_DELIVERY_KIND_TASK_SUMMARY,
		deliveryv1.DeliveryKind_DELIVERY_KIND_ALERT,
		deliveryv1.DeliveryKind_DELIVERY_KIND_USER,
	}
}

// compile compiles one source; field is its path in the request.
func compile(source []byte, citations []*deliveryv1.Citation, f deliveryv1.TextFormat, o Options, field string) (*deliveryv1.PresentationDocument, error) {
	doc, err := markdown.Compile(source, markdown.Options{MaxBytes: o.MaxSource, Citations: citations, Format: f})
	var large *markdown.SourceTooLargeError
	switch {
	case err == nil:
		return doc, nil
	case errors.As(err, &large):
		return nil, &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_SOURCE_TOO_LARGE, Field: field,
			Description: fmt.Sprintf("the source has %d bytes, the limit is %d", large.Size, large.Limit),
			Metadata:    map[string]string{"limit": strconv.Itoa(large.Limit)},
		}
	default:
		return nil, invalid(field, "%v", err)
	}
}

func compileRequest(req *deliveryv1.CompileRequest, o Options) (*deliveryv1.PresentationDocument, error) {
	if req.GetContent() != nil {
		j, err := newJob(&input{content: req.GetContent(), citations: req.GetCitations()}, o)
		if err != nil {
			return nil, err
		}
		return j.doc, nil
	}
	f := req.GetFormat()
	switch f {
	case deliveryv1.TextFormat_TEXT_FORMAT_UNSPECIFIED:
		f = deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN
	case deliveryv1.TextFormat_TEXT_FORMAT_PLAIN, deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN:
	default:
		return nil, invalid("format", "%d is no text format", f)
	}
	if len(req.GetCitations()) > 200 {
		return nil, invalid("citations", "at most 200 citations, not %d", len(req.GetCitations()))
	}
	source := req.GetSourceBytes()
	if source == nil {
		source = []byte(req.GetMarkdown())
	}
	return compile(source, req.GetCitations(), f, o, "markdown")
}

func allSurfaces() []surface.Surface { return all.Surfaces() }

// mergeCapabilities returns base with every field that over sets.
func mergeCapabilities(base, over *deliveryv1.Capabilities) *deliveryv1.Capabilities {
	if base == nil || over == nil {
		if over == nil {
			return base
		}
		return over
	}
	c := &deliveryv1.Capabilities{
		Markup: base.Markup, MaxChars: base.MaxChars, Tables: base.Tables, Code: base.Code, Links: base.Links,
		Actions: base.Actions, Media: base.Media, Color: base.Color, Structured: base.Structured, Files: base.Files,
		Interactive: base.Interactive, Accessible: base.Accessible, Width: base.Width,
		Others: append(append([]string(nil), base.Others...), over.Others...),
	}
	if over.Markup != deliveryv1.Markup_MARKUP_UNSPECIFIED {
		c.Markup = over.Markup
	}
	if over.MaxChars != nil {
		c.MaxChars = over.MaxChars
	}
	if over.Width != 0 {
		c.Width = over.Width
	}
	for _, f := range []struct{ to, from **bool }{
		{&c.Tables, &over.Tables}, {&c.Code, &over.Code}, {&c.Links, &over.Links}, {&c.Actions, &over.Actions},
		{&c.Media, &over.Media}, {&c.Color, &over.Color}, {&c.Structured, &over.Structured}, {&c.Files, &over.Files},
		{&c.Interactive, &over.Interactive}, {&c.Accessible, &over.Accessible},
	} {
		if *f.from != nil {
			*f.to = *f.from
		}
	}
	return c
}

// stamp writes a time as RFC 3339 in UTC.
func stamp(t *timestamppb.Timestamp) string {
	return t.AsTime().UTC().Format("2006-01-02T15:04:05Z")
}
