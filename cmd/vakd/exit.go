package main

import (
	"errors"
	"fmt"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// Exit codes of the command.
const (
	exitOK       = 0 // done
	exitFailure  = 1 // something broke that is not the caller's
	exitUsage    = 2 // the command line is wrong
	exitBadInput = 3 // a file or a value of the request is refused
)

// exitError is an error that decides the exit code.
type exitError struct {
	code int
	err  error
	// quiet is set when what went wrong has been told already.
	quiet bool
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

func badInputf(format string, args ...any) error {
	return &exitError{code: exitBadInput, err: fmt.Errorf(format, args...)}
}

func isQuiet(err error) bool {
	var e *exitError
	return errors.As(err, &e) && e.quiet
}

// exitCode tells how the process ends after err.
func exitCode(err error) int {
	var e *exitError
	var refused *renderers.RequestError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &e):
		return e.code
	case errors.As(err, &refused):
		if refused.Reason == deliveryv1.ErrorReason_ERROR_REASON_INTERNAL {
			return exitFailure
		}
		return exitBadInput
	}
	return exitFailure
}
