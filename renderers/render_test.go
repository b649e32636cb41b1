package renderers_test

import (
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

func request(surface, markdown string) *deliveryv1.RenderRequest {
	return &deliveryv1.RenderRequest{Surface: surface, Source: &deliveryv1.RenderRequest_Markdown{Markdown: markdown}}
}

func content(surface string, c *deliveryv1.DeliveryContent) *deliveryv1.RenderRequest {
	return &deliveryv1.RenderRequest{Surface: surface, Source: &deliveryv1.RenderRequest_Content{Content: c}}
}

func text(t *testing.T, req *deliveryv1.RenderRequest) string {
	t.Helper()
	p, err := renderers.Render(req, renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range p.GetChunks() {
		texts = append(texts, c.GetText())
	}
	return strings.Join(texts, "\n--8<--\n")
}

func TestRenderFaults(t *testing.T) {
	limit := func(n int32) *deliveryv1.Capabilities { return &deliveryv1.Capabilities{MaxChars: &n} }
	for _, c := range []struct {
		name, field string
		reason      deliveryv1.ErrorReason
		change      func(*deliveryv1.RenderRequest)
	}{
		{"no surface", "surface", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) { r.Surface = "" }},
		{"limit 0", "capabilities.max_chars", deliveryv1.ErrorReason_ERROR_REASON_LIMIT_INVALID, func(r *deliveryv1.RenderRequest) { r.Capabilities = limit(0) }},
		{"limit below 0", "capabilities.max_chars", deliveryv1.ErrorReason_ERROR_REASON_LIMIT_INVALID, func(r *deliveryv1.RenderRequest) { r.Capabilities = limit(-1) }},
		{"limit 15", "capabilities.max_chars", deliveryv1.ErrorReason_ERROR_REASON_LIMIT_TOO_SMALL, func(r *deliveryv1.RenderRequest) { r.Capabilities = limit(15) }},
		{"width", "capabilities.width", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) { r.Capabilities = &deliveryv1.Capabilities{Width: 5} }},
		{"unknown option", "options.nope", deliveryv1.ErrorReason_ERROR_REASON_OPTION_INVALID, func(r *deliveryv1.RenderRequest) { r.Options = map[string]string{"nope": "1"} }},
		{"bad option", "options.telegram.headings", deliveryv1.ErrorReason_ERROR_REASON_OPTION_INVALID, func(r *deliveryv1.RenderRequest) { r.Options = map[string]string{"telegram.headings": "tiny"} }},
		{"kind of no answer", "kind", deliveryv1.ErrorReason_ERROR_REASON_KIND_MISMATCH, func(r *deliveryv1.RenderRequest) { r.Kind = deliveryv1.DeliveryKind_DELIVERY_KIND_APPROVAL }},
		{"control traffic", "kind", deliveryv1.ErrorReason_ERROR_REASON_KIND_NOT_EXTERNAL, func(r *deliveryv1.RenderRequest) { r.Kind = deliveryv1.DeliveryKind_DELIVERY_KIND_STEERING }},
		{"unknown kind", "kind", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) { r.Kind = 99 }},
		{"template", "template", deliveryv1.ErrorReason_ERROR_REASON_TEMPLATE_NOT_FOUND, func(r *deliveryv1.RenderRequest) { r.Template = "x" }},
		{"metadata key", "metadata", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) { r.Metadata = map[string]string{".a": "b"} }},
		{"action without label", "actions[0].label", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) { r.Actions = []*deliveryv1.Action{{Id: "a"}} }},
		{"action twice", "actions[1].id", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) {
			r.Actions = []*deliveryv1.Action{{Id: "a", Label: "A"}, {Id: "a", Label: "B"}}
		}},
		{"no content", "content", deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, func(r *deliveryv1.RenderRequest) {
			r.Source = &deliveryv1.RenderRequest_Content{Content: &deliveryv1.DeliveryContent{}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := request("telegram", "text")
			c.change(req)
			_, err := renderers.Render(req, renderers.Options{})
			var fault *renderers.RequestError
			if !errors.As(err, &fault) || fault.Reason != c.reason || fault.Field != c.field {
				t.Errorf("got %+v, want %v at %s", err, c.reason, c.field)
			}
		})
	}
}

func TestSourceTooLarge(t *testing.T) {
	_, err := renderers.Render(request("plain", strings.Repeat("a", 101)), renderers.Options{MaxSource: 100})
	var fault *renderers.RequestError
	if !errors.As(err, &fault) || fault.Reason != deliveryv1.ErrorReason_ERROR_REASON_SOURCE_TOO_LARGE || fault.Metadata["limit"] != "100" {
		t.Errorf("got %+v", err)
	}
}

func TestCapabilitiesChangeOutput(t *testing.T) {
	yes, no := true, false
	source := "# T\n\n[l](https://e.example/x) `c`\n\n```go\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> [!NOTE]\n> n"
	base := text(t, request("telegram", source))
	for name, c := range map[string]*deliveryv1.Capabilities{
		"code off":   {Code: &no},
		"links off":  {Links: &no},
		"accessible": {Accessible: &yes},
		"markup":     {Markup: deliveryv1.Markup_MARKUP_PLAIN},
		"max_chars":  {MaxChars: proto.Int32(30)},
		"width":      {Width: 500},
	} {
		req := request("telegram", source)
		req.Capabilities = c
		if got := text(t, req); (got == base) != (name == "width") {
			t.Errorf("%s: the output is %q", name, got)
		}
	}
}

func TestUnknownSurfaceIsPlain(t *testing.T) {
	p, err := renderers.Render(request("martian", "**a** "+strings.Repeat("word ", 1000)), renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Surface != "martian" || p.Markup != deliveryv1.Markup_MARKUP_PLAIN || p.Limit != 4000 || len(p.Chunks) != 2 {
		t.Errorf("got surface %s markup %v limit %d, %d chunks", p.Surface, p.Markup, p.Limit, len(p.Chunks))
	}
}

func TestContents(t *testing.T) {
	expires := &timestamppb.Timestamp{Seconds: 1935817689}
	for _, c := range []struct {
		name, surface string
		content       *deliveryv1.DeliveryContent
		want          string
	}{
		{"approval", "telegram", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_Approval{
			Approval: &deliveryv1.ApprovalContent{Title: "rm -rf <x>", Detail: "detail", ExpiresAt: expires},
		}}, "<b>Approval needed: rm -rf &lt;x&gt;</b>\n\ndetail\n\nExpires: 2031-05-06T07:08:09Z"},
		{"progress", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_Progress{
			Progress: &deliveryv1.ProgressContent{Label: "Build", State: "running", Percent: proto.Uint32(42)},
		}}, "Build: running (42%)"},
		{"tool result", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_ToolResult{
			ToolResult: &deliveryv1.ToolResultContent{Tool: "grep", Output: "a.go:1"},
		}}, "Result from grep:\n\n    a.go:1"},
		{"no output", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_ToolResult{
			ToolResult: &deliveryv1.ToolResultContent{Tool: "grep", Failed: true},
		}}, "Error from grep:\n\n(no output)"},
		{"alert", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_Alert{
			Alert: &deliveryv1.AlertContent{Title: "disk full", Markdown: "**now**"},
		}}, "Alert: disk full\n\nnow"},
		{"two results", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_Answer{
			Answer: &deliveryv1.AnswerContent{Drafts: []*deliveryv1.AnswerDraft{{SourceMarkdown: "a"}, {SourceMarkdown: "b"}}},
		}}, "a\n\n──────────\n\nb"},
		{"legacy draft", "plain", &deliveryv1.DeliveryContent{Content: &deliveryv1.DeliveryContent_Answer{
			Answer: &deliveryv1.AnswerContent{Drafts: []*deliveryv1.AnswerDraft{{LegacyBlocks: []*deliveryv1.DraftBlock{
				{Kind: "heading", Level: 1, Text: "H"}, {Kind: "list", Items: []string{"x", "y"}}, {Kind: "code", Text: "c"},
			}}}},
		}}, "H\n=\n\n- x\n- y\n\n    c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := text(t, content(c.surface, c.content)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestNotVerified(t *testing.T) {
	req := request("telegram", "Done.")
	req.Results = []*deliveryv1.ResultOutcome{
		{ResultId: "r1", Label: "Build <1>", Status: deliveryv1.OutputStatus_OUTPUT_STATUS_PARTIAL},
		{ResultId: "r2", Status: deliveryv1.OutputStatus_OUTPUT_STATUS_SUCCEEDED, EvidenceRequired: true},
	}
	want := "<b>⚠ Not verified:</b> Build &lt;1&gt; is partial; evidence for r2 is missing.\n\nDone."
	if got := text(t, req); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	req.Results = []*deliveryv1.ResultOutcome{{ResultId: "r1", Status: deliveryv1.OutputStatus_OUTPUT_STATUS_SUCCEEDED}}
	if got := text(t, req); got != "Done." {
		t.Errorf("a good outcome has no line: %q", got)
	}
}

func TestActionsWithoutButtons(t *testing.T) {
	off := false
	req := request("telegram", "Deploy?")
	req.Actions = []*deliveryv1.Action{{Id: "y", Label: "Approve"}, {Id: "n", Label: "Deny"}}
	req.Capabilities = &deliveryv1.Capabilities{Actions: &off}
	if got := text(t, req); got != "Deploy?\n\nActions: Approve / Deny" {
		t.Errorf("got %q", got)
	}
}

func TestRenderAllKeepsOrderAndErrors(t *testing.T) {
	small := int32(4)
	res, err := renderers.RenderAll(&deliveryv1.RenderAllRequest{
		Source:   &deliveryv1.RenderAllRequest_Markdown{Markdown: "some text"},
		Surfaces: []string{"slack", "telegram", "plain"},
		Profiles: []*deliveryv1.SurfaceProfile{{Surface: "telegram", Capabilities: &deliveryv1.Capabilities{MaxChars: &small}}},
	}, renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Results) != 3 || res.Results[0].GetPacket() == nil || res.Results[2].GetPacket() == nil {
		t.Fatalf("got %v", res)
	}
	if e := res.Results[1].GetError(); e.GetReason() != deliveryv1.ErrorReason_ERROR_REASON_LIMIT_TOO_SMALL {
		t.Errorf("got %v", res.Results[1])
	}
}

func TestEqualRequestsGiveEqualBytes(t *testing.T) {
	_, sources := answers(t, true)
	for _, src := range sources {
		var first []byte
		for range 3 {
			p, err := renderers.Render(request("discord", string(src)), renderers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			b, err := proto.MarshalOptions{Deterministic: true}.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = b
			} else if string(first) != string(b) {
				t.Fatalf("two packets of %.60q differ", src)
			}
		}
	}
}
