package markdown

import "strings"

// br reports a <br> or <br/> tag.
func br(s string) bool {
	s = strings.TrimSuffix(s[1:len(s)-1], "/")
	return strings.EqualFold(strings.TrimRight(s, " \t"), "br")
}

// tag parses an HTML tag, comment, instruction, declaration or CDATA section at i; 0: none.
func (p *inliner) tag(i int) int {
	s := p.s
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, "<!-->"):
		return i + 5
	case strings.HasPrefix(rest, "<!--->"):
		return i + 6
	case strings.HasPrefix(rest, "<!--"):
		return p.until(i+4, "-->", failComment)
	case strings.HasPrefix(rest, "<?"):
		return p.until(i+2, "?>", failInstruction)
	case strings.HasPrefix(rest, "<![CDATA["):
		return p.until(i+9, "]]>", failCDATA)
	case strings.HasPrefix(rest, "<!"):
		if len(rest) > 2 && rest[2]|0x20 >= 'a' && rest[2]|0x20 <= 'z' {
			return p.until(i+2, ">", failDeclaration)
		}
		return 0
	case strings.HasPrefix(rest, "</"):
		return closingTag(s, i)
	}
	return openTag(s, i)
}

// closingTag parses a closing tag; 0: none.
func closingTag(s string, i int) int {
	k := tagName(s, i+2)
	if k == i+2 {
		return 0
	}
	for k < len(s) && isSpace(s[k]) {
		k++
	}
	if k < len(s) && s[k] == '>' {
		return k + 1
	}
	return 0
}

// until returns the end of closing behind i, and remembers when there is none.
func (p *inliner) until(i int, closing string, kind int) int {
	if p.failed[kind] {
		return 0
	}
	k := strings.Index(p.s[i:], closing)
	if k < 0 {
		p.failed[kind] = true
		return 0
	}
	return i + k + len(closing)
}

func tagName(s string, i int) int {
	if i >= len(s) || s[i]|0x20 < 'a' || s[i]|0x20 > 'z' {
		return i
	}
	for i < len(s) && (alnum(s[i]) || s[i] == '-') {
		i++
	}
	return i
}

// openTag parses an opening tag with its attributes; 0: none.
func openTag(s string, i int) int {
	k := tagName(s, i+1)
	if k == i+1 {
		return 0
	}
	for {
		at := k
		for k < len(s) && isSpace(s[k]) {
			k++
		}
		if k >= len(s) {
			return 0
		}
		switch s[k] {
		case '>':
			return k + 1
		case '/':
			if k+1 < len(s) && s[k+1] == '>' {
				return k + 2
			}
			return 0
		}
		if k == at {
			return 0
		}
		start := k
		for k < len(s) && (alnum(s[k]) || s[k] == '_' || s[k] == ':' || k > start && (s[k] == '.' || s[k] == '-')) {
			k++
		}
		if k == start || s[start] >= '0' && s[start] <= '9' {
			return 0
		}
		v := k
		for v < len(s) && isSpace(s[v]) {
			v++
		}
		if v >= len(s) || s[v] != '=' {
			continue
		}
		v++
		for v < len(s) && isSpace(s[v]) {
			v++
		}
		if v >= len(s) {
			return 0
		}
		switch s[v] {
		case '"', '\'':
			e := strings.IndexByte(s[v+1:], s[v])
			if e < 0 {
				return 0
			}
			k = v + 1 + e + 1
		default:
			k = v
			for k < len(s) && !isSpace(s[k]) && strings.IndexByte("\"'=<>`", s[k]) < 0 {
				k++
			}
			if k == v {
				return 0
			}
		}
	}
}
