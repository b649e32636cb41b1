// Command vakd turns what an assistant says into messages that every surface accepts, on the spot or as a service.
// Each subcommand has a file of its own; only main ends the process.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(mainCode()) }

// mainCode runs the command line of this process and returns its exit code.
func mainCode() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// After the first signal the next one ends the process at once.
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}
