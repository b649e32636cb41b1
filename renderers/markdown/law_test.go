package markdown

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkLaw checks that what is written reads back as the same document and is written the same again.
func checkLaw(t fataler, source string) {
	t.Helper()
	doc := compile(t, source)
	out := write(doc, true)
	if out == "" {
		return // nothing visible makes no message
	}
	again := compile(t, out)
	if d := cmp.Diff(normal(doc), normal(again)); d != "" {
		t.Fatal("reads back otherwise (-source +written):\n" + d + "\nsource:\n" + source + "\nwritten:\n" + out)
	}
	if second := write(again, true); second != out {
		t.Fatal("is no fixed point:\n" + cmp.Diff(out, second) + "\nsource:\n" + source)
	}
	// Without media a picture is a link, so only the fixed point holds.
	plain := write(doc, false)
	if second := write(compile(t, plain), false); second != plain {
		t.Fatal("is no fixed point without media:\n" + cmp.Diff(plain, second) + "\nsource:\n" + source)
	}
}

func TestLawCommonMark(t *testing.T) {
	b, err := os.ReadFile("../../document/markdown/testdata/commonmark-0.31.2.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Markdown string
		Example  int
		Section  string
	}
	if err := json.Unmarshal(b, &examples); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		t.Run(e.Section+"/"+strconv.Itoa(e.Example), func(t *testing.T) { checkLaw(t, e.Markdown) })
	}
}

func TestLawAnswers(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/answers/*.md")
	if len(files) == 0 {
		t.Fatal("no answers")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			checkLaw(t, string(b))
		})
	}
}
