package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// htmlNode is an HTML block.
type htmlNode struct {
	block
	kind int // which of CommonMark's seven conditions began it
	done bool
	body body
}

// htmlParser parses HTML blocks.
type htmlParser struct{ base }

func (htmlParser) Trigger() []byte { return []byte{'<'} }

func (htmlParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	l := readLine(reader)
	st := stateOf(pc)
	s := st.text[l.offset():l.end()]
	kind := htmlKind(s)
	last := pc.LastOpenedBlock().Node
	if kind == 0 || kind == 7 && last != nil && ast.IsParagraph(last) {
		return nil, parser.NoChildren
	}
	n := &htmlNode{kind: kind, done: htmlEnds(kind, s)}
	n.start, n.end = l.offset(), l.end()
	st.blocks++
	n.body.addIndented(&l, reader, 0)
	return n, parser.NoChildren
}

func (htmlParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	n := node.(*htmlNode)
	l := readLine(reader)
	if n.done || l.blank && n.kind >= 6 {
		return parser.Close
	}
	if !l.blank {
		n.end = l.end()
		n.done = htmlEnds(n.kind, stateOf(pc).text[l.offset():l.end()])
	}
	n.body.addIndented(&l, reader, 0)
	return parser.Continue | parser.NoChildren
}

// htmlKind returns the condition of CommonMark, 1 to 7, that a line begins an HTML block by; 0: it begins none.
func htmlKind(s string) int {
	switch {
	case strings.HasPrefix(s, "<!--"):
		return 2
	case strings.HasPrefix(s, "<?"):
		return 3
	case strings.HasPrefix(s, "<![CDATA["):
		return 5
	case strings.HasPrefix(s, "<!"):
		if len(s) > 2 && isLetter(s[2]) {
			return 4
		}
		return 0
	}
	name := 1
	if strings.HasPrefix(s, "</") {
		name = 2
	}
	k := tagName(s, name)
	if k == name {
		return 0
	}
	tag := strings.ToLower(s[name:min(k, name+16)])
	behind := k == len(s) || s[k] == ' ' || s[k] == '\t' || s[k] == '>'
	switch {
	case htmlTextNames[tag]:
		if behind && name == 1 {
			return 1
		}
		if name == 1 {
			return 0
		}
	case htmlBlockNames[tag] && (behind || strings.HasPrefix(s[k:], "/>")):
		return 6
	}
	var end int
	if name == 1 {
		end = openTag(s, 0)
	} else {
		end = closingTag(s, 0)
	}
	if end > 0 && strings.Trim(s[end:], " \t") == "" {
		return 7
	}
	return 0
}

// htmlEnds reports whether an HTML block ends with this line.
func htmlEnds(kind int, s string) bool {
	switch kind {
	case 1:
		for {
			i := strings.Index(s, "</")
			if i < 0 {
				return false
			}
			s = s[i+2:]
			if k := tagName(s, 0); k < len(s) && s[k] == '>' && k < 16 && htmlTextNames[strings.ToLower(s[:k])] {
				return true
			}
		}
	case 2:
		return strings.Contains(s, "-->")
	case 3:
		return strings.Contains(s, "?>")
	case 4:
		return strings.Contains(s, ">")
	case 5:
		return strings.Contains(s, "]]>")
	}
	return false
}

// htmlTextNames are the elements whose content is text up to their closing tag.
var htmlTextNames = set("script pre style textarea")

// htmlBlockNames are the elements that begin a block by CommonMark's sixth condition.
var htmlBlockNames = set(`address article aside base basefont blockquote body caption center col colgroup dd details dialog
	dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe
	legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td
	tfoot th thead title tr track ul`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
