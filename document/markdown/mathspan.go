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
		trimmed := strings.TrimSpace(content)
		if trimmed != "" && strings.IndexByte(content, '\n') < 0 && (len(trimmed) == len(content) || tex(content)) {
			return p.leafOf(i, i+k+4, nMath, extra{text: trimmed})
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
	return p.leafOf(i, end+1, nMath, extra{text: content})
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
	opening, closing := s[i+1], byte(')')
	if opening == '[' {
		closing = ']'
	}
	for k := i + 2; k+1 < len(s); k++ {
		switch {
		case s[k] == '\n':
			return 0
		case s[k] != '\\':
		case s[k+1] == closing:
			content := strings.TrimSpace(s[i+2 : k])
			if !tex(content) {
				return 0
			}
			return p.leafOf(i, k+2, nMath, extra{text: content})
		case s[k+1] == opening:
			return 0 // the later one may begin a formula
		case s[k+1] != '\n':
			k++
		}
	}
	return 0
}
