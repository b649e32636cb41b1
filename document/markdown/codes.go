package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// content returns kept lines as the text of code, with line ends as LF and without the last one.
func (c *compiler) content(b *body) string {
	var s string
	switch len(b.lines) {
	case 0:
		return ""
	case 1:
		l := b.lines[0]
		s = strings.Repeat(" ", l.blanks) + c.st.text[l.start:l.stop]
	default:
		size := 0
		for _, l := range b.lines {
			size += l.blanks + l.stop - l.start
		}
		var sb strings.Builder
		sb.Grow(size)
		for _, l := range b.lines {
			for range l.blanks {
				sb.WriteByte(' ')
			}
			sb.WriteString(c.st.text[l.start:l.stop])
		}
		s = sb.String()
	}
	s = strings.TrimSuffix(s, "\n")
	s = strings.TrimSuffix(s, "\r")
	if c.src.plain {
		return s
	}
	if at := b.lines[0]; len(b.lines) == 1 && at.blanks == 0 {
		return c.clean(s, at.start, true)
	}
	return c.clean(s, -1, true)
}

// fence converts fenced code by its language.
func (c *compiler) fence(n *fenceNode, id string) *deliveryv1.Block {
	b := c.newBlock(id, n.start, n.end)
	if !n.closed {
		c.warn("fence.unclosed", "code is not closed", n.start, n.end)
	}
	content := c.content(&n.body)
	info := c.clean(unescape(c.st.text[n.info[0]:n.info[1]]), -1, false)
	language, rest := info, ""
	if i := strings.IndexAny(info, " \t"); i >= 0 {
		language, rest = info[:i], strings.TrimSpace(info[i:])
	}
	switch low := strings.ToLower(language); low {
	case "diff", "patch":
		b.Node = &deliveryv1.Block_Diff{Diff: &deliveryv1.DiffBlock{Content: content, Info: rest}}
	case "mermaid", "plantuml", "dot", "graphviz", "d2":
		b.Node = &deliveryv1.Block_Diagram{Diagram: &deliveryv1.DiagramBlock{Notation: low, Content: content, Info: rest}}
	case "math":
		source := c.clean(c.src.text[n.start:n.end], n.start, true)
		b.Node = &deliveryv1.Block_Math{Math: &deliveryv1.MathBlock{Content: content, Source: source}}
	default:
		code := &deliveryv1.CodeBlock{Content: content, Language: language}
		code.Filename, code.Info = filename(rest)
		b.Node = &deliveryv1.Block_Code{Code: code}
	}
	return b
}

// filename finds the file name in what follows the language of a fence, and returns what is left.
func filename(rest string) (name, left string) {
	if rest == "" {
		return "", ""
	}
	for _, key := range []string{"title=", "file=", "filename="} {
		i := strings.Index(rest, key)
		if i < 0 || i > 0 && rest[i-1] != ' ' && rest[i-1] != '\t' {
			continue
		}
		v := rest[i+len(key):]
		end := strings.IndexAny(v, " \t")
		if end < 0 {
			end = len(v)
		}
		name = v[:end]
		if v != "" && (v[0] == '"' || v[0] == '\'') {
			if e := strings.IndexByte(v[1:], v[0]); e >= 0 {
				name, end = v[1:1+e], e+2
			}
		}
		if name == "" {
			continue
		}
		return name, strings.TrimSpace(strings.TrimSpace(rest[:i]) + " " + strings.TrimSpace(v[end:]))
	}
	first, tail := rest, ""
	if i := strings.IndexAny(rest, " \t"); i >= 0 {
		first, tail = rest[:i], strings.TrimSpace(rest[i:])
	}
	if strings.ContainsAny(first, "./") && !strings.ContainsAny(first, "={}\"'") {
		return first, tail
	}
	return "", rest
}
