package grid

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

// all returns the lines of a grid as they stand below each other.
func all(lines Lines) []string {
	out := append([]string(nil), lines.Header...)
	if len(lines.Header) > 0 {
		out = append(out, lines.Rule)
	}
	for i, row := range lines.Rows {
		if i > 0 && lines.Divided {
			out = append(out, "")
		}
		out = append(out, row...)
	}
	return out
}

func TestLayout(t *testing.T) {
	terminal := Format{" │ ", "─┼─"}
	for _, test := range []struct {
		name   string
		format Format
		table  Table
		width  int
		want   []string
	}{
		{"the probe", Format{}, Table{[]string{"N", "Q"}, [][]string{{"nut", "5"}, {"b", "12"}}, []Align{Left, Right}}, 30,
			[]string{"N     Q", "───  ──", "nut   5", "b    12"}},
		{"exactly as wide", Format{}, Table{[]string{"N", "Q"}, [][]string{{"nut", "5"}, {"b", "12"}}, []Align{Left, Right}}, 7,
			[]string{"N     Q", "───  ──", "nut   5", "b    12"}},
		{"centre", Format{}, Table{[]string{"title"}, [][]string{{"ab"}, {"abc"}}, []Align{Center}}, 30,
			[]string{"title", "─────", " ab", " abc"}},
		{"terminal", terminal, Table{[]string{"N", "Q"}, [][]string{{"nut", "5"}, {"b"}}, []Align{Left, Right}}, 30,
			[]string{"N   │ Q", "────┼──", "nut │ 5", "b   │"}},
		{"wide characters", Format{}, Table{[]string{"漢字", "b"}, [][]string{{"a", "❤️"}, {"👩‍💻", "e\u0301"}}, nil}, 30,
			[]string{"漢字  b", "────  ──", "a     ❤️", "👩‍💻    e\u0301"}},
		{"rows of other lengths", Format{}, Table{[]string{"a", "b"}, [][]string{{}, {"1"}, {"1", "2", "3"}}, nil}, 30,
			[]string{"a  b", "─  ─  ─", "", "1", "1  2  3"}},
		{"blank header", Format{}, Table{[]string{"", " "}, [][]string{{"a", "b"}}, nil}, 30, []string{"", "─  ─", "a  b"}},
		{"no header", Format{}, Table{nil, [][]string{{"a", "b"}}, nil}, 30, []string{"a  b"}},
		{"no header in the terminal", terminal, Table{nil, [][]string{{"a", "b"}}, nil}, 30, []string{"a │ b"}},
		{"blanks around and within", Format{}, Table{[]string{" a "}, [][]string{{"  x  y "}}, nil}, 30, []string{"a", "────", "x  y"}},
		{"tab", Format{}, Table{[]string{"a"}, [][]string{{"x\ty\tz"}, {"漢\tb"}}, nil}, 30, []string{"a", "─────────", "x   y   z", "漢  b"}},
		{"nothing", Format{}, Table{}, 30, nil},
		{"header alone", Format{}, Table{Header: []string{"a", "b"}}, 30, []string{"a  b", "─  ─"}},

		// Natural widths 3 and 23 do not fit 18 after the gap; longest words 3 and 5 leave 10, all of which the second lacks.
		{"wraps", Format{}, Table{[]string{"Key", "Text"}, [][]string{{"a", "one two three four five"}, {"b", "six"}}, nil}, 20,
			[]string{"Key  Text", "───  ───────────────", "a    one two three", "     four five", "", "b    six"}},
		{"wraps to the right", Format{}, Table{[]string{"Key", "Text"}, [][]string{{"a", "one two three four five"}}, []Align{Left, Right}}, 20,
			[]string{"Key             Text", "───  ───────────────", "a      one two three", "           four five"}},
		{"wraps the header", Format{}, Table{[]string{"one two three", "x"}, [][]string{{"a", "b"}}, nil}, 10,
			[]string{"one two  x", "three", "───────  ─", "a        b"}},
		// Words of 2 in 2 columns leave 7 of room 11; both lack 9 of 18, so 3 each, and the eighth cell goes left.
		{"remainder to the left", Format{}, Table{[]string{"aa aa aa aa", "bb bb bb bb"}, nil, nil}, 13,
			[]string{"aa aa   bb bb", "aa aa   bb bb", "──────  ─────"}},
		{"wraps between ideographs", Format{}, Table{[]string{"a", "b"}, [][]string{{"x", "漢字漢字漢字"}}, nil}, 9,
			[]string{"a  b", "─  ──────", "x  漢字漢", "   字漢字"}},
		// A word of 12 starts with 10, half the width; 7 remain for 6 and 12 that lack.
		{"word over half the width", Format{}, Table{[]string{"aaaaaaaaaaaa bbb", "x x x x x x x"}, nil, nil}, 20,
			[]string{"aaaaaaaaaaaa   x x x", "bbb            x x x", "               x", "─────────────  ─────"}},
		{"eight lines", Format{}, Table{[]string{"a"}, [][]string{{"a a a a a a a a"}}, nil}, 1,
			nil}, // a word of one cell is over half the width of one, but the rest makes up for it
		{"right to left", Format{}, Table{[]string{"a"}, [][]string{{"שלום"}}, nil}, 30, nil},
		{"right to left header", Format{}, Table{[]string{"سلام"}, nil, nil}, 30, nil},
		{"a right to left mark is no letter", Format{}, Table{[]string{"a\u05b0"}, nil, nil}, 30, []string{"a\u05b0", "─"}},
		{"word wider than its column", Format{}, Table{[]string{"a", "b"}, [][]string{{"x x x x x x x x x x x", "abcdefghijklmnopqrst"}}, nil}, 20, nil},
		{"too many columns", Format{}, Table{Header: make([]string, 20)}, 20, nil},
		{"no width", Format{}, Table{[]string{"a"}, nil, nil}, 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines, ok := test.format.Layout(test.table, test.width)
			if test.name == "eight lines" {
				if !ok || len(lines.Rows[0]) != 8 {
					t.Errorf("got %v, %v, want a row of eight lines", lines, ok)
				}
				return
			}
			if want := test.want != nil || test.name == "nothing"; ok != want {
				t.Fatalf("got ok %v, want %v: %q", ok, want, all(lines))
			}
			if diff := cmp.Diff(test.want, all(lines)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLayoutRefusesNineLines(t *testing.T) {
	if lines, ok := Layout(Table{Rows: [][]string{{"a a a a a a a a a"}}}, 1); ok {
		t.Errorf("got %q, want no grid", all(lines))
	}
}

func TestLayoutLeavesTheTableAlone(t *testing.T) {
	row := []string{"a\tb", "c"}
	table := Table{Header: []string{"x\ty"}, Rows: [][]string{row}}
	if _, ok := Layout(table, 40); !ok {
		t.Fatal("got no grid")
	}
	if table.Header[0] != "x\ty" || table.Rows[0][0] != "a\tb" {
		t.Errorf("got %q, %q", table.Header, table.Rows)
	}
}

func tables() *rapid.Generator[Table] {
	word := rapid.SampledFrom([]string{"a", "bb", "ccc", "dddddd", "漢字", "é", "e\u0301", "👩‍💻", "❤️", "x\ty", "क्ष", "\U0001FAEA", "…", "\u0301", "\u3000", ""})
	row := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(word, 0, 6), func(words []string) string { return strings.Join(words, " ") }), 0, 4)
	return rapid.Custom(func(t *rapid.T) Table {
		return Table{
			Header: row.Draw(t, "header"),
			Rows:   rapid.SliceOfN(row, 0, 6).Draw(t, "rows"),
			Align:  rapid.SliceOfN(rapid.SampledFrom([]Align{Left, Right, Center}), 0, 4).Draw(t, "align"),
		}
	})
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		width := rapid.IntRange(0, 40).Draw(t, "width")
		lines, ok := rapid.SampledFrom([]Format{{}, {" │ ", "─┼─"}}).Draw(t, "format").Layout(table, width)
		if !ok {
			return
		}
		for _, line := range all(lines) {
			if grapheme.Width(line) > width {
				t.Fatalf("%q is wider than %d", line, width)
			}
			if strings.HasSuffix(line, " ") {
				t.Fatalf("%q ends in a blank", line)
			}
		}
		several := false
		for i, row := range lines.Rows {
			if len(row) < 1 || len(row) > maxLines {
				t.Fatalf("row %d takes %d lines", i, len(row))
			}
			several = several || len(row) > 1
		}
		if len(lines.Rows) != len(table.Rows) || lines.Divided != several {
			t.Fatalf("got %d rows, divided %v, want %d, %v", len(lines.Rows), lines.Divided, len(table.Rows), several)
		}
	})
}

func TestWordsAppearInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		lines, ok := Format{" │ ", "─┼─"}.Layout(table, rapid.IntRange(1, 60).Draw(t, "width"))
		if !ok {
			return
		}
		inOrder(t, table.Header, lines.Header)
		for i, row := range table.Rows {
			inOrder(t, row, lines.Rows[i])
		}
	})
}

// inOrder checks that each column of the lines reads as its cell, blanks apart.
func inOrder(t *rapid.T, cells, lines []string) {
	var columns []string
	for _, line := range lines {
		for i, text := range strings.Split(line, "│") {
			if i == len(columns) {
				columns = append(columns, "")
			}
			columns[i] += text
		}
	}
	for len(columns) < len(cells) {
		columns = append(columns, "")
	}
	for i, column := range columns {
		want := ""
		if i < len(cells) {
			want = ink(cells[i])
		}
		if got := ink(column); got != want {
			t.Fatalf("column %d of %q reads %q, want %q", i, lines, got, want)
		}
	}
}

// ink returns a text without its blanks.
func ink(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || strings.ContainsRune(blanks, r) {
			return -1
		}
		return r
	}, s)
}

func TestColumnsStartAtEqualCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables().Draw(t, "table")
		lines, ok := Format{" │ ", "─┼─"}.Layout(table, rapid.IntRange(5, 60).Draw(t, "width"))
		if !ok {
			return
		}
		var want []int
		for _, line := range all(lines) {
			if line == "" {
				continue
			}
			var got []int
			column := 0
			for len(line) > 0 {
				n := grapheme.Next(line)
				if strings.HasPrefix(line, "│") || strings.HasPrefix(line, "┼") {
					got = append(got, column)
				}
				column += grapheme.ClusterWidth(line[:n])
				line = line[n:]
			}
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%q: separators (-first +this):\n%s", all(lines), diff)
			}
		}
	})
}

func TestLayoutAllocatesNothingPerCell(t *testing.T) {
	measure := func(rows int) float64 {
		table := Table{Header: []string{"a", "b", "c", "d", "e", "f"}}
		for i := range rows {
			table.Rows = append(table.Rows, []string{fmt.Sprint(i % 10), "two"})
		}
		return testing.AllocsPerRun(3, func() { Layout(table, 60) })
	}
	if few, many := measure(100), measure(10_000); many > few+40 {
		t.Errorf("got %v allocations for 100 rows, %v for 10,000", few, many)
	}
}

func BenchmarkLayout(b *testing.B) {
	for _, bench := range []struct {
		name  string
		cell  string
		width int
	}{{"fits", "several words", 60}, {"wraps", "quite a few words to be wrapped", 60}, {"wraps mixed", "漢字かな, привет мир и много ещё слов", 60}} {
		for _, rows := range []int{1_000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", bench.name, rows), func(b *testing.B) {
				table := Table{Header: []string{"Key", "Text", "N"}, Align: []Align{Left, Left, Right}}
				size := 0
				for i := range rows {
					row := []string{fmt.Sprint("key ", i), bench.cell, fmt.Sprint(i)}
					size += len(row[0]) + len(row[1]) + len(row[2])
					table.Rows = append(table.Rows, row)
				}
				width := bench.width
				if bench.name != "fits" {
					width = 36
				}
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					if _, ok := Layout(table, width); !ok {
						b.Fatal("got no grid")
					}
				}
			})
		}
	}
}

func FuzzLayout(f *testing.F) {
	f.Add("a\x00b\x01nut\x005", 20)
	f.Fuzz(func(t *testing.T, text string, width int) {
		var table Table
		for i, row := range strings.Split(text, "\x01") {
			if cells := strings.Split(row, "\x00"); i == 0 {
				table.Header = cells
			} else {
				table.Rows = append(table.Rows, cells)
			}
		}
		if lines, ok := Layout(table, width%500); ok {
			for _, line := range all(lines) {
				if grapheme.Width(line) > max(width%500, 0) {
					t.Fatalf("%q is wider than %d", line, width%500)
				}
			}
		}
	})
}
