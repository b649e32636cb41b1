package renderers

import (
	"fmt"
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// setContent compiles a content that is more than one Markdown source.
func (j *job) setContent() error {
	var err error
	switch c := j.in.content.Content.(type) {
	case *deliveryv1.DeliveryContent_Answer:
		if j.kind, err = kindOf(j.in.kind, answerKinds()...); err != nil {
			return err
		}
		return j.answer(c.Answer)
	case *deliveryv1.DeliveryContent_Document:
		if j.kind, err = kindOf(j.in.kind, answerKinds()...); err != nil {
			return err
		}
		return j.document(c.Document)
	case *deliveryv1.DeliveryContent_Alert:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_ALERT); err != nil {
			return err
		}
		return j.alert(c.Alert)
	case *deliveryv1.DeliveryContent_Approval:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_APPROVAL); err != nil {
			return err
		}
		return j.approval(c.Approval)
	case *deliveryv1.DeliveryContent_Progress:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_PROGRESS); err != nil {
			return err
		}
		return j.progress(c.Progress)
	case *deliveryv1.DeliveryContent_ToolResult:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_TOOL_RESULT); err != nil {
			return err
		}
		return j.toolResult(c.ToolResult)
	case *deliveryv1.DeliveryContent_Error:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_PROGRESS, deliveryv1.DeliveryKind_DELIVERY_KIND_ALERT); err != nil {
			return err
		}
		return j.failure(c.Error)
	case *deliveryv1.DeliveryContent_Retry:
		if j.kind, err = kindOf(j.in.kind, deliveryv1.DeliveryKind_DELIVERY_KIND_PROGRESS); err != nil {
			return err
		}
		return j.retry(c.Retry)
	case *deliveryv1.DeliveryContent_Artifact:
		if j.kind, err = kindOf(j.in.kind, answerKinds()...); err != nil {
			return err
		}
		if c.Artifact.GetName() == "" {
			return invalid("content.artifact.name", "an artifact needs a name")
		}
		j.blocks(&deliveryv1.Block{Node: &deliveryv1.Block_Artifact{Artifact: c.Artifact}})
		j.markdown = c.Artifact.GetName()
		return nil
	case *deliveryv1.DeliveryContent_Card:
		return &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_CARD_INVALID,
			Field:  "content.card.semantic_type", Description: fmt.Sprintf("no skill owns the card type %q", c.Card.GetSemanticType()),
		}
	case *deliveryv1.DeliveryContent_Turn:
		return invalid("content.turn", "a recorded turn can be delivered, not rendered by itself")
	}
	return invalid("content", "the content is empty, or of a kind that this version does not know")
}

// blocks makes the document of a content from blocks of its own, and numbers them.
func (j *job) blocks(blocks ...*deliveryv1.Block) {
	for i, b := range blocks {
		b.Id = "b" + strconv.Itoa(i+1)
	}
	j.doc = &deliveryv1.PresentationDocument{SchemaVersion: SchemaVersion, Blocks: blocks, Format: deliveryv1.TextFormat_TEXT_FORMAT_PLAIN}
}

func (j *job) answer(a *deliveryv1.AnswerContent) error {
	drafts := a.GetDrafts()
	if len(drafts) == 0 || len(drafts) > 50 {
		return invalid("content.answer.drafts", "an answer has 1 to 50 drafts, not %d", len(drafts))
	}
	docs := make([]*deliveryv1.PresentationDocument, len(drafts))
	var sources [][]byte
	for i, d := range drafts {
		path := "content.answer.drafts[" + strconv.Itoa(i) + "]"
		source := draftSource(d)
		citations := append(append([]*deliveryv1.Citation(nil), j.in.citations...), d.GetCitations()...)
		switch doc := d.GetDocument(); {
		case doc != nil && len(doc.GetBlocks()) > 0 && d.GetSchemaVersion() >= SchemaVersion:
			docs[i] = doc
		default:
			var err error
			if docs[i], err = compile(source, citations, d.GetFormat(), j.o, path+".source_markdown"); err != nil {
				return err
			}
		}
		sources = append(sources, source)
	}
	if len(docs) == 1 {
		j.doc = docs[0]
		j.markdown, j.exact = valid(sources[0])
		return nil
	}
	j.doc = &deliveryv1.PresentationDocument{SchemaVersion: SchemaVersion, Format: deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN}
	for i, doc := range docs {
		if i > 0 {
			j.doc.Blocks = append(j.doc.Blocks, &deliveryv1.Block{
				Id: "r" + strconv.Itoa(i), Node: &deliveryv1.Block_ThematicBreak{ThematicBreak: &deliveryv1.ThematicBreakBlock{}},
			})
		}
		j.doc.Blocks = append(j.doc.Blocks, prefixIDs(doc.GetBlocks(), "d"+strconv.Itoa(i+1)+".")...)
		j.doc.Diagnostics = append(j.doc.Diagnostics, doc.GetDiagnostics()...)
	}
	j.markdown, j.exact = valid(joinSources(sources))
	return nil
}

func joinSources(sources [][]byte) []byte {
	var out []byte
	for i, s := range sources {
		if i > 0 {
			out = append(out, "\n\n---\n\n"...)
		}
		out = append(out, s...)
	}
	return out
}

// draftSource returns the exact source of a draft; that of a legacy list of blocks is written from it.
func draftSource(d *deliveryv1.AnswerDraft) []byte {
	switch {
	case len(d.GetSourceBytes()) > 0:
		return d.GetSourceBytes()
	case d.GetSourceMarkdown() != "":
		return []byte(d.GetSourceMarkdown())
	case len(d.GetLegacyBlocks()) > 0:
		return []byte(legacySource(d.GetLegacyBlocks()))
	}
	return []byte(d.GetDocument().GetSourceMarkdown())
}

// legacySource writes a flat list of blocks of schema 1 as Markdown.
func legacySource(blocks []*deliveryv1.DraftBlock) string {
	var b strings.Builder
	for i, d := range blocks {
		if i > 0 {
			b.WriteString("\n\n")
		}
		switch d.GetKind() {
		case "heading":
			level := min(max(d.GetLevel(), 1), 6)
			b.WriteString(strings.Repeat("#", int(level)) + " " + strings.ReplaceAll(d.GetText(), "\n", " "))
		case "list":
			for k, item := range d.GetItems() {
				if k > 0 {
					b.WriteByte('\n')
				}
				mark := "- "
				if d.GetOrdered() {
					mark = strconv.Itoa(k+1) + ". "
				}
				b.WriteString(mark + strings.ReplaceAll(item, "\n", "\n"+strings.Repeat(" ", len(mark))))
			}
		case "quote":
			b.WriteString("> " + strings.ReplaceAll(d.GetText(), "\n", "\n> "))
		case "code":
			fence := "```"
			for strings.Contains(d.GetText(), fence) {
				fence += "`"
			}
			b.WriteString(fence + d.GetLanguage() + "\n" + d.GetText() + "\n" + fence)
		default:
			b.WriteString(d.GetText())
		}
	}
	return b.String()
}

func (j *job) document(doc *deliveryv1.PresentationDocument) error {
	source := doc.GetSourceBytes()
	if len(source) == 0 {
		source = []byte(doc.GetSourceMarkdown())
	}
	if doc.GetSchemaVersion() < SchemaVersion || len(doc.GetBlocks()) == 0 {
		var err error
		if doc, err = compile(source, j.in.citations, doc.GetFormat(), j.o, "content.document.source_markdown"); err != nil {
			return err
		}
	}
	j.doc = doc
	j.markdown, j.exact = valid(source)
	return nil
}

func (j *job) alert(a *deliveryv1.AlertContent) error {
	doc, err := compile([]byte(a.GetMarkdown()), j.in.citations, deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN, j.o, "content.alert.markdown")
	if err != nil {
		return err
	}
	if len([]rune(a.GetTitle())) > 300 {
		return invalid("content.alert.title", "a title has at most 300 code points")
	}
	if a.GetTitle() != "" {
		title := paragraph("t1", strongAll("Alert: "), lines(a.GetTitle()))
		doc.Blocks = append([]*deliveryv1.Block{title}, doc.Blocks...)
	}
	j.doc = doc
	j.markdown = a.GetMarkdown()
	return nil
}

func (j *job) approval(a *deliveryv1.ApprovalContent) error {
	if a.GetTitle() == "" {
		return invalid("content.approval.title", "an approval needs a title")
	}
	bs := []*deliveryv1.Block{paragraph("", nil, strongAll("Approval needed: "+a.GetTitle()))}
	if a.GetDetail() != "" {
		bs = append(bs, paragraph("", nil, lines(a.GetDetail())))
	}
	if t := a.GetExpiresAt(); t != nil {
		bs = append(bs, paragraph("", nil, lines("Expires: "+stamp(t))))
	}
	j.blocks(bs...)
	j.markdown = a.GetDetail()
	return nil
}

func (j *job) progress(p *deliveryv1.ProgressContent) error {
	if p.GetLabel() == "" {
		return invalid("content.progress.label", "progress needs a label")
	}
	state := p.GetState()
	if state == "" {
		state = "running"
	}
	s := p.GetLabel() + ": " + state
	j.markdown = s
	if p.Percent != nil {
		if p.GetPercent() > 100 {
			return invalid("content.progress.percent", "a percentage is 0 to 100, not %d", p.GetPercent())
		}
		s += fmt.Sprintf(" (%d%%)", p.GetPercent())
	}
	j.blocks(paragraph("", nil, lines(s)))
	return nil
}

func (j *job) toolResult(t *deliveryv1.ToolResultContent) error {
	if t.GetTool() == "" {
		return invalid("content.tool_result.tool", "a tool result names its tool")
	}
	if len(t.GetOutput()) > 256<<10 {
		return &RequestError{
			Reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
			Field:  "content.tool_result.output", Description: "an output takes at most 262144 bytes",
		}
	}
	head := "Result from "
	if t.GetFailed() {
		head = "Error from "
	}
	body := paragraph("", nil, lines("(no output)"))
	if out := strings.TrimRight(clean(t.GetOutput()), "\n"); strings.TrimSpace(out) != "" {
		body = &deliveryv1.Block{Node: &deliveryv1.Block_Code{Code: &deliveryv1.CodeBlock{Content: out}}}
	}
	j.blocks(paragraph("", nil, strongAll(head+t.GetTool()+":")), body)
	j.markdown = t.GetOutput()
	return nil
}

func (j *job) failure(e *deliveryv1.ErrorContent) error {
	in := append(strongAll("Error: "), lines(e.GetMessage())...)
	bs := []*deliveryv1.Block{paragraph("", nil, in)}
	if e.GetSource() != "" {
		bs = append(bs, paragraph("", nil, lines("Source: "+e.GetSource())))
	}
	if e.GetRetryable() {
		bs = append(bs, paragraph("", nil, lines("Can be retried.")))
	}
	j.blocks(bs...)
	j.markdown = e.GetMessage()
	return nil
}

func (j *job) retry(r *deliveryv1.RetryContent) error {
	delay := strconv.FormatFloat(r.GetDelay().AsDuration().Seconds(), 'f', -1, 64)
	j.blocks(paragraph("", nil, lines(fmt.Sprintf("Retry %d in %s s: %s", r.GetAttempt(), delay, r.GetReason()))))
	j.markdown = r.GetReason()
	return nil
}

// extraBlocks returns the blocks to be shown when a warning or a line of actions is added to the document's own, and
// nil when nothing is.
func (j *job) extraBlocks(p *surface.Profile, _ *[]*deliveryv1.Diagnostic) []*deliveryv1.Block {
	if p.Spec.Unchunked {
		return nil
	}
	warn := j.outcome.GetWarning()
	acts := !p.Actions && len(j.in.actions) > 0
	if warn == "" && !acts {
		return nil
	}
	var out []*deliveryv1.Block
	if warn != "" {
		head, rest, _ := strings.Cut(warn, ": ")
		out = append(out, paragraph("", nil, append(strongAll(head+":"), lines(" "+rest)...)))
	}
	out = append(out, j.doc.Blocks...)
	if acts {
		labels := make([]string, len(j.in.actions))
		for i, a := range j.in.actions {
			labels[i] = a.GetLabel()
		}
		out = append(out, paragraph("", nil, lines("Actions: "+strings.Join(labels, " / "))))
	}
	return out
}
