package discord

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/vak-delivery/vakd/renderers/chunk"
)

// AppendText writes text for its context. What stands in dst already is the text before it in the message: it tells
// whether a word, a marker or a mention goes on.
func (d *dialect) AppendText(dst []byte, s string, c chunk.Context, lineStart bool) []byte {
	switch c {
	case chunk.Span:
		return appendSpan(dst, s)
	case chunk.Pre:
		return appendPre(dst, s)
	case chunk.Address:
		return append(dst, safeURL.Replace(s)...)
	case chunk.Literal:
		return append(dst, s...)
	case chunk.Prose:
	}
	return d.appendProse(dst, s, lineStart)
}

// AppendPlain writes text so that it reads as typed: Discord has no mode without markup, so all of it is escaped.
func (d *dialect) AppendPlain(dst []byte, s string, lineStart bool) []byte {
	if s == guard {
		return dst
	}
	for i := strings.IndexByte(s, '\n'); i >= 0; i = strings.IndexByte(s, '\n') {
		dst = append(d.appendProse(dst, s[:i], lineStart), '\n')
		s, lineStart = s[i+1:], true
	}
	return d.appendProse(dst, s, lineStart)
}

// appendSpan writes the content of a code span. Backticks inside it have the span begin and end with two of them
// (see spanMark); a blank keeps an outer one from the sign, which clients drop, and a guard divides two in a row.
func appendSpan(dst []byte, s string) []byte {
	if s == "" {
		return dst
	}
	if s[0] == '`' && bytes.HasSuffix(dst, []byte("`")) {
		dst = append(dst, ' ')
	}
	for i := range len(s) {
		if s[i] == '`' && i > 0 && s[i-1] == '`' {
			dst = append(dst, guard...)
		}
		dst = append(dst, s[i])
	}
	if s[len(s)-1] == '`' {
		dst = append(dst, ' ')
	}
	return dst
}

// appendPre writes code. A run of three backticks or more would end the block, so guards divide it.
func appendPre(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '`')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		s = s[i:]
		n := len(s) - len(strings.TrimLeft(s, "`"))
		before := len(dst) - len(bytes.TrimRight(dst, "`"))
		for k := range n {
			if before+n >= 3 && before+k > 0 {
				dst = append(dst, guard...)
			}
			dst = append(dst, '`')
		}
		s = s[n:]
	}
}

// appendProse escapes running text.
func (d *dialect) appendProse(dst []byte, s string, lineStart bool) []byte {
	if s == "" {
		return dst
	}
	if continuesMention(dst, s) || lineStart && opensOnBlank(dst, s) {
		dst = append(dst, guard...)
	}
	from := 0 // first byte not written
	if i := lineSign(dst, s, lineStart); i >= 0 {
		dst = append(dst, s[:i]...)
		dst = append(dst, '\\', s[i])
		from = i + 1
	}
	link := -2  // the last place where the label of a link may end; -2: not known
	open := -1  // whether the text before s has a "[": not known, no, yes
	raw := 0    // up to here stands an address that clients link
	split := -1 // where a guard has to divide an address
	dirty := 0  // up to here stands one that must not be linked
	for i := from; i < len(s); i++ {
		switch s[i] {
		case '\\', '*', '|':
		case '`':
			dst = append(dst, s[from:i]...)
			from = i
			if backticks(dst) >= 2 {
				dst = append(dst, guard...) // else some readers take three of them for a fence
			}
		case '~':
			if i < raw {
				continue
			}
		case '_':
			if i < raw || !d.underscores && i+1 < len(s) && isASCIIWord(s[i+1]) && wordBefore(dst, s, i) {
				continue
			}
		case '<':
			if !d.opensToken(s[i+1:]) {
				continue
			}
			dst = append(dst, s[from:i]...)
			from = i
			if endsInAddress(dst) {
				// The backslash would be part of the address.
				if n := strings.IndexAny(s[i:], ":>"); n > 0 && strings.HasPrefix(s[i+n:], ":/") && !strings.ContainsAny(s[i+1:i+n], "<@#/") {
					split = i + n
					continue
				}
				dst = append(dst, '<')
				dst = append(dst, guard...)
				from++
				continue
			}
		case ':':
			if i == split {
				dst = append(dst, s[from:i+1]...)
				dst = append(dst, guard...)
				from = i + 1
			}
			continue
		case '[':
			if link < -1 {
				link = strings.LastIndex(s, "](")
			}
			if i > link && !d.brackets {
				continue
			}
		case '(':
			if i > 0 && s[i-1] != ']' || i == 0 && !bytes.HasSuffix(dst, []byte("]")) {
				continue
			}
			if open < 0 {
				open = 0
				if bytes.IndexByte(dst[max(0, len(dst)-lookBack):], '[') >= 0 {
					open = 1
				}
			}
			if open == 0 {
				continue
			}
		case '@':
			if n := mention(s[i+1:]); n > 0 {
				dst = append(dst, s[from:i+1]...)
				dst = append(dst, guard...)
				from = i + 1
			}
			continue
		case 'h':
			n := scheme(s[i:])
			if n == 0 || i < raw || i+n-3 == split {
				continue
			}
			if i >= dirty {
				end, clean := d.address(s, i+n)
				if clean {
					raw = end
					continue
				}
				dirty = end
			}
			dst = append(dst, s[from:i+n-2]...)
			dst = append(dst, guard...)
			from = i + n - 2
			continue
		case '\n':
			dst = append(dst, s[from:i+1]...)
			return d.appendProse(dst, s[i+1:], true)
		default:
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = append(dst, '\\')
		from = i
	}
	return append(dst, s[from:]...)
}

// lookBack bounds what is read of the text before, in bytes; it is more than a message holds.
const lookBack = 4*maxContent + 512

// mention returns the length of the name behind an "@" that notifies everyone, or 0.
func mention(s string) int {
	for _, name := range [...]string{"everyone", "here"} {
		if strings.HasPrefix(s, name) {
			return len(name)
		}
	}
	return 0
}

// continuesMention reports whether s completes a mention whose beginning stands at the end of dst.
func continuesMention(dst []byte, s string) bool {
	i := bytes.LastIndexByte(dst[max(0, len(dst)-len("everyone")):], '@')
	if i < 0 {
		return false
	}
	tail := dst[max(0, len(dst)-len("everyone")):][i+1:]
	for _, name := range [...]string{"everyone", "here"} {
		if len(tail) < len(name) && name[:len(tail)] == string(tail) && strings.HasPrefix(s, name[len(tail):]) {
			return true
		}
	}
	return false
}

// opensOnBlank reports whether emphasis goes on at the beginning of a line with a blank, beside which it would not pair.
func opensOnBlank(dst []byte, s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isBlank(r) && bytes.HasSuffix(dst, []byte("*"))
}

// opensToken reports whether "<" with s behind it begins a token of the channel: a mention, an emoji, a time, a
// command, a number, an address. Where the text ends within what may be one, it does.
// https://discord.com/developers/docs/reference#message-formatting
func (d *dialect) opensToken(s string) bool {
	if s == "" {
		return true
	}
	switch s[0] {
	case '@', '#', ':', '+':
		return true
	case 'a', 't', 'i':
		for _, name := range [...]string{"a:", "t:", "id:"} {
			if strings.HasPrefix(s, name) || strings.HasPrefix(name, s) {
				return true
			}
		}
	case '/':
		i := strings.IndexAny(s[:min(len(s), 160)], ":><\n")
		if i < 0 && len(s) < 160 || i > 0 && s[i] == ':' {
			return true
		}
	}
	i := strings.IndexAny(s, " :>")
	switch {
	case i < 0:
		return d.addresses
	case i == 0:
		return false
	case s[i] == ':':
		return strings.HasPrefix(s[i+1:], "/") || i+1 == len(s)
	}
	return s[i] == '>' && strings.IndexByte(s[1:i], '@') >= 0
}

// backticks counts those at the end of dst, marks and backslashes between them aside.
func backticks(dst []byte) int {
	tail := dst[max(0, len(dst)-64):]
	tail = tail[len(bytes.TrimRight(tail, "\\`*~|_")):]
	return bytes.Count(tail, []byte("`"))
}

// scheme returns the length of "http://" or "https://" at the beginning of s, or 0.
func scheme(s string) int {
	for _, name := range [...]string{"https://", "http://"} {
		if strings.HasPrefix(s, name) {
			return len(name)
		}
	}
	return 0
}

// address returns where the address ends that has its host at s[i], and whether it can stand as it is. Clients take
// all up to a blank or "<" into it, backslashes too, so one that holds a sign that needs a backslash is not clean.
func (d *dialect) address(s string, i int) (end int, clean bool) {
	end = len(s)
	if n := strings.IndexFunc(s[i:], func(r rune) bool { return isBlank(r) || r == '<' }); n >= 0 {
		end = i + n
	}
	a := s[i:end]
	clean = a != "" && isASCIIWord(a[0]) && !strings.ContainsAny(a, "\\*`|[") &&
		!strings.Contains(a, "](") && !strings.Contains(a, "~~") && !strings.Contains(a, "@everyone") && !strings.Contains(a, "@here")
	if end < len(s) && s[end] == '<' && d.opensToken(s[end+1:]) {
		clean = false // it would take in the backslash
	}
	return end, clean
}

// endsInAddress reports whether dst ends in what clients take for an address; one in angle brackets or in code has
// ended.
func endsInAddress(dst []byte) bool {
	tail := dst[max(0, len(dst)-lookBack):]
	if i := bytes.LastIndexFunc(tail, func(r rune) bool { return isBlank(r) || r == '<' }); i >= 0 {
		token := tail[i] == '<' && (i == 0 || tail[i-1] != '\\')
		tail = tail[i+1:]
		if end := bytes.IndexByte(tail, '>'); token && end >= 0 {
			tail = tail[end+1:]
		}
	}
	for i := len(tail) - 1; i >= 0; i-- {
		if tail[i] == '`' && (i == 0 || tail[i-1] != '\\') {
			tail = tail[i+1:]
			break
		}
	}
	return bytes.Contains(tail, []byte("://"))
}

func isASCIIWord(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// wordBefore reports whether a word character stands before s[i].
func wordBefore(dst []byte, s string, i int) bool {
	if i == 0 {
		r, _ := utf8.DecodeLastRune(dst)
		return isWord(r)
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return isWord(r)
}

// lineSign returns the place of a sign in s that means something because of where it stands on its line, or -1.
func lineSign(dst []byte, s string, lineStart bool) int {
	i := len(s) - len(strings.TrimLeft(s, " \t"))
	if i == len(s) {
		return -1
	}
	c := s[i]
	digit := c >= '0' && c <= '9'
	if !digit && strings.IndexByte("#>-+.)", c) < 0 {
		return -1
	}
	number := false
	if !lineStart {
		var ok bool
		if ok, number = afterMarkers(dst); !ok {
			return -1
		}
	}
	switch {
	case digit:
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == len(s) || s[i] != '.' && s[i] != ')' {
			return -1
		}
		return i
	case c == '.' || c == ')':
		if !number || i > 0 {
			return -1
		}
		return i
	case number:
		return -1
	}
	return i
}

// afterMarkers reports whether the line at the end of dst has markers of lists, quotes and headings only, and whether
// a number follows them.
func afterMarkers(dst []byte) (ok, number bool) {
	line := dst[max(0, len(dst)-256):]
	if i := bytes.LastIndexByte(line, '\n'); i >= 0 {
		line = line[i+1:]
	} else if len(dst) > 256 {
		return false, false
	}
	for len(line) > 0 {
		n := len(line) - len(bytes.TrimLeft(line, "0123456789"))
		switch {
		case n > 0 && n == len(line):
			return true, true
		case n > 0:
			if line[n] != '.' && line[n] != ')' {
				return false, false
			}
			line = line[n+1:]
		case bytes.HasPrefix(line, []byte("│")):
			line = line[len("│"):]
		case bytes.IndexByte([]byte(" >-#*~_|"), line[0]) >= 0:
			line = line[1:]
		default:
			return false, false
		}
	}
	return true, false
}
