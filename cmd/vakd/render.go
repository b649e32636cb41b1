package main

import (
	"bufio"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
	"github.com/vak-delivery/vakd/server"
)

// newRender builds the subcommand that turns files into messages without a server.
func newRender(s streams) *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:   "render [FILE... | -]",
		Short: "Turn Markdown into messages that a surface accepts",
		Long: `Render turns each FILE, or standard input, into the messages that a surface accepts. It needs no server.

The surface is one of: ` + strings.Join(surfaceNames(), ", ") + `.
A name that is none of these renders as plain text in messages of 4,000 characters.

Formats:
  text    what a person would look at: the messages, an empty line between them
  chunks  the messages byte for byte, a line --8<-- between them
  json    one packet in protobuf JSON per input, one per line, in input order

If one of several files fails, the others are rendered all the same, and the exit code is that of the first failure.`,
		Example: `  vakd render --surface telegram answer.md
  some-agent | vakd render --surface slack --format chunks -
  vakd render --surface discord --limit 1500 --format json *.md
  vakd render --surface telegram --option telegram.headings=upper --explain answer.md
  vakd render --surface slack --actions '[{"id":"allow","label":"Allow"}]' question.md`,
		Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runRender(cmd, s, &f, args) },
	}
	f.register(cmd, s)
	return cmd
}

func runRender(cmd *cobra.Command, s streams, f *renderFlags, files []string) error {
	print, err := f.printer()
	if err != nil {
		return err
	}
	template, err := f.request(cmd, s)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		if isTerminal(s.in) {
			return usagef("no FILE given; use - to type the Markdown here\nSee %q.", "vakd render --help")
		}
		files = []string{"-"}
	}
	out := bufio.NewWriter(s.out)
	var first error
	done := 0
	for _, name := range files {
		packet, err := renderFile(s, template, name)
		if err == nil {
			err = print(out, packet, done == 0)
			if err == nil {
				done++
				if f.explain {
					explain(s.err, name, packet)
				}
				continue
			}
		}
		if len(files) == 1 {
			return fmt.Errorf("%s: %w", name, described(err))
		}
		fmt.Fprintf(s.err, "vakd: %s: %v\n", name, described(err))
		if first == nil {
			first = err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	if first != nil {
		return &exitError{code: exitCode(first), err: first, quiet: true}
	}
	return nil
}

// renderFile renders one input. A panic is that input's failure, so that the others are still rendered.
func renderFile(s streams, template *deliveryv1.RenderRequest, name string) (packet *deliveryv1.DeliveryPacket, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("something went wrong inside; please report it with the input: %v\n%s", v, debug.Stack())
		}
	}()
	source, err := readSource(s.in, name)
	if err != nil {
		return nil, err
	}
	return renderers.Render(withSource(template, source), renderOptions())
}

// renderOptions are those that every way to render shares, so that equal requests give equal bytes.
func renderOptions() renderers.Options { return renderers.Options{Producer: server.Producer} }

// described adds the reason, which scripts and people look up, to what a person reads.
func described(err error) error {
	var refused *renderers.RequestError
	if !errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%w (%s)", err, reasonName(refused.Reason))
}

func reasonName(r deliveryv1.ErrorReason) string {
	return strings.TrimPrefix(r.String(), "ERROR_REASON_")
}
