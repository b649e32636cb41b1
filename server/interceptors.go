package server

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/internal/clock"
)

// calls is what every call passes, whether it comes by gRPC or through the gateway, from the outside in: it is counted
// and logged, rescued from panics, told errors of the contract, let in or not, and bounded in time.
type calls struct {
	log      *slog.Logger
	now      clock.Clock
	metrics  *metrics
	auth     authorizer
	timeout  time.Duration
	draining <-chan struct{}
	most     int64
	running  atomic.Int64
}

// unary is the interceptor of calls with one request and one answer.
func (c *calls) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	ctx = withRequestID(ctx)
	done := c.begin(info.FullMethod)
	res, err := c.guarded(ctx, info.FullMethod, func() (any, error) {
		ctx, cancel := context.WithTimeout(ctx, c.timeout)
		defer cancel()
		return next(ctx, req)
	})
	done(ctx, err, size(req), size(res))
	return res, err
}

// stream is the interceptor of streams.
func (c *calls) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	ctx := withRequestID(ss.Context())
	done := c.begin(info.FullMethod)
	_, err := c.guarded(ctx, info.FullMethod, func() (any, error) {
		return nil, next(srv, &streamWithContext{ss, ctx})
	})
	done(ctx, err, 0, 0)
	return err
}

type streamWithContext struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *streamWithContext) Context() context.Context { return s.ctx }

// RecvMsg receives a message; one that cannot be decoded is an error of the contract.
func (s *streamWithContext) RecvMsg(m any) error {
	in := incoming{message: m}
	if err := s.ServerStream.RecvMsg(&in); err != nil {
		return err
	}
	return in.fault
}

// guarded lets a call in, runs it, and turns whatever goes wrong into a status of the contract.
func (c *calls) guarded(ctx context.Context, method string, call func() (any, error)) (res any, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
		if err != nil {
			res, err = nil, c.toStatus(ctx, err)
		}
	}()
	if isHealth(method) {
		return call()
	}
	select {
	case <-c.draining:
		return nil, shuttingDown()
	default:
	}
	if err := c.auth.check(ctx); err != nil {
		return nil, err
	}
	defer c.running.Add(-1)
	if c.running.Add(1) > c.most {
		return nil, &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_SERVER_BUSY, message: "too many calls are in progress"}
	}
	return call()
}

// toStatus keeps what is a status already, which only gRPC itself and its own services make.
func (c *calls) toStatus(ctx context.Context, err error) error {
	if st, ok := status.FromError(err); ok && st.Code() != codes.Unknown {
		return err
	}
	f := faultOf(err)
	c.report(ctx, f)
	return f.status().Err()
}

// report logs what a caller is not told.
func (c *calls) report(ctx context.Context, f fault) {
	if f.cause == nil {
		return
	}
	attrs := []any{"incident_id", f.metadata["incident_id"], "request_id", requestID(ctx), "cause", f.cause.Error()}
	var p *panicError
	if errors.As(f.cause, &p) {
		attrs = append(attrs, "stack", string(p.stack))
	}
	c.log.ErrorContext(ctx, "call failed inside", attrs...)
}

// begin counts a call that starts and returns what counts and logs its end.
func (c *calls) begin(method string) func(ctx context.Context, err error, in, out int) {
	start := c.now()
	c.metrics.inProgress.Inc()
	return func(ctx context.Context, err error, in, out int) {
		took := c.now().Sub(start)
		code := status.Code(err)
		c.metrics.inProgress.Dec()
		c.metrics.calls.WithLabelValues(method, code.String()).Inc()
		c.metrics.seconds.WithLabelValues(method).Observe(took.Seconds())
		level := slog.LevelInfo
		if isHealth(method) {
			level = slog.LevelDebug
		}
		attrs := []any{"method", method, "code", code.String(), "request_id", requestID(ctx), "duration_ms", float64(took.Microseconds()) / 1000}
		if in > 0 || out > 0 {
			attrs = append(attrs, "request_bytes", in, "answer_bytes", out)
		}
		if reason := reasonOf(err); reason != "" {
			attrs = append(attrs, "reason", reason)
		}
		c.log.Log(ctx, level, "call", attrs...)
	}
}

func size(m any) int {
	if p, ok := m.(proto.Message); ok && p != nil {
		return proto.Size(p)
	}
	return 0
}

func isHealth(method string) bool { return strings.HasPrefix(method, "/grpc.health.v1.Health/") }

// requestIDKey is the header that carries a request id, in and out.
const requestIDKey = "vakd-request-id"

type requestIDContext struct{}

// withRequestID takes the caller's id, or makes one, and sends it back.
func withRequestID(ctx context.Context) context.Context {
	id := ""
	if v := metadata.ValueFromIncomingContext(ctx, requestIDKey); len(v) > 0 {
		id = v[0]
	}
	id = acceptRequestID(id)
	// It fails only where there is no stream to answer on.
	_ = grpc.SetHeader(ctx, metadata.Pairs(requestIDKey, id))
	return context.WithValue(ctx, requestIDContext{}, id)
}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDContext{}).(string)
	return id
}
