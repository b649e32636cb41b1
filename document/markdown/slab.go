package markdown

import deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"

// slab hands out values from arrays, so that a tree of many small nodes costs few allocations.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) next() *T {
	if len(s.free) == 0 {
		s.size = min(max(8, 2*s.size), 512)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

type textNode struct {
	inline deliveryv1.Inline
	span   deliveryv1.Span
	node   deliveryv1.Inline_Text
}

type plainNode struct {
	inline deliveryv1.Inline
	span   deliveryv1.Span
}

type blockNode struct {
	block deliveryv1.Block
	span  deliveryv1.Span
}

type paragraphNode struct {
	block     deliveryv1.Block
	span      deliveryv1.Span
	node      deliveryv1.Block_Paragraph
	paragraph deliveryv1.ParagraphBlock
}

type itemSlot struct {
	item deliveryv1.ListItem
	span deliveryv1.Span
}

type slabs struct {
	texts      slab[textNode]
	plains     slab[plainNode]
	blocks     slab[blockNode]
	paragraphs slab[paragraphNode]
	items      slab[itemSlot]
	rows       slab[deliveryv1.TableRow]
	cells      slab[deliveryv1.TableCell]
	pointers   []*deliveryv1.Inline
}

// list returns an empty slice of inlines with room for n.
func (s *slabs) list(n int) []*deliveryv1.Inline {
	if n > len(s.pointers) {
		s.pointers = make([]*deliveryv1.Inline, max(n, 256))
	}
	l := s.pointers[:0:n]
	s.pointers = s.pointers[n:]
	return l
}
