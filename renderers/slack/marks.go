package slack

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// place is what stands before the next thing on a line.
type place uint8

const (
	atEdge    place = iota // nothing
	atOpened               // a mark that was opened
	atClosed               // a mark that was closed
	behindURL              // a link token
	inText                 // text
)

// emitter writes the pieces of one line with their marks properly nested and guards where Slack would not see a mark
// begin or end.
type emitter struct {
	w     *flow.Writer
	prev  place
	last  rune   // of the text that stands before, when prev is inText
	depth int    // marks open
	text  string // waiting: neighbouring texts are one
	more  []string
	// loneTilde says that the line holds one tilde and no strike, so that it can be read as nothing but text.
	loneTilde bool
}

// group writes pieces under the marks that are open. What begins at the same piece opens by reach, the widest first.
func (e *emitter) group(ps []piece, open styles) {
	for i := 0; i < len(ps); {
		rest := ps[i].set &^ (open | boldOuter)
		if rest == 0 || ps[i].rim {
			e.leaf(&ps[i])
			i++
			continue
		}
		best, reach := 0, 0
		for k := range order {
			if rest&order[k].style == 0 {
				continue
			}
			n := extent(ps[i:], order[k].style)
			if n > reach || n == reach && order[k].style == inBold && order[best].style == inItalic && ps[i].set&boldOuter != 0 {
				best, reach = k, n
			}
		}
		e.open(order[best].mark)
		e.group(ps[i:i+reach], open|order[best].style)
		e.close()
		i += reach
	}
}

// extent returns how many of the first pieces a mark of style s can surround.
func extent(ps []piece, s styles) int {
	n := 0
	for n < len(ps) && ps[n].set&s != 0 {
		n++
	}
	for n > 0 && ps[n-1].rim {
		n--
	}
	return n
}

func (e *emitter) leaf(p *piece) {
	switch p.kind {
	case isText:
		if e.text == "" {
			e.text = p.text
		} else {
			e.more = append(e.more, p.text)
		}
	case isCode:
		e.flush(false)
		atom := e.w.Atom()
		e.open(span)
		e.w.Text(chunk.Span, p.text)
		e.close()
		if atom {
			e.w.EndAtom()
		}
	case isLink:
		e.flush(false)
		if e.prev == atClosed || e.prev == inText && e.bare() {
			e.w.Guard(guard)
		}
		atom := e.w.Atom()
		if p.text == "" {
			e.w.Text(chunk.Address, p.url)
		} else {
			e.w.Open(&chunk.Mark{
				Open: "<" + string(appendEntities(nil, p.url)) + "|", Close: ">", After: p.after, Entity: true, Link: true,
			})
			e.w.Text(proseInside, p.text)
			e.w.Close()
		}
		if atom {
			e.w.EndAtom()
		}
		e.prev = behindURL
	}
}

// open begins a mark.
func (e *emitter) open(m *chunk.Mark) {
	e.flush(false)
	if e.prev == atClosed || e.prev == behindURL || e.prev == inText && (e.bare() || !border(e.last, "([{")) {
		e.w.Guard(guard)
	}
	e.w.Open(m)
	e.depth++
	e.prev = atOpened
}

// close ends the innermost mark.
func (e *emitter) close() {
	e.flush(false)
	e.w.Close()
	e.depth--
	e.prev = atClosed
}

// flush writes the text that waits; end says that the line ends with it.
func (e *emitter) flush(end bool) {
	if e.text == "" {
		return
	}
	s := e.text
	if len(e.more) > 0 {
		s += strings.Join(e.more, "")
		e.more = e.more[:0]
	}
	e.text = ""
	at := e.prev
	if first, _ := utf8.DecodeRuneInString(s); e.prev == atClosed && !border(first, ")]}") {
		e.w.Guard(guard)
	}
	c := proseAmid
	switch {
	case e.depth > 0:
		c = proseInside
	case e.prev == atEdge && end:
		c = chunk.Prose
	case e.prev == atEdge:
		c = proseBefore
	case end:
		c = proseAfter
	}
	if i := strings.IndexByte(s, '~'); i >= 0 && e.loneTilde && (i > 0 || at == atEdge) && i+1 < len(s) {
		e.w.Text(c, s[:i])
		e.w.Text(chunk.Literal, "~")
		e.w.Text(c, s[i+1:])
	} else {
		e.w.Text(c, s)
	}
	e.last, _ = utf8.DecodeLastRuneInString(s)
	e.prev = inText
}

// bare reports whether the text before ends with a sign without its guard, as text inside a mark does.
func (e *emitter) bare() bool { return e.depth > 0 && sign(e.last) }

// border reports whether a mark is seen beside r: a blank, a sign with its own guard, one of the brackets, or a
// character of punctuation that Slack knows on both sides.
func border(r rune, brackets string) bool {
	return unicode.IsSpace(r) || r == '\u200b' || sign(r) ||
		strings.ContainsRune(brackets, r) || strings.ContainsRune(".,!?-=", r)
}

// sign reports whether r is a sign whose guard is a border.
func sign(r rune) bool { return r == '*' || r == '_' || r == '~' }
