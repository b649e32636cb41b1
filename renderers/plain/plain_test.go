package plain

import (
	"testing"

	"github.com/vak-delivery/vakd/renderers/renderertest"
)

func TestExam(t *testing.T) { renderertest.Exam(t, Surface{}, renderertest.Letters) }

// probes are the exact outputs of the specification of the surface.
var probes = []struct{ name, source, want string }{
	{"H1", "# A *b*\n\nx", "A b\n===\n\nx"},
	{"EM", "**b** *i* ~~s~~ ***bi*** `c`", "b i s bi c"},
	{"LK", "[t](https://e.example/a?b=1&c=2)", "t (https://e.example/a?b=1&c=2)"},
	{"UL", "- a\n  - b\n    - c\n- d", "- a\n  - b\n    - c\n- d"},
	{"TK", "- [ ] t\n- [x] d", "- [ ] t\n- [x] d"},
	{"QN", "> a\n>\n> > b", "> a\n>\n> > b"},
	{"CD", "```go\na<b\n```", "    a<b"},
	{"CO", "> [!WARNING]\n> body", "WARNING\n> body"},
	{"RH", "x <b>y</b>", "x <b>y</b>"},
	{"TB", "| N | Q |\n|:--|--:|\n| `nut` | 5 |\n| [b](https://e.example/b) | 12 |", "N     Q\n───  ──\nnut   5\nb    12\nb: https://e.example/b"},
	{"ML", "@everyone <!channel> <@U1> <@&2>", "@everyone <!channel> <@U1> <@&2>"},
	{"ES", `2 \* 3 < 4 & \_x\_ snake_case \~\~s\~\~`, "2 * 3 < 4 & _x_ snake_case ~~s~~"},
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

func FuzzPlain(f *testing.F) {
	for _, p := range probes {
		f.Add([]byte(p.source))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		renderertest.Check(t, Surface{}, source, renderertest.Letters)
	})
}
