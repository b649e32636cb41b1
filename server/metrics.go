package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics tells. Each server has its own registry.
type metrics struct {
	registry   *prometheus.Registry
	inProgress prometheus.Gauge
	calls      *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	requests   *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry:   prometheus.NewRegistry(),
		inProgress: prometheus.NewGauge(prometheus.GaugeOpts{Name: "vakd_calls_in_progress", Help: "Calls in progress."}),
		calls:      prometheus.NewCounterVec(prometheus.CounterOpts{Name: "vakd_calls_total", Help: "Calls that ended, by method and code."}, []string{"method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "vakd_call_seconds",
			Help:    "How long calls took, by method.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 4, 9),
		}, []string{"method"}),
	}
	m.requests = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "vakd_http_requests_total", Help: "HTTP requests that were answered, by status."}, []string{"status"})
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "vakd_build_info", Help: "Always 1; the version is a label.", ConstLabels: prometheus.Labels{"version": Version}})
	build.Set(1)
	m.registry.MustRegister(m.inProgress, m.calls, m.seconds, m.requests, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
