package markdown

import (
	"fmt"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// dump writes a document on one line: blocks as name(content), styles by a letter, texts in quotes.
func dump(doc *deliveryv1.PresentationDocument) string { return dumpBlocks(doc.Blocks) }

func dumpBlocks(blocks []*deliveryv1.Block) string {
	var out []string
	for _, b := range blocks {
		out = append(out, dumpBlock(b))
	}
	return strings.Join(out, " ")
}

func dumpBlock(b *deliveryv1.Block) string {
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		return fmt.Sprintf("h%d(%s)", n.Heading.Level, dumpInlines(n.Heading.Inlines))
	case *deliveryv1.Block_Paragraph:
		return "p(" + dumpInlines(n.Paragraph.Inlines) + ")"
	case *deliveryv1.Block_List:
		return dumpList(n.List)
	case *deliveryv1.Block_Table:
		rows := []string{dumpRow(n.Table.Header)}
		for _, r := range n.Table.Rows {
			rows = append(rows, dumpRow(r))
		}
		return "table(" + strings.Join(rows, "; ") + ")"
	case *deliveryv1.Block_Quote:
		return "quote(" + dumpBlocks(n.Quote.Blocks) + ")"
	case *deliveryv1.Block_Code:
		return fmt.Sprintf("code(%s|%s|%s|%q)", n.Code.Language, n.Code.Filename, n.Code.Info, n.Code.Content)
	case *deliveryv1.Block_Diff:
		return fmt.Sprintf("diff(%q)", n.Diff.Content)
	case *deliveryv1.Block_Diagram:
		return fmt.Sprintf("diagram(%s|%q)", n.Diagram.Notation, n.Diagram.Content)
	case *deliveryv1.Block_Math:
		return fmt.Sprintf("math(%q|%q)", n.Math.Content, n.Math.Source)
	case *deliveryv1.Block_Callout:
		return fmt.Sprintf("callout(%s %s: %s)", n.Callout.Kind, dumpInlines(n.Callout.Title), dumpBlocks(n.Callout.Blocks))
	case *deliveryv1.Block_Media:
		return fmt.Sprintf("media(%q %s)", n.Media.Alt, n.Media.Url)
	case *deliveryv1.Block_Raw:
		return fmt.Sprintf("raw(%q)", n.Raw.Source)
	case *deliveryv1.Block_ThematicBreak:
		return "rule"
	case *deliveryv1.Block_Citations:
		var out []string
		for _, c := range n.Citations.Items {
			out = append(out, c.Label+"="+c.Url)
		}
		return "citations(" + strings.Join(out, " ") + ")"
	case *deliveryv1.Block_Footnotes:
		var out []string
		for _, f := range n.Footnotes.Items {
			out = append(out, fmt.Sprintf("%d:%s %s", f.Number, f.Label, dumpBlocks(f.Blocks)))
		}
		return "notes(" + strings.Join(out, ", ") + ")"
	case *deliveryv1.Block_Opaque:
		return fmt.Sprintf("opaque(%s)", n.Opaque.Reason)
	}
	return fmt.Sprintf("?%T", b.Node)
}

func dumpList(l *deliveryv1.ListBlock) string {
	var items []string
	for _, i := range l.Items {
		box := map[deliveryv1.TaskState]string{deliveryv1.TaskState_TASK_STATE_OPEN: "[ ] ", deliveryv1.TaskState_TASK_STATE_DONE: "[x] "}[i.Task]
		items = append(items, box+dumpBlocks(i.Blocks))
	}
	name := "ul"
	if l.Ordered {
		name = fmt.Sprintf("ol%d", l.Start)
	}
	if !l.Tight {
		name += "-loose"
	}
	return name + "(" + strings.Join(items, "; ") + ")"
}

func dumpRow(r *deliveryv1.TableRow) string {
	var out []string
	for _, c := range r.GetCells() {
		out = append(out, dumpInlines(c.Inlines))
	}
	return strings.Join(out, ", ")
}

func dumpInlines(inlines []*deliveryv1.Inline) string {
	var out []string
	for _, in := range inlines {
		switch n := in.Node.(type) {
		case *deliveryv1.Inline_Text:
			out = append(out, fmt.Sprintf("%q", n.Text))
		case *deliveryv1.Inline_Strong:
			out = append(out, "b("+dumpInlines(n.Strong.Inlines)+")")
		case *deliveryv1.Inline_Emphasis:
			out = append(out, "i("+dumpInlines(n.Emphasis.Inlines)+")")
		case *deliveryv1.Inline_Strikethrough:
			out = append(out, "s("+dumpInlines(n.Strikethrough.Inlines)+")")
		case *deliveryv1.Inline_Spoiler:
			out = append(out, "spoiler("+dumpInlines(n.Spoiler.Inlines)+")")
		case *deliveryv1.Inline_Code:
			out = append(out, fmt.Sprintf("code(%q)", n.Code))
		case *deliveryv1.Inline_Link:
			name := "a"
			if n.Link.Autolink {
				name = "auto"
			}
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s(%s %s", name, n.Link.Url, dumpInlines(n.Link.Inlines)))+")")
		case *deliveryv1.Inline_Image:
			out = append(out, fmt.Sprintf("img(%q %s)", n.Image.Alt, n.Image.Url))
		case *deliveryv1.Inline_Math:
			out = append(out, fmt.Sprintf("math(%q)", n.Math.Content))
		case *deliveryv1.Inline_SoftBreak:
			out = append(out, "soft")
		case *deliveryv1.Inline_HardBreak:
			out = append(out, "hard")
		case *deliveryv1.Inline_FootnoteReference:
			out = append(out, fmt.Sprintf("note(%d)", n.FootnoteReference.Number))
		case *deliveryv1.Inline_CitationReference:
			out = append(out, fmt.Sprintf("cite(%s %s)", n.CitationReference.Label, n.CitationReference.Url))
		case *deliveryv1.Inline_Raw:
			out = append(out, fmt.Sprintf("raw(%q)", n.Raw.Source))
		case *deliveryv1.Inline_Opaque:
			out = append(out, fmt.Sprintf("opaque(%s)", n.Opaque.Reason))
		default:
			out = append(out, fmt.Sprintf("?%T", in.Node))
		}
	}
	return strings.Join(out, " ")
}
