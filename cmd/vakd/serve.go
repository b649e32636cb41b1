package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/vak-delivery/vakd/internal/clock"
	"github.com/vak-delivery/vakd/server"
)

// configName is the file in the home folder that is read when no --config is given.
const configName = "vakd.toml"

// newServe builds the subcommand that runs the service until a signal ends it.
func newServe(s streams) *cobra.Command {
	var home, config string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the service: gRPC on one address, HTTP on another",
		Long: `Serve answers over gRPC and HTTP until it is interrupted or terminated; then it takes no more calls and ends when those
in progress have. A second signal ends it at once.

On loopback no token is needed. Any other address needs a token or client certificates, and serve refuses to start
without them.

Every value can be set in four ways, the first of these wins:
  flag          --grpc 127.0.0.1:9000
  environment   VAKD_GRPC=127.0.0.1:9000
  file          grpc = "127.0.0.1:9000" in the section [server]; a key that nobody knows is an error
  default
The names are the same but for their spelling: --token-file, VAKD_TOKEN_FILE, token_file. A token itself is only taken
from VAKD_TOKEN or the file, since everyone on a machine can read flags.
The file is --config, VAKD_CONFIG, or vakd.toml in the home folder if there is one. The home folder is --home, VAKD_HOME,
or $XDG_STATE_HOME/vakd.`,
		Example: `  vakd serve
  vakd serve --grpc 127.0.0.1:0 --http 127.0.0.1:8080
  vakd serve --http 0.0.0.0:7480 --token-file /run/secrets/vakd --hosts vakd.example
  curl -d '{"markdown":"**hi**","surface":"telegram"}' 127.0.0.1:7480/v1/render`,
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := serveConfig(cmd.Flags(), home, config)
			if err != nil {
				return &exitError{code: exitUsage, err: err}
			}
			return runServe(cmd.Context(), s, c)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&home, "home", "", "keep state in the folder `DIR` (default $XDG_STATE_HOME/vakd)")
	fs.StringVar(&config, "config", "", "read the configuration `FILE` (default vakd.toml in the home folder)")
	for _, v := range server.Settings(&server.Config{}) {
		if v.Flag != "" {
			fs.String(v.Flag, v.Default, v.Help)
		}
	}
	return cmd
}

func runServe(ctx context.Context, s streams, c server.Config) error {
	log, err := c.Logger(s.err)
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	srv, err := server.New(c, log, clock.System())
	if err != nil {
		return &exitError{code: exitUsage, err: err}
	}
	return srv.Run(ctx)
}

// serveConfig applies file, environment and flags in this order, so that the later win.
func serveConfig(fs *pflag.FlagSet, home, config string) (server.Config, error) {
	var c server.Config
	path, named, err := configPath(home, config)
	if err != nil {
		return c, err
	}
	if err := server.LoadFile(&c, path); err != nil && (named || !errors.Is(err, os.ErrNotExist)) {
		return c, err
	}
	if err := server.ApplyEnv(&c, os.LookupEnv); err != nil {
		return c, err
	}
	for _, v := range server.Settings(&c) {
		if v.Flag == "" || !fs.Changed(v.Flag) {
			continue
		}
		if err := v.Set(fs.Lookup(v.Flag).Value.String()); err != nil {
			return c, fmt.Errorf("--%s: %w", v.Flag, err)
		}
	}
	return c, c.Validate()
}

// configPath tells which file to read, and whether someone named it, so that it has to exist.
func configPath(home, config string) (path string, named bool, err error) {
	if config == "" {
		config = os.Getenv("VAKD_CONFIG")
	}
	if config != "" {
		return config, true, nil
	}
	dir, err := homeDir(home)
	if err != nil {
		return "", false, err
	}
	return filepath.Join(dir, configName), false, nil
}

func homeDir(home string) (string, error) {
	if home == "" {
		home = os.Getenv("VAKD_HOME")
	}
	if home != "" {
		return home, nil
	}
	if state := os.Getenv("XDG_STATE_HOME"); state != "" {
		return filepath.Join(state, "vakd"), nil
	}
	user, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home folder: %w; name one with --home", err)
	}
	return filepath.Join(user, ".local", "state", "vakd"), nil
}
