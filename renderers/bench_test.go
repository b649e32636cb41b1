package renderers_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// stress answers are left out of measurements of speed: one paragraph of marks or emoji, very deep nesting.
var stress = []string{"038-", "040-", "043-", "072-", "073-"}

func answers(tb testing.TB, all bool) (names []string, sources [][]byte) {
	tb.Helper()
	files, err := filepath.Glob("../testdata/answers/*.md")
	if err != nil || len(files) < 70 {
		tb.Fatalf("answers: %d files, %v", len(files), err)
	}
next:
	for _, f := range files {
		name := filepath.Base(f)
		for _, s := range stress {
			if !all && strings.HasPrefix(name, s) {
				continue next
			}
		}
		src, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		names = append(names, name)
		sources = append(sources, src)
	}
	return names, sources
}

func size(sources [][]byte) int64 {
	n := 0
	for _, s := range sources {
		n += len(s)
	}
	return int64(n)
}

// BenchmarkGoldmarkHTML is the measure: goldmark's own HTML of the same answers with the same extensions.
func BenchmarkGoldmarkHTML(b *testing.B) {
	_, sources := answers(b, false)
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.TaskList, extension.Footnote))
	b.SetBytes(size(sources))
	b.ReportAllocs()
	var buf bytes.Buffer
	for b.Loop() {
		for _, s := range sources {
			buf.Reset()
			if err := md.Convert(s, &buf); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkCompile is the first step of every rendering.
func BenchmarkCompile(b *testing.B) {
	_, sources := answers(b, false)
	b.SetBytes(size(sources))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range sources {
			if _, err := renderers.Compile(&deliveryv1.CompileRequest{Source: &deliveryv1.CompileRequest_Markdown{Markdown: string(s)}}, renderers.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkPacket is compile, plan, render, pack and packet for one surface.
func BenchmarkPacket(b *testing.B) {
	_, sources := answers(b, false)
	for _, s := range renderers.Surfaces() {
		b.Run(s.Name, func(b *testing.B) {
			b.SetBytes(size(sources))
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range sources {
					req := &deliveryv1.RenderRequest{Surface: s.Name, Source: &deliveryv1.RenderRequest_Markdown{Markdown: string(src)}}
					if _, err := renderers.Render(req, renderers.Options{}); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkAll renders every surface from one compile.
func BenchmarkAll(b *testing.B) {
	_, sources := answers(b, false)
	b.SetBytes(size(sources))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range sources {
			req := &deliveryv1.RenderAllRequest{Source: &deliveryv1.RenderAllRequest_Markdown{Markdown: string(src)}}
			if _, err := renderers.RenderAll(req, renderers.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
