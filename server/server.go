// Package server is how vakd is asked for: gRPC on one listener, HTTP on another, and one connection within the process
// between them, so that every call passes the same interceptors.
//
//	gRPC listener ─► grpc.Server ─────────────────────────────► interceptors ─► services
//	HTTP listener ─► guard ─► gateway ─► memory ─► grpc.Server ─┘
//
// Listening ends in four steps: health says NOT_SERVING and new calls are refused with SHUTTING_DOWN; calls in progress
// go on until they end or the drain timeout is over; what is left is cut off; Run returns. A client whose call was cut
// off knows nothing about its end, and as every rendering is pure it just asks again.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/test/bufconn"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/internal/clock"
)

// Server is the service. It is made by New, may Listen, and runs once.
type Server struct {
	config   Config
	log      *slog.Logger
	tls      *tls.Config
	calls    *calls
	health   *health.Server
	render   *renderService
	draining chan struct{}

	grpcListener, httpListener net.Listener
}

// New builds a service that is not listening yet. The log and the clock are used until Run returns.
func New(c Config, log *slog.Logger, now clock.Clock) (*Server, error) {
	return newServer(c, log, now, realRendering())
}

func newServer(c Config, log *slog.Logger, now clock.Clock, r rendering) (*Server, error) {
	c = c.withDefaults()
	if err := c.Validate(); err != nil {
		return nil, err
	}
	token, err := c.token()
	if err != nil {
		return nil, err
	}
	t, err := c.tlsConfig()
	if err != nil {
		return nil, err
	}
	draining := make(chan struct{})
	shared := &calls{
		log:      log,
		now:      now,
		metrics:  newMetrics(),
		auth:     newAuthorizer(token),
		timeout:  time.Duration(c.CallTimeout),
		draining: draining,
		most:     int64(c.MaxCalls),
	}
	limits := streamLimits{timeout: time.Duration(c.StreamTimeout), draining: draining}
	return &Server{
		config:   c,
		log:      log,
		tls:      t,
		calls:    shared,
		health:   newHealth(),
		render:   newRenderService(c, r, limits, shared.report),
		draining: draining,
	}, nil
}

func newHealth() *health.Server {
	h := health.NewServer()
	h.SetServingStatus(deliveryv1.RenderService_ServiceDesc.ServiceName, healthv1.HealthCheckResponse_SERVING)
	return h
}

// Listen opens both listeners. Run does it when it was not done before.
func (s *Server) Listen(ctx context.Context) error {
	var lc net.ListenConfig
	g, err := lc.Listen(ctx, "tcp", s.config.GRPC)
	if err != nil {
		return fmt.Errorf("listen for gRPC: %w", err)
	}
	h, err := lc.Listen(ctx, "tcp", s.config.HTTP)
	if err != nil {
		return errors.Join(fmt.Errorf("listen for HTTP: %w", err), g.Close())
	}
	s.grpcListener, s.httpListener = g, h
	return nil
}

// GRPCAddr returns the address listened on for gRPC, once Listen was called.
func (s *Server) GRPCAddr() net.Addr { return s.grpcListener.Addr() }

// HTTPAddr returns the address listened on for HTTP, once Listen was called.
func (s *Server) HTTPAddr() net.Addr { return s.httpListener.Addr() }

// Run serves until ctx is done, then drains, and returns when nothing of it is left.
func (s *Server) Run(ctx context.Context) error {
	if s.grpcListener == nil {
		if err := s.Listen(ctx); err != nil {
			return err
		}
	}
	outer := newGRPC(s.tls, s.calls, s.health, s.render)
	inner := newGRPC(nil, s.calls, s.health, s.render)
	memory := bufconn.Listen(1 << 20)
	conn, err := dialMemory(memory)
	if err != nil {
		return err
	}
	// The gateway lives as long as its connection, which is longer than ctx: calls in progress are still answered.
	gateway, err := newGateway(context.WithoutCancel(ctx), conn)
	if err != nil {
		return err
	}
	web := newHTTP(s.tls, s.calls, guard{s.config.Hosts, s.config.Origins}, gateway)

	s.log.Info("listening", "grpc", s.GRPCAddr().String(), "http", s.HTTPAddr().String(), "version", Version)
	group, ended := errgroup.WithContext(ctx)
	group.Go(func() error { return outer.Serve(s.grpcListener) })
	group.Go(func() error { return inner.Serve(memory) })
	group.Go(func() error { return serveHTTP(web, s.httpListener) })
	group.Go(func() error {
		<-ended.Done()
		s.drain(outer, inner, web, conn)
		return nil
	})
	err = group.Wait()
	s.log.Info("stopped")
	return err
}

func serveHTTP(web *http.Server, l net.Listener) error {
	var err error
	if web.TLSConfig != nil {
		err = web.ServeTLS(l, "", "")
	} else {
		err = web.Serve(l)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// drain ends both servers: from now on calls are refused, those in progress end or are cut off.
func (s *Server) drain(outer, inner *grpc.Server, web *http.Server, conn *grpc.ClientConn) {
	s.log.Info("draining", "most", s.config.DrainTimeout.String())
	s.health.Shutdown()
	close(s.draining)
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(s.config.DrainTimeout))
	defer cancel()
	var both errgroup.Group
	both.Go(func() error {
		cut := context.AfterFunc(ctx, outer.Stop)
		defer cut()
		outer.GracefulStop()
		return nil
	})
	both.Go(func() error {
		if web.Shutdown(ctx) != nil {
			return web.Close()
		}
		return nil
	})
	if err := both.Wait(); err != nil {
		s.log.Warn("close the HTTP server", "cause", err.Error())
	}
	if err := conn.Close(); err != nil {
		s.log.Warn("close the connection within the process", "cause", err.Error())
	}
	inner.Stop()
}
