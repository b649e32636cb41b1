// Package markdown compiles Markdown into the document tree: CommonMark 0.31 with tables, task items, footnotes,
// autolinks, strikethrough, spoilers, formulas and callouts. It keeps exact spans over an unmodified source.
//
//	source ─► buffer of equal length ─► block structure (goldmark) ─► inlines (own, linear) ─► PresentationDocument
//
// The block structure comes from goldmark with parsers of our own where its cost is not linear; text is parsed by the
// inline parser of this package, straight into the tree.
package markdown

import (
	"fmt"
	"strconv"

	"github.com/yuin/goldmark/parser"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

const (
	defaultMaxBytes = 4 << 20
	hardMaxBytes    = 16 << 20
	schemaVersion   = 2
)

// Options bounds and completes a compilation. The zero value is ready to use.
type Options struct {
	// MaxBytes is the largest source; 0 means 4 MiB, more than 16 MiB means 16 MiB.
	MaxBytes int
	// Citations are sources that the text may refer to as [1]; they are listed at the end.
	Citations []*deliveryv1.Citation
	// Format says how the source is read; unset means Markdown.
	Format deliveryv1.TextFormat
}

// SourceTooLargeError is a source over its limit, both in bytes.
type SourceTooLargeError struct {
	Size, Limit int
}

// Error tells both numbers.
func (e *SourceTooLargeError) Error() string {
	return fmt.Sprintf("the source has %d bytes, the limit is %d", e.Size, e.Limit)
}

// OptionError is an option that cannot be taken.
type OptionError struct {
	Option, Value string
}

// Error names the option and its value.
func (e *OptionError) Error() string {
	return fmt.Sprintf("option %s cannot be %s", e.Option, e.Value)
}

// Compile turns a source into its document. It is pure: equal sources and options give equal documents. The only
// errors are *SourceTooLargeError and *OptionError; everything else gives a document, with diagnostics.
func Compile(source []byte, o Options) (*deliveryv1.PresentationDocument, error) {
	limit := o.MaxBytes
	switch {
	case limit < 0:
		return nil, &OptionError{Option: "max_bytes", Value: strconv.Itoa(limit)}
	case limit == 0:
		limit = defaultMaxBytes
	case limit > hardMaxBytes:
		limit = hardMaxBytes
	}
	if len(source) > limit {
		return nil, &SourceTooLargeError{Size: len(source), Limit: limit}
	}
	c := newCompiler(source, o.Citations)
	doc := &deliveryv1.PresentationDocument{SchemaVersion: schemaVersion, Format: o.Format}
	switch o.Format {
	case deliveryv1.TextFormat_TEXT_FORMAT_UNSPECIFIED, deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN:
		doc.Format = deliveryv1.TextFormat_TEXT_FORMAT_MARKDOWN
		doc.Blocks = c.markdown()
	case deliveryv1.TextFormat_TEXT_FORMAT_PLAIN:
		doc.Blocks = c.plainText()
	default:
		return nil, &OptionError{Option: "format", Value: strconv.Itoa(int(o.Format))}
	}
	doc.SourceMarkdown = c.src.text
	if !c.src.valid {
		doc.SourceMarkdown = c.src.validText()
		doc.SourceBytes = source
	}
	if len(doc.Blocks) == 0 {
		c.diags.add("source.empty", deliveryv1.Severity_SEVERITY_WARNING, "there is nothing to show", nil)
	}
	doc.Diagnostics = c.diags.list()
	return doc, nil
}

// compiler holds one compilation.
type compiler struct {
	src       *source
	buf       []byte // what goldmark reads; the source but for lone CRs
	citations []*deliveryv1.Citation
	cited     map[string]*deliveryv1.Citation
	diags     diagnostics
	st        *state
	slab      slabs
	in        *inliner
	inlines   int

	notes     map[string]*note
	noteOrder []*note
	expanded  int // bytes that reference definitions have added
}

func newCompiler(source []byte, citations []*deliveryv1.Citation) *compiler {
	c := &compiler{src: newSource(source), citations: citations}
	c.buf = c.src.buffer()
	for _, s := range citations {
		if c.cited == nil {
			c.cited = map[string]*deliveryv1.Citation{}
		}
		if _, ok := c.cited[s.GetLabel()]; !ok {
			c.cited[s.GetLabel()] = s
		}
	}
	if !c.src.valid {
		at := c.src.invalidAt
		c.diags.add("source.invalid_utf8", deliveryv1.Severity_SEVERITY_WARNING, "bytes that are not UTF-8 are shown as U+FFFD", span(at, at+1))
	}
	return c
}

func (c *compiler) markdown() []*deliveryv1.Block {
	c.st = &state{text: c.src.parsed(), refs: map[string]*reference{}}
	pc := parser.NewContext()
	pc.Set(stateKey, c.st)
	reader := newReader(c.buf, c.st)
	root := blockParser.Parse(reader, parser.WithContext(pc))
	c.in = &inliner{c: c}
	c.collectNotes()
	end := len(c.buf)
	if reader.cut >= 0 {
		end = reader.cut
	}
	blocks := c.children(root, "b", end)
	if reader.cut >= 0 && c.trimmed(reader.cut, len(c.buf)) > reader.cut {
		blocks = append(blocks, c.rest("b"+strconv.Itoa(len(blocks)+1), reader.cut, len(c.buf)))
	}
	blocks = c.appendCitations(blocks)
	blocks = c.appendNotes(blocks)
	c.unusedDefinitions()
	return blocks
}

func span(start, end int) *deliveryv1.Span {
	return &deliveryv1.Span{Start: uint32(start), End: uint32(end)}
}
