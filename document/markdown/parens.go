package markdown

// parens is what is known of the round brackets between two blanks, in which a destination was looked for in vain.
// With it each further destination there is found without going through them again.
type parens struct {
	start, end int
	closing    []int32 // for each byte that opens a bracket, where it closes; 0: nowhere
	last       int     // the last bracket that does not close
	open       []int32
}

// read pairs the brackets from start on.
func (p *parens) read(s string, start int) {
	p.start, p.last = start, -1
	p.open, p.closing = p.open[:0], p.closing[:0]
	k := start
	for ; k < len(s) && s[k] > ' ' && s[k] != 0x7F; k++ {
		p.closing = append(p.closing, 0)
		switch c := s[k]; {
		case c == '\\' && k+1 < len(s) && isPunct(s[k+1]):
			k++
			p.closing = append(p.closing, 0)
		case c == '(':
			p.open = append(p.open, int32(k))
		case c == ')' && len(p.open) > 0:
			last := len(p.open) - 1
			p.closing[int(p.open[last])-start] = int32(k)
			p.open = p.open[:last]
		}
	}
	p.end = k
	if n := len(p.open); n > 0 {
		p.last = int(p.open[n-1])
	}
}

// destination is parseDestination behind the bracket of a link.
func (p *inliner) destination(i int) (dest string, end int) {
	s, known := p.s, &p.parens
	if i > known.start && i < known.end && s[i] != '<' {
		at := i - 1 // the bracket of the link
		if closing := int(known.closing[at-known.start]); closing > 0 {
			return s[i:closing], closing
		}
		if at == known.last {
			return s[i:known.end], known.end
		}
		return "", -1
	}
	dest, end = parseDestination(s, i)
	if end < 0 && s[i] != '<' {
		known.read(s, i)
	}
	return dest, end
}
