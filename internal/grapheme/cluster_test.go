package grapheme

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// vector is one line of GraphemeBreakTest: a text and where its clusters end.
type vector struct {
	line int
	text string
	ends []int
}

func vectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open("testdata/GraphemeBreakTest-17.0.0.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []vector
	scanner := bufio.NewScanner(file)
	for line := 1; scanner.Scan(); line++ {
		rule, _, _ := strings.Cut(scanner.Text(), "#")
		v := vector{line: line}
		for i, field := range strings.Fields(rule) {
			switch {
			case field == "÷" && i > 0:
				v.ends = append(v.ends, len(v.text))
			case field == "÷", field == "×":
			default:
				code, err := strconv.ParseUint(field, 16, 32)
				if err != nil {
					t.Fatalf("line %d: %v", line, err)
				}
				v.text += string(rune(code))
			}
		}
		if v.text != "" {
			all = append(all, v)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func ends(s string) []int {
	var all []int
	for at := 0; at < len(s); {
		at += Next(s[at:])
		all = append(all, at)
	}
	return all
}

func TestVectorsOfUnicode17(t *testing.T) {
	all := vectors(t)
	if len(all) < 700 {
		t.Fatalf("got %d vectors, want at least 700: is the file whole?", len(all))
	}
	for _, v := range all {
		if got := ends(v.text); !equal(got, v.ends) {
			t.Errorf("line %d: %+q: clusters end at %v, want %v", v.line, v.text, got, v.ends)
		}
	}
}

func TestVectorsHoldInContext(t *testing.T) {
	all := vectors(t)
	for i, v := range all {
		// A line feed parts clusters on both sides, so vectors can be joined by it.
		next := all[(i+1)%len(all)]
		if strings.HasSuffix(v.text, "\r") || strings.HasPrefix(next.text, "\n") {
			continue
		}
		text := v.text + "\n" + next.text
		want := append(append([]int{}, v.ends...), len(v.text)+1)
		for _, end := range next.ends {
			want = append(want, len(v.text)+1+end)
		}
		if got := ends(text); !equal(got, want) {
			t.Errorf("line %d: %+q: clusters end at %v, want %v", v.line, text, got, want)
		}
	}
}

type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestNext(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"ascii", "ab", "a"},
		{"carriage return", "\r\n\n", "\r\n"},
		{"combining", "e\u0301x", "e\u0301"},
		{"family", "👨‍👩‍👧‍👦!", "👨‍👩‍👧‍👦"},
		{"flag", "🇩🇪🇫🇷", "🇩🇪"},
		{"keycap", "1️⃣2", "1️⃣"},
		{"conjunct", "क्षत", "क्ष"},
		{"three part conjunct", "स्त्रीa", "स्त्री"},
		{"no conjunct across ZWNJ", "क्\u200cष", "क्\u200c"},
		{"mark of Unicode 17", "a\U0001E6E3b", "a\U0001E6E3"},
		{"vowel of Unicode 16", "\U00016D63\U00016D67x", "\U00016D63\U00016D67"},
		{"syllable and final", "가\u11a8나", "가\u11a8"},
		{"no UTF-8", "\xff\xfe", "\xff"},
		{"long", "a" + strings.Repeat("\u0301", 5000) + "b", "a" + strings.Repeat("\u0301", 5000)},
		{"long and later", "a" + strings.Repeat("\u0897", 5000) + "b", "a" + strings.Repeat("\u0897", 5000)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.text[:Next(test.text)]; got != test.want {
				t.Errorf("first cluster of %+q is %+q, want %+q", test.text, got, test.want)
			}
		})
	}
}

// alphabet holds a code point or more of each class that a rule names.
var alphabet = []rune{'a', ' ', '\r', '\n', '\t', '.', '1', '"', ')', 'é', 0x300, zwj, 0x200C, 0xFE0F, 0x1F468, 0x1F3FB, 0x2764, 0x1F1E9, 0x1F1EA,
	0x915, 0x94D, 0x93C, 0x903, 0x600, 0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x4E00, 0x30A2, 0x16D63, 0x113D1, 0x897, 0x1171E, 0x2605, 0x1FAEA, 0xFFFD, 0x5D0}

// texts draws texts in which every rule has a chance, some of them not UTF-8.
func texts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		s := string(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 40).Draw(t, "runes"))
		if len(s) > 0 && rapid.Bool().Draw(t, "torn") {
			at := rapid.IntRange(0, len(s)-1).Draw(t, "at")
			s = s[:at] + s[at+1:]
		}
		return s
	})
}

func TestClustersConcatenateToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLaws(t, texts().Draw(t, "text")) })
}

// checkLaws holds a text against the laws of the package that need no table.
func checkLaws(t interface {
	reporter
	Fatalf(format string, args ...any)
}, s string) {
	t.Helper()
	width, at := 0, 0
	for at < len(s) {
		n := Next(s[at:])
		if n < 1 || at+n > len(s) {
			t.Fatalf("Next(%+q) = %d", s[at:], n)
		}
		if again := Next(s[at : at+n]); again != n {
			t.Fatalf("Next(%+q) = %d, but alone %d", s[at:], n, again)
		}
		width += ClusterWidth(s[at : at+n])
		at += n
	}
	if got := Width(s); got != width {
		t.Errorf("Width(%+q) = %d, want the sum over its clusters %d", s, got, width)
	}
}

func FuzzNext(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.text)
	}
	f.Fuzz(func(t *testing.T, s string) { checkLaws(t, s) })
}
