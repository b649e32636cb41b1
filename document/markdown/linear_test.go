//go:build unix

package markdown

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hostile are inputs that cost a careless parser more than time in proportion; each repeats to any length.
var hostile = []struct {
	name string
	make func(n int) string
}{
	{"quotes", times("> ")}, {"quotes tight", times(">")}, {"bullets", times("- ")}, {"numbers", times("1. ")}, {"mixed containers", times("> - ")},
	{"quote lines", times(strings.Repeat("> ", 20) + "a\n")},
	{"nested lists", nested}, {"flat list", times("- a\n")}, {"empty items", times("-\n")}, {"rules", times("- - -\n")}, {"changing bullets", times("- a\n* b\n")},
	{"wide table", func(n int) string { return strings.Repeat("|a", n/4) + "|\n" + strings.Repeat("|-", n/4) + "|\n" }},
	{"wide table with empty rows", func(n int) string {
		return strings.Repeat("|a", 60) + "|\n" + strings.Repeat("|-", 60) + "|\n" + strings.Repeat("|\n", n/2)
	}},
	{"delimiter rows", times("|-|-|\n")}, {"tables", times("|a|\n|-|\n\n")}, {"table of one long row", func(n int) string { return "|a|\n|-|\n" + strings.Repeat("|b", n/2) + "\n" }},
	{"escaped bars", func(n int) string { return "|a|\n|-|\n|" + strings.Repeat("`\\|", n/3) + "\n" }},
	{"links without end", times("[a](b")}, {"open brackets", times("[")}, {"brackets", func(n int) string { return strings.Repeat("[", n/2) + "a" + strings.Repeat("]", n/2) }},
	{"closing brackets", times("]")}, {"link openers", times("[x](")}, {"destination parens", func(n int) string { return "[a](" + strings.Repeat("(", n) }}, {"destinations in points", times("[a](<b")},
	{"titles", times("[a](b \"c")}, {"titles in parens", times("[a](b (c")}, {"images", times("![")}, {"images with links", times("![[a](b)")}, {"references", times("[a][")}, {"link in link", times("[a[b](c)")},
	{"tildes", times("~")}, {"strikes", times("~~")}, {"open strikes", times("~~a ")}, {"strong openers", times("**a **b")}, {"mixed openers", times("*a **b ")}, {"closers", times("a** ")}, {"mixed runs", times("*a_ _b* ")},
	{"nested emphasis", func(n int) string { return strings.Repeat("*a ", n/6) + strings.Repeat("b* ", n/6) }}, {"asterisks", times("*")}, {"long runs", times("***a**b*")}, {"underscores", times("_a__b_")},
	{"backticks", backticks}, {"backtick runs", times("`` ` ")}, {"less than", times("<")}, {"tags", times("<a b=\"")}, {"tag names", times("<a ")}, {"ampersands", times("&")}, {"entities", times("&a;")}, {"numbers of entities", times("&#1")},
	{"notes", func(n int) string { return "[^1]: a\n\n" + strings.Repeat("[^1]", n/4) }}, {"note definitions", times("[^1]: a\n")}, {"unknown notes", times("[^1]")},
	{"backslashes", times("\\")}, {"dollars", times("$")}, {"double dollars", times("$$")}, {"dollar lines", times("$$a\n")}, {"formulas", times("$a ")}, {"bracket formulas", times("\\[a")}, {"paren formulas", times("\\(a")}, {"bracket formula lines", times("\\[a\n")},
	{"bars", times("||")}, {"spoilers", times("||a ")}, {"long line", times("a")}, {"words", times("word ")}, {"blanks", times(" ")}, {"tabs", times("\t")}, {"line ends", times("\n")}, {"hard breaks", times("a  \n")}, {"blanks in text", func(n int) string { return "a" + strings.Repeat(" ", n) + "b" }},
	{"definitions", func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "[a%d]: /u\n", i)
		}
		return b.String()
	}},
	{"equal definitions", times("[a]: b\n")}, {"definition titles", times("[a]: b 'c\n")}, {"definition labels", times("[a\n")},
	{"expansion", func(n int) string { return "[a]: /" + strings.Repeat("u", n/2) + "\n\n" + strings.Repeat("[a] ", n/8) }},
	{"addresses", times("http://")}, {"addresses and words", times("http://a.b ")}, {"address with closing parens", func(n int) string { return "http://a.b/" + strings.Repeat(")", n) }}, {"address with entities", func(n int) string { return "http://a.b/" + strings.Repeat("&a;", n/3) }},
	{"www", times("www.")}, {"mail", times("a@")}, {"mail names", times("a.")}, {"mail parts", times("a@b.")}, {"colons", times(":")},
	{"comments", times("<!--")}, {"comments in text", times("a <!--")}, {"instructions", times("a <?")}, {"declarations", times("a <!A")}, {"cdata", times("a <![CDATA[")}, {"html", times("<div>\n")}, {"html blocks", times("<div>\n\n")}, {"scripts", times("<script>\n")},
	{"fences", times("```\n")}, {"open fences", times("```a\n\n")}, {"fence of line ends", func(n int) string { return "```\n" + strings.Repeat("\n", n) }}, {"fence in list", func(n int) string { return "- ```\n" + strings.Repeat("  a\n", n/4) }}, {"setext", times("a\n-\n")}, {"headings", times("# a\n")}, {"paragraphs", times("a\n\n")}, {"indented code", times("    a\n")},
	{"controls", times("\x01")}, {"ill-formed", times("\xe2\x80")}, {"tag characters", times("\U000E0041")}, {"directions", times("\u202e")}, {"callouts", times("> [!NOTE]\n\n")}, {"carriage returns", times("a\r")},
}

func times(s string) func(n int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)+1)[:n] }
}

func nested(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.Repeat("  ", i%40) + "- a\n")
	}
	return b.String()
}

func backticks(n int) string {
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		b.WriteString(strings.Repeat("`", i) + " ")
	}
	return b.String()
}

// cost is the processor time of some compilations of a source.
func cost(t *testing.T, source string, times int) time.Duration {
	start := processorTime(t)
	for range times {
		if _, err := Compile([]byte(source), Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return processorTime(t) - start
}

// processorTime is what this process has computed, which other processes on the machine change little.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestCostIsLinear compares eight compilations with one of a source eight times as long, which cost the same if cost is
// linear, and may cost 2.3³/8 times as much. A busy machine gets further tries, which measure longer.
func TestCostIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const limit = 2.3 * 2.3 * 2.3 / 8
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			var ratio float64
			for try := range 5 {
				small := cost(t, h.make(64<<10), 8<<try)
				large := cost(t, h.make(512<<10), 1<<try)
				if large < 5*time.Millisecond {
					return // too little to tell
				}
				if ratio = float64(large) / float64(small); ratio <= limit {
					return
				}
			}
			t.Errorf("a source eight times as long costs %.1f times as much for each byte", ratio)
		})
	}
}

func TestLargestSourceIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			start := time.Now()
			if _, err := Compile([]byte(h.make(4 << 20)[:min(4<<20, len(h.make(4<<20)))]), Options{}); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(start); d > 3*time.Second {
				t.Errorf("4 MiB take %v", d)
			}
		})
	}
}
