package slack_test

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// read returns what Slack's client shows of mrkdwn, by rules of its own: a mark begins behind a border and ends before
// one, on one line, and neither its first nor its last character is a blank. The error names what must never be sent.
func read(s string) (string, error) {
	var b strings.Builder
	inCode := false
	var prose []string
	flush := func() error {
		text := strings.Join(prose, "\n")
		prose = prose[:0]
		shown, err := inline([]rune(text))
		b.WriteString(shown + "\n")
		return err
	}
	for line := range strings.SplitSeq(s, "\n") {
		if head, ok := strings.CutSuffix(line, "```"); ok && !inCode && strings.TrimSpace(head) != "" && !strings.HasPrefix(line, ">") {
			prose = append(prose, head)
			line = "```"
		}
		if line == "```" {
			if err := flush(); err != nil {
				return "", err
			}
			inCode = !inCode
			continue
		}
		if inCode {
			if strings.Contains(line, "```") {
				return "", fmt.Errorf("a fence in a code block: %q", line)
			}
			text, err := entities(line)
			if err != nil {
				return "", err
			}
			b.WriteString(text + "\n")
			continue
		}
		line, _ = strings.CutPrefix(line, "> ")
		prose = append(prose, line)
	}
	if inCode {
		return "", fmt.Errorf("an open fence in %q", s)
	}
	if err := flush(); err != nil {
		return "", err
	}
	return b.String(), nil
}

var token = regexp.MustCompile(`^<((?:https?://|mailto:)[^|<>\s]+)(?:\|([^<>\n]+))?>`)

func inline(s []rune) (string, error) {
	for i, r := range s {
		if r == '\u200b' {
			s[i] = ' '
		}
	}
	var b strings.Builder
	border := func(i int, marks string) bool {
		return i < 0 || i >= len(s) || unicode.IsSpace(s[i]) || strings.ContainsRune(marks, s[i])
	}
	var plain []rune
	flush := func() error {
		text, err := entities(string(plain))
		plain = plain[:0]
		b.WriteString(text)
		return err
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		end := 0
		if strings.ContainsRune("*_~`", c) && border(i-1, ".,([{!?-=") {
			end = closing(s, i, border)
		}
		switch {
		case c == '<':
			m := token.FindStringSubmatch(string(s[i:]))
			if m == nil {
				return "", fmt.Errorf("a raw bracket at %.40q", string(s[i:]))
			}
			if err := flush(); err != nil {
				return "", err
			}
			label := m[2]
			if label == "" {
				label = strings.TrimPrefix(m[1], "mailto:")
				text, err := entities(label)
				if err != nil {
					return "", err
				}
				b.WriteString(text)
			} else {
				text, err := inline([]rune(label))
				if err != nil {
					return "", err
				}
				b.WriteString(text)
			}
			i += len([]rune(m[0])) - 1
		case end > 0:
			if err := flush(); err != nil {
				return "", err
			}
			read := inline
			if c == '`' {
				read = func(s []rune) (string, error) { return entities(string(s)) }
			}
			text, err := read(append([]rune(nil), s[i+1:end]...))
			if err != nil {
				return "", err
			}
			b.WriteString(text)
			i = end
		default:
			plain = append(plain, c)
		}
	}
	err := flush()
	return b.String(), err
}

// closing returns where the mark that may begin at i ends, or 0.
func closing(s []rune, i int, border func(int, string) bool) int {
	for j := i + 1; j < len(s); j++ {
		if s[j] == '\n' && s[i] != '`' {
			return 0
		}
		if s[j] != s[i] {
			continue
		}
		if j == i+1 || !border(j+1, ".,)]}!?-=") {
			return 0
		}
		if s[i] != '`' && (unicode.IsSpace(s[i+1]) || unicode.IsSpace(s[j-1])) {
			return 0
		}
		return j
	}
	return 0
}

var entity = regexp.MustCompile(`&(amp|lt|gt);`)

func entities(s string) (string, error) {
	if strings.ContainsAny(entity.ReplaceAllString(s, ""), "&<>") {
		return "", fmt.Errorf("a character without its entity in %q", s)
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s), nil
}

// squeeze removes blanks and what guards are made of, which no one sees.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '│' {
			return -1
		}
		return r
	}, s)
}
