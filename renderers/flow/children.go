package flow

import deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"

// Children returns the lists of blocks that a block contains, in reading order.
func Children(b *deliveryv1.Block) [][]*deliveryv1.Block {
	switch n := b.Node.(type) {
	case *deliveryv1.Block_List:
		out := make([][]*deliveryv1.Block, len(n.List.Items))
		for i, item := range n.List.Items {
			out[i] = item.Blocks
		}
		return out
	case *deliveryv1.Block_Quote:
		return [][]*deliveryv1.Block{n.Quote.Blocks}
	case *deliveryv1.Block_Callout:
		return [][]*deliveryv1.Block{n.Callout.Blocks}
	case *deliveryv1.Block_Footnotes:
		out := make([][]*deliveryv1.Block, len(n.Footnotes.Items))
		for i, item := range n.Footnotes.Items {
			out[i] = item.Blocks
		}
		return out
	case *deliveryv1.Block_Card:
		return [][]*deliveryv1.Block{n.Card.Blocks, n.Card.RichText}
	case *deliveryv1.Block_Heading, *deliveryv1.Block_Paragraph, *deliveryv1.Block_Table, *deliveryv1.Block_Code,
		*deliveryv1.Block_Diff, *deliveryv1.Block_Diagram, *deliveryv1.Block_Math, *deliveryv1.Block_Media,
		*deliveryv1.Block_Raw, *deliveryv1.Block_ThematicBreak, *deliveryv1.Block_Citations,
		*deliveryv1.Block_Artifact, *deliveryv1.Block_Opaque:
	}
	return nil
}
