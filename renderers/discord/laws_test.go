package discord_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/discord"
	"github.com/vak-delivery/vakd/renderers/plan"
)

// words are what the texts of generated documents are made of: all that means something to a client.
var words = []string{
	"a", "b c", " ", "  ", "\u00a0", "é", "重点", "：", "x_y", "_", "__", "*", "**", "~", "~~", "|", "||", "`", "``", "```", `\`, `\\`,
	"#", "-#", ">", ">>>", "-", "+", "1", ".", ")", "(", "[", "]", "](", "@", "every", "one", "@everyone", "@here", "<", ">",
	"<@1>", "<@&12>", "<#1>", "<:ab:1>", "<a:ab:1>", "<t:1:R>", "</a:1>", "<id:customize>", ":", "/", "id", "!",
	"http://", "https://e.example/a_b", "<https://e.example>",
}

func text() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(t, "words"), "")
	})
}

func inlines(t *rapid.T, depth int) []*deliveryv1.Inline {
	n := rapid.IntRange(1, 4).Draw(t, "n")
	out := make([]*deliveryv1.Inline, 0, n)
	for range n {
		k := rapid.IntRange(0, 9).Draw(t, "kind")
		if depth > 3 {
			k %= 4
		}
		in := &deliveryv1.Inline{}
		switch k {
		case 0, 1, 2:
			in.Node = &deliveryv1.Inline_Text{Text: text().Draw(t, "text")}
		case 3:
			in.Node = &deliveryv1.Inline_Code{Code: text().Draw(t, "code")}
		case 4, 5:
			in.Node = &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: inlines(t, depth+1)}}
		case 6, 7:
			in.Node = &deliveryv1.Inline_Emphasis{Emphasis: &deliveryv1.StyledInline{Inlines: inlines(t, depth+1)}}
		case 8:
			in.Node = &deliveryv1.Inline_Strikethrough{Strikethrough: &deliveryv1.StyledInline{Inlines: inlines(t, depth+1)}}
		case 9:
			in.Node = &deliveryv1.Inline_Spoiler{Spoiler: &deliveryv1.StyledInline{Inlines: inlines(t, depth+1)}}
		}
		out = append(out, in)
	}
	return out
}

// want returns the characters of a tree with their styles.
func want(in []*deliveryv1.Inline, styles string) (out []styled) {
	emit := func(s, styles string) {
		for _, r := range s {
			out = append(out, styled{r, styles})
		}
	}
	for _, n := range in {
		switch n := n.Node.(type) {
		case *deliveryv1.Inline_Text:
			emit(n.Text, styles)
		case *deliveryv1.Inline_Code:
			if strings.Contains(styles, "p") && strings.Contains(n.Code, "||") {
				emit(n.Code, styles) // shown as text, so that it stays hidden
			} else {
				emit(n.Code, "C")
			}
		case *deliveryv1.Inline_Strong:
			out = append(out, want(n.Strong.Inlines, add(styles, "b"))...)
		case *deliveryv1.Inline_Emphasis:
			out = append(out, want(n.Emphasis.Inlines, add(styles, "i"))...)
		case *deliveryv1.Inline_Strikethrough:
			out = append(out, want(n.Strikethrough.Inlines, add(styles, "s"))...)
		case *deliveryv1.Inline_Spoiler:
			out = append(out, want(n.Spoiler.Inlines, add(styles, "p"))...)
		}
	}
	return out
}

// seen leaves out what nobody sees, and writes styles in one order.
func seen(in []styled, styles bool) string {
	var b strings.Builder
	for _, c := range in {
		if unicode.IsSpace(c.r) || c.r == 0x200B {
			continue
		}
		b.WriteRune(c.r)
		if styles {
			s := []byte(c.styles)
			slices.Sort(s)
			b.WriteString("/" + string(s) + " ")
		}
	}
	return b.String()
}

func pack(t interface{ Fatal(...any) }, blocks []*deliveryv1.Block, limit int32) []chunk.Chunk {
	spec := discord.Surface{}.Spec()
	p, _, err := plan.Profile(spec, &deliveryv1.Capabilities{MaxChars: &limit}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := discord.Surface{}.Render(&deliveryv1.PresentationDocument{Blocks: blocks}, p)
	chunks, _ := chunk.Pack(r.Sequence, r.Dialect, r.Budget)
	return chunks
}

// TestReadsBack checks that a client reads out of a message what the document says: the same characters under the same
// styles, and nothing live.
func TestReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inlines(t, 0)
		block := &deliveryv1.Block{Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}}
		for _, c := range pack(t, []*deliveryv1.Block{block}, 2000) {
			got, live := read(c.Text)
			if len(live) > 0 {
				t.Fatalf("live %q in %q", live, c.Text)
			}
			if a, b := seen(got, true), seen(want(in, ""), true); a != b {
				t.Fatalf("message %q\ngot  %s\nwant %s", c.Text, a, b)
			}
			if _, live := read(c.Plain); len(live) > 0 {
				t.Fatalf("live %q in the plain form %q", live, c.Plain)
			}
		}
	})
}

// TestReadsBackInParts checks the same text over small limits, where a style may have to go but no character may.
func TestReadsBackInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inlines(t, 0)
		limit := rapid.Int32Range(64, 200).Draw(t, "limit")
		blocks := []*deliveryv1.Block{
			{Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}},
			{Node: &deliveryv1.Block_Code{Code: &deliveryv1.CodeBlock{Content: text().Draw(t, "code")}}},
		}
		all := seen(want(in, ""), false) + seen(runes(blocks[1].GetCode().Content), false)
		var got strings.Builder
		var texts []string
		for _, c := range pack(t, blocks, limit) {
			texts = append(texts, c.Text)
			if n := utf8.RuneCountInString(c.Text); n > int(limit) || n != c.Length {
				t.Fatalf("%d code points, said to be %d, limit %d: %q", n, c.Length, limit, c.Text)
			}
			chars, live := read(c.Text)
			if len(live) > 0 {
				t.Fatalf("live %q in %q", live, c.Text)
			}
			got.WriteString(seen(chars, false))
		}
		if got.String() != all {
			t.Fatalf("messages %q\ngot  %q\nwant %q", texts, got.String(), all)
		}
	})
}

func runes(s string) (out []styled) {
	for _, r := range s {
		out = append(out, styled{r, "C"})
	}
	return out
}

// TestNothingLive checks the smallest limits, where there is no room for most marks: not even for those around code.
func TestNothingLive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inlines(t, 0)
		limit := rapid.Int32Range(16, 63).Draw(t, "limit")
		block := &deliveryv1.Block{Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}}
		for _, c := range pack(t, []*deliveryv1.Block{block}, limit) {
			if n := utf8.RuneCountInString(c.Text); n > int(limit) {
				t.Fatalf("%d code points, limit %d: %q", n, limit, c.Text)
			}
			if _, live := read(c.Text); len(live) > 0 {
				t.Fatalf("live %q in %q", live, c.Text)
			}
		}
	})
}

// FuzzText checks raw text in each context: nothing live, nothing lost.
func FuzzText(f *testing.F) {
	for _, w := range words {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\n\r") || strings.ContainsFunc(s, unicode.IsControl) {
			t.Skip()
		}
		in := []*deliveryv1.Inline{
			{Node: &deliveryv1.Inline_Text{Text: s}},
			{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: s}}}}}},
			{Node: &deliveryv1.Inline_Text{Text: s}},
		}
		block := &deliveryv1.Block{Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}}
		all := seen(want(in, ""), false)
		var got strings.Builder
		for _, c := range pack(t, []*deliveryv1.Block{block}, 2000) {
			chars, live := read(c.Text)
			if len(live) > 0 {
				t.Fatalf("live %q in %q", live, c.Text)
			}
			got.WriteString(seen(chars, false))
		}
		if got.String() != all {
			t.Fatalf("got  %q\nwant %q", got.String(), all)
		}
	})
}
