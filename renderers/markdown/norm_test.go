package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vak-delivery/vakd/document/markdown"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/plan"
	"github.com/vak-delivery/vakd/renderers/surface"
)

type fataler interface {
	Helper()
	Fatal(args ...any)
}

var _ fataler = (*testing.T)(nil)

func compile(t fataler, source string) *deliveryv1.PresentationDocument {
	t.Helper()
	doc, err := markdown.Compile([]byte(source), markdown.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func profile(media bool) *surface.Profile {
	p, _, err := plan.Profile(Surface{}.Spec(), nil, nil, nil)
	if err != nil {
		panic(err)
	}
	p.Media = media
	return p
}

func write(doc *deliveryv1.PresentationDocument, media bool) string {
	chunks := pack(doc, profile(media))
	switch len(chunks) {
	case 0:
		return ""
	case 1:
		return chunks[0].Text
	}
	panic("several chunks without a limit")
}

func pack(doc *deliveryv1.PresentationDocument, p *surface.Profile) []chunk.Chunk {
	r := Surface{}.Render(doc, p)
	chunks, _ := chunk.Pack(r.Sequence, r.Dialect, r.Budget)
	return chunks
}

// normal tells a document so that documents that read alike are told alike: raw HTML and dead links as text, citations
// as links, styles without what repeats them, no ids and spans.
func normal(doc *deliveryv1.PresentationDocument) string {
	var n normaliser
	n.blocks(doc.Blocks, "", false)
	return n.b.String()
}

type normaliser struct{ b strings.Builder }

func (n *normaliser) line(indent, format string, args ...any) {
	n.b.WriteString(indent)
	fmt.Fprintf(&n.b, format, args...)
	n.b.WriteByte('\n')
}

// blocks tells blocks. Raw HTML is paragraphs; in a tight list they are one with their neighbours.
func (n *normaliser) blocks(blocks []*deliveryv1.Block, indent string, tight bool) {
	var text []string
	flush := func() {
		if len(text) > 0 {
			n.line(indent, "paragraph %s", strings.Join(text, "break{/soft/}"))
			text = nil
		}
	}
	for _, b := range blocks {
		switch x := b.Node.(type) {
		case *deliveryv1.Block_Raw:
			var in []*deliveryv1.Inline
			for line := range strings.SplitSeq(x.Raw.Source, "\n") {
				line = strings.Trim(line, " \t")
				if line == "" {
					if !tight && len(in) > 0 {
						text = append(text, inlineText(in, true))
						flush()
						in = nil
					}
					continue
				}
				if len(in) > 0 {
					in = append(in, &deliveryv1.Inline{Node: &deliveryv1.Inline_SoftBreak{}})
				}
				in = append(in, &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: line}})
			}
			if len(in) > 0 {
				text = append(text, inlineText(in, true))
			}
			if !tight {
				flush()
			}
			continue
		case *deliveryv1.Block_Paragraph:
			if s := inlineText(x.Paragraph.Inlines, true); s != "" {
				text = append(text, s)
			}
			if !tight {
				flush()
			}
			continue
		}
		flush()
		n.block(b, indent)
	}
	flush()
}

// follows reports whether text can only follow a container behind a blank line.
func follows(a, b *deliveryv1.Block) bool {
	switch a.Node.(type) {
	case *deliveryv1.Block_Quote, *deliveryv1.Block_Callout, *deliveryv1.Block_List:
		switch b.Node.(type) {
		case *deliveryv1.Block_Paragraph, *deliveryv1.Block_Raw, *deliveryv1.Block_Media:
			return true
		}
	}
	return false
}

func (n *normaliser) block(b *deliveryv1.Block, indent string) {
	deeper := indent + "  "
	switch x := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		n.line(indent, "heading %d %s", x.Heading.Level, inlineText(x.Heading.Inlines, true))
	case *deliveryv1.Block_List:
		l := x.List
		tight := l.Tight
		if len(l.Items) == 1 && len(l.Items[0].Blocks) <= 1 {
			tight = true
		}
		for _, i := range l.Items {
			for k, b := range i.Blocks {
				if k > 0 && follows(i.Blocks[k-1], b) {
					tight = false // raw HTML ends before a line that goes on with text
				}
			}
		}
		n.line(indent, "list ordered=%v start=%d tight=%v", l.Ordered, l.Start, tight)
		for _, i := range l.Items {
			n.line(indent, "item %v", i.Task)
			n.blocks(i.Blocks, deeper, tight)
		}
	case *deliveryv1.Block_Table:
		n.line(indent, "table %v", x.Table.Alignments)
		for _, r := range append([]*deliveryv1.TableRow{x.Table.Header}, x.Table.Rows...) {
			cells := r.Cells
			for len(cells) > 0 && inlineText(cells[len(cells)-1].Inlines, false) == "" {
				cells = cells[:len(cells)-1]
			}
			for _, c := range cells {
				n.line(deeper, "cell %s", inlineText(c.Inlines, false))
			}
			n.line(indent, "row")
		}
	case *deliveryv1.Block_Quote:
		n.line(indent, "quote")
		n.blocks(x.Quote.Blocks, deeper, false)
	case *deliveryv1.Block_Callout:
		title := inlineText(x.Callout.Title, true)
		if title == "" {
			title = "{" + defaultTitle(x.Callout.Kind) + "}"
		}
		n.line(indent, "callout %s %v %s", x.Callout.Kind, x.Callout.Tone, title)
		n.blocks(x.Callout.Blocks, deeper, false)
	case *deliveryv1.Block_Code:
		n.line(indent, "code %q %q %q %q", x.Code.Language, x.Code.Filename, x.Code.Info, x.Code.Content)
	case *deliveryv1.Block_Opaque:
		n.line(indent, "code %q %q %q %q", "", "", "", x.Opaque.Source)
	case *deliveryv1.Block_Diff:
		n.line(indent, "diff %q %q", x.Diff.Info, x.Diff.Content)
	case *deliveryv1.Block_Diagram:
		n.line(indent, "diagram %q %q %q", x.Diagram.Notation, x.Diagram.Info, x.Diagram.Content)
	case *deliveryv1.Block_Math:
		n.line(indent, "math %q %q", x.Math.Source, x.Math.Content)
	case *deliveryv1.Block_Media:
		n.line(indent, "paragraph %s", inlineText([]*deliveryv1.Inline{{Node: &deliveryv1.Inline_Image{Image: &deliveryv1.ImageInline{
			Alt: x.Media.Alt, Url: x.Media.Url, Title: x.Media.Title, Safety: x.Media.Safety,
		}}}}, true))
	case *deliveryv1.Block_ThematicBreak:
		n.line(indent, "rule")
	case *deliveryv1.Block_Footnotes:
		for _, f := range x.Footnotes.Items {
			n.line(indent, "note %d %s", f.Number, f.Label)
			n.blocks(f.Blocks, deeper, false)
		}
	default:
		n.line(indent, "%v", b)
	}
}

// inlineText tells inlines: a text with signs for styles that change.
func inlineText(in []*deliveryv1.Inline, breaks bool) string {
	var f flattener
	f.breaks = breaks
	f.add(in, "")
	return f.String()
}

// flattener makes a run for each text with the set of its styles.
type flattener struct {
	runs   []run
	breaks bool
	inLink bool
	lead   string // the break it begins with
}

type run struct{ styles, text string }

func (f *flattener) put(styles, text string) {
	if text == "" {
		return
	}
	if n := len(f.runs); n > 0 && f.runs[n-1].styles == styles {
		f.runs[n-1].text += text
		return
	}
	f.runs = append(f.runs, run{styles, text})
}

func (f *flattener) String() string {
	// Breaks carry no styles; those at the edges are nothing, and a hard one takes the soft ones beside it.
	for n := len(f.runs); n > 0 && f.runs[n-1].styles == "break"; n-- {
		f.runs = f.runs[:n-1]
	}
	if !f.breaks {
		f.blanks()
	}
	var b strings.Builder
	for _, r := range f.runs {
		fmt.Fprintf(&b, "%s{%s}", r.styles, r.text)
	}
	return b.String()
}

// blanks makes a blank of each break, in the styles that both its neighbours have.
func (f *flattener) blanks() {
	runs := f.runs
	f.runs = nil
	for i, r := range runs {
		if r.styles != "break" {
			f.put(r.styles, r.text)
			continue
		}
		common := ""
		for _, s := range strings.TrimSuffix(runs[i-1].styles, "code") {
			if strings.ContainsRune(strings.TrimSuffix(runs[i+1].styles, "code"), s) {
				common += string(s)
			}
		}
		f.put(common, strings.Repeat(" ", max(1, strings.Count(r.text, "hard"))))
	}
}

func (f *flattener) lineBreak(hard bool) {
	sign := "/soft/"
	if hard {
		sign = "/hard/"
	}
	n := len(f.runs)
	if n == 0 {
		if f.inLink && f.lead != "/hard/" {
			f.lead = sign
		}
		return
	}
	if last := &f.runs[n-1]; last.styles == "break" {
		switch {
		case !hard:
		case last.text == "/soft/":
			last.text = sign
		default:
			last.text += sign
		}
		return
	}
	f.runs = append(f.runs, run{"break", sign})
}

func with(styles, s string) string {
	if strings.Contains(styles, s) {
		return styles
	}
	all := ""
	for _, k := range []string{"b", "i", "s", "h"} {
		if k == s || strings.Contains(styles, k) {
			all += k
		}
	}
	return all
}

func (f *flattener) add(in []*deliveryv1.Inline, styles string) {
	for _, n := range in {
		switch x := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			f.put(styles, x.Text)
		case *deliveryv1.Inline_Strong:
			f.add(x.Strong.Inlines, with(styles, "b"))
		case *deliveryv1.Inline_Emphasis:
			f.add(x.Emphasis.Inlines, with(styles, "i"))
		case *deliveryv1.Inline_Strikethrough:
			f.add(x.Strikethrough.Inlines, with(styles, "s"))
		case *deliveryv1.Inline_Spoiler:
			f.add(x.Spoiler.Inlines, with(styles, "h"))
		case *deliveryv1.Inline_Code:
			f.put(styles+"code", x.Code)
		case *deliveryv1.Inline_Link:
			f.link(x.Link, styles)
		case *deliveryv1.Inline_SoftBreak:
			f.lineBreak(false)
		case *deliveryv1.Inline_HardBreak:
			f.lineBreak(true)
		case *deliveryv1.Inline_Image:
			if x.Image.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
				alt := x.Image.Alt
				if strings.TrimSpace(alt) == "" {
					alt = "image"
				}
				f.put(styles, "🖼 ")
				if f.inLink {
					f.put(styles, alt)
					break
				}
				f.link(&deliveryv1.LinkInline{Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: alt}}},
					Url: x.Image.Url, Title: x.Image.Title, Safety: x.Image.Safety}, styles)
				break
			}
			f.runs = append(f.runs, run{styles, fmt.Sprintf("image(%q %q %q)", x.Image.Alt, x.Image.Url, x.Image.Title)})
		case *deliveryv1.Inline_Math:
			f.runs = append(f.runs, run{styles, fmt.Sprintf("math(%q)", x.Math.Source)})
		case *deliveryv1.Inline_FootnoteReference:
			f.runs = append(f.runs, run{styles, fmt.Sprintf("note(%s %d)", x.FootnoteReference.Label, x.FootnoteReference.Number)})
		case *deliveryv1.Inline_CitationReference:
			c := x.CitationReference
			if c.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
				f.put(styles, "["+c.Label+"] (")
				f.put(styles+"code", c.Url)
				f.put(styles, ")")
				break
			}
			f.link(&deliveryv1.LinkInline{Url: c.Url, Title: c.Title, Safety: c.Safety, Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: c.Label}}}}, styles)
		case *deliveryv1.Inline_Raw:
			f.lines(x.Raw.Source, styles)
		case *deliveryv1.Inline_Opaque:
			f.lines(x.Opaque.Source, styles)
		}
	}
}

func (f *flattener) lines(s, styles string) {
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			f.lineBreak(false)
			line = strings.TrimLeft(line, " \t")
		}
		f.put(styles, line)
	}
}

func (f *flattener) link(l *deliveryv1.LinkInline, styles string) {
	text := inlineText(l.Inlines, false)
	if l.Url != "" && l.Safety == deliveryv1.LinkSafety_LINK_SAFETY_UNSAFE {
		if len(l.Inlines) == 0 || l.Autolink || text == "{"+l.Url+"}" {
			f.put(styles+"code", l.Url)
			return
		}
		f.add(l.Inlines, styles)
		f.put(styles, " (")
		f.put(styles+"code", l.Url)
		f.put(styles, ")")
		return
	}
	g := flattener{breaks: f.breaks, inLink: true}
	if len(l.Inlines) == 0 && l.Autolink {
		g.put(styles, l.Url)
	}
	g.add(l.Inlines, styles)
	if len(g.lead) > 0 {
		f.lineBreak(g.lead == "/hard/")
	}
	var tail []run
	for n := len(g.runs); n > 0 && g.runs[n-1].styles == "break"; n-- {
		g.runs, tail = g.runs[:n-1], g.runs[n-1:]
	}
	defer func() {
		for _, r := range tail {
			for range strings.Count(r.text, "hard") {
				f.lineBreak(true)
			}
			if r.text == "/soft/" {
				f.lineBreak(false)
			}
		}
	}()
	f.runs = append(f.runs, run{"", fmt.Sprintf("link(%q %q %s)", l.Url, l.Title, g.String())})
}
