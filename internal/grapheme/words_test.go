package grapheme

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

// marked returns s with | at each Word cut and ¶ at each Sentence cut.
func marked(s string) string {
	var b strings.Builder
	from := 0
	Words(s, func(end int, kind Kind) bool {
		b.WriteString(s[from:end])
		b.WriteString(map[Kind]string{Word: "|", Sentence: "¶"}[kind])
		from = end
		return true
	})
	if from < len(s) {
		b.WriteString("(not yielded)" + s[from:])
	}
	return b.String()
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"word", "one", "one|"},
		{"words", "one two  three ", "one |two  |three |"},
		{"leading blanks", "  one", "  |one|"},
		{"hyphen", "well-known fact", "well-known |fact|"},
		{"sentence", "One. Two! Three? Four", "One. ¶Two! ¶Three? ¶Four|"},
		{"sentence at the end", "One. Two.", "One. ¶Two.¶"},
		{"blanks at the end", "One. ", "One. ¶"},
		{"closing quote", `He said "no." Then (he left.) She`, `He |said |"no." ¶Then |(he |left.) ¶She|`},
		{"curly quote", "“Ja.” „Nein.“ Gut", "“Ja.” ¶„Nein.“ ¶Gut|"},
		{"abbreviation", "etc. and so on", "etc. |and |so |on|"},
		{"number", "3.5 of 4. Next", "3.5 |of |4. ¶Next|"},
		{"initials", "the U.S.A. wins", "the |U.S.A. |wins|"},
		{"host name", "example.Org", "example.Org|"},
		{"address", "see https://a.example/?Q=1 Now", "see |https://a.example/?Q=1 |Now|"},
		{"no blank", "Really?No", "Really?No|"},
		{"ideographs", "漢字かな。次は", "漢|字|か|な。¶次|は|"},
		{"ideographs and a quote", "「はい。」次は！？え", "「は|い。」¶次|は！？¶え|"},
		{"ideographs and Latin", "漢。A", "漢。¶A|"},
		{"ideographs at the end", "漢字。", "漢|字。¶"},
		{"punctuation of ideographs", "漢、字（か）な・ル", "漢、|字|（か）|な・|ル|"},
		{"brackets side by side", "漢）（字", "漢）|（字|"},
		{"repeated ideograph", "人々", "人|々|"},
		{"full width letters", "ＡＢ", "ＡＢ|"},
		{"hangul", "한국 a", "한|국 |a|"},
		{"latin beside ideograph", "a漢字b", "a漢|字b|"},
		{"no-break space", "10\u00a0km weit", "10\u00a0km |weit|"},
		{"no-break space after a sentence", "漢。\u00a0字 A.\u00a0B", "漢。\u00a0字 |A.\u00a0B|"},
		{"ideographic space", "漢\u3000字", "漢\u3000|字|"},
		{"line feed", "one\ntwo", "one\n¶two|"},
		{"carriage return", "one\r\ntwo", "one\r\n¶two|"},
		{"combining on a blank", "a \u0301b c", "a \u0301|b |c|"},
		{"never in a cluster", "‼\u200d👩 a", "‼\u200d👩 |a|"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := marked(test.text); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestWordsStops(t *testing.T) {
	calls := 0
	Words("a b c d", func(int, Kind) bool { calls++; return calls < 2 })
	if calls != 2 {
		t.Errorf("got %d calls after a false answer at the second, want 2", calls)
	}
}

func TestSentencesAgreeWithUniseg(t *testing.T) {
	// The semicolon, which continues a sentence since Unicode 15.1, is left out.
	alphabet := []rune("aA1.!? \n\r\t\")(,漢é»«…。\u0301\u00ad\u2028\u00a0-‼'字Ǆ٣")
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 30).Draw(t, "runes"))
		inner := map[int]bool{}
		for _, end := range ends(s) {
			inner[end] = end < len(s)
		}
		var got, want []int
		walk := sentences{text: s}
		for at, r := range s {
			if walk.step(at, r) && inner[at] {
				got = append(got, at)
			}
		}
		at, state := 0, -1
		for rest := s; len(rest) > 0; {
			var sentence string
			sentence, rest, state = uniseg.FirstSentenceInString(rest, state)
			at += len(sentence)
			// No rule parts a terminator from the separator after it, or CR from LF; uniseg does so after "! " and ".".
			separator := strings.IndexAny(s[at:], "\r\n\u2028") == 0 && !strings.ContainsAny(s[at-1:at], "\r\n") && !strings.HasSuffix(s[:at], "\u2028")
			if inner[at] && !separator {
				want = append(want, at)
			}
		}
		if !equal(got, want) {
			t.Fatalf("%+q: sentences end at %v, want %v", s, got, want)
		}
	})
}

func TestWordsAreCutBetweenClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkWords(t, texts().Draw(t, "text")) })
}

// checkWords checks that the cuts of a text increase, are boundaries of clusters and reach its end.
func checkWords(t interface{ Fatalf(string, ...any) }, s string) {
	boundary := map[int]bool{}
	for _, end := range ends(s) {
		boundary[end] = true
	}
	last := 0
	Words(s, func(end int, kind Kind) bool {
		if end <= last || !boundary[end] || kind != Word && kind != Sentence {
			t.Fatalf("%+q: cut at %d of kind %d after %d", s, end, kind, last)
		}
		last = end
		return true
	})
	if last != len(s) {
		t.Fatalf("%+q: the last cut is at %d of %d", s, last, len(s))
	}
}

func TestWordsIsLinear(t *testing.T) {
	// Runs after a full stop in which each look-ahead is long: quadratic work would take minutes.
	for _, run := range []string{")", " ", "1", "\u0301", ".", ". ", ".) 1"} {
		s := "A." + strings.Repeat(run, 1<<20/len(run))
		Words(s, func(int, Kind) bool { return true })
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"One. “Two.” three", "漢字かな。", "‼\u200d👩", "a.)))) b", "\xff. \xc3 A"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkWords(t, s) })
}
