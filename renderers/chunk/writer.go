package chunk

import (
	"strings"
	"unicode"
)

// writer writes one chunk and measures it as it goes. Markup is written late: a mark opens when the first text under
// it arrives, so that a mark without text leaves nothing behind.
type writer struct {
	seq    *Sequence
	d      Dialect
	b      *Budget
	plain  bool // the plain form: no markup
	dst    []byte
	c      cost
	frame  int32 // chain that is open in dst
	lines  int   // line feeds waiting for a text
	blank  int32 // frame whose prefix waiting blank lines get
	start  bool  // nothing but the prefix stands on this line
	begun  bool  // a text, even an empty one, was written
	ink    bool  // a text that a reader sees was written
	guard  string
	sign   string // written at the end of each waiting line
	styled int32  // frame of the last counted run of styles
	path   []int32
}

// reset begins an empty chunk.
func (w *writer) reset() {
	*w = writer{seq: w.seq, d: w.d, b: w.b, plain: w.plain, dst: w.dst[:0], start: true, path: w.path, styled: -1}
}

// op writes one op, a text only from its byte off to its byte end.
func (w *writer) op(o *op, off, end int) {
	switch o.kind {
	case opText:
		w.move(o.frame)
		w.text(o.text[off:end], w.context(o))
	case opLine:
		w.guard = ""
		if w.begun {
			if w.lines == 0 {
				w.blank = o.frame
			}
			w.lines++
			w.sign = o.text
		}
	case opGap:
		w.guard, w.sign = "", ""
		if w.begun {
			if w.lines == 0 {
				w.blank = o.frame
			}
			w.lines = max(w.lines, int(o.lines))
			if o.apart && w.seq.hangs(w.frame, o.frame) {
				w.lines = max(w.lines, 2)
			}
		}
	case opGuard:
		w.guard = o.text
	}
}

// context returns the context a text is written in: code whose mark was dropped for want of room is running text, for
// nothing keeps its signs from being read as markup.
func (w *writer) context(o *op) Context {
	if o.ctx != Span && o.ctx != Pre {
		return o.ctx
	}
	for f := o.frame; f > 0; f = w.seq.frames[f].parent {
		if x := &w.seq.frames[f]; x.mark != nil {
			if x.dropped {
				return Prose
			}
			break
		}
	}
	return o.ctx
}

// raw writes bytes that are not visible text.
func (w *writer) raw(s string) {
	w.dst = append(w.dst, s...)
	w.c.bytes += len(s)
	if !w.b.Visible {
		w.c.units += w.b.Unit.countString(s)
	}
}

// visible writes text that needs no escape: prefixes and line feeds.
func (w *writer) visible(s string) {
	w.dst = append(w.dst, s...)
	if w.plain {
		return
	}
	n := len(s)
	if n > 1 {
		n = w.b.Unit.countString(s)
	}
	w.c.bytes += len(s)
	w.c.units += n
	w.c.plain += n
}

// markup writes the opening or closing of a mark; a line feed in it begins a line with the prefix full.
func (w *writer) markup(s, full string) {
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			break
		}
		w.raw(s[:i+1])
		if full != "" {
			w.visible(full)
		}
		w.start = true
		s = s[i+1:]
	}
	if s != "" {
		w.raw(s)
	}
}

// text writes s in its context. The caller has moved to its frame.
func (w *writer) text(s string, c Context) {
	if w.plain {
		w.dst = w.d.AppendPlain(w.dst, s, w.start)
	} else {
		at := len(w.dst)
		w.dst = w.d.AppendText(w.dst, s, c, w.start)
		n := 0
		if w.b.Visible {
			n = w.b.Unit.countString(s)
		} else {
			n = w.b.Unit.count(w.dst[at:])
		}
		w.c.bytes += len(w.dst) - at
		w.c.units += n
		w.c.plain += n
	}
	w.begun = true
	if s != "" {
		w.start = false
		if !w.ink {
			w.ink = visible(s)
		}
	}
}

// visible reports whether a reader sees anything of s.
func visible(s string) bool {
	for _, r := range s {
		if !blank(r) {
			return true
		}
	}
	return false
}

// blank reports whether a channel may take r for nothing: white space, format characters and fillers.
func blank(r rune) bool {
	if r > ' ' && r < 0x7F {
		return false
	}
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F:
		return true
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) || r < ' '
}

// move goes from the open chain to the chain of f: it closes what f is not under, writes the line feeds that wait,
// and opens what f adds.
func (w *writer) move(f int32) {
	if f != w.frame || w.lines > 0 || w.start || w.guard != "" {
		w.moveSlow(f)
	}
	if n := w.seq.frames[f].styles; n > 0 && f != w.styled && !w.plain {
		w.c.entities += n
	}
	w.styled = f
}

func (w *writer) moveSlow(f int32) {
	fr := w.seq.frames
	common := ancestor(fr, w.frame, f)
	w.closeTo(common)
	first := !w.begun
	broke := first
	if w.lines > 0 {
		prefix := w.seq.blank(w.blank)
		for i := range w.lines {
			if w.sign != "" && !w.plain {
				w.raw(w.sign)
			}
			w.visible("\n")
			if i < w.lines-1 && prefix != "" {
				w.visible(prefix)
			}
		}
		w.lines, w.sign, w.start, broke = 0, "", true, true
	} else if w.guard != "" && !w.plain && w.begun {
		w.raw(w.guard)
	}
	w.guard = ""
	if f == common && !broke {
		return
	}
	w.path = w.path[:0]
	reset, all := -1, -1
	for i := f; i != common; i = fr[i].parent {
		if fr[i].reset && reset < 0 {
			reset = len(w.path)
		}
		if fr[i].all && all < 0 {
			all = len(w.path)
		}
		w.path = append(w.path, i)
	}
	if broke {
		switch {
		case all >= 0:
		case reset < 0:
			w.visible(w.seq.full(common))
		default:
			w.visible(base(fr, common))
		}
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		x := &fr[w.path[i]]
		switch {
		case x.mark != nil:
			w.open(w.path[i])
		case x.prefix == "" || x.dropped || x.flat || !w.start || i > all && all >= 0:
		case i < reset || reset < 0 || x.base:
			w.visible(x.prefix)
		}
	}
	w.frame = f
}

// ancestor returns the innermost frame that both a and b are under.
func ancestor(fr []frame, a, b int32) int32 {
	for a != b {
		if fr[a].depth > fr[b].depth {
			a = fr[a].parent
		} else if fr[b].depth > fr[a].depth {
			b = fr[b].parent
		} else {
			a, b = fr[a].parent, fr[b].parent
		}
	}
	return a
}

// base returns the prefix of f without what a reset takes away.
func base(fr []frame, f int32) string {
	for ; f > 0; f = fr[f].parent {
		if fr[f].base {
			return fr[f].full
		}
	}
	return ""
}

func (w *writer) open(i int32) {
	f := &w.seq.frames[i]
	m := f.mark
	if w.plain {
		if f.cont && m.Repeat != "" {
			w.repeat(m, i)
		}
		return
	}
	if f.dropped {
		return
	}
	if f.cont && m.Reopen != "" {
		w.markup(m.Reopen, w.seq.full(i))
	} else {
		w.markup(m.Open, w.seq.full(i))
	}
	if m.Entity {
		w.c.entities++
	}
	w.c.data += m.EntityBytes
	if f.cont && m.Repeat != "" {
		w.repeat(m, i)
	}
}

// repeat writes the text that a continued mark begins with, and a line feed.
func (w *writer) repeat(m *Mark, i int32) {
	if w.seq.frames[i].noRepeat {
		return
	}
	for line := range strings.SplitSeq(m.Repeat, "\n") {
		w.text(line, m.RepeatContext)
		w.visible("\n")
		w.visible(w.seq.full(i))
		w.start = true
	}
}

// closeTo closes everything that is open below the frame common.
func (w *writer) closeTo(common int32) {
	fr := w.seq.frames
	for w.frame != common {
		f := &fr[w.frame]
		if m := f.mark; m != nil {
			if w.plain {
				w.dst = w.d.AppendPlain(w.dst, m.After, w.start)
			} else if !f.dropped {
				w.markup(m.Close, w.seq.full(w.frame))
			}
			if m.After != "" {
				w.c.plain += w.b.Unit.countString(m.After)
			}
		}
		w.frame = f.parent
	}
}

// total is what the chunk costs once everything that is open is closed.
func (w *writer) total() cost { return w.c.plus(w.seq.frames[w.frame].closing) }

// fits reports whether the chunk would be within all budgets if it ended here.
func (w *writer) fits() bool { return w.b.over(w.total()) == 0 }
