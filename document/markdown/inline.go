package markdown

import (
	"strings"
	"unicode/utf8"

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
	decoded     bool // text holds the text; else it is the source between a and b
	a, b        int  // place in the leaf's text, marks included
	text        string
	url, title  string
	next, prev  int32
	first, last int32
	note        *note
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
	delims   []delim
	brackets []bracket
	noLinks  int // brackets below this index cannot begin a link
	pending  int // where the text that has no node yet begins

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
	p.noLinks, p.pending = 0, 0
	p.ticksDone = false
	p.failed = [6]bool{}
	s := p.s
	for i := 0; i < len(s); {
		for i < len(s) && !special[s[i]] {
			i++
		}
		if i == len(s) {
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
		p.add(inode{kind: nText, a: p.pending, b: i})
	}
	p.pending = i
}

func (p *inliner) leaf(i, end int, n inode) int {
	p.flush(i)
	n.a, n.b = i, end
	p.add(n)
	return end
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
			p.flush(i)
			k := p.add(inode{kind: nText, a: i, b: i + 2})
			p.push(bracket{node: k, at: i + 2, image: true})
			return i + 2
		}
	case ']':
		return p.close(i)
	case '<':
		return p.angle(i)
	case '&':
		if d, n := entity(s[i:min(len(s), i+48)]); n > 0 {
			return p.leaf(i, i+n, inode{kind: nText, decoded: true, text: d})
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
	p.add(inode{kind: kind, a: end, b: i + 1})
	return next
}

func (p *inliner) escape(i int) int {
	s := p.s
	if i+1 == len(s) {
		return 0
	}
	c := s[i+1]
	if c == '\r' && i+2 < len(s) && s[i+2] == '\n' {
		i++
		c = '\n'
	}
	switch {
	case c == '\n':
		next := i + 2
		for next < len(s) && (s[next] == ' ' || s[next] == '\t') {
			next++
		}
		p.flush(i)
		if s[i] == '\r' {
			p.nodes[p.nodes[0].last].b-- // the backslash stands before the CR
		}
		p.add(inode{kind: nHard, a: i, b: i + 2})
		return next
	case c == '(' || c == '[':
		if end := p.bracketMath(i); end > 0 {
			return end
		}
	}
	if isPunct(c) {
		return p.leaf(i, i+2, inode{kind: nText, decoded: true, text: s[i+1 : i+2]})
	}
	return 0
}

// codeSpan parses a span from a run of backticks to the next of the same length.
func (p *inliner) codeSpan(i int) int {
	s := p.s
	k := i
	for k < len(s) && s[k] == '`' {
		k++
	}
	n := k - i
	if !p.ticksDone {
		p.ticksDone = true
		if p.ticks == nil {
			p.ticks = map[int]int{}
		} else {
			clear(p.ticks)
		}
		for at := i; at < len(s); {
			next := strings.IndexByte(s[at:], '`')
			if next < 0 {
				break
			}
			at += next
			start := at
			for at < len(s) && s[at] == '`' {
				at++
			}
			p.ticks[at-start] = start
		}
	}
	if p.ticks[n] < k {
		return -k
	}
	for at := k; at < len(s); {
		next := strings.IndexByte(s[at:], '`')
		if next < 0 {
			break
		}
		at += next
		start := at
		for at < len(s) && s[at] == '`' {
			at++
		}
		if at-start == n {
			return p.leaf(i, at, inode{kind: nCode, text: spanText(s[k:start]), title: s[k:start]})
		}
	}
	return -k
}

// spanText is the content of a code span: line ends are blanks, and one blank is taken off both ends.
func spanText(s string) string {
	if strings.IndexByte(s, '\n') >= 0 {
		s = strings.ReplaceAll(s, "\r\n", " ")
		s = strings.ReplaceAll(s, "\n", " ")
	}
	if len(s) > 2 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != "" {
		s = s[1 : len(s)-1]
	}
	return s
}

// runeBefore returns the code point before i; a line's edge counts as a blank.
func runeBefore(s string, i int) rune {
	if i == 0 {
		return '\n'
	}
	if c := s[i-1]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return r
}

// runeAt returns the code point at i; a line's edge counts as a blank.
func runeAt(s string, i int) rune {
	if i >= len(s) {
		return '\n'
	}
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r
}
