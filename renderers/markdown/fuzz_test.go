package markdown

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces are what the property test builds sources of: every sign with a meaning, and what may stand beside it.
var pieces = []string{
	"a", "b c", "重", "：", "é", "1", "12", "😀", " ", " ", "  ", "\n", "\n", "\n\n", "\n\n", "\n  ", "\n    ", "\t",
	"*", "**", "***", "_", "__", "~~", "~", "||", "|", "`", "``", "```", "\n```\n", "\n~~~ x`y\n",
	"[", "]", "](u)", "](<u v> \"t\")", "![", "[^n]", "\n[^n]: ", "[1]", "\n\n[1]: /u\n\n", "(", ")", "<", ">", "&", "&amp;", "&#32;", "&#10;", "&lt;",
	"<b>", "</b>", "<br>", "\n<div>\n", "<!-- x -->", "<https://e.example/a>", "https://e.example/a_b", "www.e.example", "m@e.example", "\\", "\\\n", "\\|", "\\[", "\\]", "\\(", "\\)", "\n\\- ", "\n\\# ", "\n\\> ", "\n1\\. ", "\n\\==", "\\*", "\\_",
	"$", "$$", "x_1", "=", "\n===\n", "\n---\n", "\n***\n", "# ", "\n## ", "\n#", " #", "\n- ", "\n* ", "\n+ ", "\n1. ", "\n2) ", "- ", "1. ", "\n> ", "> ", "[ ] ", "[x] ", "\n> [!NOTE] ", "[!tip]",
	"\n| a | b |\n|---|:-:|\n| ", " | ", "\n|-|\n", "!", ":", "://", ".", "{", "+", "-", "\"", "'", "\u200b", "\u00a0", "x\u202ey", "\x00",
}

func TestLawHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLaw(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), ""))
	})
}

func FuzzLaw(f *testing.F) {
	for _, p := range pieces {
		f.Add("a " + p + " b")
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) < 4096 {
			checkLaw(t, source)
		}
	})
}
