// Package grid sets a table of texts in columns for a place that shows every character cell at the same width.
//
// A table whose columns fit side by side gets one line per row. One that is too wide gets narrower columns, whose cells
// wrap between words. One that cannot be read like that, or that would be reordered because it holds a right-to-left
// letter, is refused: its renderer shows records instead. No text is ever cut off or shortened.
//
//	N     Q
//	───  ──
//	nut   5
//	b    12
package grid
