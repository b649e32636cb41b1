package chunk

import (
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// piece is a run that is not cut while it fits a chunk of its own: a word, a line of code, an atom.
type piece struct {
	from, to pos
	code     bool // a line of code: blanks in it are kept
	atom     bool
}

// fine writes the chunk that begins at at piece by piece until one does not fit, and chooses its end among the cuts
// between the pieces.
func (p *packer) fine(at pos, bound int) point {
	w, ops := &p.w, p.seq.ops
	w.reset()
	p.points = p.points[:0]
	for i := at.op; i < len(ops); i++ {
		o := &ops[i]
		off := 0
		if i == at.op {
			off = at.off
		}
		switch {
		case o.kind != opText:
			p.between(i)
			w.op(o, 0, 0)
		case o.unit != 0:
			j := p.unitEnd(i)
			if pc, ok := p.whole(pos{i, off}, j); !ok {
				return p.choose(at, pc, bound)
			}
			i = j - 1
		default:
			if pc, ok := p.pieces(i, off, bound); !ok {
				return p.choose(at, pc, bound)
			}
		}
	}
	return point{end: pos{op: len(ops)}, next: pos{op: len(ops)}}
}

// unitEnd returns the op behind the atom that op i belongs to.
func (p *packer) unitEnd(i int) int {
	ops := p.seq.ops
	j := i + 1
	for j < len(ops) && ops[j].unit == ops[i].unit {
		j++
	}
	return j
}

// whole writes the ops of an atom; if they do not fit, it takes them back.
func (p *packer) whole(from pos, end int) (piece, bool) {
	save := p.w
	for i := from.op; i < end; i++ {
		off := 0
		if i == from.op {
			off = from.off
		}
		o := &p.seq.ops[i]
		if p.window == 0 || o.kind != opText || len(o.text)-off <= p.window {
			p.w.op(o, off, len(o.text))
			if p.w.fits() {
				continue
			}
		}
		p.undo(save)
		return piece{from: from, to: pos{op: end}, atom: true}, false
	}
	return piece{}, true
}

// undo takes the chunk back to an earlier state of its writer.
func (p *packer) undo(save writer) {
	dst, path := p.w.dst, p.w.path
	p.w = save
	p.w.dst, p.w.path = dst[:len(save.dst)], path
}

// pieces writes the text of op i from off in pieces, recording the cuts between them. It stops at a piece that does
// not fit and returns it.
func (p *packer) pieces(i, off, bound int) (piece, bool) {
	o := &p.seq.ops[i]
	if p.window == 0 || len(o.text)-off <= p.window {
		save := p.w
		p.w.op(o, off, len(o.text))
		if c := p.w.total(); p.b.over(c) == 0 && !p.b.half(c, bound) {
			return piece{}, true
		}
		p.undo(save)
	}
	s := o.text[off:]
	short := p.window > 0 && len(s) > p.window
	if short {
		s = s[:cutRune(s, p.window)]
	}
	if o.ctx == Pre {
		return p.lines(i, off, s, short)
	}
	if o.ctx == Address || o.ctx == Literal {
		p.w.op(o, off, off+len(s))
		if !short && p.w.fits() {
			return piece{}, true
		}
		return piece{from: pos{i, off}, to: pos{op: i + 1}}, false
	}
	return p.words(i, off, s, short)
}

func cutRune(s string, n int) int {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

func (p *packer) lines(i, off int, s string, short bool) (piece, bool) {
	o := &p.seq.ops[i]
	for at := 0; ; {
		n := strings.IndexByte(s[at:], '\n')
		end := at + n
		if n < 0 {
			end = len(s)
		}
		save := p.w
		p.w.op(o, off+at, off+end)
		if !p.w.fits() || n < 0 && short {
			p.undo(save)
			to := pos{i, off + end}
			return piece{from: pos{i, off + at}, to: to, code: true}, false
		}
		if n < 0 {
			return piece{}, true
		}
		if p.w.ink {
			p.points = append(p.points, point{end: pos{i, off + end}, next: pos{i, off + end + 1}, strength: AtLine, c: p.w.total()})
		}
		p.w.op(o, off+end, off+end+1)
		at = end + 1
	}
}

func (p *packer) words(i, off int, s string, short bool) (piece, bool) {
	o := &p.seq.ops[i]
	at := 0
	var failed piece
	ok := true
	word := func(end int, kind grapheme.Kind) bool {
		ink := len(strings.TrimRight(s[at:end], " \t"))
		save := p.w
		if ink > 0 {
			p.w.op(o, off+at, off+at+ink)
		}
		if !p.w.fits() || short && end == len(s) {
			p.undo(save)
			failed, ok = piece{from: pos{i, off + at}, to: pos{i, off + at + ink}}, false
			return false
		}
		if p.w.ink && (end < len(s) || at+ink < end) {
			st := AtWord
			if kind == grapheme.Sentence {
				st = AtSentence
			}
			p.points = append(p.points, point{end: pos{i, off + at + ink}, next: pos{i, off + end}, strength: st, c: p.w.total()})
		}
		if at+ink < end {
			p.w.op(o, off+at+ink, off+end)
		}
		at = end
		return true
	}
	grapheme.Words(s, word)
	if ok && at < len(s) {
		word(len(s), grapheme.Word)
	}
	return failed, ok
}

// choose takes the cut when the piece pc does not fit behind what was written.
func (p *packer) choose(at pos, pc piece, bound int) point {
	if pt, ok := p.strongest(bound); ok && pt.strength >= AtWord {
		return pt
	}
	if pt, ok := p.lastWord(); ok && p.fitsAlone(pc) {
		return pt
	}
	if pc.atom && p.w.ink && p.fitsAlone(pc) {
		// An atom is never cut when it fits a chunk of its own: the first half of an address would be another one.
		return p.start(at, pc)
	}
	return p.inside(at, pc)
}

// start returns the cut where a piece begins, without the blanks that stand before it in the chunk that began at at.
func (p *packer) start(at pos, pc piece) point {
	if n := len(p.points); n > 0 && p.skip(p.points[n-1].next) == pc.from {
		return p.points[n-1]
	}
	return p.cutAt(at, pc.from)
}

// cutAt returns the cut at next of the chunk that began at at, without the blanks of running text before it.
func (p *packer) cutAt(at, next pos) point {
	pt := point{end: next, next: next, strength: AtCluster}
	ops := p.seq.ops
	i, end := next.op, next.off
	if end == 0 {
		for i--; i > at.op && ops[i].kind == opGuard; {
			i--
		}
		if i < at.op || ops[i].kind != opText {
			return pt
		}
		end = len(ops[i].text)
	}
	from := 0
	if i == at.op {
		from = at.off
	}
	if c := ops[i].ctx; c == Pre || c == Span {
		return pt
	}
	if n := len(strings.TrimRight(ops[i].text[from:end], " \t")); n < end-from && (n > 0 || i > at.op) {
		pt.end = pos{i, from + n}
	}
	return pt
}

// lastWord returns the last point of strength AtWord or more; a point that should not end a chunk only if there is no
// other.
func (p *packer) lastWord() (point, bool) {
	kept := -1
	for i := len(p.points) - 1; i >= 0; i-- {
		pt := &p.points[i]
		if pt.strength < AtWord || p.b.over(pt.c) > 0 {
			continue
		}
		if !pt.keep {
			return *pt, true
		}
		if kept < 0 {
			kept = i
		}
	}
	if kept >= 0 {
		return p.points[kept], true
	}
	return point{}, false
}

// fitsAlone reports whether a piece fits an empty chunk.
func (p *packer) fitsAlone(pc piece) bool {
	w := &p.alone
	w.reset()
	for i := pc.from.op; i < pc.to.op || i == pc.to.op && pc.to.off > 0; i++ {
		o := &p.seq.ops[i]
		from, to := 0, len(o.text)
		if i == pc.from.op {
			from = pc.from.off
		}
		if i == pc.to.op {
			to = pc.to.off
		}
		if p.window > 0 && to-from > p.window {
			return false
		}
		w.op(o, from, to)
		if !w.fits() {
			return false
		}
	}
	return true
}

// inside cuts within a piece that no chunk holds: at a word of an atom or a line of code, else between clusters, and
// when not even one fits, between code points.
func (p *packer) inside(at pos, pc piece) point {
	w, ops := &p.w, p.seq.ops
	var word, cluster point
	haveWord, haveCluster := false, false
	if w.ink {
		// Where the piece begins is itself a cut between clusters.
		cluster, haveCluster = p.start(at, pc), true
	}
	for i := pc.from.op; i < len(ops); i++ {
		o := &ops[i]
		off := 0
		if i == pc.from.op {
			off = pc.from.off
		}
		if i > pc.to.op || i == pc.to.op && pc.to.off <= off {
			break
		}
		if o.kind != opText {
			w.op(o, 0, 0)
			continue
		}
		for off < len(o.text) {
			n := grapheme.Next(bounded(o.text[off:], p.window))
			w.op(o, off, off+n)
			if !w.fits() {
				return p.cut(at, pc, point{end: pos{i, off}}, word, haveWord, cluster, haveCluster, n)
			}
			off += n
			if w.ink {
				cluster, haveCluster = point{end: pos{i, off}, next: pos{i, off}, strength: AtCluster}, true
				if c := o.text[off-1]; (pc.atom || pc.code) && o.ctx != Address && (c == ' ' || c == '\t') {
					word, haveWord = cluster, true
				}
			}
			if o.ctx == Pre && o.text[off-1] == '\n' {
				word, haveWord = point{end: pos{i, off - 1}, next: pos{i, off}}, off-1 > 0
			}
		}
	}
	if haveCluster {
		return cluster
	}
	return p.codePoint(at)
}

func bounded(s string, n int) string {
	if n > 0 && len(s) > n {
		return s[:cutRune(s, n)]
	}
	return s
}

func (p *packer) cut(at pos, pc piece, stop, word point, haveWord bool, cluster point, haveCluster bool, _ int) point {
	block := p.seq.blocks[p.seq.ops[stop.end.op].block].id
	switch {
	case haveWord:
		if pc.code {
			p.finds = append(p.finds, Finding{Code: "chunk.code_line_cut", Block: block})
		}
		return word
	case haveCluster:
		code := "chunk.word_cut"
		if pc.code {
			code = "chunk.code_line_cut"
		}
		p.finds = append(p.finds, Finding{Code: code, Block: block})
		return cluster
	}
	return p.codePoint(at)
}

// codePoint cuts inside the cluster that a chunk begins with and cannot hold.
func (p *packer) codePoint(at pos) point {
	o := &p.seq.ops[at.op]
	p.finds = append(p.finds, Finding{Code: "chunk.cluster_cut", Block: p.seq.blocks[o.block].id})
	w := &p.w
	w.reset()
	end := at.off
	for end < len(o.text) {
		_, n := utf8.DecodeRuneInString(o.text[end:])
		w.op(o, end, end+n)
		if !w.fits() && end > at.off {
			break
		}
		end += n
	}
	return point{end: pos{at.op, end}, next: pos{at.op, end}, strength: AtCodePoint}
}

// blocks lists the blocks whose text stands between at and end, containers before their content.
func (p *packer) blocks(at, end pos) []string {
	var out []string
	var up []string
	last := int32(0)
	refs := p.seq.blocks
	listed := func(b int32) bool {
		for x := last; x > 0; x = refs[x].parent {
			if x == b {
				return true
			}
		}
		return false
	}
	for i := at.op; i < len(p.seq.ops) && (i < end.op || i == end.op && end.off > 0); i++ {
		o := &p.seq.ops[i]
		if o.kind != opText || o.block == last || o.text == "" {
			continue
		}
		up = up[:0]
		for b := o.block; b > 0 && !listed(b); b = refs[b].parent {
			if refs[b].id != "" {
				up = append(up, refs[b].id)
			}
		}
		for k := len(up) - 1; k >= 0; k-- {
			out = append(out, up[k])
		}
		last = o.block
	}
	return out
}
