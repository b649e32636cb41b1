package markdown

import (
	"sort"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxDiagnostics is how many diagnostics a document keeps.
const maxDiagnostics = 100

// diagnostics collects findings; equal codes are one with a count and the first place.
type diagnostics struct {
	all   []*deliveryv1.Diagnostic
	by    map[string]*deliveryv1.Diagnostic
	more  uint32
	block string // the block that findings concern
	place [2]int // where it stands
}

func (d *diagnostics) add(code string, severity deliveryv1.Severity, message string, at *deliveryv1.Span) {
	if at == nil {
		at = span(d.place[0], d.place[1])
	}
	if first, ok := d.by[code]; ok {
		first.Count = max(first.Count, 1) + 1
		if at.Start < first.Span.Start {
			first.Span, first.BlockId = at, d.block
		}
		return
	}
	if len(d.all) >= maxDiagnostics-1 {
		d.more++
		return
	}
	if d.by == nil {
		d.by = map[string]*deliveryv1.Diagnostic{}
	}
	n := &deliveryv1.Diagnostic{Code: code, Severity: severity, Message: message, Span: at, BlockId: d.block}
	d.by[code] = n
	d.all = append(d.all, n)
}

// list returns the findings in source order.
func (d *diagnostics) list() []*deliveryv1.Diagnostic {
	sort.SliceStable(d.all, func(i, j int) bool { return d.all[i].Span.GetStart() < d.all[j].Span.GetStart() })
	if d.more > 0 {
		d.all = append(d.all, &deliveryv1.Diagnostic{
			Code: "diagnostics.more", Severity: deliveryv1.Severity_SEVERITY_INFO,
			Message: "further findings were left out", Count: d.more,
		})
	}
	return d.all
}

func (c *compiler) warn(code, message string, start, end int) {
	c.diags.add(code, deliveryv1.Severity_SEVERITY_WARNING, message, span(start, end))
}
