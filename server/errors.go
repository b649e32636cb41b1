package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// errorDomain is the domain of every ErrorInfo that vakd sends.
const errorDomain = "vak.delivery.v1"

// retryAfter is how long a caller should wait where waiting helps.
const retryAfter = time.Second

// callError is an error of the service itself, in the terms of the contract.
type callError struct {
	reason   deliveryv1.ErrorReason
	field    string
	message  string
	metadata map[string]string
}

func (e *callError) Error() string { return e.message }

// panicError is a panic that a call was rescued from.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// fault is an error as a caller sees it: with a code and a reason, and with a cause only for the log.
type fault struct {
	code     codes.Code
	reason   deliveryv1.ErrorReason
	message  string
	field    string
	metadata map[string]string
	// cause is what really happened where the message does not say it; nil otherwise.
	cause error
}

// faultOf maps every error to what a caller is told. It is the only place that does; what it does not know becomes
// INTERNAL with an incident id, and the cause is for the log alone.
func faultOf(err error) fault {
	var refused *renderers.RequestError
	var own *callError
	switch {
	case errors.As(err, &refused) && refused.Reason != deliveryv1.ErrorReason_ERROR_REASON_INTERNAL:
		return fault{codeOf(refused.Reason), refused.Reason, refused.Error(), refused.Field, refused.Metadata, nil}
	case errors.As(err, &own):
		return fault{codeOf(own.reason), own.reason, own.message, own.field, own.metadata, nil}
	case errors.Is(err, context.DeadlineExceeded):
		return fault{code: codes.DeadlineExceeded, message: "the call took longer than it may"}
	case errors.Is(err, context.Canceled):
		return fault{code: codes.Canceled, message: "the caller gave up"}
	}
	incident := strings.ToLower(rand.Text()[:16])
	return fault{
		code:     codes.Internal,
		reason:   deliveryv1.ErrorReason_ERROR_REASON_INTERNAL,
		message:  "something went wrong inside; the incident id finds it in the log",
		metadata: map[string]string{"incident_id": incident},
		cause:    err,
	}
}

// status returns the fault as google.rpc.Status with its details.
func (f fault) status() *status.Status {
	st := status.New(f.code, f.message)
	if f.reason == deliveryv1.ErrorReason_ERROR_REASON_UNSPECIFIED {
		return st
	}
	details := []protoadapt.MessageV1{&errdetails.ErrorInfo{Reason: reasonName(f.reason), Domain: errorDomain, Metadata: f.metadata}}
	if f.field != "" {
		details = append(details, &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: f.field, Description: strings.TrimPrefix(f.message, f.field+": "), Reason: reasonName(f.reason)},
		}})
	}
	if retryable(f.reason) {
		details = append(details, &errdetails.RetryInfo{RetryDelay: durationpb.New(retryAfter)})
	}
	full, err := st.WithDetails(details...)
	if err != nil {
		return st
	}
	return full
}

// item returns the fault as the error of one item of a call that goes on. The prefix leads from the item to the field.
func (f fault) item(prefix string) *deliveryv1.ItemError {
	e := &deliveryv1.ItemError{Code: uint32(f.code), Reason: f.reason, Message: f.message, Metadata: f.metadata}
	if f.field != "" {
		e.Violations = []*deliveryv1.FieldViolation{
			{Field: prefix + f.field, Description: strings.TrimPrefix(f.message, f.field+": "), Reason: f.reason},
		}
	}
	return e
}

func reasonName(r deliveryv1.ErrorReason) string {
	return strings.TrimPrefix(r.String(), "ERROR_REASON_")
}

// codeOf is the code of a reason; the contract numbers reasons by code.
func codeOf(r deliveryv1.ErrorReason) codes.Code {
	switch {
	case r >= 1 && r < 40:
		return codes.InvalidArgument
	case r >= 40 && r < 60:
		return codes.NotFound
	case r >= 60 && r < 80:
		return codes.AlreadyExists
	case r >= 80 && r < 110:
		return codes.FailedPrecondition
	case r >= 110 && r < 120:
		return codes.Aborted
	case r == deliveryv1.ErrorReason_ERROR_REASON_ACTOR_NOT_ALLOWED:
		return codes.PermissionDenied
	case r > 120 && r < 130:
		return codes.Unauthenticated
	case r >= 130 && r < 150:
		return codes.ResourceExhausted
	case r >= 150 && r < 153:
		return codes.Unavailable
	}
	return codes.Internal
}

// retryable tells the reasons for which the contract promises RetryInfo.
func retryable(r deliveryv1.ErrorReason) bool {
	switch r {
	case deliveryv1.ErrorReason_ERROR_REASON_SERVER_BUSY,
		deliveryv1.ErrorReason_ERROR_REASON_SESSION_BUSY,
		deliveryv1.ErrorReason_ERROR_REASON_DISK_FULL,
		deliveryv1.ErrorReason_ERROR_REASON_TOO_MANY_WATCHERS,
		deliveryv1.ErrorReason_ERROR_REASON_WATCHER_TOO_SLOW,
		deliveryv1.ErrorReason_ERROR_REASON_LIVE_MEMORY,
		deliveryv1.ErrorReason_ERROR_REASON_OUTBOX_BUSY,
		deliveryv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN,
		deliveryv1.ErrorReason_ERROR_REASON_STORE_UNAVAILABLE:
		return true
	}
	return false
}

func shuttingDown() *callError {
	return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_SHUTTING_DOWN, message: "the service is shutting down"}
}
