package server

import (
	"log/slog"
	"net/http"
	"strconv"
)

// observed counts and logs requests. One that was refused may never have become a call, so it is logged here; the
// others are, as calls.
func (c *calls) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := c.now()
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		c.metrics.requests.WithLabelValues(strconv.Itoa(seen.status)).Inc()
		level := slog.LevelDebug
		if seen.status >= http.StatusBadRequest {
			level = slog.LevelInfo
		}
		c.log.Log(r.Context(), level, "request", "http_method", r.Method, "path", clipped(r.URL.Path), "status", seen.status,
			"request_id", r.Header.Get(requestIDKey), "duration_ms", float64(c.now().Sub(start).Microseconds())/1000)
	})
}

// clipped keeps a caller from filling the log.
func clipped(s string) string {
	const most = 128
	return s[:min(len(s), most)]
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader sends the status.
func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach what is beneath.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
