package markdown

import "strings"

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
			return p.leafOf(i, at, nCode, extra{text: spanText(s[k:start])})
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
