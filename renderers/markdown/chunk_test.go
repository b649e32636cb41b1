package markdown

import (
	"strings"
	"testing"

	"unicode/utf8"

	"pgregory.net/rapid"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
)

func limited(t fataler, source string, limit int) []string {
	t.Helper()
	p := profile(true)
	p.Limit = limit
	var out []string
	for _, c := range pack(compile(t, source), p) {
		if n := utf8.RuneCountInString(c.Text); n > limit || n != c.Length {
			t.Fatal("chunk of", n, "code points, said to be", c.Length, "at limit", limit, ":\n"+c.Text)
		}
		out = append(out, c.Text)
	}
	return out
}

// words returns the letters and digits that a reader of the chunks sees, without what is repeated in each.
func words(t fataler, chunks []string) string {
	var b strings.Builder
	for _, c := range chunks {
		doc := compile(t, c)
		visit(doc.Blocks, &b)
	}
	return b.String()
}

func visit(blocks []*deliveryv1.Block, b *strings.Builder) {
	p := profile(true)
	for _, x := range blocks {
		switch n := x.Node.(type) {
		case *deliveryv1.Block_Heading:
			letters(b, flow.Text(n.Heading.Inlines, p))
		case *deliveryv1.Block_Paragraph:
			letters(b, flow.Text(n.Paragraph.Inlines, p))
		case *deliveryv1.Block_Code:
			letters(b, n.Code.Content)
		}
		for _, inner := range flow.Children(x) {
			visit(inner, b)
		}
	}
}

func letters(b *strings.Builder, s string) {
	for _, r := range s {
		if !space(r) && !punctuation(r) {
			b.WriteRune(r)
		}
	}
}

// code lists the code blocks of a document.
func code(blocks []*deliveryv1.Block) []string {
	var out []string
	for _, x := range blocks {
		if n, ok := x.Node.(*deliveryv1.Block_Code); ok {
			out = append(out, n.Code.Language+":"+n.Code.Content)
		}
		for _, inner := range flow.Children(x) {
			out = append(out, code(inner)...)
		}
	}
	return out
}

func TestTableCutRepeatsHeader(t *testing.T) {
	source := "| id | *va\\|lue* |\n|---|--:|\n" + strings.Repeat("| 7 | some value text |\n", 200)
	chunks := limited(t, source, 1000)
	rows := 0
	for _, c := range chunks {
		doc := compile(t, c)
		table := doc.Blocks[0].GetTable()
		if len(doc.Blocks) != 1 || table == nil {
			t.Fatalf("a chunk is no table:\n%s", c)
		}
		if got := flow.Text(table.Header.Cells[1].Inlines, profile(true)); got != "va|lue" {
			t.Errorf("header %q", got)
		}
		rows += len(table.Rows)
	}
	if rows != 200 || len(chunks) < 5 {
		t.Errorf("%d rows in %d chunks, want 200", rows, len(chunks))
	}
}

func TestLinkIsNotCut(t *testing.T) {
	url := "https://example.com/owa/?itemid=" + strings.Repeat("A", 60) + "%3D&path=/calendar/item"
	chunks := limited(t, strings.Repeat("lorem ", 14)+"[invite]("+url+") "+strings.Repeat("after ", 10), 150)
	all := strings.Join(chunks, "\n")
	if strings.Count(all, "[invite]("+url+")") != 1 || strings.Count(all, "lorem") != 14 || strings.Count(all, "after") != 10 {
		t.Errorf("got %q", chunks)
	}
}

func TestCutInNestedListIsNoCode(t *testing.T) {
	source := "- one\n  - two\n    - " + strings.Repeat("three ", 30) + "\n    - " + strings.Repeat("four ", 30) +
		"\n\n      more\n  - five\n- six\n\n[^n]: note " + strings.Repeat("long ", 30) + "\n\n      second"
	for limit := 40; limit < 200; limit += 7 {
		chunks := limited(t, source, limit)
		for _, c := range chunks {
			if found := code(compile(t, c).Blocks); len(found) > 0 {
				t.Errorf("limit %d: code in\n%s", limit, c)
			}
		}
		if got, want := words(t, chunks), words(t, []string{write(compile(t, source), true)}); got != want {
			t.Errorf("limit %d: words\n%s\nwant\n%s", limit, got, want)
		}
	}
}

func TestFenceCutReopens(t *testing.T) {
	source := "- a\n\n  > ````go x.go\n" + strings.Repeat("  > ```line of code\n", 40) + "  > ````\n"
	for _, c := range limited(t, source, 200) {
		found := code(compile(t, c).Blocks)
		if len(found) != 1 || !strings.HasPrefix(found[0], "go:") {
			t.Errorf("code %q in\n%s", found, c)
		}
	}
}

// TestCutKeepsWords checks that chunks, each read alone, hold the words of the whole in order.
func TestCutKeepsWords(t *testing.T) {
	parts := []string{
		"word ", "some **bold text** here ", "*it* ", "1. x\n", "- item text\n", "  - inner item\n", "    - deep item text\n",
		"\n\n", "\n", "> quoted text\n", "## Head\n", "```go\ncode line\nother line\n```\n", "`span text` ", "||hid|| ", "2 - 3 # 4 + 5 ", "重点，文字 ",
	}
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 40).Draw(t, "parts"), "")
		limit := rapid.IntRange(48, 200).Draw(t, "limit")
		chunks := limited(t, source, limit)
		whole := write(compile(t, source), true)
		if got, want := words(t, chunks), words(t, []string{whole}); got != want {
			t.Fatal("words\n" + got + "\nwant\n" + want + "\nwhole:\n" + whole + "\nchunks:\n" + strings.Join(chunks, "\n=====\n"))
		}
	})
}
