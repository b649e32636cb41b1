// Package chunk holds what a renderer yields and the one packer that makes messages of it.
//
// A renderer builds a Sequence: texts, line ends and gaps in reading order, each under a chain of frames. A frame is a
// mark (a style, a link, a fence: markup around text) or a line prefix (a quote sign, the indent of a list item). A
// text never contains markup, so a cut is always between characters and never inside an escape, a tag or an entity;
// markup is written per chunk from the frames, so marks close at a cut and reopen after it by construction.
//
//	renderer ──► Builder ──► Sequence ──► Pack ──► []Chunk
//	                         ops, frames          measured as written
//
// Pack writes the text of a chunk until a budget is exceeded, then takes the most welcome cut in the half-full window
// (see Strength). What it measures is what it wrote, pending closers included, so no estimate is involved. Each text
// is written at most a few times per chunk: cost is linear in input and output.
package chunk
