package chunk

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// pos is a place in a sequence: a byte of the text of an op.
type pos struct{ op, off int }

// point is a place where a chunk may end: what stands before end belongs to it, the next one begins at next, and the
// blanks, line feeds or gap in between are dropped.
type point struct {
	end, next pos
	strength  Strength
	keep      bool
	c         cost // of the chunk that ends here
}

type packer struct {
	seq    *Sequence
	d      Dialect
	b      Budget
	w      writer // the chunk
	alone  writer // a piece by itself
	points []point
	finds  []Finding
	window int // most bytes of one text that can matter to a chunk; 0: all
	// written says that the chunk writer holds the chunk that was found.
	written bool
}

// Pack cuts the sequence into chunks that each fit the budget and stand alone. A sequence with nothing to see gives
// none. Limits below 16 units may leave no room for markup or even for an escaped character; each chunk then holds at
// least one code point all the same.
func Pack(seq *Sequence, d Dialect, b Budget) ([]Chunk, []Finding) {
	p := packers.Get().(*packer)
	defer func() { p.release() }()
	p.seq, p.d, p.b = seq, d, b
	if !b.Labels || b.Limit == 0 {
		chunks := p.run()
		return chunks, p.finds
	}
	chunks := p.run()
	for try := 0; len(chunks) > 1 && try < 3; try++ {
		n := len(strconv.Itoa(len(chunks)))
		room := 2*n + len("\n(/)")
		p.seq, p.d, p.b, p.finds, p.window = seq, d, b, nil, 0
		p.b.Limit = max(b.Limit-room, b.Limit/2)
		if p.b.Plain > 0 {
			p.b.Plain = max(b.Plain-room, b.Plain/2)
		}
		chunks = p.run()
		if len(strconv.Itoa(len(chunks))) <= n {
			break
		}
	}
	if len(chunks) > 1 {
		for i := range chunks {
			label := "\n(" + strconv.Itoa(i+1) + "/" + strconv.Itoa(len(chunks)) + ")"
			chunks[i].Text += label
			chunks[i].Plain += label
			chunks[i].Length += len(label)
		}
	}
	return chunks, p.finds
}

func (p *packer) run() []Chunk {
	p.prepare()
	for _, w := range []*writer{&p.w, &p.alone} {
		*w = writer{seq: p.seq, d: p.d, b: &p.b, dst: w.dst, path: w.path}
	}
	if p.b.Limit > 0 {
		p.window = 4*p.b.Limit + 16
	}
	var chunks []Chunk
	at := pos{}
	for {
		at = p.skip(at)
		if at.op == len(p.seq.ops) {
			return chunks
		}
		c, pt, last := p.chunk(at)
		if c != nil {
			chunks = append(chunks, *c)
		}
		for f := last; f > 0; f = p.seq.frames[f].parent {
			x := &p.seq.frames[f]
			x.cont = true
			if x.mark != nil && p.b.Limit > 0 && len(x.mark.Open) > 16*p.b.Limit {
				x.dropped = true
			}
		}
		p.seq.flatten(last)
		at = pt.next
		if pt.strength < AtLine {
			at = p.skipBlanks(at)
		}
	}
}

// chunk makes the chunk that begins at at; nil when a reader sees nothing of it. last is the frame it ends in. When the
// plain form is over its budget, as it can be where code needs many escapes, a shorter chunk is made.
func (p *packer) chunk(at pos) (c *Chunk, pt point, last int32) {
	limit, finds := p.b.Limit, len(p.finds)
	defer func() { p.b.Limit = limit }()
	for {
		pt = p.next(at)
		if !before(at, pt.next) {
			// The budget holds nothing at all; go on by one code point rather than never.
			pt = p.force(at)
		}
		if !p.written {
			p.write(at, pt.end)
		}
		ink := p.w.ink
		last = p.w.frame
		p.w.closeTo(0)
		if !ink {
			return nil, pt, last
		}
		c = &Chunk{Text: string(p.w.dst), Blocks: p.blocks(at, pt.end), Length: p.w.c.units}
		p.plain(c, at, pt.end)
		if p.b.Plain == 0 || p.b.Limit <= leastLimit || len(c.Plain) <= p.b.Plain || p.b.Unit.countString(c.Plain) <= p.b.Plain {
			return c, pt, last
		}
		p.b.Limit = max(p.b.Limit*3/4, leastLimit)
		p.finds = p.finds[:finds]
	}
}

// leastLimit is the smallest limit that leaves room for markup.
const leastLimit = 16

// force returns a chunk of one code point, whatever it costs.
func (p *packer) force(at pos) point {
	p.written = false
	text := p.seq.ops[at.op].text
	_, n := utf8.DecodeRuneInString(text[at.off:])
	next := pos{at.op, at.off + n}
	if n == 0 || next.off == len(text) {
		return point{end: pos{op: at.op + 1}, next: pos{op: at.op + 1}}
	}
	return point{end: next, next: next}
}

// plain writes the plain form of a chunk.
func (p *packer) plain(c *Chunk, at, end pos) {
	if p.b.NoMarkup {
		c.Plain = c.Text
		return
	}
	p.w.plain = true
	p.write(at, end)
	p.w.closeTo(0)
	if string(p.w.dst) == c.Text {
		c.Plain = c.Text
	} else {
		c.Plain = string(p.w.dst)
	}
	p.w.plain = false
}

// prepare computes what each chain of frames costs and drops the marks and prefixes that leave no room for text.
func (p *packer) prepare() {
	fr := p.seq.frames
	p.seq.flat = false
	room := min(8, p.b.Limit/2)
	for i := 1; i < len(fr); i++ {
		f, up := &fr[i], &fr[fr[i].parent]
		f.cont, f.dropped, f.flat = false, false, false
		f.styles, f.opening, f.closing = up.styles, up.opening, up.closing
		if f.mark == nil {
			p.preparePrefix(f, up, room)
			continue
		}
		f.full, f.blank = up.full, up.blank
		m := f.mark
		open, closing := p.b.Unit.countString(m.Open), p.b.Unit.countString(m.Close)
		if m.Reopen != "" {
			open = max(open, p.b.Unit.countString(m.Reopen))
		}
		full := p.b.Unit.countString(f.full)
		no, nc := strings.Count(m.Open, "\n"), strings.Count(m.Close, "\n")
		if p.b.Visible {
			open, closing = no, nc
		}
		open += full * no
		closing += full * nc
		if p.tooMuch(f, m, open+closing, room) {
			f.dropped = true
			code := "style.dropped"
			if m.Link {
				code = "link.too_long"
			}
			p.finds = append(p.finds, Finding{Code: code})
		} else {
			f.opening += open
			f.closing.units += closing
			f.closing.bytes += len(m.Close) + nc*len(f.full)
			if m.Style {
				f.styles++
			}
		}
		f.closing.plain += p.b.Unit.countString(m.After)
		if m.Repeat != "" {
			n := p.b.Unit.countString(m.Repeat) + (strings.Count(m.Repeat, "\n")+1)*(full+1)
			f.noRepeat = p.b.Limit > 0 && (2*n > p.b.Limit || f.opening+f.closing.units+full+n+room > p.b.Limit)
		}
	}
}

func (p *packer) tooMuch(f *frame, m *Mark, units, room int) bool {
	switch {
	case p.b.Limit > 0 && f.opening+f.closing.units+units+p.b.Unit.countString(f.full)+room > p.b.Limit:
		return units > 0
	case p.b.Bytes > 0 && 4*(len(m.Open)+len(m.Close)) > 3*p.b.Bytes:
		return true
	case p.b.EntityBytes > 0 && m.EntityBytes > p.b.EntityBytes:
		return true
	}
	return false
}

func (p *packer) preparePrefix(f, up *frame, room int) {
	if f.reset {
		return
	}
	own := f.prefix
	if p.b.Limit > 0 && f.opening+f.closing.units+p.b.Unit.countString(up.full+own)+room > p.b.Limit {
		f.dropped = true
		own = ""
	}
	if up.full+own != f.full || f.dropped {
		keep := len(f.blank) == len(f.full)
		f.full = up.full + own
		f.blank = f.full
		if !keep {
			f.blank = trimPrefix(f.full, up.blank)
		}
	}
}

// skip returns the first place from at that has something to write.
func (p *packer) skip(at pos) pos {
	ops := p.seq.ops
	for at.op < len(ops) {
		if o := &ops[at.op]; o.kind == opText && (at.off < len(o.text) || o.text == "") {
			return at
		}
		at = pos{op: at.op + 1}
	}
	return at
}

// skipBlanks returns the first place from at that is not a blank of running text; those fall away at a cut.
func (p *packer) skipBlanks(at pos) pos {
	for {
		at = p.skip(at)
		if at.op == len(p.seq.ops) {
			return at
		}
		o := &p.seq.ops[at.op]
		switch o.ctx {
		case Pre, Span, Literal, Address:
			return at
		}
		at.off = len(o.text) - len(strings.TrimLeft(o.text[at.off:], " \t"))
		if at.off < len(o.text) || o.text == "" {
			return at
		}
		at = pos{op: at.op + 1}
	}
}

// write writes the ops from at to end into the chunk writer, each text as a whole.
func (p *packer) write(at, end pos) {
	p.w.reset()
	ops := p.seq.ops
	for i := at.op; i < end.op || i == end.op && end.off > 0; i++ {
		from, to := 0, len(ops[i].text)
		if i == at.op {
			from = at.off
		}
		if i == end.op {
			to = end.off
		}
		p.w.op(&ops[i], from, to)
	}
}

// next finds the end of the chunk that begins at at.
func (p *packer) next(at pos) point {
	w, ops := &p.w, p.seq.ops
	w.reset()
	p.points = p.points[:0]
	p.written = false
	for i := at.op; i < len(ops); i++ {
		o := &ops[i]
		off := 0
		if i == at.op {
			off = at.off
		}
		if o.kind != opText {
			p.between(i)
			w.op(o, 0, 0)
			continue
		}
		if p.window > 0 && len(o.text)-off > p.window {
			return p.overflow(at, i, 1)
		}
		w.op(o, off, len(o.text))
		if bound := p.b.over(w.total()); bound > 0 {
			return p.overflow(at, i, bound)
		}
	}
	p.written = true
	return point{end: pos{op: len(ops)}, next: pos{op: len(ops)}}
}

// between records the cut at op i if it is a line end or a gap outside atoms.
func (p *packer) between(i int) {
	o := &p.seq.ops[i]
	if o.kind == opGuard || o.unit != 0 || !p.w.ink || p.w.lines > 0 {
		return
	}
	p.points = append(p.points, point{
		end: pos{op: i}, next: pos{op: i + 1},
		strength: o.strength, keep: o.keep, c: p.w.total(),
	})
}

// overflow chooses the end of the chunk that begins at at when the text of op i does not fit any more.
func (p *packer) overflow(at pos, i, bound int) point {
	if pt, ok := p.strongest(bound); ok && (pt.strength > AtLine || pt.strength == AtLine && p.seq.ops[i].ctx != Pre) {
		return pt
	}
	pt := p.fine(at, bound)
	for !p.holds(at, pt.end) {
		// Written as a whole, the text is a little longer than its pieces: give way to an earlier cut.
		n := len(p.points)
		for n > 0 && !before(p.points[n-1].end, pt.end) {
			n--
		}
		if n == 0 {
			return p.shrink(at, pt)
		}
		pt = p.points[n-1]
		p.points = p.points[:n-1]
	}
	return pt
}

func before(a, b pos) bool { return a.op < b.op || a.op == b.op && a.off < b.off }

// holds reports whether the ops from at to end, written as a whole, fit one chunk.
func (p *packer) holds(at, end pos) bool {
	p.write(at, end)
	return p.w.fits()
}

// shrink takes clusters, then whole texts, off the end of a chunk until it fits.
func (p *packer) shrink(at pos, pt point) point {
	ops := p.seq.ops
	if ops[at.op].kind != opText {
		return pt
	}
	for i, end := min(pt.end.op, len(ops)-1), pt.end.off; i >= at.op; i-- {
		from := 0
		if i == at.op {
			from = at.off
		}
		if i < pt.end.op {
			end = len(ops[i].text)
		}
		for size := end - from - 1; size > 0; size = min(size-1, size*7/8) {
			to := boundary(ops[i].text, from, from+size)
			if to == from {
				break
			}
			if c := p.cutAt(at, pos{i, to}); p.holds(at, c.end) && p.w.ink {
				return c
			}
		}
		if i > at.op && (ops[i].unit == 0 || ops[i].unit != ops[i-1].unit) {
			if c := p.cutAt(at, pos{op: i}); p.holds(at, c.end) && p.w.ink {
				return c
			}
		}
	}
	_, n := utf8.DecodeRuneInString(ops[at.op].text[at.off:])
	return point{end: pos{at.op, at.off + n}, next: pos{at.op, at.off + n}}
}

// boundary returns the last cluster boundary of s in (from, to], or from.
func boundary(s string, from, to int) int {
	at := from
	for at < to {
		n := grapheme.Next(s[at:min(len(s), to+256)])
		if n == 0 || at+n > to {
			break
		}
		at += n
	}
	return at
}

// strongest returns the most welcome point in the half-full window, of equal ones the last.
func (p *packer) strongest(bound int) (point, bool) {
	best := -1
	for i := len(p.points) - 1; i >= 0; i-- {
		pt := &p.points[i]
		if !p.b.half(pt.c, bound) {
			break
		}
		if pt.keep || p.b.over(pt.c) > 0 {
			continue
		}
		if best < 0 || pt.strength > p.points[best].strength {
			best = i
		}
	}
	if best < 0 {
		return point{}, false
	}
	return p.points[best], true
}
