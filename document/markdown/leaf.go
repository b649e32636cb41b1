package markdown

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/text"
)

// leafText is the text of a leaf block as one string, with the way back into the source.
type leafText struct {
	s     string
	base  int    // where s stands in the source, if it is a part of it
	parts []part // else where its parts stand
}

// part is a run of a leaf's text that is a run of the source.
type part struct {
	at, src int
	before  int // bytes of the source before it that belong to its first character: the backslash of \|
}

// newLeaf joins the lines of a block. Lines that follow each other in the source are not copied.
func newLeaf(src string, lines *text.Segments) leafText {
	n := lines.Len()
	if n == 0 {
		return leafText{}
	}
	last := lines.At(0)
	t := leafText{base: last.Start}
	size := last.Stop - last.Start
	for i := 1; i < n; i++ {
		seg := lines.At(i)
		if seg.Start != last.Stop {
			if t.parts == nil {
				t.parts = append(t.parts, part{at: 0, src: t.base})
			}
			t.parts = append(t.parts, part{at: size, src: seg.Start})
		}
		size += seg.Stop - seg.Start
		last = seg
	}
	if t.parts == nil {
		t.s = src[t.base:last.Stop]
		return t
	}
	var b strings.Builder
	b.Grow(size)
	for i := range n {
		seg := lines.At(i)
		b.WriteString(src[seg.Start:seg.Stop])
	}
	t.s = b.String()
	return t
}

// find returns the part that the byte i of the text is in.
func (t *leafText) find(i int) *part {
	k := sort.Search(len(t.parts), func(k int) bool { return t.parts[k].at > i })
	return &t.parts[max(k-1, 0)]
}

// pos returns where what begins with the byte i of the text begins in the source.
func (t *leafText) pos(i int) int {
	if t.parts == nil {
		return t.base + i
	}
	p := t.find(i)
	if i == p.at {
		return p.src - p.before
	}
	return p.src + i - p.at
}

// end returns where the text up to the byte i ends in the source.
func (t *leafText) end(i int) int {
	if t.parts == nil {
		return t.base + i
	}
	if i == 0 {
		return t.pos(0)
	}
	p := t.find(i - 1)
	return p.src + i - p.at
}
