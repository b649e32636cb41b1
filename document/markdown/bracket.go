package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxPending is how many brackets may wait for their counterpart; further ones are text.
const maxPending = 1024

// push opens the bracket between i and end, if not too many are open.
func (p *inliner) push(i, end int) int {
	n := len(p.brackets)
	if n > 0 {
		p.brackets[n-1].inner = true
	}
	if n >= maxPending || len(p.nodes) > maxNodes {
		return -end
	}
	p.flush(i)
	k := p.add(inode{kind: nText, a: int32(i), b: int32(end)})
	p.noLinks = min(p.noLinks, n)
	p.brackets = append(p.brackets, bracket{node: k, at: end, image: end > i+1, delims: len(p.delims)})
	p.pending = end
	return end
}

// open parses [: a footnote reference, or the possible beginning of a link.
func (p *inliner) open(i int) int {
	s := p.s
	if end := p.noteEnd(i); end > 0 {
		label := s[i+2 : end-1]
		if n, ok := p.c.notes[normalize(label)]; ok {
			if n.number == 0 {
				p.c.noteOrder = append(p.c.noteOrder, n)
				n.number = uint32(len(p.c.noteOrder))
			}
			return p.leafOf(i, end, nNote, extra{text: label, note: n})
		}
	}
	return p.push(i, i+1)
}

// noteEnd returns the end of what reads as a footnote reference at i; 0: nothing does.
func (p *inliner) noteEnd(i int) int {
	s := p.s
	if len(p.c.notes) == 0 || i+3 >= len(s) || s[i+1] != '^' {
		return 0
	}
	for k := i + 2; k < len(s) && k-i < maxLabel+2; k++ {
		switch s[k] {
		case ']':
			if k == i+2 {
				return 0
			}
			return k + 1
		case '[', ' ', '\t', '\n', '\r':
			return 0
		}
	}
	return 0
}

// close parses ]: the end of a link, an image, a citation, or text.
func (p *inliner) close(i int) int {
	n := len(p.brackets)
	if n == 0 {
		return 0
	}
	b := p.brackets[n-1]
	if !b.image && n-1 < p.noLinks {
		p.pop()
		return 0
	}
	s := p.s
	if url, title, end, ok := p.inlineTarget(i + 1); ok {
		return p.link(b, i, end, url, title)
	}
	if ref, end := p.referenceAt(&b, i); ref != nil {
		if len(ref.label) <= 3 && digits(ref.label) && !b.image && (end == i+1 || end == i+3) {
			return p.citation(b, i, end, ref)
		}
		if p.c.expanded += len(ref.url) + len(ref.title); p.c.expanded > max(100<<10, len(p.c.buf)) {
			p.c.diags.add("link.expansion", deliveryv1.Severity_SEVERITY_WARNING, "a definition is referred to too often; further references are text", span(p.t.pos(b.at), p.t.end(i)))
		} else {
			ref.used = true
			return p.link(b, i, end, ref.url, ref.title)
		}
	}
	label := s[b.at:i]
	if c, ok := p.c.cited[label[:min(len(label), 4)]]; ok && !b.image && len(label) <= 3 && digits(label) {
		return p.citation(b, i, i+1, &reference{label: label, url: c.GetUrl(), title: c.GetTitle()})
	}
	p.pop()
	return 0
}

func (p *inliner) pop() { p.brackets = p.brackets[:len(p.brackets)-1] }

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// inlineTarget parses "(destination "title")" at i.
func (p *inliner) inlineTarget(i int) (url, title string, end int, ok bool) {
	s := p.s
	if i >= len(s) || s[i] != '(' {
		return "", "", 0, false
	}
	k := skipSpace(s, i+1)
	if k >= len(s) {
		return "", "", 0, false
	}
	if s[k] == ')' {
		return "", "", k + 1, true
	}
	dest, at := p.destination(k)
	if at < 0 {
		return "", "", 0, false
	}
	k = skipSpace(s, at)
	if k > at && k < len(s) && (s[k] == '"' || s[k] == '\'' || s[k] == '(') {
		t, te := parseTitle(s, k)
		if te < 0 {
			return "", "", 0, false
		}
		title = unescape(t)
		k = skipSpace(s, te)
	}
	if k >= len(s) || s[k] != ')' {
		return "", "", 0, false
	}
	return unescape(dest), title, k + 1, true
}

// referenceAt finds the definition that a closing bracket at i refers to: by a label of its own, or by its text.
func (p *inliner) referenceAt(b *bracket, i int) (*reference, int) {
	if len(p.c.st.refs) == 0 {
		return nil, 0
	}
	s := p.s
	end := i + 1
	if end < len(s) && s[end] == '[' {
		l, e := parseLabel(s, end)
		if e >= 0 {
			end = e
			if strings.TrimSpace(l) != "" {
				if r := p.c.st.refs[normalize(l)]; r != nil {
					return r, end
				}
				return nil, 0
			}
		}
	}
	if b.inner || i-b.at > 999 {
		return nil, 0
	}
	label := s[b.at:i]
	if strings.TrimSpace(label) == "" {
		return nil, 0
	}
	if r := p.c.st.refs[normalize(label)]; r != nil {
		return r, end
	}
	return nil, 0
}

// link makes a link or an image of what stands behind the bracket.
func (p *inliner) link(b bracket, i, end int, url, title string) int {
	p.flush(i)
	p.pairs(b.delims)
	kind := nLink
	if b.image {
		kind = nImage
	}
	p.gather(b, inode{kind: kind, a: p.nodes[b.node].a, b: int32(end), extra: p.remember(extra{url: url, title: title})})
	p.pending = end
	p.pop()
	if !b.image {
		p.noLinks = len(p.brackets)
	}
	return end
}

// citation makes a citation reference of a bracket and its label.
func (p *inliner) citation(b bracket, i, end int, ref *reference) int {
	p.flush(i)
	p.delims = p.delims[:b.delims]
	if ref.start != ref.end {
		ref.used = true
	}
	p.gather(b, inode{kind: nCitation, a: p.nodes[b.node].a, b: int32(end), extra: p.remember(extra{text: ref.label, url: ref.url, title: ref.title})})
	p.pending = end
	p.nodes[b.node].first, p.nodes[b.node].last = 0, 0
	p.pop()
	return end
}

// gather turns the node of a bracket into n and moves all that follows into it.
func (p *inliner) gather(b bracket, n inode) {
	at := &p.nodes[b.node]
	n.prev = at.prev
	n.first, n.last = at.next, p.nodes[0].last
	if n.first == 0 {
		n.last = 0
	} else {
		p.nodes[n.first].prev = 0
	}
	*at = n
	p.nodes[0].last = b.node
}
