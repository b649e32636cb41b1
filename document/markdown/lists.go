package markdown

import (
	"strconv"

	"github.com/yuin/goldmark/ast"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

func (c *compiler) list(n *listNode, id string) *deliveryv1.Block {
	b := c.newBlock(id, n.start, c.endOf(n))
	l := &deliveryv1.ListBlock{Tight: n.tight, Items: make([]*deliveryv1.ListItem, 0, n.ChildCount())}
	if n.marker.ordered() {
		l.Ordered, l.Start = true, uint32(n.marker.number)
		l.Delimiter = deliveryv1.ListDelimiter_LIST_DELIMITER_PERIOD
		if n.marker.sign == ')' {
			l.Delimiter = deliveryv1.ListDelimiter_LIST_DELIMITER_PARENTHESIS
		}
	}
	for x := n.FirstChild(); x != nil; x = x.NextSibling() {
		item := c.slab.items.next()
		l.Items = append(l.Items, &item.item)
		item.item.Span = &item.span
		prefix := id + "." + strconv.Itoa(len(l.Items)) + "."
		start, end := c.startOf(x), c.endOf(x)
		if c.inlines >= maxInlines {
			end = int(b.Span.End)
			item.item.Blocks = []*deliveryv1.Block{c.rest(prefix+"1", start, end)}
		}
		item.span.Start, item.span.End = uint32(start), uint32(end)
		if item.item.Blocks != nil {
			break
		}
		item.item.Task = c.takeTask(x)
		item.item.Blocks = c.children(x, prefix, end)
	}
	b.Node = &deliveryv1.Block_List{List: l}
	return b
}

// takeTask takes the box off the first paragraph of an item.
func (c *compiler) takeTask(item ast.Node) deliveryv1.TaskState {
	first, ok := item.FirstChild().(*ast.Paragraph)
	if !ok || first.Lines().Len() == 0 {
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	seg := first.Lines().At(0)
	box := c.buf[seg.Start:seg.Stop]
	if len(box) < 4 || box[0] != '[' || box[2] != ']' || !isSpace(box[3]) {
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	state := deliveryv1.TaskState_TASK_STATE_DONE
	switch box[1] {
	case ' ':
		state = deliveryv1.TaskState_TASK_STATE_OPEN
	case 'x', 'X':
	default:
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED
	}
	from := seg.Start + 3
	for from < seg.Stop && (c.buf[from] == ' ' || c.buf[from] == '\t') {
		from++
	}
	if from == seg.Stop || c.buf[from] == '\n' || c.buf[from] == '\r' {
		return deliveryv1.TaskState_TASK_STATE_UNSPECIFIED // a box needs text behind it
	}
	seg.Start = from
	first.Lines().Set(0, seg)
	return state
}
