package markdown

// delim is a run of emphasis characters that may open or close.
type delim struct {
	node       int32
	char       byte
	num, orig  int
	open, shut bool
	prev, next int
	gone       bool
}

// run parses a run of * _ ~ or |.
func (p *inliner) run(i int) int {
	s := p.s
	c := s[i]
	k := i
	for k < len(s) && s[k] == c {
		k++
	}
	n := k - i
	if (c == '~' || c == '|') && n != 2 || len(p.nodes) > maxNodes {
		return -k
	}
	before, after := runeBefore(s, i), runeAt(s, k)
	var open, shut bool
	switch c {
	case '_':
		left, right := flanks(before, after, false)
		open = left && (!right || punctuation(before))
		shut = right && (!left || punctuation(after))
	case '|':
		open = !space(after) && (!wordRune(before) || cjk(before))
		shut = !space(before) && (!wordRune(after) || cjk(after))
	default:
		open, shut = flanks(before, after, true)
	}
	if !open && !shut {
		return -k
	}
	p.flush(i)
	node := p.add(inode{kind: nDelim, a: int32(i), b: int32(k)})
	p.delims = append(p.delims, delim{node: node, char: c, num: n, orig: n, open: open, shut: shut})
	return k
}

// pairs makes emphasis of the delimiters from bottom on, and forgets them. It is CommonMark's procedure; for each kind
// of closer it remembers below which delimiter no opener can be found, which keeps it linear.
func (p *inliner) pairs(bottom int) {
	ds := p.delims
	for i := bottom; i < len(ds); i++ {
		ds[i].prev, ds[i].next = i-1, i+1
	}
	var floor [13]int
	for i := range floor {
		floor[i] = bottom - 1
	}
	spoiler := -1 // the mark of a spoiler that waits for its counterpart; spoilers do not nest
	for k := bottom; k < len(ds); {
		d := &ds[k]
		if d.char == '|' {
			next := d.next
			switch {
			case spoiler >= 0 && d.shut:
				p.pair(spoiler, k)
				p.unlink(spoiler, bottom)
				p.unlink(k, bottom)
				spoiler = -1
			case spoiler < 0 && d.open:
				spoiler = k
			default:
				p.unlink(k, bottom)
			}
			k = next
			continue
		}
		if !d.shut || d.num == 0 {
			k = d.next
			continue
		}
		f := &floor[kindOf(d)]
		found := -1
		for o := d.prev; o >= bottom && o > *f; o = ds[o].prev {
			if od := &ds[o]; od.char == d.char && od.open && od.num > 0 && p.matches(od, d) {
				found = o
				break
			}
		}
		if found < 0 {
			*f = d.prev
			next := d.next
			if !d.open {
				p.unlink(k, bottom)
			}
			k = next
			continue
		}
		if p.pair(found, k); spoiler > found {
			spoiler = -1
		}
		if ds[found].num == 0 {
			p.unlink(found, bottom)
		}
		if d.num == 0 {
			next := d.next
			p.unlink(k, bottom)
			k = next
		}
	}
	p.delims = ds[:bottom]
}

func kindOf(d *delim) int {
	if d.char == '~' {
		return 12
	}
	k := d.orig % 3
	if d.open {
		k += 3
	}
	if d.char == '_' {
		k += 6
	}
	return k
}

func (p *inliner) matches(o, d *delim) bool {
	if d.char == '~' {
		return true
	}
	return !((o.shut || d.open) && (o.orig+d.orig)%3 == 0 && (o.orig%3 != 0 || d.orig%3 != 0))
}

func (p *inliner) unlink(k, bottom int) {
	d := &p.delims[k]
	if d.gone {
		return
	}
	d.gone = true
	if d.prev >= bottom {
		p.delims[d.prev].next = d.next
	}
	if d.next < len(p.delims) {
		p.delims[d.next].prev = d.prev
	}
}

// pair gathers what stands between two delimiters into a styled node.
func (p *inliner) pair(o, c int) {
	od, cd := &p.delims[o], &p.delims[c]
	// The delimiters between them pair no more.
	od.next, cd.prev = c, o
	kind, n := nEmphasis, 1
	switch {
	case od.char == '~':
		kind, n = nStrike, 2
	case od.char == '|':
		kind, n = nSpoiler, 2
	case od.num >= 2 && cd.num >= 2:
		kind, n = nStrong, 2
	}
	od.num -= n
	cd.num -= n
	on, cn := &p.nodes[od.node], &p.nodes[cd.node]
	on.b -= int32(n)
	cn.a += int32(n)
	a, b := on.b, cn.a // the marks are part of the style
	k := int32(len(p.nodes))
	node := inode{kind: kind, a: a, b: b, prev: od.node, next: cd.node}
	if on.next != cd.node {
		node.first, node.last = on.next, cn.prev
		p.nodes[node.first].prev = 0
		p.nodes[node.last].next = 0
	}
	p.nodes = append(p.nodes, node)
	p.nodes[od.node].next = k
	p.nodes[cd.node].prev = k
	if od.num == 0 {
		p.remove(od.node)
	}
	if cd.num == 0 {
		p.remove(cd.node)
	}
}

// remove takes a node out of its chain.
func (p *inliner) remove(k int32) {
	n := &p.nodes[k]
	if n.prev != 0 {
		p.nodes[n.prev].next = n.next
	} else if p.nodes[0].first == k {
		p.nodes[0].first = n.next
	}
	if n.next != 0 {
		p.nodes[n.next].prev = n.prev
	} else if p.nodes[0].last == k {
		p.nodes[0].last = n.prev
	}
}
