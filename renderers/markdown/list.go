package markdown

import (
	"slices"
	"strconv"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/chunk"
)

// maxNumber is the largest number of a list item.
const maxNumber = 999_999_999

// list writes a list with the given bullet, or the sign after its numbers.
func (w *writer) list(l *deliveryv1.ListBlock, sign string) {
	gap := 2
	if l.Tight {
		gap = 1
	}
	for i, item := range l.Items {
		if i > 0 {
			if l.Ordered {
				w.ItemGap(gap)
			} else {
				w.Gap(gap, chunk.AtItem, false)
			}
			w.fresh = false
		}
		marker := sign
		if l.Ordered {
			marker = strconv.FormatUint(min(uint64(l.Start)+uint64(i), maxNumber), 10) + sign
		}
		indent := strings.Repeat(" ", len(marker)+1)
		switch item.Task {
		case deliveryv1.TaskState_TASK_STATE_OPEN:
			marker += " [ ]"
		case deliveryv1.TaskState_TASK_STATE_DONE:
			marker += " [x]"
		case deliveryv1.TaskState_TASK_STATE_UNSPECIFIED:
		}
		if slices.IndexFunc(item.Blocks, shown) < 0 {
			w.Text(chunk.Literal, marker)
		} else {
			w.Text(chunk.Literal, marker+" ")
		}
		w.fresh = true
		w.Hang(indent)
		w.items++
		outer := w.bullet
		w.bullet = marker[:1]
		w.blocks(item.Blocks, gap)
		w.bullet = outer
		w.items--
		w.Close()
	}
	w.fresh = false
}

// other returns the other bullet.
func other(bullet string) string {
	if bullet == "-" {
		return "*"
	}
	return "-"
}

// noteLabel is the label of a footnote as its references name it.
func noteLabel(label string, number uint32) string {
	if label == "" {
		return strconv.FormatUint(uint64(number), 10)
	}
	return label
}

func (w *writer) footnotes(f *deliveryv1.FootnotesBlock) {
	for i, note := range f.Items {
		if i > 0 {
			w.Gap(2, chunk.AtItem, false)
		}
		marker := "[^" + noteLabel(note.Label, note.Number) + "]:"
		first := slices.IndexFunc(note.Blocks, shown)
		if first < 0 {
			w.Text(chunk.Literal, marker)
			w.blocks(note.Blocks, 2)
			continue
		}
		switch note.Blocks[first].Node.(type) {
		case *deliveryv1.Block_Paragraph, *deliveryv1.Block_Media, *deliveryv1.Block_Raw:
			w.Text(chunk.Literal, marker+" ")
			w.Hang("    ")
		default:
			w.Text(chunk.Literal, marker)
			w.Hang("    ")
			w.Gap(1, chunk.AtLine, true)
		}
		w.items++
		w.blocks(note.Blocks, 2)
		w.items--
		w.Close()
	}
}

func shown(b *deliveryv1.Block) bool { return !empty(b) }
