package markdown

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// answers returns the recorded answers.
func answers(tb testing.TB) (out [][]byte, size int64) {
	files, err := filepath.Glob("../../testdata/answers/*.md")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no answers: %v", err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		out, size = append(out, b), size+int64(len(b))
	}
	return out, size
}

func BenchmarkCompile(b *testing.B) {
	docs, size := answers(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			if _, err := Compile(d, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkGoldmarkHTML is what BenchmarkCompile is measured against: the library's own way from Markdown to HTML.
func BenchmarkGoldmarkHTML(b *testing.B) {
	docs, size := answers(b)
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote, extension.Linkify))
	var out bytes.Buffer
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range docs {
			out.Reset()
			if err := md.Convert(d, &out); err != nil {
				b.Fatal(err)
			}
		}
	}
	_, _ = io.Copy(io.Discard, &out)
}
