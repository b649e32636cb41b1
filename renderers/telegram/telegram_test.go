package telegram

import (
	"html"
	"regexp"
	"testing"

	"github.com/vak-delivery/vakd/renderers/renderertest"
)

var tags = regexp.MustCompile(`</?(?:b|i|u|s|tg-spoiler|code|pre|a|blockquote)(?: [^<>]*)?>`)

// letters reads a chunk back: tags away, entities decoded.
func letters(s string) string {
	return renderertest.Letters(html.UnescapeString(tags.ReplaceAllString(s, "")))
}

func TestExam(t *testing.T) { renderertest.Exam(t, Surface{}, letters) }

// probes are the exact outputs of the specification of the surface.
var probes = []struct{ name, source, want string }{
	{"H1", "# A *b*\n\nx", "<b><u>A <i>b</i></u></b>\n\nx"},
	{"H3", "### **S 1**: D *it*", "<b>S 1: D <i>it</i></b>"},
	{"EM", "**b** *i* ~~s~~ ***bi*** `c`", "<b>b</b> <i>i</i> <s>s</s> <i><b>bi</b></i> <code>c</code>"},
	{"NE", "**a *b* c** and *it **all** ends*", "<b>a <i>b</i> c</b> and <i>it <b>all</b> ends</i>"},
	{"EC", "**重点：**ABC", "<b>重点：</b>ABC"},
	{"EL", "**2 * 3** *x_y*", "<b>2 * 3</b> <i>x_y</i>"},
	{"CS", "**a `c` b**", "<b>a </b><code>c</code><b> b</b>"},
	{"SP", "x ||h `k`|| y", "x <tg-spoiler>h k</tg-spoiler> y"},
	{"LK", "[t](https://e.example/a?b=1&c=2)", `<a href="https://e.example/a?b=1&amp;c=2">t</a>`},
	{"LC", "[`f()`](https://e.example/f)", `<a href="https://e.example/f">f()</a>`},
	{"LU", "[x](javascript:alert%281%29)", "x (<code>javascript:alert%281%29</code>)"},
	{"LM", "[m](mailto:a@e.example)", "m (a@e.example)"},
	{"LR", "[d](/docs)", "d (<code>/docs</code>)"},
	{"LX", "[bank.example](https://evil.example/x)", `<a href="https://evil.example/x">bank.example</a> (evil.example)`},
	{"AL", "see https://e.example/a_b.", "see https://e.example/a_b."},
	{"IM", "![alt](https://e.example/i.png)", `🖼 <a href="https://e.example/i.png">alt</a>`},
	{"UL", "- a\n  - b\n    - c\n- d", "• a\n  ◦ b\n    ▪ c\n• d"},
	{"OL", "3. x\n4. y\n   - z", "3. x\n4. y\n   ◦ z"},
	{"TK", "- [ ] t\n- [x] d", "☐ t\n☑ d"},
	{"QT", "> a **b**\n> c", "<blockquote>a <b>b</b>\nc</blockquote>"},
	{"QN", "> a\n>\n> > b", "<blockquote>a\n\n│ b</blockquote>"},
	{"QC", "> a\n>\n> ```go\n> x\n> ```", "<blockquote>a\n\n<pre><code class=\"language-go\">x</code></pre></blockquote>"},
	{"CO", "> [!WARNING]\n> body", "<blockquote><b>⚠ Warning</b>\nbody</blockquote>"},
	{"CD", "```go\na<b\n```", `<pre><code class="language-go">a&lt;b</code></pre>`},
	{"CF", "````md\n```js\nx\n```\n````", "<pre><code class=\"language-md\">```js\nx\n```</code></pre>"},
	{"LB", "- a\n\n  ```\n  x\n  ```", "• a\n\n<pre>x</pre>"},
	{"LT", "- a\n  ```\n  x\n  ```\n- b", "• a\n<pre>x</pre>\n• b"},
	{"TB", "| N | Q |\n|:--|--:|\n| `nut` | 5 |\n| [b](https://e.example/b) | 12 |", "<pre>N     Q\n───  ──\nnut   5\nb    12</pre>\nb: https://e.example/b"},
	{"HR", "a\n\n---\n\nb", "a\n\n──────────\n\nb"},
	{"FN", "A[^n].\n\n[^n]: note", "A¹.\n\n──────────\n\n¹ note"},
	{"CI", "A [1].\n\n[1]: https://e.example/s", `A <a href="https://e.example/s">[1]</a>.`},
	{"MA", "$x_1$ and $5", "<code>$x_1$</code> and $5"},
	{"DF", "```diff\n-a\n+b\n```", "<pre><code class=\"language-diff\">-a\n+b</code></pre>"},
	{"RH", "x <b>y</b>", "x &lt;b&gt;y&lt;/b&gt;"},
	{"BR", "a\\\nb\nc", "a\nb\nc"},
	{"ES", `2 \* 3 < 4 & \_x\_ snake_case \~\~s\~\~`, "2 * 3 &lt; 4 &amp; _x_ snake_case ~~s~~"},
	{"ML", "@everyone <!channel> <@U1> <@&2>", "@everyone &lt;!channel&gt; &lt;@U1&gt; &lt;@&amp;2&gt;"},
}

func TestProbes(t *testing.T) {
	for _, p := range probes {
		t.Run(p.name, func(t *testing.T) {
			if got := renderertest.Whole(t, Surface{}, p.source); got != p.want {
				t.Errorf("source %q\ngot  %q\nwant %q", p.source, got, p.want)
			}
		})
	}
}

func FuzzTelegram(f *testing.F) {
	for _, p := range probes {
		f.Add([]byte(p.source))
	}
	f.Fuzz(func(t *testing.T, source []byte) { renderertest.Check(t, Surface{}, source, letters) })
}
