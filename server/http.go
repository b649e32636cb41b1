package server

import (
	"crypto/tls"
	_ "embed"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

//go:embed openapi/vakd.swagger.json
var openAPI []byte

// newHTTP builds the HTTP server: the gateway, and what is asked for without a message.
func newHTTP(t *tls.Config, c *calls, g guard, gateway http.Handler) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("/", gateway)
	mux.HandleFunc("GET /healthz", c.healthz)
	mux.Handle("GET /metrics", c.authorized(c.metrics.handler()))
	mux.Handle("GET /openapi.json", c.authorized(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(openAPI)
	})))
	return &http.Server{
		Handler:           c.observed(g.wrap(c.rescued(mux))),
		ErrorLog:          slog.NewLogLogger(c.log.Handler(), slog.LevelWarn),
		TLSConfig:         t,
		MaxHeaderBytes:    headerBytes,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
	}
}

// healthz tells whether the service takes calls. It asks for no token, since what probes it has none.
func (c *calls) healthz(w http.ResponseWriter, _ *http.Request) {
	select {
	case <-c.draining:
		writeError(w, shuttingDown(), 0)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{\"status\":\"SERVING\"}\n"))
	}
}

// authorized lets in what an interceptor would let in.
func (c *calls) authorized(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := c.auth.checkHeader(r.Header.Get("Authorization")); err != nil {
			writeError(w, err, 0)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// rescued answers for a handler that panics.
func (c *calls) rescued(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(v)
			}
			f := faultOf(&panicError{v, debug.Stack()})
			c.report(r.Context(), f)
			writeStatus(w, f.status(), 0)
		}()
		next.ServeHTTP(w, r)
	})
}
