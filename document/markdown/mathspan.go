package markdown

import "strings"

// dollar parses an inline formula that begins with $ or $$ at i.
func (p *inliner) dollar(i int) int {
	s := p.s
	if strings.HasPrefix(s[i:], "$$") {
		if p.failed[failDollars] {
			return -(i + 2)
		}
		k := strings.Index(s[i+2:], "$$")
		if k < 0 {
			p.failed[failDollars] = true
			return -(i + 2)
		}
		content := s[i+2 : i+2+k]
		if k > 0 && strings.IndexByte(content, '\n') < 0 && strings.TrimSpace(content) != "" {
			return p.leaf(i, i+k+4, inode{kind: nMath, text: strings.TrimSpace(content)})
		}
		return -(i + 2)
	}
	if p.failed[failDollar] || i+1 >= len(s) || isSpace(s[i+1]) {
		return 0
	}
	k := strings.IndexByte(s[i+1:], '$')
	if k < 0 {
		p.failed[failDollar] = true
		return 0
	}
	end := i + 1 + k
	content := s[i+1 : end]
	switch {
	case k == 0, strings.IndexByte(content, '\n') >= 0, isSpace(s[end-1]), s[end-1] == '\\':
		return 0
	case end+1 < len(s) && (alnum(s[end+1]) || s[end+1] == '$'):
		return 0
	case !tex(content):
		return 0
	}
	return p.leaf(i, end+1, inode{kind: nMath, text: content})
}

// tex reports a sign of TeX: a command, a sub- or superscript, a group or an equation.
func tex(s string) bool {
	if strings.ContainsAny(s, "^_{=") {
		return true
	}
	i := strings.IndexByte(s, '\\')
	return i >= 0 && i+1 < len(s) && s[i+1]|0x20 >= 'a' && s[i+1]|0x20 <= 'z'
}

// bracketMath parses \( … \) or \[ … \] on one line at i; 0: none.
func (p *inliner) bracketMath(i int) int {
	s := p.s
	closing := `\)`
	if s[i+1] == '[' {
		closing = `\]`
	}
	line := s[i+2:]
	if k := strings.IndexByte(line[:min(len(line), 4096)], '\n'); k >= 0 {
		line = line[:k]
	} else if len(line) > 4096 {
		line = line[:4096]
	}
	k := strings.Index(line, closing)
	if k <= 0 {
		return 0
	}
	content := strings.TrimSpace(line[:k])
	if content == "" || !tex(content) {
		return 0
	}
	return p.leaf(i, i+2+k+2, inode{kind: nMath, text: content})
}
