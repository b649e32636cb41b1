package markdown

import (
	"testing"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
)

// every uses each construct once.
const every = "# A *b*\n\nx `c` [l](https://e.example/a) ![i](https://e.example/i.png) $x_1$ [^n] [1] <b>\n\n[1]: https://e.example/s\n\n" +
	"- [ ] t\n  1. u\n\n> q\n\n> [!TIP] *Title*\n> body\n\n```go main.go\nx\n```\n\n```diff\n-a\n```\n\n```mermaid\na\n```\n\n$$\nx\n$$\n\n" +
	"| a |\n|---|\n| b |\n\n![m](https://e.example/m.png)\n\n---\n\n<div>\nx\n</div>\n\n[^n]: note\n\n    - more\n"

func TestCoverageNamesEachBlockOnce(t *testing.T) {
	doc := compile(t, every)
	for _, media := range []bool{false, true} {
		r := Surface{}.Render(doc, profile(media))
		seen := map[string]int{}
		for _, c := range r.Coverage {
			seen[c.BlockId]++
			if c.Disposition == deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_FALLBACK && c.Reason != "html.inert" {
				t.Errorf("%s: %v %s", c.BlockId, c.Disposition, c.Reason)
			}
		}
		var visit func([]*deliveryv1.Block)
		visit = func(blocks []*deliveryv1.Block) {
			for _, b := range blocks {
				if seen[b.Id] != 1 {
					t.Errorf("%d entries for %s", seen[b.Id], b.Id)
				}
				delete(seen, b.Id)
				for _, inner := range flow.Children(b) {
					visit(inner)
				}
			}
		}
		visit(doc.Blocks)
		if len(seen) > 0 {
			t.Errorf("entries for no block: %v", seen)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"EC", "**重点：**ABC", "**重点：**&#65;BC"},
		{"nested", "***bi*** **_ib_** **a *b***", "***bi*** **_ib_** **a *b***"},
		{"setext", "a\nb\n===", "a\nb\n==="},
		{"lists", "- a\n\n\n+ b\n\n1. c\n1) d", "- a\n\n* b\n\n1. c\n\n1) d"},
		{"fence", "~~~~ go\n```\n~~~~", "````go\n```\n````"},
		{"span", "`` a`b ``", "``a`b``"},
		{"cell", "|a|\n|-|\n|x\\|`y\\|z`|", "| a |\n| --- |\n| x\\|`y\\|z` |"},
		{"angle", "[l](<u v>) [m](u\\)v)", "[l](<u v>) [m](<u)v>)"},
		{"autolink", "see https://e.example/a_b.", "see <https://e.example/a_b>."},
		{"unsafe", "[x](javascript:alert%281%29)", "x (`javascript:alert%281%29`)"},
		{"image", "![alt](https://e.example/i.png)", "🖼 [alt](https://e.example/i.png)"},
		{"callout", "> [!WARNING]\n> body", "> [!WARNING]\n> body"},
		{"footnote", "A[^n].\n\n[^n]: note", "A[^n].\n\n[^n]: note"},
		{"citation", "A [1].\n\n[1]: https://e.example/s", "A [1](https://e.example/s)."},
		{"math", "$x_1$ and $5", "$x_1$ and $5"},
		{"html", "x <b>y</b> &amp;amp;", "x \\<b>y\\</b> \\&amp;"},
		{"break", "a\\\nb\nc", "a\\\nb\nc"},
		{"escapes", "2 \\* 3 < 4 & \\_x\\_ snake_case \\~\\~s\\~\\~", "2 * 3 < 4 & \\_x\\_ snake_case \\~\\~s\\~\\~"},
		{"starts", "\\# a\n\\- b\n1986\\. c\n\\> d\n\\=\\=", "\\# a\n\\- b\n1986\\. c\n\\> d\n\\=="},
		{"addresses", "http\\://a.example www\\.a.example a\\@b.example", "http\\://a.example www\\.a.example a\\@b.example"},
		{"tight", "- a\n  ```\n  x\n  ```\n- b", "- a\n  ```\n  x\n  ```\n- b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := write(compile(t, c.in), false); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestFlagsChangeTheOutput(t *testing.T) {
	doc := compile(t, every)
	base := write(doc, false)
	for name, set := range map[string]func(*[4]bool){
		"tables": func(f *[4]bool) { f[0] = true }, "code": func(f *[4]bool) { f[1] = true },
		"links": func(f *[4]bool) { f[2] = true }, "accessible": func(f *[4]bool) { f[3] = true },
	} {
		var f [4]bool
		set(&f)
		p := profile(false)
		p.Tables, p.Code, p.Links, p.Accessible = !f[0], !f[1], !f[2], f[3]
		if got := pack(doc, p)[0].Text; got == base {
			t.Errorf("%s makes no difference", name)
		}
	}
}
