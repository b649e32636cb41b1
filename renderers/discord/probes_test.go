package discord_test

import (
	"strings"
	"testing"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// signs are how the rows below write a line feed, a guard and a bar.
var signs = strings.NewReplacer("⏎", "\n", "∘", "\u200b", "¦", "|")

// TestProbes holds the exact output of each construct.
func TestProbes(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"H1", "# A *b*⏎⏎x", "# A *b*⏎⏎x"},
		{"H3", "### **S 1**: D *it*", "### S 1: D *it*"},
		{"EM", "**b** *i* ~~s~~ ***bi*** `c`", "**b** *i* ~~s~~ ***bi*** `c`"},
		{"NE", "**a *b* c** and *it **all** ends*", "**a *b* c** and *it **all** ends*"},
		{"EC", "**重点：**ABC", "**重点：**ABC"},
		{"EL", "**2 * 3** *x_y*", `**2 \* 3** *x_y*`},
		{"CS", "**a `c` b**", "**a `c` b**"},
		{"SP", "x ||h `k`|| y", "x ||h `k`|| y"},
		{"LK", "[t](https://e.example/a?b=1&c=2)", "t (<https://e.example/a?b=1&c=2>)"},
		{"LC", "[`f()`](https://e.example/f)", "`f()` (<https://e.example/f>)"},
		{"LU", "[x](javascript:alert%281%29)", "x (`javascript:alert%281%29`)"},
		{"LM", "[m](mailto:a@e.example)", "m (a@e.example)"},
		{"LR", "[d](/docs)", "d (`/docs`)"},
		{"LX", "[bank.example](https://evil.example/x)", "bank.example (<https://evil.example/x>)"},
		{"AL", "see https://e.example/a_b.", "see <https://e.example/a_b>."},
		{"IM", "![alt](https://e.example/i.png)", "🖼 alt (<https://e.example/i.png>)"},
		{"UL", "- a⏎  - b⏎    - c⏎- d", "- a⏎  - b⏎    - c⏎- d"},
		{"OL", "3. x⏎4. y⏎   - z", "3. x⏎4. y⏎   - z"},
		{"TK", "- [ ] t⏎- [x] d", "- ☐ t⏎- ☑ d"},
		{"QT", "> a **b**⏎> c", "> a **b**⏎> c"},
		{"QN", "> a⏎>⏎> > b", "> a⏎> ⏎> │ b"},
		{"QC", "> a⏎>⏎> ```go⏎> x⏎> ```", "> a⏎> ```go⏎> x⏎> ```"},
		{"CO", "> [!WARNING]⏎> body", "> **⚠ Warning**⏎> body"},
		{"CD", "```go⏎a<b⏎```", "```go⏎a<b⏎```"},
		{"CF", "````md⏎```js⏎x⏎```⏎````", "```md⏎`∘`∘`js⏎x⏎`∘`∘`⏎```"},
		{"LB", "- a⏎⏎  ```⏎  x⏎  ```", "- a⏎```⏎x⏎```"},
		{"LT", "- a⏎  ```⏎  x⏎  ```⏎- b", "- a⏎```⏎x⏎```⏎- b"},
		{"TB", "| N | Q |⏎|:--|--:|⏎| `nut` | 5 |⏎| [b](https://e.example/b) | 12 |", "```⏎N     Q⏎───  ──⏎nut   5⏎b    12⏎```⏎b: <https://e.example/b>"},
		{"HR", "a⏎⏎---⏎⏎b", "a⏎⏎──────────⏎⏎b"},
		{"FN", "A[^n].⏎⏎[^n]: note", "A¹.⏎⏎──────────⏎⏎¹ note"},
		{"CI", "A [1].⏎⏎[1]: https://e.example/s", "A [1] (<https://e.example/s>)."},
		{"MA", "$x_1$ and $5", "`$x_1$` and $5"},
		{"DF", "```diff⏎-a⏎+b⏎```", "```diff⏎-a⏎+b⏎```"},
		{"RH", "x <b>y</b>", "x <b>y</b>"},
		{"BR", `a\⏎b⏎c`, "a⏎b⏎c"},
		{"ES", `2 \* 3 < 4 & \_x\_ snake_case \~\~s\~\~`, `2 \* 3 < 4 & \_x\_ snake_case \~\~s\~\~`},
		{"ML", "@everyone <!channel> <@U1> <@&2>", `@∘everyone <!channel> \<@U1> \<@&2>`},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got := render(t, signs.Replace(r.in), nil, 0)
			if want := signs.Replace(r.want); len(got) != 1 || got[0] != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// render returns the chunks of a Markdown source.
func render(t testing.TB, source string, options map[string]string, limit int32) []string {
	t.Helper()
	req := &deliveryv1.RenderRequest{
		Surface: "discord", Options: options,
		Source: &deliveryv1.RenderRequest_Markdown{Markdown: source},
	}
	if limit > 0 {
		req.Capabilities = &deliveryv1.Capabilities{MaxChars: &limit}
	}
	packet, err := renderers.Render(req, renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(packet.Chunks))
	for i, c := range packet.Chunks {
		out[i] = c.Text
	}
	return out
}
