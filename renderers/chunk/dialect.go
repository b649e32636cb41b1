package chunk

// Dialect writes text in the grammar of a channel.
type Dialect interface {
	// AppendText appends s, escaped for its context, to dst. lineStart says that nothing but the prefix stands before it
	// on its line. It must be safe for any s: no live mention, no markup.
	AppendText(dst []byte, s string, c Context, lineStart bool) []byte
	// AppendPlain appends s as the channel wants literal text when it is told that there is no markup.
	AppendPlain(dst []byte, s string, lineStart bool) []byte
}

// Unit is what a limit counts.
type Unit uint8

const (
	// CodePoints counts Unicode code points.
	CodePoints Unit = iota
	// UTF16 counts UTF-16 code units.
	UTF16
	// Bytes counts bytes of UTF-8.
	Bytes
)

// Budget bounds each chunk. A bound of 0 is none.
type Budget struct {
	// Limit is in Unit: of the visible text when Visible is set, else of the text as written.
	Limit   int
	Unit    Unit
	Visible bool
	// Bytes bounds the bytes of the text as written.
	Bytes int
	// Entities bounds the entities of a chunk, counted as runs of equal styles, one per style, and one for each other
	// entity mark.
	Entities int
	// EntityBytes bounds the sum of Mark.EntityBytes.
	EntityBytes int
	// Plain bounds the plain form, in Unit.
	Plain int
	// NoMarkup says that the text is its own plain form.
	NoMarkup bool
	// Labels adds a part label "(i/n)" as the last line of each chunk when there are several.
	Labels bool
}

// Chunk is one message.
type Chunk struct {
	// Text is in the dialect's markup, Plain the same content as literal text.
	Text, Plain string
	// Blocks are the ids of the blocks shown in it, containers before their content.
	Blocks []string
	// Length is of Text, in the unit and sense of the budget.
	Length int
}

// Finding is something the packer had to do that a reader should know of.
type Finding struct {
	// Code is a stable diagnostic code: chunk.code_line_cut, chunk.word_cut, chunk.cluster_cut, link.too_long, style.dropped.
	Code string
	// Block is the id of the block concerned.
	Block string
}
