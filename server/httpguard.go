package server

import (
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// guard keeps web pages away from the HTTP listener, since a browser lets any page send requests to loopback.
//
//	Host     must be the listener's own address, localhost or a configured name: a page that rebinds its name is refused
//	Origin   if there is one, must be this very server or a configured origin
//	body     must come as JSON, which a page cannot send elsewhere without asking first
//
// A body that curl -d labels as a form is read as JSON too, but only when no Origin and no Sec-Fetch header tell of a
// browser: browsers put an Origin on every form they post.
type guard struct {
	hosts   []string
	origins []string
}

func (g guard) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := acceptRequestID(r.Header.Get(requestIDKey))
		r.Header.Set(requestIDKey, id)
		h := w.Header()
		h.Set("Vakd-Request-Id", id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		if !g.knownHost(r) {
			writeError(w, forbidden("this listener does not answer for that host; name it in hosts"), 0)
			return
		}
		if !g.knownOrigin(w, r) {
			writeError(w, forbidden("web pages of that origin may not call; name it in origins"), 0)
			return
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if r.Method == http.MethodPost && !isJSON(r) {
			err := &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, message: "the body must come with Content-Type: application/json"}
			writeError(w, err, http.StatusUnsupportedMediaType)
			return
		}
		r.Body = &body{ReadCloser: http.MaxBytesReader(w, r.Body, maxBody)}
		next.ServeHTTP(w, r)
	})
}

func forbidden(message string) error {
	return &callError{reason: deliveryv1.ErrorReason_ERROR_REASON_ACTOR_NOT_ALLOWED, message: message}
}

func (g guard) knownHost(r *http.Request) bool {
	host := hostName(r.Host)
	if host == "localhost" || slices.ContainsFunc(g.hosts, func(h string) bool { return strings.EqualFold(h, host) }) {
		return true
	}
	ip := net.ParseIP(host)
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ip != nil && ok && ip.Equal(local.IP)
}

// knownOrigin refuses a foreign origin. For a configured one it sets the headers that let the page read the answer.
func (g guard) knownOrigin(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	if slices.Contains(g.origins, origin) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Vakd-Request-Id")
		h.Set("Access-Control-Expose-Headers", "Vakd-Request-Id, Retry-After")
		h.Add("Vary", "Origin")
		return true
	}
	u, err := url.Parse(origin)
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return err == nil && u.Scheme == scheme && strings.EqualFold(u.Host, r.Host)
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return false
	}
	if kind == "application/json" || strings.HasSuffix(kind, "+json") {
		return true
	}
	return kind == "application/x-www-form-urlencoded" && !fromBrowser(r)
}

// fromBrowser tells the requests that a browser marks as its own.
func fromBrowser(r *http.Request) bool {
	for name := range r.Header {
		if name == "Origin" || strings.HasPrefix(name, "Sec-Fetch-") {
			return true
		}
	}
	return false
}

// hostName is the host of a Host header in lower case, without its port and the brackets of IPv6.
func hostName(hostport string) string {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}
