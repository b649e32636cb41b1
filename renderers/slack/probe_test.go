package slack_test

import (
	"strings"
	"testing"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// probes are the inputs and exact outputs of the surface: ⏎ is a line feed, ∘ a zero width space, ¦ a vertical line.
const probes = `
H1   # A *b*⏎⏎x
     *A _b_*⏎⏎x
H3   ### **S 1**: D *it*
     *S 1: D _it_*
EM   **b** *i* ~~s~~ ***bi*** ''c''
     *b* _i_ ~s~ _*bi*_ ''c''
NE   **a *b* c** and *it **all** ends*
     *a _b_ c* and _it *all* ends_
EC   **重点：**ABC
     *重点：*∘ABC
EL   **2 * 3** *x_y*
     *2* * *3* _x_∘_∘_y_
CS   **a ''c'' b**
     *a ''c'' b*
SP   x ¦¦h ''k''¦¦ y
     x h ''k'' y
LK   [t](https://e.example/a?b=1&c=2)
     <https://e.example/a?b=1&amp;c=2¦t>
LC   [''f()''](https://e.example/f)
     <https://e.example/f¦f()>
LU   [x](javascript:alert%281%29)
     x (''javascript:alert%281%29'')
LM   [m](mailto:a@e.example)
     <mailto:a@e.example¦m>
LR   [d](/docs)
     d (''/docs'')
LX   [bank.example](https://evil.example/x)
     <https://evil.example/x¦bank.example> (evil.example)
AL   see https://e.example/a_b.
     see <https://e.example/a_b>.
IM   ![alt](https://e.example/i.png)
     🖼 <https://e.example/i.png¦alt>
UL   - a⏎  - b⏎    - c⏎- d
     • a⏎  ◦ b⏎    ▪ c⏎• d
OL   3. x⏎4. y⏎   - z
     3. x⏎4. y⏎   ◦ z
TK   - [ ] t⏎- [x] d
     ☐ t⏎☑ d
QT   > a **b**⏎> c
     > a *b*⏎> c
QN   > a⏎>⏎> > b
     > a⏎> ⏎> │ b
QC   > a⏎>⏎> ''''''go⏎> x⏎> ''''''
     > a⏎''''''⏎x⏎''''''
CO   > [!WARNING]⏎> body
     > *⚠ Warning*⏎> body
CD   ''''''go⏎a<b⏎''''''
     ''''''⏎a&lt;b⏎''''''
CF   ''''''''md⏎''''''js⏎x⏎''''''⏎''''''''
     ''''''⏎''∘''∘''js⏎x⏎''∘''∘''⏎''''''
LB   - a⏎⏎  ''''''⏎  x⏎  ''''''
     • a⏎⏎''''''⏎x⏎''''''
LT   - a⏎  ''''''⏎  x⏎  ''''''⏎- b
     • a⏎''''''⏎x⏎''''''⏎• b
TB   | N | Q |⏎|:--|--:|⏎| ''nut'' | 5 |⏎| [b](https://e.example/b) | 12 |
     ''''''⏎N     Q⏎───  ──⏎nut   5⏎b    12⏎''''''⏎b: <https://e.example/b>
HR   a⏎⏎---⏎⏎b
     a⏎⏎──────────⏎⏎b
FN   A[^n].⏎⏎[^n]: note
     A¹.⏎⏎──────────⏎⏎¹ note
CI   A [1].⏎⏎[1]: https://e.example/s
     A <https://e.example/s¦[1]>.
MA   $x_1$ and $5
     ''$x_1$'' and $5
DF   ''''''diff⏎-a⏎+b⏎''''''
     ''''''⏎-a⏎+b⏎''''''
RH   x <b>y</b>
     x &lt;b&gt;y&lt;/b&gt;
BR   a\⏎b⏎c
     a⏎b⏎c
ES   2 \* 3 < 4 & \_x\_ snake_case \~\~s\~\~
     2 * 3 &lt; 4 &amp; ∘_∘x∘_∘ snake_case ∘~∘∘~∘s∘~∘∘~∘
ML   @everyone <!channel> <@U1> <@&2>
     @everyone &lt;!channel&gt; &lt;@U1&gt; &lt;@&amp;2&gt;
`

// marked undoes the notation of a table of probes.
var marked = strings.NewReplacer("⏎", "\n", "∘", "\u200b", "¦", "|", "''", "`")

func render(t testing.TB, markdown string, limit int32, options map[string]string) *deliveryv1.DeliveryPacket {
	t.Helper()
	req := &deliveryv1.RenderRequest{
		Surface: "slack", Options: options,
		Source: &deliveryv1.RenderRequest_Markdown{Markdown: markdown},
	}
	if limit > 0 {
		req.Capabilities = &deliveryv1.Capabilities{MaxChars: &limit}
	}
	p, err := renderers.Render(req, renderers.Options{})
	if err != nil {
		t.Fatalf("render %.200q: %v", markdown, err)
	}
	return p
}

func checkProbes(t *testing.T, table string) {
	t.Helper()
	lines := strings.Split(strings.Trim(table, "\n"), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		name, in, ok := strings.Cut(lines[i], " ")
		if !ok {
			t.Fatalf("row %d has no input: %q", i, lines[i])
		}
		in, want := marked.Replace(strings.TrimLeft(in, " ")), marked.Replace(lines[i+1][5:])
		t.Run(name, func(t *testing.T) {
			p := render(t, in, 0, nil)
			if len(p.Chunks) != 1 {
				t.Fatalf("%d chunks from %q", len(p.Chunks), in)
			}
			if got := p.Chunks[0].Text; got != want {
				t.Errorf("input %q\n got %q\nwant %q", in, got, want)
			}
		})
	}
}

func TestProbes(t *testing.T) { checkProbes(t, probes) }
