package markdown

import (
	"strings"
	"unicode/utf8"
)

// angle parses <: an autolink, HTML, or text.
func (p *inliner) angle(i int) int {
	s := p.s
	if url, end := angleLink(s, i); end > 0 {
		return p.auto(i, end, url, s[i+1:end-1])
	}
	if end := p.tag(i); end > 0 {
		if br(s[i:end]) {
			return p.leaf(i, end, inode{kind: nHard})
		}
		return p.leaf(i, end, inode{kind: nRaw})
	}
	return 0
}

func (p *inliner) auto(i, end int, url, text string) int {
	return p.leaf(i, end, inode{kind: nLink, auto: true, extra: p.remember(extra{url: url, text: text})})
}

// angleLink parses an autolink in angle brackets; end 0: none.
func angleLink(s string, i int) (url string, end int) {
	k := i + 1
	for k < len(s) && k-i <= 33 && (s[k]|0x20 >= 'a' && s[k]|0x20 <= 'z' || k > i+1 && (s[k] >= '0' && s[k] <= '9' || s[k] == '+' || s[k] == '.' || s[k] == '-')) {
		k++
	}
	if k-i > 2 && k < len(s) && s[k] == ':' {
		for e := k + 1; e < len(s); e++ {
			switch c := s[e]; {
			case c == '>':
				return s[i+1 : e], e + 1
			case c <= ' ' || c == '<' || c == 0x7F:
				return "", 0
			}
		}
		return "", 0
	}
	at := 0
	for e := i + 1; e < len(s); e++ {
		c := s[e]
		switch {
		case c == '>':
			if at > i+1 && mailDomain(s[at+1:e]) {
				return "mailto:" + s[i+1:e], e + 1
			}
			return "", 0
		case c == '@':
			if at > 0 {
				return "", 0
			}
			at = e
		case alnum(c) || c == '.' || c == '-':
		case at == 0 && strings.IndexByte("!#$%&'*+/=?^_`{|}~", c) >= 0:
		default:
			return "", 0
		}
	}
	return "", 0
}

func mailDomain(s string) bool {
	if s == "" {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}

func alnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// scheme parses a bare http or https address whose colon stands at i.
func (p *inliner) scheme(i int) int {
	s := p.s
	if !strings.HasPrefix(s[i:], "://") {
		return 0
	}
	start := i
	for start > max(p.pending, p.decoded) && i-start < 6 && s[start-1]|0x20 >= 'a' && s[start-1]|0x20 <= 'z' {
		start--
	}
	if word := strings.ToLower(s[start:i]); word != "http" && word != "https" || start > 0 && alnum(s[start-1]) {
		return 0
	}
	if !hostStart(s[i+3:]) {
		return 0
	}
	end := p.urlEnd(i + 3)
	if end <= i+3 {
		return 0
	}
	return p.auto(start, end, s[start:end], s[start:end])
}

// hostStart reports whether a host may begin like s.
func hostStart(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '[' || wordRune(r)
}

// www parses a bare address that begins with www.
func (p *inliner) www(i int) int {
	s := p.s
	if len(s)-i < 5 || !strings.EqualFold(s[i:i+4], "www.") || i > 0 && (alnum(s[i-1]) || strings.IndexByte("/.-_@", s[i-1]) >= 0) {
		return 0
	}
	if !hostStart(s[i+4:]) {
		return 0
	}
	end := p.urlEnd(i + 4)
	if end <= i+4 {
		return 0
	}
	return p.auto(i, end, "http://"+s[i:end], s[i:end])
}

// urlEnd returns where a bare address that goes on at i ends, by the rules of GFM and before wide punctuation.
func (p *inliner) urlEnd(i int) int {
	s := p.s
	end := i
	for end < len(s) {
		c := s[end]
		if c <= ' ' || c == '<' || c == '`' || c == 0x7F || c == ']' && len(p.brackets) > 0 || c == '|' && end+1 < len(s) && s[end+1] == '|' {
			break
		}
		if c >= 0xC2 {
			r, n := utf8.DecodeRuneInString(s[end:])
			if r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF0F || r >= 0xFF1A && r <= 0xFF1F || space(r) || r == utf8.RuneError {
				break
			}
			end += n
			continue
		}
		end++
	}
	opened, closed := 0, 0
	for k := i; k < end; k++ {
		switch s[k] {
		case '(':
			opened++
		case ')':
			closed++
		}
	}
	for end > i {
		switch c := s[end-1]; {
		case strings.IndexByte(`?!.,:*_~'"`, c) >= 0:
			end--
		case c == ')' && closed > opened:
			closed--
			end--
		case c == ';':
			k := end - 2
			for k > i && (alnum(s[k]) || s[k] == '#') {
				k--
			}
			if k < end-2 && s[k] == '&' {
				end = k
			} else {
				end--
			}
		default:
			return end
		}
	}
	return end
}

// mail parses a bare mail address whose @ stands at i.
func (p *inliner) mail(i int) int {
	s := p.s
	start := i
	for start > max(p.pending, p.decoded) && i-start < 256 && (alnum(s[start-1]) || strings.IndexByte(".-_+", s[start-1]) >= 0) {
		start--
	}
	if start == i || start > 0 && (s[start-1] == '/' || s[start-1] == ':') {
		return 0
	}
	end, dot := i+1, false
	for end < len(s) && (alnum(s[end]) || strings.IndexByte(".-_", s[end]) >= 0) {
		if s[end] == '.' && end+1 < len(s) && alnum(s[end+1]) {
			dot = true
		}
		end++
	}
	for end > i+1 && s[end-1] == '.' {
		end--
	}
	if !dot || end == i+1 || s[end-1] == '-' || s[end-1] == '_' {
		return 0
	}
	return p.auto(start, end, "mailto:"+s[start:end], s[start:end])
}
