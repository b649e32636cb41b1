package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// explain tells for people what made a packet, why it looks the way it does, and what it could not show as it was.
func explain(w io.Writer, name string, p *deliveryv1.DeliveryPacket) {
	fmt.Fprintf(w, "%s → %s\n", name, p.GetSurface())
	fmt.Fprintf(w, "  messages   %s\n", chunkSummary(p))
	fmt.Fprintf(w, "  renderer   %s, %s\n", p.GetRendererVersion(), enumName(p.GetMarkup().String(), "MARKUP_"))
	if plan := p.GetPlan(); plan != nil {
		fmt.Fprintf(w, "  plan       %s %s by %s, shown by %s\n", plan.GetRecipeId(), plan.GetRecipeVersion(),
			enumName(plan.GetBasis().String(), "PLAN_BASIS_"), plan.GetRenderer())
		for _, s := range plan.GetMatchedSignals() {
			fmt.Fprintf(w, "    signal   %s, %s, %s\n", s.GetName(), enumName(s.GetStrength().String(), "SIGNAL_STRENGTH_"), s.GetTrace())
		}
		for _, r := range plan.GetRejected() {
			fmt.Fprintf(w, "    not      %s: %s\n", r.GetRecipeId(), strings.TrimSpace(r.GetReason()+" "+r.GetDetail()))
		}
	}
	writeCoverage(w, p.GetCoverage())
	writeDiagnostics(w, p.GetDiagnostics())
}

// chunkSummary tells how many messages there are and how long each is.
func chunkSummary(p *deliveryv1.DeliveryPacket) string {
	if len(p.GetChunks()) == 0 {
		return "none"
	}
	var lengths []string
	for _, c := range p.GetChunks() {
		lengths = append(lengths, fmt.Sprint(c.GetLength()))
	}
	unit := strings.ReplaceAll(enumName(p.GetUnit().String(), "LENGTH_UNIT_"), "_", " ")
	if p.GetLimit() == 0 {
		return fmt.Sprintf("%d, of %s %s", len(lengths), strings.Join(lengths, " + "), unit)
	}
	return fmt.Sprintf("%d, of %s %s; the limit is %d", len(lengths), strings.Join(lengths, " + "), unit, p.GetLimit())
}

func writeCoverage(w io.Writer, coverage []*deliveryv1.BlockCoverage) {
	count := map[deliveryv1.CoverageDisposition]int{}
	for _, c := range coverage {
		count[c.GetDisposition()]++
	}
	native := deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_NATIVE
	fmt.Fprintf(w, "  coverage   %d blocks: %d native, %d lowered, %d fallback\n", len(coverage), count[native],
		count[deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_LOWERED],
		count[deliveryv1.CoverageDisposition_COVERAGE_DISPOSITION_FALLBACK])
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range coverage {
		if c.GetDisposition() != native {
			fmt.Fprintf(rows, "    %s\t%s\t%s\n", c.GetBlockId(), enumName(c.GetDisposition().String(), "COVERAGE_DISPOSITION_"), c.GetReason())
		}
	}
	rows.Flush()
}

func writeDiagnostics(w io.Writer, diagnostics []*deliveryv1.Diagnostic) {
	for _, d := range diagnostics {
		where := d.GetBlockId()
		if s := d.GetSpan(); s != nil {
			where = strings.TrimSpace(fmt.Sprintf("%s bytes %d–%d", where, s.GetStart(), s.GetEnd()))
		}
		if where != "" {
			where = " at " + where
		}
		fmt.Fprintf(w, "  %-10s %s: %s%s\n", enumName(d.GetSeverity().String(), "SEVERITY_"), d.GetCode(), d.GetMessage(), where)
	}
}

// enumName is the name of an enum value as prose writes it.
func enumName(full, prefix string) string {
	return strings.ToLower(strings.TrimPrefix(full, prefix))
}
