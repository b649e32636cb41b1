package markdown

import (
	"unicode"
	"unicode/utf8"
)

// sign is a run of equal delimiters as a reader of the text sees it.
type sign struct {
	char        byte
	at, n, orig int // place of the first sign that is left, how many are left, how many there were
	open, shut  bool
}

// levels are the ways to write a mark, tried in order: its sign and whether characters beside it become references.
// Beyond the last the style is left out.
var levels = [4][]struct {
	sign  string
	refer bool
}{
	strong:   {{"**", false}, {"**", true}, {"__", false}, {"__", true}},
	emphasis: {{"*", false}, {"_", false}, {"*", true}, {"_", true}},
	strike:   {{"~~", false}, {"~~", true}},
	spoiler:  {{"||", false}, {"||", true}},
}

func (m *mark) sign() string {
	if m.level >= len(levels[m.style]) {
		return ""
	}
	return levels[m.style][m.level].sign
}

// maxRounds bounds the search for signs that pair, so that its cost is linear in the text. Texts need three at most
// unless they are made to need more.
const maxRounds = 16

// resolve chooses how each mark is written: so that its signs pair with each other by the procedure of CommonMark,
// and also where punctuation of East Asia does not count as such.
func (p *inliner) resolve() {
	if len(p.marks) == 0 {
		return
	}
	for round := 1; ; round++ {
		p.refer()
		wrong := p.misread(false)
		if len(wrong) == 0 {
			wrong = p.misread(true)
		}
		if len(wrong) == 0 {
			return
		}
		// Emphasis has another sign to try, so it gives way first.
		some := false
		for _, m := range wrong {
			if p.marks[m].style == emphasis && p.marks[m].level == 0 {
				p.marks[m].level++
				some = true
			}
		}
		if some {
			continue
		}
		for _, m := range wrong {
			if p.marks[m].level++; round > maxRounds {
				p.marks[m].level = len(levels[p.marks[m].style])
			}
			if p.marks[m].sign() == "" {
				p.w.Drop()
			}
		}
	}
}

// refer marks the word characters beside the signs that would not open or close otherwise.
func (p *inliner) refer() {
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.kind != tOpen && t.kind != tClose {
			continue
		}
		m := &p.marks[t.mark]
		if m.sign() == "" || !levels[m.style][m.level].refer {
			continue
		}
		if t.kind == tOpen && i > 0 && p.tokens[i-1].kind == tText {
			if r := lastRune(p.tokens[i-1].text); !space(r) && !punctuation(r) {
				p.tokens[i-1].last = true
			}
		}
		if t.kind == tClose && i+1 < len(p.tokens) && p.tokens[i+1].kind == tText {
			if r := firstRune(p.tokens[i+1].text); !space(r) && !punctuation(r) {
				p.tokens[i+1].first = true
			}
		}
	}
}

// misread returns the marks whose signs do not pair with each other.
func (p *inliner) misread(wide bool) []int {
	total := 0
	for i := range p.marks {
		total += 2 * len(p.marks[i].sign())
	}
	pairs := make([]int, total) // by the place of a sign that opens: that of the one that closes, and how many pair
	var signs []sign
	var bottoms []int
	at := 0
	for i := 0; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch t.kind {
		case tLink:
			bottoms = append(bottoms, len(signs))
			continue
		case tLinkEnd:
			b := bottoms[len(bottoms)-1]
			bottoms = bottoms[:len(bottoms)-1]
			pair(signs[b:], pairs)
			signs = signs[:b]
			continue
		case tOpen, tClose:
		default:
			continue
		}
		from, char := i, byte(0)
		n := 0
		for ; i < len(p.tokens) && (p.tokens[i].kind == tOpen || p.tokens[i].kind == tClose); i++ {
			m := &p.marks[p.tokens[i].mark]
			s := m.sign()
			if s != "" && char != 0 && s[0] != char {
				break
			}
			if s != "" {
				char = s[0]
			}
			if p.tokens[i].kind == tOpen {
				m.from = at + n
			} else {
				m.to = at + n
			}
			n += len(s)
		}
		i--
		if n == 0 {
			continue
		}
		s := sign{char: char, at: at, n: n, orig: n}
		s.open, s.shut = flanks(char, p.before(from), p.after(i), wide)
		if char == '~' && n != 2 || char == '|' && n != 2 {
			s.open, s.shut = false, false
		}
		signs = append(signs, s)
		at += n
	}
	pair(signs, pairs)
	var wrong []int
	for i := range p.marks {
		m := &p.marks[i]
		if n := len(m.sign()); n > 0 && m.to > m.from && pairs[m.from] != m.to<<2|n {
			wrong = append(wrong, i)
		}
	}
	return wrong
}

// before returns the character that stands before token i as written.
func (p *inliner) before(i int) rune {
	for i--; i >= 0; i-- {
		switch t := &p.tokens[i]; t.kind {
		case tText:
			if t.last {
				return ';'
			}
			return lastRune(t.text)
		case tBreak:
			return '\n'
		case tOpen, tClose:
			if s := p.marks[t.mark].sign(); s != "" {
				return rune(s[0])
			}
		default:
			return ')'
		}
	}
	return '\n'
}

// after returns the character that stands behind token i as written.
func (p *inliner) after(i int) rune {
	for i++; i < len(p.tokens); i++ {
		switch t := &p.tokens[i]; t.kind {
		case tText:
			if t.first {
				return '&'
			}
			return firstRune(t.text)
		case tBreak:
			if t.hard {
				return '\\'
			}
			return '\n'
		case tOpen, tClose:
			if s := p.marks[t.mark].sign(); s != "" {
				return rune(s[0])
			}
		default:
			return '['
		}
	}
	return '\n'
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// flanks reports whether a run of char can open and close between two characters. With wide, punctuation of East Asia
// does not count as such beside * and ~, and a character of East Asia on the outer side serves as a blank does.
func flanks(char byte, before, after rune, wide bool) (open, shut bool) {
	sb, sa := space(before), space(after)
	pb, pa := punctuation(before), punctuation(after)
	if char == '|' {
		word := func(r rune, p bool) bool { return !space(r) && !p && !(wide && eastAsian(r)) }
		return !sa && !word(before, pb), !sb && !word(after, pa)
	}
	cb, ca := false, false
	if wide && char != '_' {
		cb, ca = eastAsian(before), eastAsian(after)
		pb, pa = pb && !cb, pa && !ca
	}
	left := !sa && (!pa || sb || pb || cb)
	right := !sb && (!pb || sa || pa || ca)
	if char == '_' {
		return left && (!right || pb), right && (!left || pa)
	}
	return left, right
}

func eastAsian(r rune) bool {
	switch {
	case r < 0x1100:
		return r == 0x2018 || r == 0x2019 || r == 0x201C || r == 0x201D
	case r >= 0x3000 && r <= 0x303F, r >= 0xFF01 && r <= 0xFF60, r >= 0xFE30 && r <= 0xFE4F, r >= 0xFFE0 && r <= 0xFFE6:
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

// pair runs CommonMark's procedure over signs and notes which places pair, with the number of signs taken.
func pair(signs []sign, pairs []int) {
	var openers []int
	for k := range signs {
		d := &signs[k]
		for d.shut && d.n > 0 {
			i := len(openers) - 1
			for i >= 0 && !matches(&signs[openers[i]], d) {
				i--
			}
			if i < 0 {
				break
			}
			o := &signs[openers[i]]
			n := 1
			if o.n >= 2 && d.n >= 2 {
				n = 2
			}
			o.n -= n
			pairs[o.at+o.n] = d.at<<2 | n
			d.at += n
			d.n -= n
			openers = openers[:i+1]
			if o.n == 0 {
				openers = openers[:i]
			}
		}
		if d.open && d.n > 0 {
			openers = append(openers, k)
		}
	}
}

func matches(o, d *sign) bool {
	if o.char != d.char {
		return false
	}
	if d.char == '~' || d.char == '|' {
		return true
	}
	return !((o.shut || d.open) && (o.orig+d.orig)%3 == 0 && (o.orig%3 != 0 || d.orig%3 != 0))
}
