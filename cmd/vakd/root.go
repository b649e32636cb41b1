package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// streams are where a subcommand reads and writes: results go to out, all else to err.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// run carries out one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && !isQuiet(err) {
		fmt.Fprintln(s.err, "vakd: "+err.Error())
	}
	return exitCode(err)
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "vakd",
		Short: "Deliver what an assistant says, whole and readable, to wherever a person reads it",
		Long: `vakd takes what an assistant says and gets it, whole and readable, to wherever a person reads it.

Exit codes: 0 ok, 1 failure, 2 usage, 3 bad input, 4 not reachable.
Results go to standard output, all else to standard error.`,
		Example: `  vakd render --surface telegram answer.md
  vakd preview answer.md
  vakd serve`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usageArgs(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w\nSee %q.", err, cmd.CommandPath()+" --help")
	})
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newRender(s), newPreview(s), newServe(s), newVersion(s), newCompletion(s))
	return root
}

// usageArgs makes a wrong number of arguments an error of usage.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usagef("%w\nSee %q.", err, cmd.CommandPath()+" --help")
		}
		return nil
	}
}
