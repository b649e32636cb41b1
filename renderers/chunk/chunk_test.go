package chunk

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// angle is a dialect for tests: the only escape is "<" as "&lt;".
type angle struct{}

func (angle) AppendText(dst []byte, s string, c Context, _ bool) []byte {
	if c == Literal {
		return append(dst, s...)
	}
	for i := range len(s) {
		if s[i] == '<' {
			dst = append(dst, "&lt;"...)
		} else {
			dst = append(dst, s[i])
		}
	}
	return dst
}

func (angle) AppendPlain(dst []byte, s string, _ bool) []byte { return append(dst, s...) }

var bold = &Mark{Open: "<b>", Close: "</b>", Style: true}

func pack(t *testing.T, b Budget, build func(*Builder)) ([]string, []Finding) {
	t.Helper()
	var sb Builder
	build(&sb)
	chunks, finds := Pack(sb.Sequence(), angle{}, b)
	out := make([]string, len(chunks))
	for i, c := range chunks {
		out[i] = c.Text
		if b.Limit > 0 && c.Length > b.Limit {
			t.Errorf("chunk %d has %d units: %q", i+1, c.Length, c.Text)
		}
	}
	return out, finds
}

func TestPack(t *testing.T) {
	words := func(b *Builder) { b.Text(Prose, "one two three four five six seven") }
	for _, c := range []struct {
		name   string
		budget Budget
		build  func(*Builder)
		want   []string
	}{
		{"nothing", Budget{}, func(*Builder) {}, nil},
		{"blanks only", Budget{}, func(b *Builder) { b.Text(Prose, " \u200b ") }, nil},
		{"fits", Budget{Limit: 40}, words, []string{"one two three four five six seven"}},
		{"at words, blanks dropped", Budget{Limit: 16}, words, []string{"one two three", "four five six", "seven"}},
		{"at a sentence in the window", Budget{Limit: 20}, func(b *Builder) {
			b.Text(Prose, "It is so very done. Next it goes.")
		}, []string{"It is so very done.", "Next it goes."}},
		{"at a block rather than a word", Budget{Limit: 20}, func(b *Builder) {
			b.Text(Prose, "first block")
			b.Gap(2, AtBlock, false)
			b.Text(Prose, "second one of it")
		}, []string{"first block", "second one of it"}},
		{"a heading goes on with its text", Budget{Limit: 30}, func(b *Builder) {
			b.Text(Prose, "some words before")
			b.Gap(2, AtHeading, false)
			b.Text(Prose, "Head")
			b.Gap(2, AtBlock, true)
			b.Text(Prose, "text of the section")
		}, []string{"some words before", "Head\n\ntext of the section"}},
		{"marks close and reopen", Budget{Limit: 20}, func(b *Builder) {
			b.Open(bold)
			b.Text(Prose, "one two three four")
			b.Close()
		}, []string{"<b>one two three</b>", "<b>four</b>"}},
		{"a mark without text leaves nothing", Budget{}, func(b *Builder) {
			b.Text(Prose, "a")
			b.Open(bold)
			b.Close()
		}, []string{"a"}},
		{"an escape is never cut", Budget{Limit: 16}, func(b *Builder) {
			b.Text(Prose, strings.Repeat("<", 9))
		}, []string{"&lt;&lt;&lt;&lt;", "&lt;&lt;&lt;&lt;", "&lt;"}},
		{"prefixes are repeated", Budget{Limit: 16}, func(b *Builder) {
			b.Prefix("> ", true, true)
			b.Text(Prose, "one two three four")
			b.Close()
		}, []string{"> one two three", "> four"}},
		{"a reset leaves the quote", Budget{}, func(b *Builder) {
			b.Prefix("> ", true, true)
			b.Text(Literal, "- ")
			b.Prefix("  ", false, false)
			b.Text(Prose, "item")
			b.Gap(1, AtBlock, false)
			b.Reset()
			b.Text(Pre, "code")
			b.Close()
			b.Gap(1, AtBlock, false)
			b.Text(Prose, "more")
			b.Close()
			b.Close()
		}, []string{"> - item\n> code\n>   more"}},
		{"lines of code are whole", Budget{Limit: 16}, func(b *Builder) {
			b.Open(&Mark{Open: "[", Close: "]"})
			b.Text(Pre, "a b c\n  d e f\n  g h i\nj")
			b.Close()
		}, []string{"[a b c\n  d e f]", "[  g h i\nj]"}},
		{"an atom is not cut", Budget{Limit: 16}, func(b *Builder) {
			b.Text(Prose, "a b c d ")
			atom := b.Atom()
			b.Text(Prose, "one and two")
			if atom {
				b.EndAtom()
			}
		}, []string{"a b c d", "one and two"}},
		{"a header is repeated", Budget{Limit: 30}, func(b *Builder) {
			b.Open(&Mark{Open: "(", Close: ")", Repeat: "head\n----", RepeatContext: Pre})
			b.Text(Pre, "head\n----")
			for range 4 {
				b.Gap(1, AtItem, false)
				b.Text(Pre, "row of x")
			}
			b.Close()
		}, []string{"(head\n----\nrow of x\nrow of x)", "(head\n----\nrow of x\nrow of x)"}},
		{"gaps do not add up", Budget{}, func(b *Builder) {
			b.Gap(2, AtBlock, false)
			b.Text(Prose, "a")
			b.Gap(2, AtBlock, false)
			b.Gap(1, AtBlock, false)
			b.Text(Prose, "b")
			b.Gap(2, AtBlock, false)
		}, []string{"a\n\nb"}},
		{"part labels", Budget{Limit: 20, Labels: true}, words, []string{"one two three\n(1/3)", "four five six\n(2/3)", "seven\n(3/3)"}},
		{"no label on a single part", Budget{Limit: 40, Labels: true}, words, []string{"one two three four five six seven"}},
		{"visible text is measured", Budget{Limit: 16, Visible: true}, func(b *Builder) {
			b.Open(bold)
			b.Text(Prose, "<<<< <<<< <<<<")
			b.Close()
		}, []string{"<b>&lt;&lt;&lt;&lt; &lt;&lt;&lt;&lt; &lt;&lt;&lt;&lt;</b>"}},
		{"entities end a chunk", Budget{Entities: 2}, func(b *Builder) {
			for range 3 {
				b.Open(bold)
				b.Text(Prose, "x")
				b.Close()
				b.Text(Prose, " y ")
			}
		}, []string{"<b>x</b> y <b>x</b> y", "<b>x</b> y "}},
		{"bytes end a chunk", Budget{Bytes: 12}, words, []string{"one two", "three four", "five six", "seven"}},
		{"UTF-16 counts twice", Budget{Limit: 16, Unit: UTF16}, func(b *Builder) {
			b.Text(Prose, strings.Repeat("😀", 10))
		}, []string{strings.Repeat("😀", 8), "😀😀"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := pack(t, c.budget, c.build)
			if strings.Join(got, "\x00") != strings.Join(c.want, "\x00") {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestPackFindings(t *testing.T) {
	for _, c := range []struct {
		name, code string
		build      func(*Builder)
	}{
		{"word", "chunk.word_cut", func(b *Builder) { b.Text(Prose, strings.Repeat("a", 40)) }},
		{"code line", "chunk.code_line_cut", func(b *Builder) { b.Text(Pre, strings.Repeat("a", 40)) }},
		{"cluster", "chunk.cluster_cut", func(b *Builder) { b.Text(Prose, "a"+strings.Repeat("\u0301", 40)) }},
		{"long link", "link.too_long", func(b *Builder) {
			b.Open(&Mark{Open: "[" + strings.Repeat("u", 40) + "|", Close: "]", Link: true})
			b.Text(Prose, "label")
			b.Close()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, finds := pack(t, Budget{Limit: 16}, c.build)
			for _, f := range finds {
				if f.Code == c.code {
					return
				}
			}
			t.Errorf("no %s in %v", c.code, finds)
		})
	}
}

func TestBlocksOfChunks(t *testing.T) {
	var b Builder
	b.Begin("b1")
	b.Begin("b1.1")
	b.Text(Prose, "one two three")
	b.End()
	b.Gap(2, AtBlock, false)
	b.Begin("b1.2")
	b.Text(Prose, "four five six")
	b.End()
	b.End()
	chunks, _ := Pack(b.Sequence(), angle{}, Budget{Limit: 16})
	if len(chunks) != 2 || strings.Join(chunks[0].Blocks, " ") != "b1 b1.1" || strings.Join(chunks[1].Blocks, " ") != "b1 b1.2" {
		t.Errorf("got %+v", chunks)
	}
}

// build draws a sequence and returns its text without blanks, the letters that must come out of it.
func build(t *rapid.T, b *Builder) string {
	var all strings.Builder
	text := rapid.StringOfN(rapid.SampledFrom([]rune("ab <漢é😀\u0301.")), 0, 60, -1)
	depth := 0
	for range rapid.IntRange(1, 20).Draw(t, "steps") {
		switch rapid.IntRange(0, 8).Draw(t, "step") {
		case 0:
			b.Open(bold)
			depth++
		case 1:
			b.Prefix("> ", true, true)
			depth++
		case 2:
			if depth > 0 {
				b.Close()
				depth--
			}
		case 3:
			b.Gap(rapid.IntRange(1, 2).Draw(t, "lines"), AtBlock, rapid.Bool().Draw(t, "keep"))
		case 4:
			b.Line(AtLine)
		case 5:
			s := text.Draw(t, "atom")
			atom := b.Atom()
			b.Text(Prose, s)
			all.WriteString(s)
			if atom {
				b.EndAtom()
			}
		default:
			s := text.Draw(t, "text")
			b.Text(Prose, s)
			all.WriteString(s)
		}
	}
	return all.String()
}

func solid(s string) string {
	s = strings.NewReplacer("<b>", "", "</b>", "", "&lt;", "<", "\n", "", " ", "").Replace(s)
	return strings.ReplaceAll(s, ">", "")
}

// TestLaws holds that any sequence keeps all its text at any limit, in valid chunks within it, without a cut cluster
// where clusters fit.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Builder
		want := strings.NewReplacer(" ", "", "\n", "").Replace(build(t, &b))
		limit := rapid.SampledFrom([]int{16, 17, 25, 50, 200}).Draw(t, "limit")
		chunks, _ := Pack(b.Sequence(), angle{}, Budget{Limit: limit})
		var got strings.Builder
		for _, c := range chunks {
			if !utf8.ValidString(c.Text) || utf8.RuneCountInString(c.Text) != c.Length || c.Length > limit {
				t.Fatalf("limit %d: %q has length %d", limit, c.Text, c.Length)
			}
			if strings.Count(c.Text, "<b>") != strings.Count(c.Text, "</b>") {
				t.Fatalf("marks are not balanced: %q", c.Text)
			}
			got.WriteString(solid(c.Text))
		}
		if visible(want) && got.String() != want {
			t.Fatalf("limit %d\ngot  %q\nwant %q", limit, got.String(), want)
		}
	})
}

func FuzzPack(f *testing.F) {
	f.Add("one two. three", 16)
	f.Add(strings.Repeat("é\u0301", 50), 20)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = 16 + (limit&0xFF+0x100)&0xFF
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\n>") {
			t.Skip()
		}
		var b Builder
		b.Text(Prose, s)
		chunks, finds := Pack(b.Sequence(), angle{}, Budget{Limit: limit})
		cut := false
		for _, x := range finds {
			cut = cut || x.Code == "chunk.cluster_cut"
		}
		at := 0
		for _, c := range chunks {
			if utf8.RuneCountInString(c.Text) > limit {
				t.Fatalf("%q is over %d", c.Text, limit)
			}
			for plain := c.Plain; plain != "" && !cut; {
				n := grapheme.Next(plain)
				k := strings.Index(s[at:], plain[:n])
				if k < 0 {
					t.Fatalf("%q is not in %q", plain[:n], s[at:])
				}
				at += k + n
				plain = plain[n:]
			}
		}
	})
}

func BenchmarkPack(b *testing.B) {
	text := strings.Repeat("Some words of a paragraph that goes on. ", 2000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var sb Builder
		sb.Text(Prose, text)
		s := sb.Sequence()
		Pack(s, angle{}, Budget{Limit: 2000})
		s.Release()
	}
}

// wide is a dialect whose plain form is twice as long as the text.
type wide struct{ angle }

func (wide) AppendPlain(dst []byte, s string, _ bool) []byte {
	for _, r := range s {
		dst = append(dst, '\\')
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// TestPlainFormFits holds that the plain form of a chunk keeps to its own budget, even where it is the longer one.
func TestPlainFormFits(t *testing.T) {
	var b Builder
	b.Text(Prose, strings.Repeat("several words of text ", 40))
	chunks, _ := Pack(b.Sequence(), wide{}, Budget{Limit: 100, Plain: 100})
	if len(chunks) < 16 {
		t.Errorf("%d chunks", len(chunks))
	}
	for _, c := range chunks {
		if n := utf8.RuneCountInString(c.Plain); n > 100 {
			t.Errorf("the plain form has %d code points: %q", n, c.Plain)
		}
	}
}
