package discord

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// flush writes the leaves and forgets them.
func (c *collector) flush() {
	styled := false
	for i := range c.leaves {
		c.part(i)
	}
	for i := range c.leaves {
		if len(c.leaves[i].runs) > 0 {
			styled = true
			break
		}
	}
	if styled {
		c.release()
		c.trim()
	}
	nodes := group(c.leaves, 0)
	(&layout{d: c.d}).arrange(nodes, nil)
	e := emitter{w: c.w}
	e.nodes(nodes)
	e.atom(0)
	c.leaves = c.leaves[:0]
}

// part keeps an address at the end of a text from being linked when something follows it without a blank: clients
// would take that into the address.
func (c *collector) part(i int) {
	l := &c.leaves[i]
	if l.kind != isText || i+1 == len(c.leaves) || c.leaves[i+1].kind == isBreak {
		return
	}
	if !strings.Contains(l.s, "://") {
		return
	}
	at := strings.LastIndexFunc(l.s, func(r rune) bool { return isBlank(r) || r == '<' }) + 1
	if next := &c.leaves[i+1]; next.kind == isText {
		if r, _ := utf8.DecodeRuneInString(next.s); isBlank(r) {
			return
		}
	}
	l.s = l.s[:at] + dead(l.s[at:])
}

// release takes code spans out of the styles whose sign they hold: clients look for the end of a style before they
// look for code. What such a style covers behind the span becomes a run of its own.
func (c *collector) release() {
	var renamed map[*run]*run
	for i := range c.leaves {
		l := &c.leaves[i]
		if len(renamed) > 0 && len(l.runs) > 0 {
			l.runs = slices.Clone(l.runs)
			for k, r := range l.runs {
				if n := renamed[r]; n != nil {
					l.runs[k] = n
				}
			}
		}
		if l.kind != isCode || !strings.ContainsAny(l.s, "*~") {
			continue
		}
		out := slices.IndexFunc(l.runs, l.breaks)
		if out < 0 {
			continue
		}
		if renamed == nil {
			renamed = map[*run]*run{}
		}
		kept := slices.Clone(l.runs[:out])
		for _, r := range l.runs[out:] {
			if !l.breaks(r) {
				kept = append(kept, &run{kind: r.kind, mark: r.mark})
			}
			first := r
			if r.first != nil {
				first = r.first
			}
			renamed[first] = &run{kind: r.kind, mark: r.mark, first: first}
		}
		l.runs = kept
	}
}

// breaks reports whether the sign of a style stands in the code span.
func (l *leaf) breaks(r *run) bool {
	switch r.kind {
	case isEmphasis:
		return strings.Contains(l.s, "*")
	case isStrong:
		return strings.Contains(l.s, "**")
	case isStrike:
		return strings.Contains(l.s, "~~")
	case isSpoiler, isMasked:
	}
	return false
}

// trim moves blanks and breaks at the edges of a style out of it, for most marks do not pair beside a blank. A style
// with nothing else in it vanishes.
func (c *collector) trim() {
	split := make([]leaf, 0, len(c.leaves)+8)
	for _, l := range c.leaves {
		blank := 0
		switch l.kind {
		case isBreak:
			l.runs = begun(l.runs)
		case isText:
			blank = len(l.s) - len(strings.TrimLeftFunc(l.s, isBlank))
			if blank > 0 && len(begun(l.runs)) < len(l.runs) {
				split = append(split, leaf{kind: isText, s: l.s[:blank], runs: begun(l.runs), atom: l.atom})
				l.s = l.s[blank:]
			}
			if strings.TrimLeftFunc(l.s, isBlank) == "" {
				if l.s != "" {
					split = append(split, l)
				}
				continue
			}
			begin(l.runs)
		case isCode, isAddress:
			begin(l.runs)
		}
		split = append(split, l)
	}
	for i := range split {
		for _, r := range split[i].runs {
			r.inked = false
		}
	}
	out := make([]leaf, 0, len(split)+8)
	for i := len(split) - 1; i >= 0; i-- {
		l := split[i]
		switch l.kind {
		case isBreak:
			l.runs = begun(l.runs)
		case isText:
			ink := len(strings.TrimRightFunc(l.s, isBlank))
			if ink < len(l.s) && len(begun(l.runs)) < len(l.runs) {
				out = append(out, leaf{kind: isText, s: l.s[ink:], runs: begun(l.runs), atom: l.atom})
				l.s = l.s[:ink]
			}
			if ink == 0 {
				if l.s != "" {
					out = append(out, l)
				}
				continue
			}
			begin(l.runs)
		case isCode, isAddress:
			begin(l.runs)
		}
		out = append(out, l)
	}
	slices.Reverse(out)
	c.leaves = out
}

// begun returns the outer runs that have begun.
func begun(runs []*run) []*run {
	for i, r := range runs {
		if !r.inked {
			return runs[:i:i]
		}
	}
	return runs
}

func begin(runs []*run) {
	for _, r := range runs {
		r.inked = true
	}
}

// isBlank reports what clients take for white space.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == 0xFEFF }

// node is a leaf, or a style around nodes.
type node struct {
	leaf *leaf
	run  *run
	kids []node

	slanted bool // emphasis written with underscores
	signs   bool // the text holds the sign of the style
	before  bool // a guard stands between this node and the one before it
	first   bool // a guard stands behind the opening of the mark
	last    bool // a guard stands before its end
}

// group makes a tree of leaves: neighbours under one run become its children.
func group(leaves []leaf, depth int) []node {
	var out []node
	for i := 0; i < len(leaves); {
		l := &leaves[i]
		if len(l.runs) <= depth {
			out = append(out, node{leaf: l})
			i++
			continue
		}
		r := l.runs[depth]
		j := i + 1
		for j < len(leaves) && len(leaves[j].runs) > depth && leaves[j].runs[depth] == r {
			j++
		}
		out = append(out, node{run: r, kids: group(leaves[i:j], depth+1)})
		i = j
	}
	return out
}
