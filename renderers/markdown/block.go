package markdown

import (
	"slices"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// writer writes the blocks of a document.
type writer struct {
	*flow.Writer
	// fresh says that a marker was written and nothing behind it on its line.
	fresh bool
	// items counts the items entered.
	items int
	// bullet is the marker of the item whose text begins here.
	bullet string
}

func newWriter(p *surface.Profile) *writer {
	return &writer{Writer: flow.NewWriter(&dialect{}, p)}
}

// blocks writes blocks divided by gaps of the given line feeds, or by a blank line where a reader needs one.
func (w *writer) blocks(blocks []*deliveryv1.Block, gap int) {
	var before *deliveryv1.Block
	bullet, delimiter := "", ""
	for _, b := range blocks {
		if empty(b) {
			w.enter(b.Id)
			w.leave(b.Id)
			continue
		}
		if before != nil {
			n := gap
			if n == 1 && !w.adjacent(before, b) {
				n = 2
			}
			w.Between(before, b, n)
			w.fresh = false
		}
		before = b
		l, ok := b.Node.(*deliveryv1.Block_List)
		if !ok {
			bullet, delimiter = "", ""
			w.block(b)
			continue
		}
		w.enter(b.Id)
		if l.List.Ordered {
			bullet = ""
			sign := "."
			if l.List.Delimiter == deliveryv1.ListDelimiter_LIST_DELIMITER_PARENTHESIS {
				sign = ")"
			}
			if sign == delimiter {
				sign = map[string]string{".": ")", ")": "."}[sign]
			}
			delimiter = sign
			w.list(l.List, delimiter)
		} else {
			delimiter = ""
			if bullet == "" && w.fresh {
				bullet = w.bullet // three equal markers without text would be a thematic break
			}
			bullet = other(bullet)
			w.list(l.List, bullet)
		}
		w.leave(b.Id)
	}
}

// empty reports a paragraph of which nothing is written, such as one break.
func empty(b *deliveryv1.Block) bool {
	p, ok := b.Node.(*deliveryv1.Block_Paragraph)
	return ok && !slices.ContainsFunc(p.Paragraph.Inlines, func(n *deliveryv1.Inline) bool {
		switch x := n.Node.(type) {
		case *deliveryv1.Inline_SoftBreak, *deliveryv1.Inline_HardBreak:
			return false
		case *deliveryv1.Inline_Text:
			return x.Text != ""
		}
		return true
	})
}

func (w *writer) enter(id string) {
	if id != "" {
		w.Enter(id)
	}
}

func (w *writer) leave(id string) {
	if id != "" {
		w.Leave()
	}
}

// adjacent reports whether b can follow a without a blank line and still be read as a block of its own.
func (w *writer) adjacent(a, b *deliveryv1.Block) bool {
	switch a.Node.(type) {
	case *deliveryv1.Block_Quote, *deliveryv1.Block_Callout:
		switch b.Node.(type) {
		case *deliveryv1.Block_Quote, *deliveryv1.Block_Callout:
			return false
		}
	case *deliveryv1.Block_Paragraph:
		switch b.Node.(type) {
		case *deliveryv1.Block_Table, *deliveryv1.Block_Raw:
			return true
		}
	case *deliveryv1.Block_Raw:
		switch b.Node.(type) {
		case *deliveryv1.Block_Table, *deliveryv1.Block_Raw, *deliveryv1.Block_Paragraph:
			return true
		}
	}
	if !continues(a) {
		return true
	}
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		return !setext(w.Writer, n.Heading)
	case *deliveryv1.Block_Code, *deliveryv1.Block_Diff, *deliveryv1.Block_Diagram, *deliveryv1.Block_Math,
		*deliveryv1.Block_ThematicBreak, *deliveryv1.Block_Opaque, *deliveryv1.Block_Quote, *deliveryv1.Block_Callout:
		return true
	case *deliveryv1.Block_List:
		l := n.List
		return (!l.Ordered || l.Start == 1) && len(l.Items) > 0 && len(l.Items[0].Blocks) > 0
	}
	return false
}

// continues reports whether a block ends with text that a further line would go on with.
func continues(b *deliveryv1.Block) bool {
	last := func(blocks []*deliveryv1.Block) bool {
		return len(blocks) > 0 && continues(blocks[len(blocks)-1])
	}
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading, *deliveryv1.Block_Code, *deliveryv1.Block_Diff, *deliveryv1.Block_Diagram,
		*deliveryv1.Block_Math, *deliveryv1.Block_ThematicBreak, *deliveryv1.Block_Opaque:
		return false
	case *deliveryv1.Block_Quote:
		return last(n.Quote.Blocks)
	case *deliveryv1.Block_Callout:
		return len(n.Callout.Blocks) == 0 || last(n.Callout.Blocks)
	case *deliveryv1.Block_List:
		k := len(n.List.Items)
		return k > 0 && last(n.List.Items[k-1].Blocks)
	}
	return true
}

// block writes one block. It names every kind of the contract; a kind that it does not know, from a newer peer, is
// covered as opaque.
func (w *writer) block(b *deliveryv1.Block) {
	w.enter(b.Id)
	defer w.leave(b.Id)
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		writeHeading(w.Writer, n.Heading)
	case *deliveryv1.Block_Paragraph:
		inlines(w.Writer, n.Paragraph.Inlines, shape{starts: true})
	case *deliveryv1.Block_List:
		w.list(n.List, "-")
	case *deliveryv1.Block_Table:
		w.table(n.Table)
	case *deliveryv1.Block_Quote:
		w.quote(n.Quote.Blocks)
	case *deliveryv1.Block_Code:
		w.code(n.Code.Content, info(n.Code))
	case *deliveryv1.Block_Diff:
		w.code(n.Diff.Content, join("diff", infoText(n.Diff.Info)))
	case *deliveryv1.Block_Diagram:
		w.code(n.Diagram.Content, infoText(join(n.Diagram.Notation, n.Diagram.Info)))
	case *deliveryv1.Block_Math:
		w.math(n.Math)
	case *deliveryv1.Block_Callout:
		w.callout(n.Callout)
	case *deliveryv1.Block_Media:
		m := n.Media
		inlines(w.Writer, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Image{Image: &deliveryv1.ImageInline{
			Alt: m.Alt, Url: m.Url, Title: m.Title, Safety: m.Safety,
		}}}}, shape{starts: true})
	case *deliveryv1.Block_Card:
		w.Lower("card.blocks")
		w.card(n.Card)
	case *deliveryv1.Block_Raw:
		w.Fall("html.inert")
		w.raw(n.Raw.Source)
	case *deliveryv1.Block_ThematicBreak:
		rule := "---"
		if w.items > 0 {
			rule = "___" // neither a marker nor the underline of a heading
		}
		w.Text(chunk.Literal, rule)
	case *deliveryv1.Block_Citations:
		w.Lower("citations.text")
		w.citations(n.Citations)
	case *deliveryv1.Block_Footnotes:
		w.footnotes(n.Footnotes)
	case *deliveryv1.Block_Artifact:
		w.Lower("card.blocks")
		w.Artifact(n.Artifact)
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
	w.fresh = false
}

// setext reports whether a heading is written with a line under it, since it has breaks inside.
func setext(w *flow.Writer, h *deliveryv1.HeadingBlock) bool {
	if h.Level > 2 || !slices.ContainsFunc(h.Inlines, broken) {
		return false
	}
	// Breaks at the edges go; what is left can only be told from the tokens, gathered without a block to report on.
	p := gather(flow.NewWriter(w.D, w.P), h.Inlines, shape{})
	return slices.ContainsFunc(p.tokens, func(t token) bool { return t.kind == tBreak })
}

// broken reports whether an inline holds a break.
func broken(n *deliveryv1.Inline) bool {
	var in []*deliveryv1.Inline
	switch x := n.Node.(type) {
	case *deliveryv1.Inline_SoftBreak, *deliveryv1.Inline_HardBreak:
		return true
	case *deliveryv1.Inline_Strong:
		in = x.Strong.Inlines
	case *deliveryv1.Inline_Emphasis:
		in = x.Emphasis.Inlines
	case *deliveryv1.Inline_Strikethrough:
		in = x.Strikethrough.Inlines
	case *deliveryv1.Inline_Spoiler:
		in = x.Spoiler.Inlines
	case *deliveryv1.Inline_Link:
		in = x.Link.Inlines
	case *deliveryv1.Inline_Raw:
		return strings.Contains(x.Raw.Source, "\n")
	case *deliveryv1.Inline_Opaque:
		return strings.Contains(x.Opaque.Source, "\n")
	}
	for _, c := range in {
		if broken(c) {
			return true
		}
	}
	return false
}

func writeHeading(w *flow.Writer, h *deliveryv1.HeadingBlock) {
	level := min(max(int(h.Level), 1), 6)
	if setext(w, h) {
		atom := w.Atom()
		inlines(w, h.Inlines, shape{starts: true})
		w.Line(chunk.AtLine)
		w.Text(chunk.Literal, []string{"===", "---"}[level-1])
		if atom {
			w.EndAtom()
		}
		return
	}
	signs := strings.Repeat("#", level)
	p := gather(w, h.Inlines, shape{heading: true, oneLine: true})
	if len(p.tokens) == 0 {
		w.Text(chunk.Literal, signs)
		return
	}
	w.Open(&chunk.Mark{Open: signs + " "})
	p.emit()
	w.Close()
}

// lead begins each line that follows with a sign, and writes it at once behind a marker, where no new line begins.
func (w *writer) lead(sign string, keep bool) {
	if w.fresh {
		w.Text(chunk.Literal, sign)
	}
	w.Prefix(sign, true, keep)
}

// quote writes blocks as a quote.
func (w *writer) quote(blocks []*deliveryv1.Block) {
	if len(blocks) == 0 {
		w.Text(chunk.Literal, ">")
		return
	}
	w.quoted(func() { w.blocks(blocks, 2) })
}

func (w *writer) quoted(body func()) {
	items := w.items
	w.items = 0
	w.lead("> ", false)
	body()
	w.Close()
	w.items = items
}

// defaultTitle is the title a callout has when none is given.
func defaultTitle(kind string) string {
	return strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
}

func (w *writer) callout(c *deliveryv1.CalloutBlock) {
	kind := c.Kind
	if kind == "" {
		kind = "NOTE"
	}
	w.quoted(func() {
		w.Text(chunk.Literal, "[!"+kind+"]")
		w.fresh = false
		p := gather(w.Writer, c.Title, shape{oneLine: true})
		if len(p.tokens) > 1 || len(p.tokens) == 1 && p.tokens[0].text != defaultTitle(kind) {
			w.Text(chunk.Literal, " ")
			p.emit()
		}
		if len(c.Blocks) == 0 {
			return
		}
		gap := 2
		switch c.Blocks[0].Node.(type) {
		case *deliveryv1.Block_Paragraph, *deliveryv1.Block_Media, *deliveryv1.Block_Raw:
			gap = 1
		}
		w.Gap(gap, chunk.AtLine, true)
		w.blocks(c.Blocks, 2)
	})
}

// raw writes HTML as the text that it is shown as.
func (w *writer) raw(source string) {
	blank, begun := false, false
	for line := range strings.SplitSeq(strings.Trim(source, "\n"), "\n") {
		line = strings.Trim(line, " \t")
		if line == "" {
			blank = true
			continue
		}
		if begun {
			if blank && w.items == 0 {
				w.Gap(2, chunk.AtLine, false)
			} else {
				w.Line(chunk.AtLine)
			}
		}
		blank, begun = false, true
		inlines(w.Writer, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: line}}}, shape{starts: true})
	}
}

// card writes a card's lowered blocks, or its plain form where it has none, and its exact JSON.
func (w *writer) card(c *deliveryv1.CardBlock) {
	switch {
	case c.DuplicateOf != "":
		return
	case len(c.Blocks) > 0:
		w.blocks(c.Blocks, 2)
	case c.FallbackText != "":
		w.plainLines(c.FallbackText)
	default:
		w.code(c.PayloadJson, "json")
		return
	}
	if w.P.On("card_appendix", "json") && c.PayloadJson != "" {
		w.Gap(2, chunk.AtBlock, false)
		w.code(c.PayloadJson, "json")
	}
}

// plainLines writes text that is no Markdown, its line ends as hard breaks.
func (w *writer) plainLines(s string) {
	begun, blank := false, false
	for line := range strings.SplitSeq(s, "\n") {
		if strings.Trim(line, " \t") == "" {
			blank = true
			continue
		}
		switch {
		case begun && blank:
			w.Gap(2, chunk.AtLine, false)
		case begun:
			w.LineSign(chunk.AtLine, `\`)
		}
		begun, blank = true, false
		inlines(w.Writer, []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: line}}}, shape{starts: true})
	}
}

func (w *writer) citations(c *deliveryv1.CitationsBlock) {
	strong := []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: "Sources"}}}
	in := []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: strong}}}}
	say := func(s string) { in = append(in, &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: s}}) }
	for _, s := range c.Items {
		in = append(in, &deliveryv1.Inline{Node: &deliveryv1.Inline_HardBreak{HardBreak: &deliveryv1.HardBreak{}}})
		say("[" + s.Label + "] ")
		if s.Title != "" {
			say(s.Title)
			if s.Url != "" {
				say(" — ")
			}
		}
		if s.Url != "" {
			in = append(in, &deliveryv1.Inline{Node: &deliveryv1.Inline_Link{Link: &deliveryv1.LinkInline{
				Url: s.Url, Safety: s.Safety, Autolink: true,
			}}})
		}
	}
	inlines(w.Writer, in, shape{starts: true})
}
