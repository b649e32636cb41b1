package markdown

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/text"
)

// leafText is the text of a leaf block as one string, with the way back into the source.
type leafText struct {
	s     string
	parts []part // where lines begin, in s and in the source; one entry for a run of lines that follow each other
	ends  []int  // where each line of the block begins in s, when they differ from parts
}

type part struct{ at, src int }

// newLeaf joins the lines of a block. Lines that follow each other in the source are not copied.
func newLeaf(src string, lines *text.Segments) leafText {
	n := lines.Len()
	if n == 0 {
		return leafText{}
	}
	first, last := lines.At(0), lines.At(n-1)
	t := leafText{}
	whole := true
	at := 0
	for i := range n {
		seg := lines.At(i)
		if i > 0 && seg.Start != lines.At(i-1).Stop {
			whole = false
		}
		if i == 0 || seg.Start != lines.At(i-1).Stop {
			t.parts = append(t.parts, part{at: at, src: seg.Start})
		}
		t.ends = append(t.ends, at)
		at += seg.Stop - seg.Start
	}
	if whole {
		t.s = src[first.Start:last.Stop]
		return t
	}
	var b strings.Builder
	b.Grow(at)
	for i := range n {
		seg := lines.At(i)
		b.WriteString(src[seg.Start:seg.Stop])
	}
	t.s = b.String()
	return t
}

// pos returns where the byte i of the text stands in the source.
func (t *leafText) pos(i int) int {
	if len(t.parts) == 1 {
		return t.parts[0].src + i
	}
	k := sort.Search(len(t.parts), func(k int) bool { return t.parts[k].at > i }) - 1
	if k < 0 {
		k = 0
	}
	return t.parts[k].src + i - t.parts[k].at
}

// end returns where the text up to the byte i ends in the source.
func (t *leafText) end(i int) int {
	if i == 0 {
		return t.pos(0)
	}
	return t.pos(i-1) + 1
}

// line returns how many lines of the block begin before the byte i.
func (t *leafText) line(i int) int {
	return sort.Search(len(t.ends), func(k int) bool { return t.ends[k] >= i })
}
