package markdown

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"pgregory.net/rapid"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxMessageDepth is how deep messages of a document may nest, so that any protobuf runtime decodes it.
const maxMessageDepth = 64

// checkLaws compiles a source and returns what is wrong with the document.
func checkLaws(source []byte) error {
	doc, err := Compile(source, Options{})
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	again, _ := Compile(bytes.Clone(source), Options{})
	if !proto.Equal(doc, again) {
		return fmt.Errorf("two compilations differ")
	}
	if got := exactSource(doc); !bytes.Equal(got, source) {
		return fmt.Errorf("the source is not kept: %q", got)
	}
	if _, err := proto.Marshal(doc); err != nil {
		return fmt.Errorf("marshal: %w", err)
	}
	if d := messageDepth(doc.ProtoReflect()); d > maxMessageDepth {
		return fmt.Errorf("messages nest %d deep", d)
	}
	c := spanChecker{source: source, covered: make([]bool, len(source)), ids: map[string]bool{}}
	if bytes.HasPrefix(source, []byte("\xEF\xBB\xBF")) {
		c.cover(0, 3)
	}
	c.blocks(doc.Blocks, 0, uint32(len(source)))
	for _, d := range doc.Diagnostics {
		if d.Code == "link.definition_unused" {
			c.unused = true
		}
		if s := d.Span; s != nil && (s.Start > s.End || int(s.End) > len(source)) {
			c.fail("diagnostic %s has the span %d–%d", d.Code, s.Start, s.End)
		}
	}
	if len(doc.Diagnostics) > 100 {
		c.fail("%d diagnostics", len(doc.Diagnostics))
	}
	if c.err == nil {
		c.uncovered()
	}
	return c.err
}

func exactSource(doc *deliveryv1.PresentationDocument) []byte {
	if doc.SourceBytes != nil {
		return doc.SourceBytes
	}
	return []byte(doc.SourceMarkdown)
}

func messageDepth(m protoreflect.Message) int {
	deepest := 0
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.Message() == nil {
			return true
		}
		if f.IsList() {
			for i := range v.List().Len() {
				deepest = max(deepest, messageDepth(v.List().Get(i).Message()))
			}
		} else {
			deepest = max(deepest, messageDepth(v.Message()))
		}
		return true
	})
	return deepest + 1
}

// simple are characters that text shows as they are written.
const simple = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;*_~[](){}<>!?#+-='\"/@$%^`"

// spanChecker walks a tree and checks that spans are ordered, disjoint and nested.
type spanChecker struct {
	source  []byte
	covered []bool
	ids     map[string]bool
	unused  bool
	err     error
}

func (c *spanChecker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *spanChecker) cover(start, end uint32) {
	for i := start; i < end && int(i) < len(c.covered); i++ {
		c.covered[i] = true
	}
}

// within checks one span and returns its end.
func (c *spanChecker) within(what string, s *deliveryv1.Span, from, to uint32) uint32 {
	switch {
	case s == nil:
		c.fail("%s has no span", what)
		return from
	case s.Start > s.End || s.Start < from || s.End > to:
		c.fail("%s has the span %d–%d, which is not within %d–%d", what, s.Start, s.End, from, to)
	}
	return s.End
}

func (c *spanChecker) blocks(blocks []*deliveryv1.Block, from, to uint32) {
	for _, b := range blocks {
		if b.Id == "" || c.ids[b.Id] {
			c.fail("the id %q is empty or used twice", b.Id)
		}
		c.ids[b.Id] = true
		if n := b.GetFootnotes(); n != nil {
			c.notes(b, n)
			continue
		}
		from = c.within("block "+b.Id, b.Span, from, to)
		if c.err != nil {
			return
		}
		c.cover(b.Span.Start, b.Span.End)
		c.block(b)
	}
}

func (c *spanChecker) notes(b *deliveryv1.Block, n *deliveryv1.FootnotesBlock) {
	for _, item := range n.Items {
		end := c.within("note "+item.Label, item.Span, 0, uint32(len(c.source)))
		if c.err != nil {
			return
		}
		c.cover(item.Span.Start, item.Span.End)
		c.blocks(item.Blocks, item.Span.Start, end)
	}
}

func (c *spanChecker) block(b *deliveryv1.Block) {
	from, to := b.Span.Start, b.Span.End
	switch n := b.Node.(type) {
	case *deliveryv1.Block_Heading:
		c.inlines(n.Heading.Inlines, from, to)
	case *deliveryv1.Block_Paragraph:
		c.inlines(n.Paragraph.Inlines, from, to)
	case *deliveryv1.Block_Quote:
		c.blocks(n.Quote.Blocks, from, to)
	case *deliveryv1.Block_Callout:
		c.inlines(n.Callout.Title, from, to)
		c.blocks(n.Callout.Blocks, from, to)
	case *deliveryv1.Block_List:
		for i, item := range n.List.Items {
			end := c.within(fmt.Sprintf("item %s.%d", b.Id, i+1), item.Span, from, to)
			if c.err != nil {
				return
			}
			c.blocks(item.Blocks, item.Span.Start, end)
			from = end
		}
	case *deliveryv1.Block_Table:
		for _, row := range append([]*deliveryv1.TableRow{n.Table.Header}, n.Table.Rows...) {
			for _, cell := range row.GetCells() {
				from = c.inlines(cell.Inlines, from, to)
			}
		}
	case *deliveryv1.Block_Opaque:
		if utf8.Valid(c.source) && n.Opaque.Reason == "" {
			c.fail("opaque block %s has no reason", b.Id)
		}
	case nil:
		c.fail("block %s has no node", b.Id)
	}
}

func (c *spanChecker) inlines(inlines []*deliveryv1.Inline, from, to uint32) uint32 {
	for _, in := range inlines {
		from = c.within(fmt.Sprintf("inline %.60v", in), in.Span, from, to)
		if c.err != nil {
			return from
		}
		s, e := in.Span.Start, in.Span.End
		switch n := in.Node.(type) {
		case *deliveryv1.Inline_Text:
			if n.Text == "" || !utf8.ValidString(n.Text) {
				c.fail("text %q at %d", n.Text, s)
			}
			if from := string(c.source[s:e]); !strings.HasPrefix(from, "[!") && strings.Trim(from, simple) == "" && n.Text != from {
				c.fail("text %q at %d stands as %q in the source", n.Text, s, from)
			}
		case *deliveryv1.Inline_Strong:
			c.inlines(n.Strong.Inlines, s, e)
		case *deliveryv1.Inline_Emphasis:
			c.inlines(n.Emphasis.Inlines, s, e)
		case *deliveryv1.Inline_Strikethrough:
			c.inlines(n.Strikethrough.Inlines, s, e)
		case *deliveryv1.Inline_Spoiler:
			c.inlines(n.Spoiler.Inlines, s, e)
		case *deliveryv1.Inline_Link:
			c.inlines(n.Link.Inlines, s, e)
		case nil:
			c.fail("inline at %d has no node", s)
		}
	}
	return from
}

// uncovered looks for bytes that neither a block nor a reference definition holds. Definitions leave no trace in the
// tree, so that a gap passes when it reads as one or more of them.
func (c *spanChecker) uncovered() {
	for i := 0; i < len(c.source); {
		if c.covered[i] || strings.IndexByte(" \t\r\n", c.source[i]) >= 0 {
			i++
			continue
		}
		end := i
		for end < len(c.source) && !c.covered[end] {
			end++
		}
		if gap := c.source[i:end]; gap[0] != '[' || !bytes.Contains(gap, []byte("]:")) {
			c.fail("the bytes %d–%d are in no block: %.80q", i, end, gap)
			return
		}
		i = end
	}
}

// seeds returns the sources to begin with: the examples of CommonMark and the recorded answers.
func seeds(tb testing.TB) [][]byte {
	var out [][]byte
	for _, e := range examples(tb) {
		out = append(out, []byte(e.Markdown))
	}
	files, err := filepath.Glob("../../testdata/answers/*.md")
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		if len(b) < 64<<10 {
			out = append(out, b)
		}
	}
	return out
}

func TestLawsHoldForKnownSources(t *testing.T) {
	for _, s := range seeds(t) {
		if err := checkLaws(s); err != nil {
			t.Errorf("%.200q: %v", s, err)
		}
		for _, prefix := range []string{"> ", "- ", "1. > ", "[^a]: ", "\t"} {
			nested := append([]byte(prefix), bytes.ReplaceAll(s, []byte("\n"), []byte("\n"+strings.Repeat(" ", len(prefix))))...)
			if err := checkLaws(nested); err != nil {
				t.Errorf("%.200q: %v", nested, err)
			}
			every := append([]byte(prefix), bytes.ReplaceAll(s, []byte("\n"), []byte("\n"+prefix))...)
			if err := checkLaws(every); err != nil {
				t.Errorf("%.200q: %v", every, err)
			}
		}
	}
}

// pieces are what random sources are made of.
var pieces = []string{
	"\n", "\n\n", "\r\n", "\r", " ", "  ", "    ", "\t", "a", "word ", "é", "重点", "：", "\u200d", "\u202e", "\u2028", "\x00", "\x07", "\f", "\v", "\xff", "\xe2\x80", "\xf3\xa0\x81\xa1",
	"# ", "## x", "===", "---", "- ", "* ", "+ ", "1. ", "2) ", "> ", ">", "- [ ] ", "[x] ", "```", "~~~", "```go\n", "    code\n", "<div>", "</div>", "<!--", "-->", "<br>", "<b>", "<",
	"|", "| a | b |\n|---|:-:|\n", "|--|", "\\|", "||", "*", "**", "***", "_", "__", "~~", "~", "`", "``", "$", "$$", "\\(", "\\)", "\\[", "\\]", "x_1", "$x_1$", "\\", "\\\n", "&amp;", "&#0;", "&",
	"[", "]", "![", "](", "](/u)", "(", ")", "[a]", "[a]: /u 't'\n", "[1]", "[1]: https://e.example\n", "[^n]", "[^n]: ", "[!NOTE]", "> [!TIP] t\n", "https://e.example/a_b", "www.e.example", "a@b.example", "<https://e.example>", "\"", "'",
}

func anySource() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		var b bytes.Buffer
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(pieces)-1), 0, 60).Draw(t, "pieces") {
			b.WriteString(pieces[i])
		}
		return b.Bytes()
	})
}

func TestLawsHoldForAnySource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySource().Draw(t, "source")
		if err := checkLaws(s); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	})
}

func FuzzCompile(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if err := checkLaws(source); err != nil {
			t.Fatalf("%q: %v", source, err)
		}
	})
}
