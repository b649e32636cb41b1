package arch

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/vak-delivery/vakd/"

// rule forbids imports to folders. A path ends in / when it stands for all below it.
type rule struct {
	name string
	// in are the folders the rule is about, but for those in except.
	in, except []string
	// never are import paths; those of this module are written without its name.
	never []string
	// tests is set when test files must keep to the rule too.
	tests bool
}

var rules = []rule{
	{name: "a document does not know how it looks or arrives", in: []string{"document/"},
		never: []string{"renderers/", "outbox/", "server/", "client/", "cmd/"}},
	{name: "a renderer does not know how a packet arrives", in: []string{"renderers/"},
		never: []string{"outbox/", "server/", "client/", "cmd/"}},
	{name: "the outbox does not know how it is asked", in: []string{"outbox/"},
		never: []string{"server/", "client/", "cmd/"}},
	{name: "the server does not know the command", in: []string{"server/"}, never: []string{"cmd/", "client/"}, tests: true},
	{name: "the client sees gen alone", in: []string{"client/"},
		never: []string{"document/", "renderers/", "outbox/", "server/", "cmd/", "internal/"}},
	{name: "leaves know nothing of the house", in: []string{"internal/"},
		never: []string{"document/", "renderers/", "outbox/", "server/", "client/", "cmd/"}},
	{name: "compiling and rendering are pure", in: []string{"document/", "renderers/"},
		never: []string{"net", "net/http", "database/sql", "os", "context", "time", "math/rand", "math/rand/v2", "crypto/rand"}},
	{name: "goldmark is at home in document/markdown", in: []string{""}, except: []string{"document/markdown/"},
		never: []string{"github.com/yuin/goldmark/"}},
	{name: "uniseg is at home in internal/grapheme", in: []string{""}, except: []string{"internal/grapheme/"},
		never: []string{"github.com/rivo/uniseg/"}, tests: true},
	{name: "gRPC is at home in server, client and gen", in: []string{""}, except: []string{"server/", "client/", "gen/"},
		never: []string{"google.golang.org/grpc/", "github.com/grpc-ecosystem/"}, tests: true},
	{name: "JSON of messages needs no gRPC", in: []string{"server/wirejson/"},
		never: []string{"google.golang.org/grpc/", "github.com/grpc-ecosystem/"}, tests: true},
	{name: "only the command knows flags", in: []string{""}, except: []string{"cmd/"},
		never: []string{"github.com/spf13/"}, tests: true},
}

// notSurfaces are packages that renderers/all imports although they are no surfaces.
var notSurfaces = map[string]bool{"surface": true}

type file struct {
	dir     string
	test    bool
	imports []string
}

func TestImportsGoDownward(t *testing.T) {
	files := load(t, "../..")
	for _, r := range rules {
		for _, f := range files {
			if !matches(r.in, f.dir) || matches(r.except, f.dir) || f.test && !r.tests {
				continue
			}
			for _, i := range f.imports {
				if matches(r.never, strings.TrimPrefix(i, module)) {
					t.Errorf("%s imports %s: %s", f.dir, i, r.name)
				}
			}
		}
	}
}

// matches tells whether p is one of the paths, or below one that ends in /.
func matches(paths []string, p string) bool {
	for _, q := range paths {
		if q == "" || p == strings.TrimSuffix(q, "/") || strings.HasSuffix(q, "/") && strings.HasPrefix(p, q) {
			return true
		}
	}
	return false
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		path, p string
		want    bool
	}{
		{"net", "net", true}, {"net", "net/url", false}, {"server/", "server", true}, {"server/", "server/wirejson", true},
		{"server/", "serverless", false}, {"", "anything", true},
	} {
		if got := matches([]string{c.path}, c.p); got != c.want {
			t.Errorf("%q %q: %v", c.path, c.p, got)
		}
	}
}

// TestSurfacesStandAlone holds that no surface imports another. The surfaces are what renderers/all imports.
func TestSurfacesStandAlone(t *testing.T) {
	files := load(t, "../..")
	surfaces := map[string]bool{}
	for _, f := range files {
		if f.dir != "renderers/all" || f.test {
			continue
		}
		for _, i := range f.imports {
			if name, ok := strings.CutPrefix(i, module+"renderers/"); ok && !notSurfaces[name] {
				surfaces[name] = true
			}
		}
	}
	for _, f := range files {
		own, ok := strings.CutPrefix(f.dir, "renderers/")
		if !ok || !surfaces[own] {
			continue
		}
		for _, i := range f.imports {
			if name, ok := strings.CutPrefix(i, module+"renderers/"); ok && surfaces[name] && name != own {
				t.Errorf("%s imports %s: a surface never imports a surface", f.dir, i)
			}
		}
	}
}

// TestNoBlankImportOfTheModule holds that nothing registers itself: lists are functions that return slices.
func TestNoBlankImportOfTheModule(t *testing.T) {
	for _, f := range load(t, "../..") {
		for _, i := range f.imports {
			if strings.HasPrefix(i, "_ "+module) {
				t.Errorf("%s imports %s for its effects: registries are functions that return slices", f.dir, i[2:])
			}
		}
	}
}

func load(t *testing.T, root string) []file {
	t.Helper()
	var files []file
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && p != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		f := file{dir: path.Clean(filepath.ToSlash(rel)), test: strings.HasSuffix(name, "_test.go")}
		for _, s := range parsed.Imports {
			i, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				return err
			}
			if s.Name != nil && s.Name.Name == "_" && strings.HasPrefix(i, module) {
				i = "_ " + i
			}
			f.imports = append(f.imports, i)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d files found", len(files))
	}
	return files
}
