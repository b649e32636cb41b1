package discord_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
	"github.com/vak-delivery/vakd/renderers/discord"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// TestForms holds forms beyond the probes.
func TestForms(t *testing.T) {
	rows := []struct{ name, in, want string }{
		{"emphasis touches strong at its end", "*a **b***", "_a **b**_"},
		{"emphasis touches strong at its beginning", "***b** c*", "_**b** c_"},
		{"emphasis beside strong", "**a**_b_ c", "**a**_b_ c"},
		{"emphasis beside strong and a word", "***a** b*c", "*∘**a** b*c"},
		{"two strong", "**a**__b__", "**a**∘**b**"},
		{"strike beside code", "~~a~~`b`", "~~a~~∘`b`"},
		{"strong in strong", "**a __b__ c**", "**a b c**"},
		{"underscores are no underline", "__a__", "**a**"},
		{"code with the sign of its style", "*a `x*y` b*", "*a* `x*y` *b*"},
		{"code under a spoiler with its sign", "||a `b || c`||", `||a b \¦\¦ c∘||`},
		{"code with a backtick", "`` a`b ``", "``a`b``"},
		{"code that begins with a backtick", "`` `a` ``", "`` `a` ``"},
		{"code with two backticks", "``` a``b ```", "``a`∘`b``"},
		{"text and code with an underscore at its end", "x_y `z_`", `x\_y ` + "`z_`"},
		{"level 4", "#### a **b**", "**a b**"},
		{"heading with a break", "a⏎b⏎===", "# a b"},
		{"heading in a quote", "> # a", "> **a**"},
		{"heading in an item", "- # a", "- **a**"},
		{"signs at line starts", `\# a⏎\-# b⏎\> c⏎\>>> d⏎\- e⏎\+ f⏎1\. g⏎2\) h`, `\# a⏎\-# b⏎\> c⏎\>>> d⏎\- e⏎\+ f⏎1\. g⏎2\) h`},
		{"signs behind markers", `- \# a⏎- \> b`, `- \# a⏎- \> b`},
		{"tokens", `&lt;#1> &lt;:a:1> &lt;a:b:1> &lt;t:1:R> &lt;/x y:1> &lt;id:guide> &lt;b> &lt; c`, `\<#1> \<:a:1> \<a:b:1> \<t:1:R> \</x y:1> \<id:guide> <b> < c`},
		{"mention in two parts", "@[here](https://e.example) @<b>here", "@∘here (<https://e.example>) @<b>here"},
		{"token in two parts", "<@[1>](https://e.example)", `\<@1> (<https://e.example>)`},
		{"only lower case mentions", "@Everyone @HERE", "@Everyone @HERE"},
		{"link shaped text", `\[a\](https://e.example)`, `\[a](<https://e.example>)`},
		{"link shaped text over styles", `\[**a**\](b)`, `[**a**]\(b)`},
		{"address in a style", "**[a](https://e.example/**b)**", "**a (<https://e.example/%2A%2Ab>)**"},
		{"mention in an address", "<https://e.example/@everyone>", "<https://e.example/%40everyone>"},
		{"label equal to the address", "[https://e.example](https://e.example)", "<https://e.example>"},
		{"image in a link", "[![a](https://e.example/i.png)](https://e.example)", "🖼 a (<https://e.example>)"},
		{"quote in an item", "- a⏎  > b", "- a⏎> b"},
		{"blocks that begin an item", "- > q⏎- ```⏎  x⏎  ```", "- ⏎> q⏎- ⏎```⏎x⏎```"},
		{"language", "```c++ x⏎a⏎```⏎⏎```@everyone⏎a⏎```", "```c++⏎a⏎```⏎⏎```⏎a⏎```"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			got := strings.Join(render(t, signs.Replace(r.in), nil, 0), "\n--\n")
			if diff := cmp.Diff(signs.Replace(r.want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestListDepth checks that no list is deeper than ten levels.
func TestListDepth(t *testing.T) {
	var in strings.Builder
	for i := range 12 {
		in.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	for line := range strings.SplitSeq(render(t, in.String(), nil, 0)[0], "\n") {
		if n := len(line) - len(strings.TrimLeft(line, " ")); strings.Contains(line, "- x") && n > 18 {
			t.Errorf("%q is indented by %d", line, n)
		}
	}
}

// TestMasked checks which links are masked when the profile asks for it.
func TestMasked(t *testing.T) {
	rows := []struct{ in, want string }{
		{"[the docs](https://e.example/a)", "[the docs](<https://e.example/a>)"},
		{"[a_b](https://e.example/a)", "a_b (<https://e.example/a>)"},
		{"[*x*\\*](https://e.example/a)", "*x*\\* (<https://e.example/a>)"},
		{"[bank.example](https://evil.example/x)", "bank.example (<https://evil.example/x>)"},
		{"[x](https://e.example/(a))", "x (<https://e.example/(a)>)"},
		{"<https://e.example>", "<https://e.example>"},
	}
	for _, r := range rows {
		got := render(t, r.in, map[string]string{"discord.links": "masked"}, 0)
		if len(got) != 1 || got[0] != r.want {
			t.Errorf("%q: got %q want %q", r.in, got, r.want)
		}
	}
}

// TestCuts checks what goes on in the next chunk.
func TestCuts(t *testing.T) {
	rows := []struct {
		name, in string
		limit    int32
		want     []string
	}{
		{"heading", "# one two three four", 16, []string{"# one two three", "# four"}},
		{"strong", "**one two three four**", 16, []string{"**one two**", "**three four**"}},
		{"fence", "```go\naaaaaaaa\nbbbbbbbb\n```", 22, []string{"```go\naaaaaaaa\n```", "```go\nbbbbbbbb\n```"}},
		{"fence in a quote", "> ```\n> aaaa\n> bbbb\n> ```", 24, []string{"> ```\n> aaaa\n> ```", "> ```\n> bbbb\n> ```"}},
		{"a sign that begins a line", "one two three - four", 16, []string{"one two three -", "four"}},
		{"address too long", "[a](https://e.example/0123456789)", 24, []string{"a (https:\u200b", "//e.example/0123456789)"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if diff := cmp.Diff(r.want, render(t, r.in, nil, r.limit)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFields checks what the call carries beside the text.
func TestFields(t *testing.T) {
	p := &surface.Profile{Options: map[string]string{"previews": "off"}}
	want := map[string]any{"allowed_mentions": map[string]any{"parse": []any{}}, "flags": 4.0}
	fields, plain := discord.Surface{}.Fields(p)
	if diff := cmp.Diff(want, fields.AsMap()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, plain.AsMap()); diff != "" {
		t.Error(diff)
	}
	p.Options["previews"] = "on"
	delete(want, "flags")
	fields, _ = discord.Surface{}.Fields(p)
	if diff := cmp.Diff(want, fields.AsMap()); diff != "" {
		t.Error(diff)
	}
}

// TestPlainForm checks that the plain form reads as typed where all is markup.
func TestPlainForm(t *testing.T) {
	packet, err := renderers.Render(&deliveryv1.RenderRequest{
		Surface: "discord",
		Source:  &deliveryv1.RenderRequest_Markdown{Markdown: "**a** `*b*`\n\n- @here\n\n```\n# x\n```"},
	}, renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "a \\*b\\*\n\n\\- @\u200bhere\n\n\\# x"
	if diff := cmp.Diff(want, packet.Chunks[0].PlainText); diff != "" {
		t.Error(diff)
	}
}
