// Package renderertest is the exam that every surface sits. It asks for the promises of rendering on hand-made,
// random and complete documents: coverage of every block, limits kept at every size, nothing lost, equal bytes for
// equal input.
//
//	func TestExam(t *testing.T) { renderertest.Exam(t, telegram.Surface{}, readText) }
package renderertest

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"
	"pgregory.net/rapid"

	"github.com/vak-delivery/vakd/document/markdown"
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/plan"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// limits are tried beside the surface's own.
var limits = []int{16, 40, 100, 1000}

// Exam runs the exam. letters returns the letters and digits that a reader of a chunk sees, in order, with the
// dialect's markup taken away; nil skips what needs it.
func Exam(t *testing.T, s surface.Surface, letters func(chunk string) string) {
	t.Helper()
	t.Run("facts", func(t *testing.T) { facts(t, s.Spec()) })
	t.Run("every kind", func(t *testing.T) { everyKind(t, s) })
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			source := Source().Draw(rt, "source")
			check(rt, s, []byte(source), letters)
		})
	})
}

// Check holds the laws on one source.
func Check(t *testing.T, s surface.Surface, source []byte, letters func(chunk string) string) {
	t.Helper()
	check(t, s, source, letters)
}

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

func facts(t *testing.T, spec *surface.Spec) {
	if spec.Name == "" || spec.Title == "" || spec.Version == "" || spec.Markup == deliveryv1.Markup_MARKUP_UNSPECIFIED {
		t.Errorf("name, title, version and markup are required: %+v", spec)
	}
	if spec.HardLimit > 0 && spec.DefaultLimit > spec.HardLimit {
		t.Errorf("default limit %d is over the hard one %d", spec.DefaultLimit, spec.HardLimit)
	}
	for _, o := range spec.Options {
		if o.Description == "" || len(o.Values) == 0 && o.Default == "" {
			t.Errorf("option %s needs a description and a default", o.Name)
		}
	}
}

func check(t tester, s surface.Surface, source []byte, letters func(string) string) {
	t.Helper()
	doc, err := markdown.Compile(source, markdown.Options{})
	if err != nil {
		t.Fatalf("compile: %v", err)
	}
	whole := render(t, s, doc, nil)
	covered(t, doc, whole.coverage)
	if s.Spec().Unchunked {
		return
	}
	again := render(t, s, doc, nil)
	if strings.Join(whole.texts, "\x00") != strings.Join(again.texts, "\x00") {
		t.Errorf("two renderings of %q differ", source)
	}
	for _, limit := range limits {
		n := int32(limit)
		r := render(t, s, doc, &n)
		for i, text := range r.texts {
			if !visible(text) {
				t.Errorf("limit %d: chunk %d of %q is empty", limit, i+1, source)
			}
			if !utf8.ValidString(text) {
				t.Errorf("limit %d: chunk %d of %q is no UTF-8: %q", limit, i+1, source, text)
			}
			if r.lengths[i] > limit {
				t.Errorf("limit %d: chunk %d of %q has %d units: %q", limit, i+1, source, r.lengths[i], text)
			}
		}
		if letters == nil || whole.repeats {
			continue
		}
		var one, many strings.Builder
		for _, text := range whole.texts {
			one.WriteString(letters(text))
		}
		for _, text := range r.texts {
			many.WriteString(letters(text))
		}
		if one.String() != many.String() {
			t.Errorf("limit %d: text of %q is lost or doubled\nwhole %q\nparts %q\nchunks %q", limit, source, one.String(), many.String(), r.texts)
		}
	}
}

type result struct {
	texts    []string
	lengths  []int
	coverage []*deliveryv1.BlockCoverage
	repeats  bool // a cut may repeat text: the header of a table
}

func render(t tester, s surface.Surface, doc *deliveryv1.PresentationDocument, limit *int32) result {
	t.Helper()
	var c *deliveryv1.Capabilities
	if limit != nil {
		c = &deliveryv1.Capabilities{MaxChars: limit}
	}
	p, _, err := plan.Profile(s.Spec(), c, nil, nil)
	if err != nil {
		t.Fatalf("profile: %v", err)
	}
	r := s.Render(doc, p)
	out := result{coverage: r.Coverage}
	if r.Sequence == nil {
		return out
	}
	chunks, _ := chunk.Pack(r.Sequence, r.Dialect, r.Budget)
	for _, x := range chunks {
		out.texts = append(out.texts, x.Text)
		out.lengths = append(out.lengths, x.Length)
	}
	out.repeats = hasTable(doc.Blocks)
	return out
}

func hasTable(blocks []*deliveryv1.Block) bool {
	for _, b := range blocks {
		if b.GetTable() != nil {
			return true
		}
		for _, kids := range flow.Children(b) {
			if hasTable(kids) {
				return true
			}
		}
	}
	return false
}

// covered holds that every block of the tree has exactly one entry.
func covered(t tester, doc *deliveryv1.PresentationDocument, coverage []*deliveryv1.BlockCoverage) {
	t.Helper()
	want := map[string]bool{}
	var walk func([]*deliveryv1.Block)
	walk = func(blocks []*deliveryv1.Block) {
		for _, b := range blocks {
			if b.Id != "" {
				want[b.Id] = true
			}
			for _, kids := range flow.Children(b) {
				walk(kids)
			}
		}
	}
	walk(doc.Blocks)
	for _, c := range coverage {
		if !want[c.BlockId] {
			t.Errorf("coverage of %q: not in the tree, or twice", c.BlockId)
		}
		delete(want, c.BlockId)
		if c.Disposition == deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_UNSPECIFIED {
			t.Errorf("coverage of %q has no disposition", c.BlockId)
		}
		if native := c.Disposition == deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_NATIVE; native != (c.Reason == "") {
			t.Errorf("coverage of %q: %v with reason %q", c.BlockId, c.Disposition, c.Reason)
		}
	}
	for id := range want {
		t.Errorf("block %s has no coverage", id)
	}
}

// everyKind holds that a surface shows every kind of block and inline that the contract knows. A kind that is added to
// the contract fails here until the surface handles it.
func everyKind(t *testing.T, s surface.Surface) {
	for _, kind := range members(&deliveryv1.Block{}) {
		t.Run("block "+string(kind.Name()), func(t *testing.T) {
			b := &deliveryv1.Block{Id: "b1"}
			fill(b.ProtoReflect(), kind, 0)
			shows(t, s, b, string(kind.Name()) == "thematic_break" || string(kind.Name()) == "table")
		})
	}
	for _, kind := range members(&deliveryv1.Inline{}) {
		t.Run("inline "+string(kind.Name()), func(t *testing.T) {
			in := &deliveryv1.Inline{}
			fill(in.ProtoReflect(), kind, 0)
			word := func(s string) *deliveryv1.Inline {
				return &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: s}}
			}
			shows(t, s, &deliveryv1.Block{Id: "b1", Node: &deliveryv1.Block_Paragraph{
				Paragraph: &deliveryv1.ParagraphBlock{Inlines: []*deliveryv1.Inline{word("a "), in, word(" z")}},
			}}, strings.HasSuffix(string(kind.Name()), "break") || string(kind.Name()) == "footnote_reference")
		})
	}
}

// marker is the word that every text of a filled message holds.
const marker = "quokka"

func shows(t *testing.T, s surface.Surface, b *deliveryv1.Block, wordless bool) {
	t.Helper()
	doc := &deliveryv1.PresentationDocument{SchemaVersion: 2, Blocks: []*deliveryv1.Block{b}}
	r := render(t, s, doc, nil)
	covered(t, doc, r.coverage)
	if s.Spec().Unchunked {
		return
	}
	text := strings.Join(r.texts, "\n")
	if !visible(text) {
		t.Errorf("nothing is shown of %v", b)
	}
	if !wordless && !strings.Contains(strings.ToLower(text), marker) {
		t.Errorf("the text of %v is not shown: %q", b, text)
	}
}

// members returns the fields of the only oneof of a message.
func members(m protoreflect.ProtoMessage) []protoreflect.FieldDescriptor {
	fields := m.ProtoReflect().Descriptor().Oneofs().Get(0).Fields()
	out := make([]protoreflect.FieldDescriptor, fields.Len())
	for i := range out {
		out[i] = fields.Get(i)
	}
	return out
}

// fill sets a field, and all that its message holds down to a few levels.
func fill(m protoreflect.Message, f protoreflect.FieldDescriptor, depth int) {
	switch {
	case f.IsMap() || depth > 12:
	case f.Name() == "duplicate_of": // a card that is shown elsewhere shows nothing
	case f.IsList():
		l := m.Mutable(f).List()
		if f.Message() != nil {
			v := l.NewElement()
			fillMessage(v.Message(), depth+1)
			l.Append(v)
		} else if f.Kind() == protoreflect.EnumKind {
			l.Append(protoreflect.ValueOfEnum(1))
		} else if f.Kind() == protoreflect.StringKind {
			l.Append(protoreflect.ValueOfString(marker))
		}
	case f.Message() != nil:
		fillMessage(m.Mutable(f).Message(), depth+1)
	case f.Kind() == protoreflect.StringKind:
		text := marker
		if f.Name() == "url" {
			text = "https://quokka.example/"
		}
		m.Set(f, protoreflect.ValueOfString(text))
	case f.Kind() == protoreflect.EnumKind:
		m.Set(f, protoreflect.ValueOfEnum(1))
	case f.Kind() == protoreflect.Uint32Kind:
		m.Set(f, protoreflect.ValueOfUint32(1))
	case f.Kind() == protoreflect.Uint64Kind:
		m.Set(f, protoreflect.ValueOfUint64(1))
	}
}

func fillMessage(m protoreflect.Message, depth int) {
	switch m.Descriptor().Name() {
	case "Inline":
		m.Set(m.Descriptor().Fields().ByName("text"), protoreflect.ValueOfString(marker))
		return
	case "Block":
		f := m.Descriptor().Fields().ByName("paragraph")
		fillMessage(m.Mutable(f).Message(), depth+1)
		return
	case "Span", "RenderTree":
		return
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fill(m, fields.Get(i), depth+1)
	}
}

// visible reports whether a reader sees anything of s: no blanks, and no format characters but the number signs of
// Arabic and Syriac, which are drawn.
func visible(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && (!unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Prepended_Concatenation_Mark, r)) {
			return true
		}
	}
	return false
}

// Letters keeps the letters and digits of a text.
func Letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// Source generates Markdown: pieces of every construct in any order, whole and broken.
func Source() *rapid.Generator[string] {
	words := rapid.SampledFrom([]string{
		"word", "several words here", "a", "x_y", "snake_case_x", "2 * 3", "重点：", "漢字かな", "é", "👨‍👩‍👧‍👦", "🇩🇪", "a\u0301",
		"<b>", "&amp;", "&", "@everyone", "<!channel>", "<@U1>", "`", "``", "*", "**", "_", "~~", "||", "[", "](", ")", "!", "\\",
		"$x_1$", "#", "-", "1.", ">", "|", "https://e.example/a_b", "www.e.example", "a@e.example", "\\*", "שלום", "مرحبا", "\u200b",
		"javascript:x", "README.md", "Z", "0123456789", "aVeryLongWordThatDoesNotFitIntoSmallChunksAtAll",
	})
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 8).Draw(t, "words"), rapid.SampledFrom([]string{" ", "", " "}).Draw(t, "glue"))
	})
	styled := rapid.Custom(func(t *rapid.T) string {
		s := text.Draw(t, "text")
		form := rapid.SampledFrom([]string{"%s", "**%s**", "*%s*", "***%s***", "~~%s~~", "||%s||", "`%s`", "[%s](https://e.example/x)", "![%s](https://e.example/i.png)", "[%s](javascript:x)", "[%s](/rel)", "_%s_"})
		return fmt.Sprintf(form.Draw(t, "form"), s)
	})
	line := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(styled, 1, 4).Draw(t, "parts"), rapid.SampledFrom([]string{" ", "", "\n", "  \n"}).Draw(t, "join"))
	})
	block := rapid.Custom(func(t *rapid.T) string {
		s := line.Draw(t, "line")
		switch rapid.IntRange(0, 12).Draw(t, "kind") {
		case 0:
			return "# " + s
		case 1:
			return "#### " + s
		case 2:
			return "- " + s + "\n- " + line.Draw(t, "item") + "\n  - deeper"
		case 3:
			return "7. " + s + "\n\n   more\n8. [x] y"
		case 4:
			return "> " + strings.ReplaceAll(s, "\n", "\n> ")
		case 5:
			return "> [!NOTE]\n> " + strings.ReplaceAll(s, "\n", "\n> ")
		case 6:
			return "```go\n" + s + "\n\n  x\n```"
		case 7:
			return "| A | B |\n|---|--:|\n| " + strings.ReplaceAll(s, "\n", " ") + " | 2 |\n| 3 |"
		case 8:
			return "> > " + strings.ReplaceAll(s, "\n", "\n> > ") + "\n>\n> ```\n> code\n> ```"
		case 9:
			return "---"
		case 10:
			return s + "[^n]\n\n[^n]: note " + text.Draw(t, "note")
		case 11:
			return "<div>\n" + s + "\n</div>"
		default:
			return s
		}
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(block, 1, 5).Draw(t, "blocks"), rapid.SampledFrom([]string{"\n\n", "\n"}).Draw(t, "divider"))
	})
}

// Whole renders Markdown with the surface's own profile and returns its only chunk.
func Whole(t *testing.T, s surface.Surface, source string) string {
	t.Helper()
	doc, err := markdown.Compile([]byte(source), markdown.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := render(t, s, doc, nil)
	if len(r.texts) != 1 {
		t.Fatalf("%d chunks of %q, want one: %q", len(r.texts), source, r.texts)
	}
	return r.texts[0]
}
