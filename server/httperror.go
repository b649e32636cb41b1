package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/vak-delivery/vakd/server/wirejson"
)

// writeStatus answers with google.rpc.Status as JSON; httpStatus 0 means the one that belongs to the code.
func writeStatus(w http.ResponseWriter, st *status.Status, httpStatus int) {
	if httpStatus == 0 {
		httpStatus = runtime.HTTPStatusFromCode(st.Code())
	}
	b, err := wirejson.Marshal(st.Proto())
	if err != nil {
		b = []byte(`{"code":13,"message":"the error could not be written"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if httpStatus == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if httpStatus == http.StatusTooManyRequests || httpStatus == http.StatusServiceUnavailable {
		h.Set("Retry-After", strconv.Itoa(int(retryAfter.Seconds())))
	}
	w.WriteHeader(httpStatus)
	// A caller that is gone needs no answer.
	_, _ = w.Write(append(b, '\n'))
}

// writeError answers with an error of the service.
func writeError(w http.ResponseWriter, err error, httpStatus int) {
	writeStatus(w, faultOf(err).status(), httpStatus)
}

// gatewayError answers for the gateway.
func gatewayError(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	if b, ok := r.Body.(*body); ok && b.fault != nil {
		writeError(w, b.fault, 0)
		return
	}
	st := status.Convert(err)
	if st.Code() == codes.Unavailable && len(st.Details()) == 0 {
		// The connection within the process is gone, and it only goes when the service stops.
		writeError(w, shuttingDown(), 0)
		return
	}
	writeStatus(w, st, 0)
}

// routingError answers for a path or a method that nothing is registered for.
func routingError(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, httpStatus int) {
	switch httpStatus {
	case http.StatusMethodNotAllowed:
		writeStatus(w, status.New(codes.Unimplemented, "this path does not take that method"), httpStatus)
	case http.StatusNotFound:
		writeStatus(w, status.New(codes.NotFound, "there is nothing at this path"), httpStatus)
	default:
		writeStatus(w, status.New(codes.InvalidArgument, "the path is malformed"), httpStatus)
	}
}
