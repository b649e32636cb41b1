package renderers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

var update = flag.Bool("update", false, "rewrite the golden files of the corpus")

const corpus = "../testdata/corpus"

// corpusCase is case.json: why the case exists, how it is rendered, and what must hold beside the golden files.
type corpusCase struct {
	Why      string            `json:"why"`
	Limit    int32             `json:"limit,omitempty"`
	Options  map[string]string `json:"options,omitempty"`
	Surfaces []string          `json:"surfaces,omitempty"`
	Expect   *expectations     `json:"expect,omitempty"`
}

// expectations hold on each of the surfaces named.
type expectations struct {
	Surfaces    []string `json:"surfaces"`
	Equals      []string `json:"equals,omitempty"`
	Contains    []string `json:"contains,omitempty"`
	NotContains []string `json:"not_contains,omitempty"`
	ChunksMin   int      `json:"chunks_min,omitempty"`
	ChunksMax   *int     `json:"chunks_max,omitempty"`
	MaxRaw      int      `json:"max_raw,omitempty"`
	Diagnostic  string   `json:"diagnostic,omitempty"`
}

// suffix is the file name ending of a surface's chunks.
var suffix = map[string]string{"telegram": "html", "slack": "txt", "discord": "md", "plain": "txt", "markdown": "md", "terminal": "ans", "html": "html"}

// TestCorpus renders every case on every surface and compares with what lies beside it. Run it with -update to rewrite
// the files, then read the change.
func TestCorpus(t *testing.T) {
	cases, err := filepath.Glob(corpus + "/*/*/case.json")
	if err != nil || len(cases) < 100 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, file := range cases {
		dir := filepath.Dir(file)
		name, _ := filepath.Rel(corpus, dir)
		t.Run(filepath.ToSlash(name), func(t *testing.T) { runCase(t, dir) })
	}
}

func runCase(t *testing.T, dir string) {
	raw, err := os.ReadFile(filepath.Join(dir, "case.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c corpusCase
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil || c.Why == "" {
		t.Fatalf("case.json: %v, why %q", err, c.Why)
	}
	source, err := os.ReadFile(filepath.Join(dir, "input.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	res := renderCase(t, &c, source)
	covers := map[string]json.RawMessage{}
	for _, r := range res.GetResults() {
		p := r.GetPacket()
		if p == nil {
			t.Errorf("%s: %v", r.GetSurface(), r.GetError())
			continue
		}
		if got := exact(p); !bytes.Equal(got, source) {
			t.Errorf("%s: the source does not travel: %q", r.Surface, got)
		}
		if r.Surface == "native" {
			files["document.json"] = pretty(t, p.GetDocument())
		}
		for i, ch := range p.GetChunks() {
			files[fmt.Sprintf("%s/%d.%s", r.Surface, i+1, suffix[r.Surface])] = ch.GetText()
		}
		covers[r.Surface] = coverage(p)
		c.Expect.check(t, r.Surface, p)
	}
	names := make([]string, 0, len(covers))
	for name := range covers {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	b.WriteString("{\n")
	for i, name := range names {
		fmt.Fprintf(&b, "  %q: %s", name, covers[name])
		if i < len(names)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("}\n")
	files["coverage.json"] = b.String()
	compare(t, dir, files)
}

func renderCase(t *testing.T, c *corpusCase, source []byte) *deliveryv1.RenderAllResponse {
	t.Helper()
	req := &deliveryv1.RenderAllRequest{Surfaces: c.Surfaces, Options: c.Options}
	if utf8.Valid(source) {
		req.Source = &deliveryv1.RenderAllRequest_Markdown{Markdown: string(source)}
	} else {
		req.Source = &deliveryv1.RenderAllRequest_SourceBytes{SourceBytes: source}
	}
	if c.Limit > 0 {
		req.Capabilities = &deliveryv1.Capabilities{MaxChars: &c.Limit}
	}
	res, err := renderers.RenderAll(req, renderers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func exact(p *deliveryv1.DeliveryPacket) []byte {
	if len(p.GetFallbackBytes()) > 0 {
		return p.GetFallbackBytes()
	}
	return []byte(p.GetFallbackMarkdown())
}

// coverage writes the entries and diagnostics of a packet on one line each.
func coverage(p *deliveryv1.DeliveryPacket) json.RawMessage {
	var b strings.Builder
	b.WriteString("[")
	for i, c := range p.GetCoverage() {
		if i > 0 {
			b.WriteString(", ")
		}
		word := strings.ToLower(strings.TrimPrefix(c.GetDisposition().String(), "COVERAGE_DISPOSITION_"))
		if c.GetReason() != "" {
			word += " " + c.GetReason()
		}
		fmt.Fprintf(&b, "%q", c.GetBlockId()+" "+word)
	}
	for i, d := range p.GetDiagnostics() {
		if i > 0 || len(p.GetCoverage()) > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", strings.TrimSpace("! "+d.GetCode()+" "+d.GetBlockId()))
	}
	b.WriteString("]")
	return json.RawMessage(b.String())
}

func pretty(t *testing.T, m proto.Message) string {
	t.Helper()
	raw, err := protojson.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", " "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	return b.String()
}

func compare(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	found := map[string]bool{}
	for _, pattern := range []string{"document.json", "coverage.json", "*/*"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, n := range names {
			rel, _ := filepath.Rel(dir, n)
			found[filepath.ToSlash(rel)] = true
		}
	}
	if *update {
		for name := range found {
			if _, ok := files[name]; !ok {
				os.Remove(filepath.Join(dir, name))
			}
		}
		for name, text := range files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for name, got := range files {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v (run with -update and read the change)", name, err)
			continue
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", name, diff)
		}
		delete(found, name)
	}
	for name := range found {
		t.Errorf("%s is not made any more", name)
	}
}

func (e *expectations) check(t *testing.T, surface string, p *deliveryv1.DeliveryPacket) {
	t.Helper()
	if e == nil {
		return
	}
	named := false
	for _, s := range e.Surfaces {
		named = named || s == surface
	}
	if !named {
		return
	}
	var texts []string
	for _, c := range p.GetChunks() {
		texts = append(texts, c.GetText())
		if n := utf8.RuneCountInString(c.GetText()); e.MaxRaw > 0 && n > e.MaxRaw {
			t.Errorf("%s: a chunk has %d code points, at most %d", surface, n, e.MaxRaw)
		}
	}
	all := strings.Join(texts, "\n")
	for _, s := range e.Contains {
		if !strings.Contains(all, s) {
			t.Errorf("%s: %q is missing in %q", surface, s, all)
		}
	}
	for _, s := range e.NotContains {
		if strings.Contains(all, s) {
			t.Errorf("%s: %q stands in %q", surface, s, all)
		}
	}
	if len(texts) < e.ChunksMin || e.ChunksMax != nil && len(texts) > *e.ChunksMax {
		t.Errorf("%s: %d chunks", surface, len(texts))
	}
	if len(e.Equals) > 0 {
		ok := false
		for _, s := range e.Equals {
			ok = ok || s == all
		}
		if !ok {
			t.Errorf("%s: got %q, want one of %q", surface, all, e.Equals)
		}
	}
	if e.Diagnostic != "" {
		ok := false
		for _, d := range p.GetDiagnostics() {
			ok = ok || d.GetCode() == e.Diagnostic
		}
		if !ok {
			t.Errorf("%s: no diagnostic %s", surface, e.Diagnostic)
		}
	}
}
