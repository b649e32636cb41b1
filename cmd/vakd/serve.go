package main

import (
	"errors"

	"github.com/spf13/cobra"
)

func newServe(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run the service",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(*cobra.Command, []string) error { return errors.New("serve: not built yet") },
	}
}
