package chunk

// Context tells a dialect what kind of place a text stands in, hence how it is escaped.
type Context uint8

const (
	// Prose is running text.
	Prose Context = iota
	// Span is the content of a code span.
	Span
	// Pre is the content of a code block. It may hold line feeds when no prefix is in force.
	Pre
	// Address is a URL shown as text, which the dialect writes in its own form.
	Address
	// Literal is text that is already in the dialect's own markup and is written as it is.
	Literal
)

// Strength is how welcome a cut is; larger is more welcome.
type Strength uint8

const (
	// AtCodePoint is a cut inside a grapheme cluster, the last resort.
	AtCodePoint Strength = iota
	// AtCluster is a cut between grapheme clusters.
	AtCluster
	// AtWord is a cut between words.
	AtWord
	// AtSentence is a cut between sentences.
	AtSentence
	// AtLine is a cut at a line end: a line of code, a hard break.
	AtLine
	// AtItem is a cut between list items, rows or records.
	AtItem
	// AtBlock is a cut between blocks.
	AtBlock
	// AtHeading is a cut before a heading of level 3 to 6.
	AtHeading
	// AtSection is a cut before a heading of level 1 or 2 or a thematic break.
	AtSection
)

// Mark is markup around text. The zero Mark writes nothing.
type Mark struct {
	// Open and Close are written around the text. A line feed in them starts a new line with the prefix in force.
	Open, Close string
	// Reopen is written in place of Open when the mark goes on in a further chunk; empty: Open.
	Reopen string
	// Repeat is text, that follows Reopen in a further chunk: the header of a table. It is left out
	// when it takes more than half of the limit.
	Repeat string
	// RepeatContext is the context Repeat is written in.
	RepeatContext Context
	// After is text written behind the mark in the plain form of a chunk, such as " (https://…)" behind a label.
	After string
	// Style says that the mark is a style, which channels count once per run of equal styles.
	Style bool
	// Entity says that the mark is one entity of the channel by itself: a link, code, a quote.
	Entity bool
	// EntityBytes is what the mark adds to the channel's budget of entity data.
	EntityBytes int
	// Link says that dropping the mark for want of room is reported as link.too_long.
	Link bool
}

type opKind uint8

const (
	opText opKind = iota
	opLine
	opGap
	opGuard
)

// op is one step of a sequence.
type op struct {
	kind     opKind
	ctx      Context
	strength Strength
	keep     bool
	apart    bool  // a gap that may have to be a blank line
	lines    uint8 // line feeds of a gap
	frame    int32
	block    int32
	unit     int32
	text     string
}

// frame is one link of a chain of marks and prefixes; frame 0 is the root.
type frame struct {
	parent int32
	depth  int32
	mark   *Mark  // nil for a prefix
	prefix string // own prefix, for a prefix frame
	base   bool   // a prefix that no reset removes: a quote sign
	hang   bool   // an indent that is left out where it is too deep for the beginning of a chunk
	reset  bool   // removes the prefixes above it that are not base
	all    bool   // a reset that removes base prefixes too
	full   string // prefix of a line under this frame
	blank  string // prefix of a blank line under this frame

	// Set by the packer.
	dropped bool // not written, for want of room
	cont    bool // has had text in an earlier chunk
	flat    bool // a hanging indent that is left out from now on
	// noRepeat says that the text a continued mark begins with takes too much room.
	noRepeat bool
	styles   int  // styles in the chain
	opening  int  // units to open the chain
	closing  cost // to close the chain
}

type blockRef struct {
	id     string
	parent int32
}

// Sequence is what a renderer yields: the text of a document in reading order. It is built by a Builder and not
// changed afterwards; Pack may be called on it by one goroutine at a time.
type Sequence struct {
	ops    []op
	frames []frame
	blocks []blockRef
	flat   bool // a frame is flat
}

// Empty reports whether the sequence has no text at all.
func (s *Sequence) Empty() bool {
	for i := range s.ops {
		if s.ops[i].kind == opText && s.ops[i].text != "" {
			return false
		}
	}
	return true
}

// Texts calls yield with every text in order, for a dialect that has to know all of them before it writes any.
func (s *Sequence) Texts(yield func(c Context, text string) bool) {
	for i := range s.ops {
		if o := &s.ops[i]; o.kind == opText && !yield(o.ctx, o.text) {
			return
		}
	}
}
