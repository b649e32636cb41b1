package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"google.golang.org/grpc/metadata"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// authorizer decides who is let in. Its zero value lets everyone in, which is right on loopback and where the listener
// already asked for a client certificate.
type authorizer struct {
	wanted [sha256.Size]byte
	on     bool
}

func newAuthorizer(token string) authorizer {
	return authorizer{wanted: sha256.Sum256([]byte(token)), on: token != ""}
}

// check lets the caller of a gRPC call in, or tells why not.
func (a authorizer) check(ctx context.Context) error {
	header := ""
	if v := metadata.ValueFromIncomingContext(ctx, "authorization"); len(v) > 0 {
		header = v[0]
	}
	return a.checkHeader(header)
}

// checkHeader judges the value of an Authorization header.
func (a authorizer) checkHeader(header string) error {
	if !a.on {
		return nil
	}
	if header == "" {
		return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_TOKEN_MISSING, message: "this service asks for a bearer token"}
	}
	scheme, token, _ := strings.Cut(header, " ")
	got := sha256.Sum256([]byte(strings.TrimSpace(token)))
	if !strings.EqualFold(scheme, "bearer") || subtle.ConstantTimeCompare(got[:], a.wanted[:]) != 1 {
		return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_TOKEN_INVALID, message: "the bearer token is not the one asked for"}
	}
	return nil
}
