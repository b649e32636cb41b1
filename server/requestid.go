package server

import (
	"crypto/rand"
	"strings"
)

const maxRequestID = 128

// acceptRequestID returns the id that a caller gave when it is 1 to 128 visible ASCII characters, and a new one otherwise.
func acceptRequestID(given string) string {
	if given == "" || len(given) > maxRequestID {
		return newRequestID()
	}
	for i := range len(given) {
		if given[i] <= ' ' || given[i] > '~' {
			return newRequestID()
		}
	}
	return given
}

func newRequestID() string { return strings.ToLower(rand.Text()) }
