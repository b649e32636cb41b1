package renderers

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers/flow"
	"github.com/vak-delivery/vakd/renderers/surface"
)

// maxReasons is how many reasons a warning line names.
const maxReasons = 10

// outcomeOf judges the results of a request. It is nil when the caller made no claim.
func outcomeOf(in *input) *deliveryv1.Outcome {
	unset := deliveryv1.OutputStatus_OUTPUT_STATUS_UNSPECIFIED
	if len(in.results) == 0 && in.runStatus == unset {
		return nil
	}
	o := &deliveryv1.Outcome{Status: in.runStatus}
	if len(in.results) == 0 {
		if word := statusWord(in.runStatus); word != "" {
			o.Reasons = []string{"the run is " + word}
		}
	}
	for _, r := range in.results {
		if worse(r.GetStatus(), o.Status) {
			o.Status = r.GetStatus()
		}
		name := clean(r.GetLabel())
		if name == "" {
			name = clean(r.GetResultId())
		}
		name = strings.ReplaceAll(name, "\n", " ")
		if word := statusWord(r.GetStatus()); word != "" {
			o.Reasons = append(o.Reasons, name+" is "+word)
		}
		if r.GetEvidenceRequired() || len(r.GetEvidence()) > 0 {
			switch r.GetEvidenceState() {
			case deliveryv1.EvidenceState_EVIDENCE_STATE_FRESH:
			case deliveryv1.EvidenceState_EVIDENCE_STATE_STALE:
				o.Reasons = append(o.Reasons, "evidence for "+name+" is stale")
			case deliveryv1.EvidenceState_EVIDENCE_STATE_NONE, deliveryv1.EvidenceState_EVIDENCE_STATE_UNSPECIFIED:
				o.Reasons = append(o.Reasons, "evidence for "+name+" is missing")
			}
		}
		switch r.GetHumanReview() {
		case deliveryv1.HumanReview_HUMAN_REVIEW_REQUIRED, deliveryv1.HumanReview_HUMAN_REVIEW_REJECTED:
			o.Reasons = append(o.Reasons, name+" needs human review")
		}
	}
	o.Verified = len(o.Reasons) == 0
	if !o.Verified {
		shown := o.Reasons
		more := ""
		if len(shown) > maxReasons {
			more = fmt.Sprintf("; and %d more", len(shown)-maxReasons)
			shown = shown[:maxReasons]
		}
		o.Warning = "⚠ Not verified: " + strings.Join(shown, "; ") + more + "."
	}
	return o
}

// statusWord names a status that is less than good; good ones have no word.
func statusWord(s deliveryv1.OutputStatus) string {
	switch s {
	case deliveryv1.OutputStatus_OUTPUT_STATUS_PENDING:
		return "pending"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_RUNNING:
		return "running"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_FAILED:
		return "failed"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_DENIED:
		return "denied"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_CANCELLED:
		return "cancelled"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_PARTIAL:
		return "partial"
	case deliveryv1.OutputStatus_OUTPUT_STATUS_SUCCEEDED:
		return ""
	case deliveryv1.OutputStatus_OUTPUT_STATUS_UNSPECIFIED:
	}
	return "of unknown status"
}

// worse reports whether a is worse than b, the good ones being the least bad.
func worse(a, b deliveryv1.OutputStatus) bool { return badness(a) > badness(b) }

func badness(s deliveryv1.OutputStatus) int {
	switch s {
	case deliveryv1.OutputStatus_OUTPUT_STATUS_FAILED:
		return 7
	case deliveryv1.OutputStatus_OUTPUT_STATUS_DENIED:
		return 6
	case deliveryv1.OutputStatus_OUTPUT_STATUS_CANCELLED:
		return 5
	case deliveryv1.OutputStatus_OUTPUT_STATUS_PARTIAL:
		return 4
	case deliveryv1.OutputStatus_OUTPUT_STATUS_RUNNING:
		return 3
	case deliveryv1.OutputStatus_OUTPUT_STATUS_PENDING:
		return 2
	case deliveryv1.OutputStatus_OUTPUT_STATUS_SUCCEEDED:
		return 1
	case deliveryv1.OutputStatus_OUTPUT_STATUS_UNSPECIFIED:
	}
	return 0
}

// plainText returns inlines without their styles.
func plainText(in []*deliveryv1.Inline) string { return flow.Text(in, &surface.Profile{}) }

// prefixID returns a copy of a block whose id, and those below it, begin with prefix.
func prefixID(b *deliveryv1.Block, prefix string) *deliveryv1.Block {
	c := proto.Clone(b).(*deliveryv1.Block)
	renameAll(c, prefix)
	return c
}

func renameAll(b *deliveryv1.Block, prefix string) {
	if b.Id != "" {
		b.Id = prefix + b.Id
	}
	for _, kids := range flow.Children(b) {
		for _, k := range kids {
			renameAll(k, prefix)
		}
	}
}
