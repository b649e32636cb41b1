package chunk

import "strings"

// Builder makes a Sequence. The zero value is ready to use.
type Builder struct {
	seq   *Sequence
	frame int32
	block int32
	unit  int32
	units int32
	merge []byte // text of the last op while neighbours are joined to it
}

func (b *Builder) init() {
	if b.seq == nil {
		b.seq = sequences.Get().(*Sequence)
		b.seq.frames = append(b.seq.frames, frame{parent: -1})
		b.seq.blocks = append(b.seq.blocks, blockRef{parent: -1})
	}
}

// Sequence ends building and returns what was built.
func (b *Builder) Sequence() *Sequence {
	b.init()
	b.flush()
	return b.seq
}

func (b *Builder) flush() {
	if len(b.merge) > 0 {
		b.seq.ops[len(b.seq.ops)-1].text = string(b.merge)
		b.merge = b.merge[:0]
	}
}

func (b *Builder) add(o op) {
	b.init()
	b.flush()
	o.frame, o.block, o.unit = b.frame, b.block, b.unit
	b.seq.ops = append(b.seq.ops, o)
}

// Text adds text. Neighbouring texts of one context under one frame become one, so that a dialect always sees a whole
// run. Only Pre text may hold line feeds.
func (b *Builder) Text(c Context, text string) {
	if text == "" && c != Pre {
		return
	}
	b.init()
	if n := len(b.seq.ops); n > 0 {
		last := &b.seq.ops[n-1]
		if last.kind == opText && last.ctx == c && last.frame == b.frame && last.unit == b.unit && last.block == b.block && c != Address {
			if len(b.merge) == 0 {
				b.merge = append(b.merge, last.text...)
			}
			b.merge = append(b.merge, text...)
			return
		}
	}
	b.add(op{kind: opText, ctx: c, text: text})
}

// Guard adds an invisible separator that only matters between the texts beside it; it is dropped at the edges of a
// chunk and in its plain form.
func (b *Builder) Guard(text string) { b.add(op{kind: opGuard, text: text}) }

// Line adds a line end within a block, of the given strength.
func (b *Builder) Line(s Strength) { b.add(op{kind: opLine, strength: s, lines: 1}) }

// LineSign adds a line end that is marked by a sign before it, such as a backslash for a break that must be kept. The
// sign is markup: it is dropped at a cut and in the plain form.
func (b *Builder) LineSign(s Strength, sign string) {
	b.add(op{kind: opLine, strength: s, lines: 1, text: sign})
}

// Gap divides two blocks by the given number of line feeds (1: a line break, 2: a blank line). Neighbouring gaps are
// one, and a gap with no text before or behind it in a chunk vanishes. With keep, what stands before the gap should
// not end a chunk.
func (b *Builder) Gap(lines int, s Strength, keep bool) {
	b.add(op{kind: opGap, strength: s, keep: keep, lines: uint8(lines)})
}

// ItemGap divides two items of a numbered list. It is a blank line where the item before it goes on from an earlier
// chunk: to a reader of Markdown its text is no item there, and no number but 1 ends a paragraph.
func (b *Builder) ItemGap(lines int) {
	b.add(op{kind: opGap, strength: AtItem, lines: uint8(lines), apart: true})
}

// Open puts a mark around what follows, until Close.
func (b *Builder) Open(m *Mark) {
	b.init()
	p := &b.seq.frames[b.frame]
	b.seq.frames = append(b.seq.frames, frame{parent: b.frame, depth: p.depth + 1, mark: m, full: p.full, blank: p.blank})
	b.frame = int32(len(b.seq.frames) - 1)
}

// Close ends the innermost mark or prefix.
func (b *Builder) Close() { b.frame = b.seq.frames[b.frame].parent }

// Prefix begins each line that follows with text, until Close. Blanks at its end are left out on blank lines unless
// keepBlank is set. A base prefix survives Reset.
func (b *Builder) Prefix(text string, base, keepBlank bool) {
	b.init()
	p := &b.seq.frames[b.frame]
	f := frame{parent: b.frame, depth: p.depth + 1, prefix: text, base: base, full: p.full + text}
	f.blank = f.full
	if !keepBlank {
		f.blank = trimPrefix(f.full, p.blank)
	}
	b.seq.frames = append(b.seq.frames, f)
	b.frame = int32(len(b.seq.frames) - 1)
}

// Hang begins each line that follows with the indent of a list item, until Close. In a further chunk, where the marker
// of the item is missing, indents that add up to more than three blanks would make code of the text in readers of
// Markdown and are left out.
func (b *Builder) Hang(indent string) {
	b.Prefix(indent, false, false)
	b.seq.frames[b.frame].hang = true
}

// trimPrefix cuts the blanks off the end of a line prefix, but not those that an outer prefix keeps.
func trimPrefix(full, kept string) string {
	if t := strings.TrimRight(full, " "); len(t) > len(kept) {
		return t
	}
	return kept
}

// Reset takes away all prefixes but the base ones, until Close: for a block that the dialect cannot indent.
func (b *Builder) Reset() {
	b.init()
	f := frame{parent: b.frame, depth: b.seq.frames[b.frame].depth + 1, reset: true}
	for i := b.frame; i > 0; i = b.seq.frames[i].parent {
		if a := &b.seq.frames[i]; a.base {
			f.full, f.blank = a.full, a.blank
			break
		}
	}
	b.seq.frames = append(b.seq.frames, f)
	b.frame = int32(len(b.seq.frames) - 1)
}

// ResetAll takes away all prefixes, until Close.
func (b *Builder) ResetAll() {
	b.init()
	b.seq.frames = append(b.seq.frames, frame{parent: b.frame, depth: b.seq.frames[b.frame].depth + 1, reset: true, all: true})
	b.frame = int32(len(b.seq.frames) - 1)
}

// HasPrefix reports whether lines begin with a prefix at this place.
func (b *Builder) HasPrefix() bool { b.init(); return b.seq.frames[b.frame].full != "" }

// LinePrefix returns what lines begin with at this place.
func (b *Builder) LinePrefix() string { b.init(); return b.seq.frames[b.frame].full }

// LineBegun reports whether something stands on the present line already.
func (b *Builder) LineBegun() bool {
	n := len(b.seq.ops)
	return n > 0 && b.seq.ops[n-1].kind == opText
}

// Begin enters the block with this id, until End.
func (b *Builder) Begin(id string) {
	b.init()
	b.seq.blocks = append(b.seq.blocks, blockRef{id: id, parent: b.block})
	b.block = int32(len(b.seq.blocks) - 1)
}

// End leaves the innermost block.
func (b *Builder) End() { b.block = b.seq.blocks[b.block].parent }

// Atom begins a run that is not to be cut while it fits a chunk of its own: a link, a row. It reports whether this
// call began it; only then EndAtom must be called, since an atom in an atom is part of the outer one.
func (b *Builder) Atom() bool {
	if b.unit != 0 {
		return false
	}
	b.units++
	b.unit = b.units
	return true
}

// EndAtom ends the atom.
func (b *Builder) EndAtom() { b.unit = 0 }
