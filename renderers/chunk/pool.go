package chunk

import "sync"

// sequences keeps the memory of sequences that were packed.
var sequences = sync.Pool{New: func() any {
	return &Sequence{
		ops:    make([]op, 0, 128),
		frames: make([]frame, 0, 32),
		blocks: make([]blockRef, 0, 32),
	}
}}

// packers keeps the working memory of packers.
var packers = sync.Pool{New: func() any { return new(packer) }}

// keep is the most ops a sequence may have to be kept; one large document should not hold its memory for ever.
const keep = 1 << 14

// Release gives the memory of a sequence back; it must not be used afterwards.
func (s *Sequence) Release() {
	if cap(s.ops) > keep || cap(s.frames) > keep {
		return
	}
	s.ops, s.frames, s.blocks = s.ops[:0], s.frames[:0], s.blocks[:0]
	sequences.Put(s)
}

func (p *packer) release() {
	if cap(p.w.dst) > 1<<20 || cap(p.points) > keep {
		return
	}
	*p = packer{
		w:      writer{dst: p.w.dst[:0], path: p.w.path[:0]},
		alone:  writer{dst: p.alone.dst[:0], path: p.alone.path[:0]},
		points: p.points[:0],
	}
	packers.Put(p)
}
