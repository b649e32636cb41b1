package main

import (
	"github.com/spf13/cobra"
)

func newCompletion(s streams) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for bash, zsh, fish or powershell",
		Long:  "Completion prints a script that teaches a shell the subcommands, flags, surfaces and options of vakd.",
		Example: `  source <(vakd completion bash)
  vakd completion zsh > "${fpath[1]}/_vakd"
  vakd completion fish > ~/.config/fish/completions/vakd.fish`,
		ValidArgs: shells,
		Args:      usageArgs(cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs)),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(s.out, true)
			case "zsh":
				return root.GenZshCompletion(s.out)
			case "fish":
				return root.GenFishCompletion(s.out, true)
			}
			return root.GenPowerShellCompletionWithDesc(s.out)
		},
	}
}
