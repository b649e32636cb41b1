package grapheme

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

func TestWidth(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"empty", "", 0},
		{"ascii", "hello", 5},
		{"accents", "e\u0301é", 2},
		{"controls", "\x00\t\r\n\x7f\u0085", 0},
		{"ideographs", "漢字", 4},
		{"kana and hangul", "カ한", 4},
		{"full width", "Ａ", 2},
		{"emoji", "😀", 2},
		{"emoji of Unicode 17", "\U0001FAEA", 2},
		{"text heart", "❤", 1},
		{"heart as emoji", "❤\ufe0f", 2},
		{"emoji as text", "😀\ufe0e", 1},
		{"keycap", "1\ufe0f\u20e3", 2},
		{"family", "👨‍👩‍👧‍👦", 2},
		{"skin tone", "👋🏽", 2},
		{"flag", "🇩🇪", 2},
		{"lone mark", "\u0301", 0},
		{"joiner", "a\u200db", 2},
		{"jamo", "\u1100\u1161\u11a8", 2},
		{"trigram, wide since 16", "☰", 2},
		{"box", "─│┼", 3},
		{"long dashes", "⸺⸻", 2},
		{"soft hyphen", "a\u00adb", 2},
		{"no UTF-8", "\xff", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Width(test.text); got != test.want {
				t.Errorf("Width(%+q) = %d, want %d", test.text, got, test.want)
			}
		})
	}
}

func TestPlainAgreesWithTheTables(t *testing.T) {
	stand := []string{"a", "漢", "é", "가"}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if plain(r) == 0 {
			continue
		}
		s := string(r)
		want := uniseg.StringWidth(s)
		if 0x4DC0 <= r && r <= 0x4DFF {
			want = 2
		}
		if plain(r) != want {
			t.Errorf("plain(%U) = %d, want %d", r, plain(r), want)
		}
		for _, other := range stand {
			if current(s+other) != len(s) || current(other+s) != len(other) {
				t.Errorf("%U joins %q", r, other)
			}
		}
	}
}

func TestLaterRangesAreInOrderAndNeeded(t *testing.T) {
	last := rune(firstLater - 1)
	for _, entry := range laterRanges {
		if entry.first <= last || entry.last < entry.first {
			t.Errorf("%U-%U after %U", entry.first, entry.last, last)
		}
		for r := entry.first; r <= entry.last; r++ {
			if later(r) != entry.as || plain(r) != 0 {
				t.Errorf("later(%U) = %U, want %U, and not plain", r, later(r), entry.as)
			}
		}
		last = entry.last
	}
}

const mixed = "Der Preis: 12 €, “wie vereinbart”. 漢字かな交じり文 한국어 привет, мир! 👩‍💻 क्षत्रिय e\u0301 🇩🇪 — done.\n"

var inputs = []struct{ name, text string }{
	{"ascii", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 200)},
	{"cyrillic", strings.Repeat("Съешь же ещё этих мягких французских булок. ", 100)},
	{"mixed", strings.Repeat(mixed, 50)},
	{"emoji", strings.Repeat("👩‍💻🇩🇪❤️😀", 100)},
}

func bench(b *testing.B, f func(s string)) {
	for _, input := range inputs {
		b.Run(input.name, func(b *testing.B) {
			b.SetBytes(int64(len(input.text)))
			b.ReportAllocs()
			for b.Loop() {
				f(input.text)
			}
		})
	}
}

func BenchmarkNext(b *testing.B) {
	bench(b, func(s string) {
		for len(s) > 0 {
			s = s[Next(s):]
		}
	})
}

func BenchmarkWidth(b *testing.B) { bench(b, func(s string) { Width(s) }) }

func BenchmarkWords(b *testing.B) {
	bench(b, func(s string) { Words(s, func(int, Kind) bool { return true }) })
}
