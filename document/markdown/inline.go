package markdown

import (
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

type inodeKind uint8

const (
	nText  inodeKind = iota // a run of the source, or a decoded text
	nDelim                  // a delimiter run that is text unless it pairs
	nStrong
	nEmphasis
	nStrike
	nSpoiler
	nCode
	nMath
	nSoft
	nHard
	nLink
	nImage
	nCitation
	nNote
	nRaw
)

// inode is a node of the text being parsed. Nodes are linked by index, so that emphasis and links can gather
// neighbours without copying.
type inode struct {
	kind        inodeKind
	auto        bool
	escaped     bool  // a text with escapes or entities
	a, b        int32 // place in the leaf's text, marks included
	next, prev  int32
	first, last int32
	extra       int32 // index of what is known of it beyond its place, 0: nothing
}

// extra is what is known of a node beyond its place and its children.
type extra struct {
	text       string // of code, formulas, references and autolinks
	url, title string
	note       *note
}

// bracket is a [ or ![ that may begin a link or an image.
type bracket struct {
	node   int32
	at     int // of the text behind it
	image  bool
	inner  bool // a bracket was opened behind it
	delims int  // delimiters below it
}

// inliner parses the text of leaf blocks. It works in linear time: every look-ahead is bounded or remembered.
type inliner struct {
	c *compiler

	t        leafText
	s        string
	nodes    []inode
	extras   []extra
	delims   []delim
	brackets []bracket
	noLinks  int  // brackets below this index cannot begin a link
	pending  int  // where the text that has no node yet begins
	escaped  bool // it has escapes or entities
	decoded  int  // where the last of them ends
	parens   parens

	ticks     map[int]int // last place of a backtick run, by length
	ticksDone bool
	failed    [6]bool // look-aheads that found nothing to the end of the text
}

const (
	failComment = iota
	failInstruction
	failDeclaration
	failCDATA
	failDollar
	failDollars
)

// maxNodes is how many nodes of one leaf may hold marks that wait for their counterpart; further ones are text. Over
// leafLimit nodes the leaf has more inlines than a document may have, and the rest need not be looked at.
const (
	maxNodes  = 2 * maxInlines
	leafLimit = 2 * maxNodes
)

// special marks the bytes that may begin something other than text.
var special = func() (t [256]bool) {
	for _, c := range []byte("\n\\`*_~|[]!<&$:@wW") {
		t[c] = true
	}
	return t
}()

// parse returns the inlines of a leaf.
func (p *inliner) parse(t leafText) []*deliveryv1.Inline {
	p.t, p.s = t, t.s
	p.nodes = append(p.nodes[:0], inode{})
	p.delims = p.delims[:0]
	p.brackets = p.brackets[:0]
	p.extras = append(p.extras[:0], extra{})
	p.noLinks, p.pending, p.escaped, p.decoded = 0, 0, false, 0
	p.parens.end = 0
	p.ticksDone = false
	p.failed = [6]bool{}
	s := p.s
	for i := 0; i < len(s); {
		for i < len(s) && !special[s[i]] {
			i++
		}
		if i == len(s) || len(p.nodes) > leafLimit {
			break
		}
		if end := p.try(i); end > i {
			i = end
			p.pending = i
		} else if end < 0 {
			i = -end // text, but looked at up to here
		} else {
			i++
		}
	}
	p.flush(len(s))
	p.pairs(0)
	return p.convert(p.nodes[0].first, 0, false)
}

// add appends a node to the chain.
func (p *inliner) add(n inode) int32 {
	k := int32(len(p.nodes))
	n.prev = p.nodes[0].last
	p.nodes = append(p.nodes, n)
	if n.prev != 0 {
		p.nodes[n.prev].next = k
	} else {
		p.nodes[0].first = k
	}
	p.nodes[0].last = k
	return k
}

// flush makes a node of the text that waits, up to i.
func (p *inliner) flush(i int) {
	if i > p.pending {
		p.add(inode{kind: nText, escaped: p.escaped, a: int32(p.pending), b: int32(i)})
	}
	p.pending, p.escaped = i, false
}

// leaf appends a node without children that stands between i and end, and returns end.
func (p *inliner) leaf(i, end int, n inode) int {
	p.flush(i)
	n.a, n.b = int32(i), int32(end)
	p.add(n)
	p.pending = end
	return end
}

// leafOf is leaf for a node with something to remember.
func (p *inliner) leafOf(i, end int, kind inodeKind, x extra) int {
	return p.leaf(i, end, inode{kind: kind, extra: p.remember(x)})
}

func (p *inliner) remember(x extra) int32 {
	p.extras = append(p.extras, x)
	return int32(len(p.extras) - 1)
}

// literal marks an escape or entity that ends at end, which stays part of the text around it.
func (p *inliner) literal(end int) int {
	p.escaped, p.decoded = true, end
	return -end
}

// try parses what begins at i and returns its end. 0: it is text; a negative end: it is text up to there.
func (p *inliner) try(i int) int {
	s := p.s
	switch s[i] {
	case '\n':
		return p.lineBreak(i)
	case '\\':
		return p.escape(i)
	case '`':
		return p.codeSpan(i)
	case '*', '_', '~', '|':
		return p.run(i)
	case '[':
		return p.open(i)
	case '!':
		if i+1 < len(s) && s[i+1] == '[' {
			return p.push(i, i+2)
		}
	case ']':
		return p.close(i)
	case '<':
		return p.angle(i)
	case '&':
		if _, n := entity(s[i:min(len(s), i+48)]); n > 0 {
			return p.literal(i + n)
		}
	case '$':
		return p.dollar(i)
	case ':':
		return p.scheme(i)
	case '@':
		return p.mail(i)
	case 'w', 'W':
		return p.www(i)
	}
	return 0
}

func (p *inliner) lineBreak(i int) int {
	s := p.s
	end := i
	blanks := 0
	for end > p.pending && isSpace(s[end-1]) {
		end--
		if s[end] == ' ' {
			blanks++
		} else if s[end] == '\t' {
			blanks = 0
		}
	}
	next := i + 1
	for next < len(s) && (s[next] == ' ' || s[next] == '\t') {
		next++
	}
	kind := nSoft
	if blanks >= 2 {
		kind = nHard
	}
	p.flush(end)
	p.add(inode{kind: kind, a: int32(end), b: int32(i + 1)})
	return next
}

func (p *inliner) escape(i int) int {
	s := p.s
	if i+1 == len(s) {
		return 0
	}
	c := s[i+1]
	end := i + 2
	if c == '\r' && i+2 < len(s) && s[i+2] == '\n' {
		c = '\n'
		end++
	}
	switch {
	case c == '\n':
		p.flush(i)
		p.add(inode{kind: nHard, a: int32(i), b: int32(end)})
		for end < len(s) && (s[end] == ' ' || s[end] == '\t') {
			end++
		}
		return end
	case c == '(' || c == '[':
		if end := p.bracketMath(i); end > 0 {
			return end
		}
	}
	if isPunct(c) {
		return p.literal(i + 2)
	}
	return 0
}
