package chunk

import "strings"

// maxHang is how many blanks a line may begin with in Markdown before it is code.
const maxHang = 3

// flatten leaves out the hanging indents above frame f, which goes on in a further chunk, that are too deep there.
func (s *Sequence) flatten(f int32) {
	var chain []int32
	for ; f > 0; f = s.frames[f].parent {
		chain = append(chain, f)
	}
	width := 0
	for i := len(chain) - 1; i >= 0; i-- {
		x := &s.frames[chain[i]]
		switch {
		case x.base:
			width = 0
		case !x.hang || x.flat:
		case width+len(x.prefix) > maxHang:
			x.flat, s.flat = true, true
		default:
			width += len(x.prefix)
		}
	}
}

// hangs reports whether an item that goes on from an earlier chunk stands between frame f and the frame up above it.
func (s *Sequence) hangs(f, up int32) bool {
	for ; f > 0 && f != up; f = s.frames[f].parent {
		if x := &s.frames[f]; x.hang && x.cont {
			return true
		}
	}
	return false
}

// full returns what a line under frame f begins with.
func (s *Sequence) full(f int32) string {
	if !s.flat {
		return s.frames[f].full
	}
	return s.prefix(f)
}

// blank returns what a blank line under frame f begins with.
func (s *Sequence) blank(f int32) string {
	x := &s.frames[f]
	if !s.flat {
		return x.blank
	}
	p := s.prefix(f)
	if len(x.blank) < len(x.full) {
		p = strings.TrimRight(p, " ")
	}
	return p
}

// prefix returns the prefix of frame f without the indents that are left out.
func (s *Sequence) prefix(f int32) string {
	var parts []string
	for ; f > 0; f = s.frames[f].parent {
		x := &s.frames[f]
		if x.reset {
			parts = append(parts, x.full)
			break
		}
		if x.mark == nil && !x.dropped && !x.flat {
			parts = append(parts, x.prefix)
		}
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
	}
	return b.String()
}
