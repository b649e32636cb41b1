package markdown

import (
	"fmt"
	"os"
	"testing"
)

func TestTry(t *testing.T) {
	b, err := os.ReadFile("/tmp/try.md")
	if err != nil {
		t.Skip()
	}
	doc := compile(t, string(b))
	fmt.Println(write(doc, true))
}
