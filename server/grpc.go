package server

import (
	"crypto/tls"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/reflection"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// newGRPC builds a gRPC server with every service. There are two of them in a process, one behind the listener and one
// behind the gateway; they share the interceptors, the services and the health.
func newGRPC(t *tls.Config, c *calls, h *health.Server, render *renderService) *grpc.Server {
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxTransfer),
		grpc.MaxHeaderListSize(headerBytes),
		grpc.MaxConcurrentStreams(1024),
		grpc.ConnectionTimeout(20 * time.Second),
		// A client may ping every 20 s, idle or not; one that pings more is cut off, one that answers no ping is gone.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 20 * time.Second, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.ForceServerCodecV2(newCodec()),
		grpc.UnaryInterceptor(c.unary),
		grpc.StreamInterceptor(c.stream),
	}
	if t != nil {
		options = append(options, grpc.Creds(credentials.NewTLS(t.Clone())))
	}
	s := grpc.NewServer(options...)
	registerDecoding(s, deliveryv1.RenderService_ServiceDesc, render)
	healthv1.RegisterHealthServer(s, h)
	reflection.Register(s)
	return s
}
