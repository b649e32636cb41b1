package markdown

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// rules are sources with the tree and the diagnostics they give beyond CommonMark.
var rules = []struct {
	name, source, want string
	diagnostics        string // codes, divided by blanks
}{
	{"control characters", "a\x00b\x07c\x7f", `p("a` + "\uFFFD" + `b␇c␡")`, "text.control"},
	{"C1 controls", "a\u0085b", `p("a` + "\uFFFD" + `b")`, "text.control"},
	{"form feed is no blank line", "\f", `p("␌")`, "text.control"},
	{"directions", "a\u202eb\u2066c\u200fd", `p("abc\u200fd")`, "text.bidi"},
	{"emoji tags", "\U0001F3F4\U000E0067\U000E007F \U000E0041x", "p(\"\U0001F3F4\\U000e0067\\U000e007f x\")", "text.hidden_tag"},
	{"ill-formed", "a\xe2\x80b\xff", `p("a` + "\uFFFD" + `b` + "\uFFFD" + `")`, "source.invalid_utf8"},
	{"line ends", "a\r\nb\rc\n\n```\r\nx\r\ny\r```", `p("a" soft "b" soft "c") code(|||"x\ny")`, ""},
	{"line separator", "a\u2028b\n\n```\na\u2028b\n```", `p("a b") code(|||"a\nb")`, ""},
	{"decoded controls", "&#27;[0m &#x202e;", `p("␛[0m ")`, "text.control text.bidi"},
	{"byte order mark", "\ufeff# a", `h1("a")`, ""},

	{"bare address", "see https://e.example/a_b.", `p("see " auto(https://e.example/a_b) ".")`, ""},
	{"bare address in brackets", "(https://e.example/a_(b)) x", `p("(" auto(https://e.example/a_(b)) ") x")`, ""},
	{"bare address before wide punctuation", "见 https://e.example/d（中）。", `p("见 " auto(https://e.example/d) "（中）。")`, ""},
	{"bare address in styles", "**https://e.example/** ||https://e.example||", `p(b(auto(https://e.example/)) " " spoiler(auto(https://e.example)))`, ""},
	{"www", "www.e.example/x!", `p(auto(http://www.e.example/x "www.e.example/x") "!")`, ""},
	{"mail", "a.b@e.example, x@y", `p(auto(mailto:a.b@e.example "a.b@e.example") ", x@y")`, ""},
	{"no link in a link", "[https://e.example](https://e.example)", `p(a(https://e.example "https://e.example"))`, ""},

	{"strong beside wide punctuation", "**重点：**ABC", `p(b("重点：") "ABC")`, ""},
	{"strong beside quotes", "他说**“重点”**是", `p("他说" b("“重点”") "是")`, ""},
	{"underscore as CommonMark", "__重点：__ABC", `p("__重点：__ABC")`, ""},
	{"strike", "~~a~~ ~b~ ~~~c~~~", `p(s("a") " ~b~ ~~~c~~~")`, ""},
	{"spoiler", "x ||h `k` *i*|| y", `p("x " spoiler("h " code("k") " " i("i")) " y")`, ""},
	{"no spoiler", "a||b|| || x|| c || d", `p("a||b|| || x|| c || d")`, ""},
	{"spoiler in itself", "||a ||b|| c||", `p(spoiler("a ||b") " c||")`, ""},
	{"spoiler beside East Asian text", "看||重点||吧", `p("看" spoiler("重点") "吧")`, ""},

	{"formula", "$x_1$ \\(a^2\\) $$y$$ \\[z=1\\]", `p(math("x_1") " " math("a^2") " " math("y") " " math("z=1"))`, ""},
	{"no formula", "$5 and $PATH, $ x_1$ $x$ $a_1$2 \\(x\\) \\[note\\]", `p("$5 and $PATH, $ x_1$ $x$ $a_1$2 (x) [note]")`, ""},
	{"formula block", "a\n$$\nx\n- y\n$$\nb", `p("a") math("x\n- y"|"$$\nx\n- y\n$$") p("b")`, ""},
	{"formula block in brackets", "\\[\nx\n\\]", `math("x"|"\\[\nx\n\\]")`, ""},
	{"formula block in containers", "> - $$\n>   x\n>   $$", `quote(ul(math("x"|"$$\nx\n$$")))`, ""},
	{"formula block not closed", "$$\nx\n\n$$", `p("$$" soft "x") p("$$")`, ""},
	{"formula fence", "```math\nx\n```", "math(\"x\"|\"```math\\nx\\n```\")", ""},

	{"callout", "> [!warning]\n> a", `callout(WARNING "Warning": p("a"))`, ""},
	{"callout with title", "> [!TIP] Do *it*\n>\n> - a", `callout(TIP "Do " i("it"): ul(p("a")))`, ""},
	{"no callout", "> [!OTHER] a\n\n> b [!NOTE]", `quote(p("[!OTHER] a")) quote(p("b [!NOTE]"))`, ""},

	{"footnotes", "B[^b] A[^a] [^x]\n\n[^a]: one[^c]\n[^b]: two\n\n    more\n[^c]: three\n[^d]: four", `p("B" note(1) " A" note(2) " [^x]") notes(1:b p("two") p("more"), 2:a p("one" note(3)), 3:c p("three"), 0:d p("four"))`, "footnote.unreferenced"},
	{"citations", "[1] [2] [t][1] [1][]\n\n[1]: https://e.example/s", `p(cite(1 https://e.example/s) " [2] " a(https://e.example/s "t") " " cite(1 https://e.example/s))`, ""},
	{"definition nobody uses", "a\n\n[b]: /c", `p("a")`, "link.definition_unused"},

	{"table", "| a | b |\n|:--|--:|\n| `x\\|y` | \\| |\n| c |", `table("a", "b"; code("x|y"), "|"; "c")`, ""},
	{"excess cells", "| a |\n|---|\n| b | *c* |", `table("a"; "b" " | " i("c"))`, "table.excess_cells"},
	{"table behind text", "t\n| a |\n|---|\n| b |\n# h", `p("t") table("a"; "b") h1("h")`, ""},
	{"table is not lazy", "> | a |\n> |---|\nb", `quote(table("a")) p("b")`, ""},
	{"no table", "| a |\n|---|---|", `p("| a |" soft "|---|---|")`, ""},
	{"tasks", "- [ ] a\n- [x] b\n- [y] c\n- [ ]", `ul([ ] p("a"); [x] p("b"); p("[y] c"); p("[ ]"))`, ""},

	{"file names", "```go title=\"a b.go\" x\n```\n\n```go cmd/a.go\n```\n\n```sh -x\n```", `code(go|a b.go|x|"") code(go|cmd/a.go||"") code(sh||-x|"")`, ""},
	{"open fence", "- ```\n  a\n\nb", `ul(code(|||"a\n")) p("b")`, "fence.unclosed"},
	{"fence languages", "```diff\n-a\n```\n~~~mermaid\nb\n~~~\n```tex\nc\n```", `diff("-a") diagram(mermaid|"b") code(tex|||"c")`, ""},
	{"card fences are code", "```vak\n{}\n```", `code(vak|||"{}")`, ""},
	{"breaks", "a<br>b<br/>c\\\nd  \ne", `p("a" hard "b" hard "c" hard "d" hard "e")`, ""},
	{"picture alone", "![a *b*](https://e.example/i.png)", `media("a b" https://e.example/i.png)`, ""},
	{"HTML", "<div>\n*a*\n</div>\n\nb <i>c</i>", `raw("<div>\n*a*\n</div>") p("b " raw("<i>") "c" raw("</i>"))`, "html.inert"},

	{"unsafe addresses", "[a](javascript:x) ![b](//c) [1]\n\n[1]: data:x", `p(a(javascript:x "a") " " img("b" //c) " " cite(1 data:x))`, "link.unsafe media.unsafe"},
	{"misleading addresses", "[bank.example](https://evil.example/) [x](https://bank.example@evil.example)", `p(a(https://evil.example/ "bank.example") " " a(https://bank.example@evil.example "x"))`, "link.label_mismatch link.userinfo"},
	{"empty", " \n\t", ``, "source.empty"},
}

func TestRules(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			doc, err := Compile([]byte(r.source), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(r.want, dump(doc)); d != "" {
				t.Errorf("%q: tree (-want +got):\n%s", r.source, d)
			}
			if d := cmp.Diff(r.diagnostics, codes(doc)); d != "" {
				t.Errorf("%q: diagnostics (-want +got):\n%s", r.source, d)
			}
		})
	}
}

func codes(doc *deliveryv1.PresentationDocument) string {
	var out []string
	for _, d := range doc.Diagnostics {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

// TestSpans shows the source of every block and inline.
func TestSpans(t *testing.T) {
	source := "\ufeff# A *b*\n\n> - x\\*y &amp; `c`\n>   lazy\n\n| p | \\| q |\n|---|---|\n| r | s | t |\n"
	doc, err := Compile([]byte(source), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var inlines func([]*deliveryv1.Inline)
	inlines = func(in []*deliveryv1.Inline) {
		for _, i := range in {
			got = append(got, "i "+source[i.Span.Start:i.Span.End])
			inlines(i.GetEmphasis().GetInlines())
		}
	}
	var blocks func([]*deliveryv1.Block)
	blocks = func(bs []*deliveryv1.Block) {
		for _, b := range bs {
			got = append(got, b.Id+" "+source[b.Span.Start:b.Span.End])
			inlines(b.GetHeading().GetInlines())
			inlines(b.GetParagraph().GetInlines())
			blocks(b.GetQuote().GetBlocks())
			for _, item := range b.GetList().GetItems() {
				got = append(got, "item "+source[item.Span.Start:item.Span.End])
				blocks(item.Blocks)
			}
			for _, row := range append([]*deliveryv1.TableRow{b.GetTable().GetHeader()}, b.GetTable().GetRows()...) {
				for _, cell := range row.GetCells() {
					inlines(cell.Inlines)
				}
			}
		}
	}
	blocks(doc.Blocks)
	table := "| p | \\| q |\n|---|---|\n| r | s | t |"
	want := []string{
		"b1 # A *b*", "i A ", "i *b*", "i b",
		"b2 > - x\\*y &amp; `c`\n>   lazy", "b2.1 - x\\*y &amp; `c`\n>   lazy", "item - x\\*y &amp; `c`\n>   lazy",
		"b2.1.1.1 x\\*y &amp; `c`\n>   lazy", "i x\\*y &amp; ", "i `c`", "i \n", "i lazy",
		"b3 " + table, "i p", "i \\| q", "i r", "i s", "i  | ", "i t",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("> ", 12)
	for _, l := range []struct{ name, source, want, code string }{
		{"twelve quotes", deep + "a", strings.Repeat("quote(", 12) + `p("a")` + strings.Repeat(")", 12), ""},
		{"thirteen quotes", deep + "> a\n" + deep + "> b", strings.Repeat("quote(", 12) + "opaque(tree.depth)" + strings.Repeat(")", 12), "tree.depth"},
		{"thirteen items", strings.Repeat("- ", 13) + "a", strings.Repeat("ul(", 12) + "opaque(tree.depth)" + strings.Repeat(")", 12), "tree.depth"},
		{"ten styles", strings.Repeat("*a **b ", 5) + "c" + strings.Repeat("** *", 4) + "***", "", ""},
		{"eleven styles", strings.Repeat("*a **b ", 5) + "*c" + strings.Repeat("*** *", 0) + "*" + strings.Repeat(" x** y*", 5), "", "inline.depth"},
		{"wide table", strings.Repeat("|a", 65) + "|\n" + strings.Repeat("|-", 65) + "|\n|b|", "opaque(table.size)", "table.size"},
		{"long table", "|a|\n|-|\n" + strings.Repeat("|b|\n", 10_001), "opaque(table.size)", "table.size"},
	} {
		t.Run(l.name, func(t *testing.T) {
			doc, err := Compile([]byte(l.source), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if l.want != "" && dump(doc) != l.want {
				t.Errorf("tree\n got %.300s\nwant %.300s", dump(doc), l.want)
			}
			if codes(doc) != l.code {
				t.Errorf("diagnostics: got %q, want %q", codes(doc), l.code)
			}
			if err := checkLaws([]byte(l.source)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDeepestDocument nests everything as deep as it may: twelve lists, a table, ten styles, a picture.
func TestDeepestDocument(t *testing.T) {
	indent := strings.Repeat(" ", 24)
	cell := strings.Repeat("*a **b ", 5) + "![c](d)" + strings.Repeat(" x** y*", 5)
	source := strings.Repeat("- ", 12) + "|h|\n" + indent + "|-|\n" + indent + "|" + cell + "|\n"
	doc, err := Compile([]byte(source), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := messageDepth(doc.ProtoReflect()); d != 63 {
		t.Errorf("messages nest %d deep, want 63: %s", d, dump(doc))
	}
}

func TestTreeSize(t *testing.T) {
	for name, source := range map[string]string{
		"blocks":               strings.Repeat("a\n\n", maxBlocks+10),
		"items":                strings.Repeat("-\n", maxBlocks+10),
		"inlines":              strings.Repeat("*a* ", maxInlines/2) + "\n\nb\n\nc",
		"inlines in a list":    strings.Repeat("- "+strings.Repeat("*a* ", 64<<10)+"\n", 4) + "\nb",
		"blocks in containers": strings.Repeat("> - a\n\n", maxBlocks/3+10),
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := Compile([]byte(source), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(codes(doc), "tree.size") {
				t.Errorf("diagnostics: %s", codes(doc))
			}
			if err := checkLaws([]byte(source)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	var large *SourceTooLargeError
	if _, err := Compile([]byte("12345"), Options{MaxBytes: 4}); !errors.As(err, &large) || large.Size != 5 || large.Limit != 4 {
		t.Errorf("got %v", err)
	}
	var option *OptionError
	if _, err := Compile(nil, Options{MaxBytes: -1}); !errors.As(err, &option) || option.Option != "max_bytes" {
		t.Errorf("got %v", err)
	}
	if _, err := Compile(nil, Options{Format: 99}); !errors.As(err, &option) || option.Option != "format" || option.Value != "99" {
		t.Errorf("got %v", err)
	}
	plain, err := Compile([]byte("# *a*\n  b\r\n\nc"), Options{Format: deliveryv1.TextFormat_TEXT_FORMAT_PLAIN})
	if err != nil || dump(plain) != `p("# *a*" hard "  b") p("c")` {
		t.Errorf("plain text: %v %s", err, dump(plain))
	}
	cited, err := Compile([]byte("a [2] [3]\n\n[^n]: x"), Options{Citations: []*deliveryv1.Citation{{Label: "2", Url: "https://e.example/2"}}})
	if err != nil || dump(cited) != `p("a " cite(2 https://e.example/2) " [3]") citations(2=https://e.example/2) notes(0:n p("x"))` {
		t.Errorf("citations: %v %s", err, dump(cited))
	}
}
