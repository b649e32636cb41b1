package markdown

import (
	"sort"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxDiagnostics is how many diagnostics a document keeps.
const maxDiagnostics = 100

// diagnostics collects findings; equal codes are one with a count and the first place.
type diagnostics struct {
	all  []*deliveryv1.Diagnostic
	by   map[string]*deliveryv1.Diagnostic
	more uint32
}

func (d *diagnostics) add(code string, severity deliveryv1.Severity, message string, at *deliveryv1.Span) {
	if first, ok := d.by[code]; ok {
		first.Count = max(first.Count, 1) + 1
		if at != nil && first.Span != nil && at.Start < first.Span.Start {
			first.Span = at
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
	n := &deliveryv1.Diagnostic{Code: code, Severity: severity, Message: message, Span: at}
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
