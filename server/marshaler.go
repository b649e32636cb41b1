package server

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/server/wirejson"
)

// jsonMarshaler reads and writes bodies for the gateway as wirejson does. A body ends with a newline, so that the
// answer to a rendering is the very output of vakd render --format json.
type jsonMarshaler struct{}

var _ runtime.Marshaler = jsonMarshaler{}

// ContentType returns the type of every body.
func (jsonMarshaler) ContentType(any) string { return "application/json" }

// Marshal writes a message.
func (jsonMarshaler) Marshal(v any) ([]byte, error) {
	m, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("write JSON: %T is not a message", v)
	}
	b, err := wirejson.Marshal(m)
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}

// Unmarshal reads a message.
func (jsonMarshaler) Unmarshal(data []byte, v any) error {
	m, ok := v.(proto.Message)
	if !ok {
		return fmt.Errorf("read JSON: %T is not a message", v)
	}
	return wirejson.Unmarshal(data, m)
}

// NewDecoder reads one message from r.
func (j jsonMarshaler) NewDecoder(r io.Reader) runtime.Decoder {
	return runtime.DecoderFunc(func(v any) error {
		data, err := io.ReadAll(r)
		if err == nil && len(data) == 0 {
			return io.EOF
		}
		if err == nil {
			err = j.Unmarshal(data, v)
		}
		// The gateway keeps only the text of an error, so its facts stay with the body.
		if b, ok := r.(*body); ok {
			b.fault = bodyError(err)
		}
		return err
	})
}

// NewEncoder writes messages to w.
func (j jsonMarshaler) NewEncoder(w io.Writer) runtime.Encoder {
	return runtime.EncoderFunc(func(v any) error {
		b, err := j.Marshal(v)
		if err != nil {
			return err
		}
		_, err = w.Write(b)
		return err
	})
}

// body is the body of an HTTP request and, once it was read, why it could not be.
type body struct {
	io.ReadCloser
	fault error
}

// bodyError is the error of the contract for a body that could not be read.
func bodyError(err error) error {
	var tooLarge *http.MaxBytesError
	var wrong *wirejson.Fault
	switch {
	case errors.As(err, &tooLarge):
		return &callError{
			reason:   deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
			message:  fmt.Sprintf("the body is larger than %d bytes", tooLarge.Limit),
			metadata: map[string]string{"limit": fmt.Sprint(tooLarge.Limit)},
		}
	case errors.As(err, &wrong):
		return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, field: wrong.Field, message: wrong.Error()}
	case err != nil:
		return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, message: "the body could not be read"}
	}
	return nil
}
