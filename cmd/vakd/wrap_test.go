package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/vak-delivery/vakd/internal/grapheme"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       []string
	}{
		{"empty", "", []string{""}},
		{"fits", "0123456789", []string{"0123456789"}},
		{"at a blank", "one two three", []string{"one two ", "three"}},
		{"no blank", "0123456789abc", []string{"0123456789", "abc"}},
		{"twice", "aaaa bbbb cccc dddd", []string{"aaaa bbbb ", "cccc dddd"}},
		{"wide", "日本語日本語", []string{"日本語日本", "語"}},
		{"cluster stays whole", "012345678👩‍👩‍👧", []string{"012345678", "👩‍👩‍👧"}},
		{"control characters show", "a\x1b[31mb\u202e", []string{"a�[31mb�"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, wrap(c.line, 10)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWrapKeepsAllAndFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`([a-z]{1,14} ?|日本| |é|👍🏽){0,30}`).Draw(t, "line")
		width := rapid.IntRange(4, 20).Draw(t, "width")
		rows := wrap(line, width)
		if got := strings.Join(rows, ""); got != line {
			t.Fatalf("got %q", got)
		}
		for _, r := range rows {
			if grapheme.Width(r) > width {
				t.Fatalf("row %q is wider than %d", r, width)
			}
		}
	})
}
