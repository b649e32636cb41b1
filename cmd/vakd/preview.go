package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// previewWidth is how many cells of a terminal a preview fills.
const previewWidth = 80

// newPreview builds the subcommand that shows one file on every surface.
func newPreview(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "preview FILE",
		Short: "Show every surface of one file",
		Long: `Preview shows what each surface makes of FILE (- for standard input), one after another in 80 columns: the messages in
frames, how long each is, which blocks could not be shown as they are, and what was noticed.`,
		Example: "  vakd preview answer.md\n  vakd preview answer.md | less -R",
		Args:    usageArgs(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, args []string) error { return runPreview(s, args[0]) },
	}
}

func runPreview(s streams, name string) error {
	source, err := readSource(s.in, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	one := withSource(&deliveryv1.RenderRequest{}, source)
	req := &deliveryv1.RenderAllRequest{Source: &deliveryv1.RenderAllRequest_Markdown{Markdown: one.GetMarkdown()}}
	if b := one.GetSourceBytes(); b != nil {
		req.Source = &deliveryv1.RenderAllRequest_SourceBytes{SourceBytes: b}
	}
	res, err := renderers.RenderAll(req, renderOptions())
	if err != nil {
		return fmt.Errorf("%s: %w", name, described(err))
	}
	out := bufio.NewWriter(s.out)
	for i, r := range res.GetResults() {
		if i > 0 {
			fmt.Fprintln(out)
		}
		previewResult(out, r)
	}
	return out.Flush()
}

func previewResult(w io.Writer, r *deliveryv1.RenderResult) {
	title := "══ " + r.GetSurface() + " "
	fmt.Fprintln(w, title+strings.Repeat("═", max(0, previewWidth-len([]rune(title)))))
	if e := r.GetError(); e != nil {
		fmt.Fprintf(w, "%s: %s\n", reasonName(e.GetReason()), e.GetMessage())
		return
	}
	p := r.GetPacket()
	for _, c := range p.GetChunks() {
		head := fmt.Sprintf("┌─ %d of %d ", c.GetNumber(), len(p.GetChunks()))
		tail := fmt.Sprintf(" %d ─", c.GetLength())
		if p.GetLimit() > 0 {
			tail = fmt.Sprintf(" %d of %d ─", c.GetLength(), p.GetLimit())
		}
		fill := previewWidth - len([]rune(head)) - len([]rune(tail))
		fmt.Fprintln(w, head+strings.Repeat("─", max(0, fill))+tail)
		for _, line := range strings.Split(c.GetText(), "\n") {
			for _, row := range wrap(line, previewWidth-2) {
				fmt.Fprintln(w, strings.TrimRight("│ "+row, " "))
			}
		}
		fmt.Fprintln(w, "└"+strings.Repeat("─", previewWidth-1))
	}
	if len(p.GetChunks()) == 0 && p.GetMarkup() == deliveryv1.Markup_MARKUP_JSON {
		fmt.Fprintf(w, "typed content for a native client: %d blocks, no messages\n", len(p.GetDocument().GetBlocks()))
	}
	writeCoverage(w, p.GetCoverage())
	writeDiagnostics(w, p.GetDiagnostics())
}
