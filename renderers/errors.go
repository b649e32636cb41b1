package renderers

import (
	"fmt"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// RequestError is a request that cannot be rendered. Reason says why in the terms of the contract, Field is the path
// of the field at fault in proto names (empty when no single field is), and Metadata holds the facts that the
// contract promises for the reason.
type RequestError struct {
	Reason      deliveryv1.ErrorReason
	Field       string
	Description string
	Metadata    map[string]string
}

// Error tells the field and the fault, for people.
func (e *RequestError) Error() string {
	if e.Field == "" {
		return e.Description
	}
	return fmt.Sprintf("%s: %s", e.Field, e.Description)
}

func invalid(field, format string, args ...any) *RequestError {
	return &RequestError{
		Reason:      deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID,
		Field:       field,
		Description: fmt.Sprintf(format, args...),
	}
}
