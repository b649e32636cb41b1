package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/vak-delivery/vakd/server"
)

func newVersion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "Version prints the version of vakd, the revision it was built from where that is known, and the Go it was built with.",
		Example: "  vakd version",
		Args:    usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			line := "vakd " + server.Version
			if rev := server.Revision(); rev != "" {
				line += " " + rev[:min(12, len(rev))]
			}
			_, err := fmt.Fprintf(s.out, "%s %s %s/%s\n", line, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
