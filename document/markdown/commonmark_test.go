package markdown

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

type example struct {
	Markdown string `json:"markdown"`
	HTML     string `json:"html"`
	Example  int    `json:"example"`
	Section  string `json:"section"`
}

func examples(t testing.TB) []example {
	t.Helper()
	raw, err := os.ReadFile("testdata/commonmark-0.31.2.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []example
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// deviations are the examples whose tree is not CommonMark's, each with its reason.
var deviations = map[int]string{
	602: "bare addresses are links (GFM autolinks)",
	608: "bare addresses are links (GFM autolinks)",
	611: "bare addresses are links (GFM autolinks)",
	612: "bare mail addresses are links (GFM autolinks)",
}

func TestCommonMark(t *testing.T) {
	failed := 0
	for _, e := range examples(t) {
		doc, err := Compile([]byte(e.Markdown), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := commonMarkHTML(doc)
		reason, listed := deviations[e.Example]
		switch {
		case got == e.HTML && listed:
			t.Errorf("example %d is listed as a deviation (%s) but agrees with the standard", e.Example, reason)
		case got != e.HTML && !listed:
			failed++
			if failed <= 60 {
				t.Errorf("example %d (%s)\nsource %q\ngot  %q\nwant %q", e.Example, e.Section, e.Markdown, got, e.HTML)
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d examples failed", failed)
	}
}

// commonMarkHTML writes a tree the way the standard's examples do.
func commonMarkHTML(doc *deliveryv1.PresentationDocument) string {
	var b strings.Builder
	htmlBlocks(&b, doc.Blocks, false)
	return b.String()
}

var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func htmlBlocks(b *strings.Builder, blocks []*deliveryv1.Block, tight bool) {
	for _, x := range blocks {
		htmlBlock(b, x, tight)
	}
}

func htmlBlock(b *strings.Builder, x *deliveryv1.Block, tight bool) {
	switch n := x.Node.(type) {
	case *deliveryv1.Block_Heading:
		tag := "h" + strconv.Itoa(int(n.Heading.Level))
		b.WriteString("<" + tag + ">")
		htmlInlines(b, n.Heading.Inlines)
		b.WriteString("</" + tag + ">\n")
	case *deliveryv1.Block_Paragraph:
		if tight {
			htmlInlines(b, n.Paragraph.Inlines)
			b.WriteString("\n")
			return
		}
		b.WriteString("<p>")
		htmlInlines(b, n.Paragraph.Inlines)
		b.WriteString("</p>\n")
	case *deliveryv1.Block_Media:
		in := []*deliveryv1.Inline{{Node: &deliveryv1.Inline_Image{Image: &deliveryv1.ImageInline{Alt: n.Media.Alt, Url: n.Media.Url, Title: n.Media.Title}}}}
		htmlBlock(b, &deliveryv1.Block{Node: &deliveryv1.Block_Paragraph{Paragraph: &deliveryv1.ParagraphBlock{Inlines: in}}}, tight)
	case *deliveryv1.Block_List:
		htmlList(b, n.List)
	case *deliveryv1.Block_Quote:
		b.WriteString("<blockquote>\n")
		htmlBlocks(b, n.Quote.Blocks, false)
		b.WriteString("</blockquote>\n")
	case *deliveryv1.Block_Code:
		b.WriteString("<pre><code")
		if n.Code.Language != "" {
			b.WriteString(` class="language-` + escapeHTML.Replace(n.Code.Language) + `"`)
		}
		b.WriteString(">" + escapeHTML.Replace(n.Code.Content))
		if n.Code.Content != "" {
			b.WriteString("\n")
		}
		b.WriteString("</code></pre>\n")
	case *deliveryv1.Block_ThematicBreak:
		b.WriteString("<hr />\n")
	case *deliveryv1.Block_Raw:
		b.WriteString(n.Raw.Source + "\n")
	default:
		b.WriteString("<?" + x.String() + "?>\n")
	}
}

func htmlList(b *strings.Builder, l *deliveryv1.ListBlock) {
	tag := "ul"
	if l.Ordered {
		tag = "ol"
	}
	b.WriteString("<" + tag)
	if l.Ordered && l.Start != 1 {
		b.WriteString(` start="` + strconv.Itoa(int(l.Start)) + `"`)
	}
	b.WriteString(">\n")
	for _, item := range l.Items {
		b.WriteString("<li>")
		var in strings.Builder
		htmlBlocks(&in, item.Blocks, l.Tight)
		s := in.String()
		if len(item.Blocks) > 0 {
			if _, para := item.Blocks[0].Node.(*deliveryv1.Block_Paragraph); !(para && l.Tight) {
				b.WriteString("\n")
			}
			if _, para := item.Blocks[len(item.Blocks)-1].Node.(*deliveryv1.Block_Paragraph); para && l.Tight {
				s = strings.TrimSuffix(s, "\n")
			}
		}
		b.WriteString(s + "</li>\n")
	}
	b.WriteString("</" + tag + ">\n")
}

func htmlURL(u string) string {
	var b strings.Builder
	for i := 0; i < len(u); i++ {
		c := u[i]
		switch {
		case c == '%' && i+2 < len(u) && strings.IndexByte("0123456789abcdefABCDEF", u[i+1]) >= 0 && strings.IndexByte("0123456789abcdefABCDEF", u[i+2]) >= 0:
			b.WriteByte(c)
		case c > ' ' && c < 0x7F && strings.IndexByte("\"<>\\[]^`{|}%", c) < 0:
			b.WriteByte(c)
		default:
			const hex = "0123456789ABCDEF"
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return escapeHTML.Replace(b.String())
}

func htmlInlines(b *strings.Builder, in []*deliveryv1.Inline) {
	for _, x := range in {
		switch n := x.Node.(type) {
		case *deliveryv1.Inline_Text:
			b.WriteString(escapeHTML.Replace(n.Text))
		case *deliveryv1.Inline_Strong:
			b.WriteString("<strong>")
			htmlInlines(b, n.Strong.Inlines)
			b.WriteString("</strong>")
		case *deliveryv1.Inline_Emphasis:
			b.WriteString("<em>")
			htmlInlines(b, n.Emphasis.Inlines)
			b.WriteString("</em>")
		case *deliveryv1.Inline_Code:
			b.WriteString("<code>" + escapeHTML.Replace(n.Code) + "</code>")
		case *deliveryv1.Inline_Link:
			b.WriteString(`<a href="` + htmlURL(n.Link.Url) + `"`)
			if n.Link.Title != "" {
				b.WriteString(` title="` + escapeHTML.Replace(n.Link.Title) + `"`)
			}
			b.WriteString(">")
			if len(n.Link.Inlines) == 0 && n.Link.Autolink {
				b.WriteString(escapeHTML.Replace(n.Link.Url))
			}
			htmlInlines(b, n.Link.Inlines)
			b.WriteString("</a>")
		case *deliveryv1.Inline_SoftBreak:
			b.WriteString("\n")
		case *deliveryv1.Inline_HardBreak:
			b.WriteString("<br />\n")
		case *deliveryv1.Inline_Image:
			b.WriteString(`<img src="` + htmlURL(n.Image.Url) + `" alt="` + escapeHTML.Replace(n.Image.Alt) + `"`)
			if n.Image.Title != "" {
				b.WriteString(` title="` + escapeHTML.Replace(n.Image.Title) + `"`)
			}
			b.WriteString(" />")
		case *deliveryv1.Inline_Raw:
			b.WriteString(n.Raw.Source)
		default:
			b.WriteString("<?" + x.String() + "?>")
		}
	}
}
