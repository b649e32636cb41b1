package markdown

import (
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
)

// fence returns the fence around content: backticks, one more than the longest run inside and three at least; tildes
// where the info string holds a backtick.
func fence(content, info string) *chunk.Mark {
	c := byte('`')
	if strings.IndexByte(info, '`') >= 0 {
		c = '~'
	}
	n, run := 3, 0
	for i := range len(content) {
		if content[i] != c {
			run = 0
			continue
		}
		if run++; run >= n {
			n = run + 1
		}
	}
	f := strings.Repeat(string(c), n)
	return &chunk.Mark{Open: f + info + "\n", Close: "\n" + f}
}

// info returns the info string of a code block from which its parts are read again.
func info(c *deliveryv1.CodeBlock) string {
	rest := infoText(join(named(c), c.Info))
	if c.Language == "" && rest != "" {
		return "&#32;" + rest // a blank where the language would stand
	}
	return join(infoText(c.Language), rest)
}

// named returns the part of an info string that names a file.
func named(c *deliveryv1.CodeBlock) string {
	f := c.Filename
	switch {
	case f == "":
		return ""
	case !strings.ContainsAny(f, " \t={}\"'") && strings.ContainsAny(f, "./") && !strings.Contains(c.Info, "="):
		return f
	case !strings.Contains(f, `"`):
		return `title="` + f + `"`
	case !strings.Contains(f, "'"):
		return "title='" + f + "'"
	}
	return "title=" + f
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// infoText returns an info string with backslashes where it would be read as something else.
func infoText(s string) string {
	var b strings.Builder
	writeAddress(&b, s, "")
	return b.String()
}

// code writes a fenced block with an info string as written, or its lines as text where the place has no code.
func (w *writer) code(content, info string) {
	if !w.P.Code {
		w.Lower("code.text")
		w.plainLines(content)
		return
	}
	w.Open(fence(content, info))
	w.Pre(content)
	w.Close()
}

// math writes a formula with its own marks, or as a fence if it has none.
func (w *writer) math(m *deliveryv1.MathBlock) {
	if w.P.On("math", "off") {
		w.Lower("math.source")
		w.plainLines(m.Source)
		return
	}
	s := m.Source
	if s == m.Content || !strings.HasPrefix(s, "$$") && !strings.HasPrefix(s, `\[`) {
		w.code(m.Content, "math")
		return
	}
	atom := w.Atom()
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.Line(chunk.AtLine)
		}
		w.Text(chunk.Literal, line)
	}
	if atom {
		w.EndAtom()
	}
}
