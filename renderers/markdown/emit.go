package markdown

import (
	"slices"
	"strings"
	"unicode/utf8"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// inlines writes a text.
func inlines(w *flow.Writer, in []*deliveryv1.Inline, s shape) { gather(w, in, s).emit() }

// gather returns the tokens of a text.
func gather(w *flow.Writer, in []*deliveryv1.Inline, s shape) *inliner {
	p := &inliner{w: w, shape: s}
	p.add(in)
	p.join()
	p.finish()
	return p
}

func (p *inliner) emit() {
	p.resolve()
	p.findDollar()
	atom := false
	marks := 0
	for i := range p.tokens {
		t := &p.tokens[i]
		switch t.kind {
		case tText:
			p.write(i, marks)
		case tOpen:
			if s := p.marks[t.mark].sign(); s != "" {
				p.w.Open(styleMark(s, p.shape.cell))
				marks++
			}
		case tClose:
			if p.marks[t.mark].sign() != "" {
				p.w.Close()
				marks--
			}
		case tLink:
			l := t.in.GetLink()
			atom = p.w.Atom()
			p.w.Open(linkMark(l.Url, l.Title, p.shape.cell, false))
			p.link++
			if p.tokens[i+1].kind == tLinkEnd {
				p.w.Text(chunk.Pre, "")
			}
		case tLinkEnd:
			p.link--
			p.w.Close()
			if atom {
				p.w.EndAtom()
			}
		case tAtom:
			p.whole(t.in)
		case tBreak:
			switch {
			case p.shape.oneLine:
				p.w.Open(&chunk.Mark{Open: "<br>", After: " "})
				p.w.Text(chunk.Pre, "")
				p.w.Close()
			case t.hard:
				p.w.LineSign(chunk.AtLine, `\`)
			default:
				p.w.Line(chunk.AtLine)
			}
		}
	}
}

var (
	stars      = &chunk.Mark{Open: "**", Close: "**", Style: true}
	star       = &chunk.Mark{Open: "*", Close: "*", Style: true}
	tildes     = &chunk.Mark{Open: "~~", Close: "~~", Style: true}
	hidden     = &chunk.Mark{Open: "||", Close: "||", Style: true}
	hiddenCell = &chunk.Mark{Open: `\|\|`, Close: `\|\|`, Style: true}
)

// styleMark returns the mark that writes a sign.
func styleMark(sign string, inCell bool) *chunk.Mark {
	switch sign {
	case "**":
		return stars
	case "*":
		return star
	case "~~":
		return tildes
	case "||":
		if inCell {
			return hiddenCell
		}
		return hidden
	}
	return &chunk.Mark{Open: sign, Close: sign, Style: true}
}

// findDollar finds the last dollar that is written unescaped and not as text. One in a text before it might begin a
// formula with it.
func (p *inliner) findDollar() {
	held := func(s ...string) bool {
		return slices.ContainsFunc(s, func(s string) bool { return strings.IndexByte(s, '$') >= 0 })
	}
	end := false // the link that is open holds one
	for i, t := range p.tokens {
		found := false
		switch x := t.in.GetNode().(type) {
		case *deliveryv1.Inline_Math:
			found = true
		case *deliveryv1.Inline_Code:
			found = held(x.Code)
		case *deliveryv1.Inline_Image:
			found = held(x.Image.Alt, x.Image.Url, x.Image.Title)
		case *deliveryv1.Inline_FootnoteReference:
			found = held(x.FootnoteReference.Label)
		case *deliveryv1.Inline_Link:
			found = held(x.Link.Url, x.Link.Title)
			end = found && t.kind == tLink
		}
		if found || t.kind == tLinkEnd && end {
			p.dollar = i
		}
	}
}

// write writes the text of token i with what its neighbours ask for.
func (p *inliner) write(i, marks int) {
	t := &p.tokens[i]
	var flags chunk.Context
	if i+1 < len(p.tokens) && (p.tokens[i+1].kind != tBreak || p.shape.oneLine) {
		flags |= open
		switch n := &p.tokens[i+1]; {
		case n.kind == tLink:
			flags |= bracket
		case n.kind == tAtom:
			switch n.in.GetNode().(type) {
			case *deliveryv1.Inline_FootnoteReference:
				flags |= bracket
			}
		}
	}
	if i < p.dollar {
		flags |= dollars
	}
	at := middle
	broken := i > 0 && p.tokens[i-1].kind == tBreak && !p.shape.oneLine
	switch {
	case p.link > 0 && p.shape.cell:
		at = cellLabel
	case p.link > 0 && broken:
		at = labelStart
	case p.link > 0:
		at = label
	case p.shape.cell:
		at = cell
	case broken, i == 0 && p.shape.starts:
		at = start
	case marks > 0:
		at = inner
	case p.shape.heading:
		at = heading
	}
	s := t.text
	if t.first {
		_, n := utf8.DecodeRuneInString(s)
		p.w.Text(reference, s[:n])
		s = s[n:]
		at = behind(at)
	}
	last := ""
	if t.last && s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		s, last = s[:len(s)-n], s[len(s)-n:]
		flags |= open
	}
	// A line feed or another control character can only stand as a reference.
	for s != "" {
		k := strings.IndexFunc(s, func(r rune) bool { return r < ' ' && r != '\t' })
		if k < 0 {
			p.w.Text(proseAt(at, flags), s)
			break
		}
		p.w.Text(proseAt(at, flags|open), s[:k])
		p.w.Text(reference, s[k:k+1])
		s = s[k+1:]
		at = behind(at)
	}
	if last != "" {
		p.w.Text(reference, last)
	}
}

// behind returns the place of what follows something at the place.
func behind(at place) place {
	switch at {
	case start:
		return middle
	case labelStart:
		return label
	}
	return at
}

// whole writes something that is not text.
func (p *inliner) whole(n *deliveryv1.Inline) {
	atom := p.w.Atom()
	if atom {
		defer p.w.EndAtom()
	}
	literal := chunk.Literal
	if p.shape.cell {
		literal = barred
	}
	switch x := n.GetNode().(type) {
	case *deliveryv1.Inline_Code:
		open, close := fences(x.Code)
		p.w.Open(&chunk.Mark{Open: open, Close: close})
		if p.shape.cell {
			p.w.Text(barred, x.Code)
		} else {
			p.w.Text(chunk.Span, x.Code)
		}
		p.w.Close()
	case *deliveryv1.Inline_Link:
		shown := x.Link.Url
		if len(x.Link.Inlines) > 0 {
			shown = x.Link.Inlines[0].GetText()
		}
		p.w.Open(&chunk.Mark{Open: "<", Close: ">", Link: true})
		p.w.Text(literal, shown)
		p.w.Close()
	case *deliveryv1.Inline_Image:
		p.w.Open(linkMark(x.Image.Url, x.Image.Title, p.shape.cell, true))
		at := label
		if p.shape.cell {
			at = cellLabel
		}
		if x.Image.Alt == "" {
			p.w.Text(chunk.Pre, "")
		}
		flags := open | dollars
		for i, line := range strings.Split(x.Image.Alt, "\n") {
			if i > 0 {
				p.w.Text(reference, "\n")
			}
			p.w.Text(proseAt(at, flags), line)
		}
		p.w.Close()
	case *deliveryv1.Inline_Math:
		p.w.Text(literal, flow.OneLine(x.Math.Source))
	case *deliveryv1.Inline_FootnoteReference:
		p.w.Text(literal, "[^"+noteLabel(x.FootnoteReference.Label, x.FootnoteReference.Number)+"]")
	}
}

// fences returns the backticks around a code span, with a blank where its content needs one.
func fences(s string) (open, close string) {
	longest, run := 0, 0
	lengths := map[int]bool{}
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] == '`' {
			run++
			continue
		}
		if run > 0 {
			lengths[run] = true
			longest = max(longest, run)
		}
		run = 0
	}
	n := 1
	for lengths[n] {
		n++
	}
	ticks := strings.Repeat("`", n)
	blank := s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != ""
	if blank || s[0] == '`' || s[len(s)-1] == '`' {
		return ticks + " ", " " + ticks
	}
	return ticks, ticks
}
