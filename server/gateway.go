package server

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// dialMemory returns a client connection to a server within the process.
func dialMemory(l *bufconn.Listener) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient("passthrough:///memory",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return l.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer), grpc.MaxCallSendMsgSize(maxTransfer)),
	)
	if err != nil {
		return nil, fmt.Errorf("dial within the process: %w", err)
	}
	return conn, nil
}

// newGateway returns the handler that turns HTTP calls into gRPC calls on the connection.
func newGateway(ctx context.Context, conn *grpc.ClientConn) (http.Handler, error) {
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, jsonMarshaler{}),
		runtime.WithErrorHandler(gatewayError),
		runtime.WithRoutingErrorHandler(routingError),
		runtime.WithIncomingHeaderMatcher(incomingHeader),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithOutgoingTrailerMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithDisableHTTPMethodOverride(),
	)
	if err := deliveryv1.RegisterRenderServiceHandlerClient(ctx, mux, deliveryv1.NewRenderServiceClient(conn)); err != nil {
		return nil, fmt.Errorf("register the gateway: %w", err)
	}
	return mux, nil
}

// incomingHeader names the headers that a call takes along; Authorization goes by itself.
func incomingHeader(key string) (string, bool) {
	switch http.CanonicalHeaderKey(key) {
	case "Vakd-Request-Id":
		return requestIDKey, true
	case "Traceparent":
		return "traceparent", true
	}
	return "", false
}
