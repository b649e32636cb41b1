package slack_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
	"github.com/vak-delivery/vakd/renderers/plan"
	"github.com/vak-delivery/vakd/renderers/slack"
)

// tree draws inlines and writes down the text that a reader must see of them.
type tree struct {
	t    *rapid.T
	urls []string
	text strings.Builder
}

var alphabet = []rune("aab1 *_~`<>&|:.(!-重“é\u200b")

func (g *tree) leaf() string { return g.draw(alphabet) }

func (g *tree) draw(from []rune) string {
	s := rapid.StringOfN(rapid.SampledFrom(from), 1, 12, -1).Draw(g.t, "text")
	g.text.WriteString(s)
	return s
}

func (g *tree) inlines(depth int) []*deliveryv1.Inline {
	n := rapid.IntRange(1, 4).Draw(g.t, "n")
	out := make([]*deliveryv1.Inline, n)
	for i := range out {
		out[i] = g.inline(depth)
	}
	return out
}

func (g *tree) inline(depth int) *deliveryv1.Inline {
	k := rapid.IntRange(0, 9).Draw(g.t, "kind")
	if depth > 3 && k >= 4 {
		k = 0
	}
	switch k {
	case 1:
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_Code{Code: g.leaf()}}
	case 2:
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_SoftBreak{SoftBreak: &deliveryv1.SoftBreak{}}}
	case 3, 9:
		url := rapid.SampledFrom(g.urls).Draw(g.t, "url")
		// A letter keeps the label visible: without a label the address itself is shown.
		g.text.WriteString("L")
		in := append([]*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: "L"}}}, g.labels()...)
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_Link{Link: &deliveryv1.LinkInline{
			Inlines: in, Url: url, Safety: deliveryv1.LinkSafety_LINK_SAFETY_SAFE,
		}}}
	case 4, 5:
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{Inlines: g.inlines(depth + 1)}}}
	case 6, 7:
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_Emphasis{Emphasis: &deliveryv1.StyledInline{Inlines: g.inlines(depth + 1)}}}
	case 8:
		return &deliveryv1.Inline{Node: &deliveryv1.Inline_Strikethrough{Strikethrough: &deliveryv1.StyledInline{Inlines: g.inlines(depth + 1)}}}
	}
	return &deliveryv1.Inline{Node: &deliveryv1.Inline_Text{Text: g.leaf()}}
}

// labelled are the characters of labels: none that makes a label read as an address.
var labelled = []rune("aab1 *_~`<>&|(!-重“é")

// labels draws the rest of a label: a styled word or code.
func (g *tree) labels() []*deliveryv1.Inline {
	switch rapid.IntRange(0, 3).Draw(g.t, "label") {
	case 0:
		return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: g.draw(labelled)}}}
	case 1:
		return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Code{Code: g.draw(labelled)}}}
	case 2:
		return []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Strong{Strong: &deliveryv1.StyledInline{
			Inlines: []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Text{Text: g.draw(labelled)}}},
		}}}}
	}
	return nil
}

// TestReadBack checks that what a reader of mrkdwn sees of any tree is its text, in one chunk and in several.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := int32(rapid.IntRange(80, 300).Draw(t, "limit"))
		g := &tree{t: t, urls: []string{"https://e.example/a_b*c~d?x=1&y=<z|>", "mailto:a_b@e.example"}}
		if limit > 150 {
			g.urls = append(g.urls, "http://e.example/"+strings.Repeat("long/", 20))
		}
		in := g.inlines(0)
		doc := &deliveryv1.PresentationDocument{Blocks: []*deliveryv1.Block{
			{Id: "b1", Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}},
		}}
		want := squeeze(g.text.String())
		for _, limit := range []int32{4000, limit} {
			p, _, err := plan.Profile(slack.Surface{}.Spec(), &deliveryv1.Capabilities{MaxChars: &limit}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := slack.Surface{}.Render(doc, p)
			chunks, _ := chunk.Pack(r.Sequence, r.Dialect, r.Budget)
			var got strings.Builder
			for _, c := range chunks {
				if n := utf8.RuneCountInString(c.Text); n > int(limit) || n != c.Length {
					t.Fatalf("%d code points, counted as %d, limit %d: %q", n, c.Length, limit, c.Text)
				}
				shown, err := read(c.Text)
				if err != nil {
					t.Fatalf("%v\nin %q", err, c.Text)
				}
				got.WriteString(shown)
			}
			if squeeze(got.String()) != want {
				t.Fatalf("limit %d\ntree %v\n got %q\nwant %q\n out %q", limit, in, squeeze(got.String()), want, texts(chunks))
			}
		}
	})
}

func texts(chunks []chunk.Chunk) []string {
	var out []string
	for _, c := range chunks {
		out = append(out, c.Text)
	}
	return out
}

// FuzzMarkdown checks that every chunk of any source can be read, is within its limit, and that cutting loses nothing.
func FuzzMarkdown(f *testing.F) {
	for _, row := range strings.Split(probes, "\n") {
		f.Add(marked.Replace(row), uint16(40))
	}
	f.Add("**a *b **a *b `c` ~~d *e", uint16(20))
	f.Add("> - [a](https://e.example/_x_)\n>   ```\n>   ```` ` ```\n", uint16(64))
	f.Fuzz(func(t *testing.T, source string, limit uint16) {
		if len(source) > 4096 {
			t.Skip()
		}
		for _, l := range []int32{40000, 16 + int32(limit)%1000} {
			p := render(t, source, l, nil)
			for _, c := range p.Chunks {
				if n := utf8.RuneCountInString(c.Text); n > int(l) {
					t.Fatalf("%d code points over %d: %q", n, l, c.Text)
				}
				if _, err := read(c.Text); err != nil && l >= 100 {
					t.Fatalf("limit %d: %v\nin %q", l, err, c.Text)
				}
				if strings.TrimSpace(c.Text) == "" {
					t.Fatal("a chunk without text")
				}
			}
		}
	})
}
