package flow

import (
	"fmt"
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
)

// Block writes one block. It names every kind of the contract; a kind that it does not know, from a newer peer, is
// covered as opaque.
func (w *Writer) Block(b *deliveryv1.Block) {
	if b.Id != "" {
		w.enter(b.Id)
		defer w.leave()
	}
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		if !w.D.Heading(w, n.Heading, w.inner > 0) {
			w.Lower("heading.bold")
		}
	case *deliveryv1.Block_Paragraph:
		w.D.Inlines(w, n.Paragraph.Inlines, false)
	case *deliveryv1.Block_List:
		w.list(n.List)
	case *deliveryv1.Block_Table:
		w.table(n.Table)
	case *deliveryv1.Block_Quote:
		if !w.style.NativeQuotes {
			w.Lower("quote.flat")
		}
		w.quote(func() { w.Blocks(n.Quote.Blocks, 2) })
	case *deliveryv1.Block_Code:
		if n.Code.Filename != "" {
			w.Text(chunk.Prose, n.Code.Filename)
			w.Gap(1, chunk.AtLine, true)
		}
		if !w.P.Code || !w.style.NativeCode {
			w.Lower("code.text")
		}
		w.code(n.Code.Content, n.Code.Language)
	case *deliveryv1.Block_Diff:
		if !w.style.NativeDiffs || !w.P.Code {
			w.Lower("diff.code")
		}
		w.code(n.Diff.Content, "diff")
	case *deliveryv1.Block_Diagram:
		w.Lower("diagram.source")
		w.code(n.Diagram.Content, n.Diagram.Notation)
	case *deliveryv1.Block_Math:
		w.Lower("math.source")
		if w.P.On("math", "off") {
			w.Lines(n.Math.Source, chunk.AtLine)
		} else {
			w.code(n.Math.Source, "math")
		}
	case *deliveryv1.Block_Callout:
		w.Lower("callout.quote")
		w.callout(n.Callout)
	case *deliveryv1.Block_Media:
		w.Lower("media.link")
		w.Image(n.Media.Alt, n.Media.Url, n.Media.Title, n.Media.Safety)
	case *deliveryv1.Block_Card:
		if n.Card.DuplicateOf != "" {
			w.Lower("card.duplicate")
			return
		}
		w.Lower("card.blocks")
		w.card(n.Card)
	case *deliveryv1.Block_Raw:
		w.Fall("html.inert")
		w.Lines(strings.TrimRight(n.Raw.Source, "\n"), chunk.AtLine)
	case *deliveryv1.Block_ThematicBreak:
		w.Lower("rule.text")
		w.Text(chunk.Prose, rule)
	case *deliveryv1.Block_Citations:
		w.Lower("citations.text")
		w.citations(n.Citations)
	case *deliveryv1.Block_Footnotes:
		w.Lower("footnotes.text")
		w.footnotes(n.Footnotes)
	case *deliveryv1.Block_Artifact:
		w.Lower("card.blocks")
		w.artifact(n.Artifact)
	case *deliveryv1.Block_Opaque:
		reason := n.Opaque.Reason
		if reason == "" {
			reason = "opaque"
		}
		w.Fall(reason)
		w.code(n.Opaque.Source, "")
	default:
		w.Fall("opaque")
	}
}

const rule = "──────────"

// quote writes body as a quote, one level deeper than what surrounds it.
func (w *Writer) quote(body func()) {
	depth := w.depth
	w.depth = 0
	w.quotes++
	w.inner++
	reset := w.column0()
	if w.quotes == 1 {
		w.D.OpenQuote(w)
	} else {
		w.Prefix(w.style.Nested, true, false)
	}
	body()
	if w.quotes == 1 {
		w.D.CloseQuote(w)
	} else {
		w.Close()
	}
	if reset {
		w.Close()
	}
	w.inner--
	w.quotes--
	w.depth = depth
}

// column0 leaves the indent of list items for a block that the dialect cannot indent. It reports whether a frame was
// opened for it.
func (w *Writer) column0() bool {
	if w.depth == 0 && w.inner == 0 || w.style.IndentBlocks || !w.HasPrefix() {
		return false
	}
	w.Reset()
	return true
}

func (w *Writer) callout(c *deliveryv1.CalloutBlock) {
	if w.style.BareCallouts {
		w.Text(chunk.Prose, strings.ToUpper(c.Kind))
		if title := Text(c.Title, w.P); len(c.Title) > 0 && !strings.EqualFold(title, c.Kind) {
			w.Text(chunk.Prose, ": ")
			w.D.Inlines(w, c.Title, false)
		}
		w.Gap(1, chunk.AtLine, true)
		w.quote(func() { w.Blocks(c.Blocks, 2) })
		return
	}
	w.quote(func() {
		title := c.Title
		if w.D.Strong() != nil && !w.P.Accessible {
			sign := &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: icon(c.Tone) + " "}}
			title = append([]*deliveryv1.Inline{sign}, title...)
		}
		w.D.Inlines(w, title, true)
		w.Gap(1, chunk.AtLine, true)
		w.Blocks(c.Blocks, 2)
	})
}

// icon is the sign of a callout's tone, without variation selector.
func icon(t deliveryv1.CalloutTone) string {
	switch t {
	case deliveryv1.CalloutTone_CALLOUT_TONE_SUCCESS:
		return "✔"
	case deliveryv1.CalloutTone_CALLOUT_TONE_WARNING:
		return "⚠"
	case deliveryv1.CalloutTone_CALLOUT_TONE_ERROR:
		return "✖"
	case deliveryv1.CalloutTone_CALLOUT_TONE_INFORMATION, deliveryv1.CalloutTone_CALLOUT_TONE_UNSPECIFIED:
	}
	return "ℹ"
}

// coder is a dialect that writes code blocks its own way.
type coder interface {
	Code(w *Writer, content, language string)
}

// code writes a code block, or its lines as text where the place has no code.
func (w *Writer) code(content, language string) {
	if strings.TrimSpace(content) == "" {
		return
	}
	if c, ok := w.D.(coder); ok {
		c.Code(w, content, language)
		return
	}
	if !w.P.Code {
		w.Lines(content, chunk.AtLine)
		return
	}
	split := w.quotes > 0 && w.style.SplitQuotes
	if split {
		w.Lower("quote.split")
		if w.LineBegun() {
			w.Gap(1, chunk.AtLine, true)
		}
		w.ResetAll()
	}
	reset := !split && w.column0()
	w.Builder.Open(w.D.CodeMark(w, language))
	w.Pre(content)
	w.Builder.Close()
	if reset {
		w.Close()
	}
	if split {
		w.Close()
	}
}

// Pre writes lines of code under an open mark.
func (w *Writer) Pre(content string) {
	if !w.HasPrefix() {
		w.Text(chunk.Pre, content)
		return
	}
	first := true
	for line := range strings.SplitSeq(content, "\n") {
		if !first {
			w.Line(chunk.AtLine)
		}
		first = false
		w.Text(chunk.Pre, line)
	}
}

func (w *Writer) list(l *deliveryv1.ListBlock) {
	if !w.style.NativeLists {
		w.Lower("list.text")
	}
	gap := 2
	if l.Tight {
		gap = 1
	}
	deep := w.style.MaxListDepth > 0 && w.depth >= w.style.MaxListDepth
	for i, item := range l.Items {
		if i > 0 {
			w.Gap(gap, chunk.AtItem, false)
		}
		marker, indent := w.marker(l, item, i)
		w.Text(chunk.Literal, marker)
		if !deep {
			w.Prefix(indent, false, false)
		}
		w.depth++
		w.inner++
		if w.style.BlocksOnNewLine && len(item.Blocks) > 0 && atColumn0(item.Blocks[0]) {
			w.Gap(1, chunk.AtLine, true)
		}
		w.Blocks(item.Blocks, gap)
		w.inner--
		w.depth--
		if !deep {
			w.Close()
		}
	}
}

// atColumn0 reports whether a block begins at column 0 where the dialect cannot indent it.
func atColumn0(b *deliveryv1.Block) bool {
	switch b.Node.(type) {
	case *deliveryv1.Block_Quote, *deliveryv1.Block_Callout, *deliveryv1.Block_Table:
		return true
	}
	return fenced(b)
}

// marker returns what an item begins with, and the indent of its further lines.
func (w *Writer) marker(l *deliveryv1.ListBlock, item *deliveryv1.ListItem, i int) (marker, indent string) {
	if l.Ordered {
		marker = strconv.FormatUint(uint64(l.Start)+uint64(i), 10) + ". "
		indent = strings.Repeat(" ", max(3, len(marker)))
	} else {
		marker = w.style.Bullets[w.depth%len(w.style.Bullets)]
		indent = "  "
	}
	task := ""
	switch item.Task {
	case deliveryv1.TaskState_TASK_STATE_OPEN:
		task = w.style.Open
	case deliveryv1.TaskState_TASK_STATE_DONE:
		task = w.style.Done
	case deliveryv1.TaskState_TASK_STATE_UNSPECIFIED:
		return marker, indent
	}
	if l.Ordered || w.style.TaskAfterBullet {
		return marker + task, indent
	}
	return task, indent
}

func (w *Writer) footnotes(f *deliveryv1.FootnotesBlock) {
	w.Text(chunk.Prose, rule)
	w.Gap(2, chunk.AtBlock, true)
	for i, note := range f.Items {
		if i > 0 {
			w.Gap(1, chunk.AtItem, false)
		}
		if note.Number > 0 {
			w.Text(chunk.Literal, w.NoteMark(note.Number)+" ")
		} else {
			w.Text(chunk.Prose, note.Label+" ")
		}
		w.Prefix("  ", false, false)
		depth := w.depth
		w.depth = 0
		w.inner++
		w.Blocks(note.Blocks, 1)
		w.inner--
		w.depth = depth
		w.Close()
	}
}

// NoteMark returns the mark of a footnote.
func (w *Writer) NoteMark(n uint32) string {
	s := strconv.FormatUint(uint64(n), 10)
	if w.P.Accessible {
		return "(" + s + ")"
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteString([]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}[s[i]-'0'])
	}
	return b.String()
}

func (w *Writer) citations(c *deliveryv1.CitationsBlock) {
	w.Bold("Sources")
	for _, s := range c.Items {
		w.Gap(1, chunk.AtItem, false)
		w.Text(chunk.Prose, "["+s.Label+"] ")
		if s.Title != "" {
			w.Text(chunk.Prose, s.Title)
			if s.Url != "" {
				w.Text(chunk.Prose, " — ")
			}
		}
		if s.Url != "" {
			w.Address(s.Url, s.Safety)
		}
	}
}

// card writes a card's lowered blocks, or its plain form where it has none.
func (w *Writer) card(c *deliveryv1.CardBlock) {
	switch {
	case len(c.Blocks) > 0:
		w.Blocks(c.Blocks, 2)
	case c.FallbackText != "":
		w.Lines(c.FallbackText, chunk.AtLine)
	default:
		w.code(c.PayloadJson, "json")
	}
}

func (w *Writer) artifact(a *deliveryv1.ArtifactReference) {
	w.Text(chunk.Prose, "📎 "+a.Name)
	var facts []string
	if a.MediaType != "" {
		facts = append(facts, a.MediaType)
	}
	if a.SizeBytes > 0 {
		facts = append(facts, size(a.SizeBytes))
	}
	if len(facts) > 0 {
		w.Text(chunk.Prose, " ("+strings.Join(facts, ", ")+")")
	}
	if a.Path != "" {
		w.Line(chunk.AtLine)
		w.D.Inlines(w, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Code{Code: strings.ReplaceAll(a.Path, "\n", " ")}}}, false)
	}
	if a.Description != "" {
		w.Line(chunk.AtLine)
		w.Lines(a.Description, chunk.AtLine)
	}
}

// size writes a number of bytes for people, in decimal units.
func size(n uint64) string {
	if n < 1000 {
		return strconv.FormatUint(n, 10) + " B"
	}
	f, unit := float64(n), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB", "PB", "EB"} {
		if f /= 1000; f < 999.95 {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", f, unit)
}
