package flow

import (
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// The methods here are for surfaces that write blocks their own way and take from the flow what they share with it.

// Rendering ends writing and returns what was written, without a budget.
func (w *Writer) Rendering() *surface.Rendering {
	return &surface.Rendering{
		Sequence:    w.Sequence(),
		Dialect:     w.D,
		Coverage:    w.coverage,
		Diagnostics: w.diags,
	}
}

// Enter begins a block with a coverage entry, until Leave.
func (w *Writer) Enter(id string) { w.enter(id) }

// Leave ends the block that was entered last.
func (w *Writer) Leave() { w.leave() }

// Table writes a table as a grid in a code block, or as records.
func (w *Writer) Table(t *deliveryv1.TableBlock) { w.table(t) }

// Artifact writes the reference to a file.
func (w *Writer) Artifact(a *deliveryv1.ArtifactReference) { w.artifact(a) }

// Between writes the gap between two blocks: how welcome a cut is there, and whether the first may end a chunk.
func (w *Writer) Between(last, next *deliveryv1.Block, lines int) {
	w.Gap(lines, before(next), keeps(last))
}
