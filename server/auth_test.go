package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

func TestToken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("  open-sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, Config{TokenFile: file}, echo())
	for _, c := range []struct{ name, header, reason string }{
		{"none", "", "TOKEN_MISSING"},
		{"wrong", "Bearer open-sesam", "TOKEN_INVALID"},
		{"empty", "Bearer ", "TOKEN_INVALID"},
		{"other scheme", "Basic open-sesame", "TOKEN_INVALID"},
		{"right", "Bearer open-sesame", ""},
		{"right in lower case", "bearer open-sesame", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := t.Context()
			var headers []string
			if c.header != "" {
				ctx = metadata.AppendToOutgoingContext(ctx, "authorization", c.header)
				headers = []string{"Authorization: " + c.header}
			}
			_, err := s.client().Render(ctx, markdown("x"))
			if reasonOf(err) != c.reason || (err != nil) != (c.reason != "") {
				t.Errorf("gRPC: %v, want %q", err, c.reason)
			}
			stream, err := s.client().RenderStream(ctx)
			if err == nil {
				_ = stream.CloseSend()
				_, err = stream.Recv()
			}
			if reasonOf(err) != c.reason {
				t.Errorf("stream: %v, want %q", err, c.reason)
			}
			want := http.StatusOK
			if c.reason != "" {
				want = http.StatusUnauthorized
			}
			if a := s.post("/v1/render", `{"markdown":"x"}`, headers...); a.status != want || !strings.Contains(a.body, c.reason) {
				t.Errorf("HTTP: %d %s", a.status, a.body)
			}
			for _, path := range []string{"/metrics", "/openapi.json"} {
				if a := s.send("GET", path, "", headers...); a.status != want {
					t.Errorf("%s: %d", path, a.status)
				}
			}
		})
	}
	if a := s.send("GET", "/healthz", ""); a.status != http.StatusOK {
		t.Errorf("healthz without a token: %d", a.status)
	}
	if _, err := healthv1.NewHealthClient(s.dial()).Check(t.Context(), &healthv1.HealthCheckRequest{}); err != nil {
		t.Errorf("health without a token: %v", err)
	}
	if strings.Contains(s.log.String(), "sesam") {
		t.Error("the log holds a token")
	}
}

func TestRefusesToStart(t *testing.T) {
	for _, c := range []struct {
		name string
		c    Config
		want string
	}{
		{"gRPC off loopback", Config{GRPC: "0.0.0.0:0"}, "needs a token"},
		{"HTTP off loopback", Config{HTTP: ":0"}, "needs a token"},
		{"a name that may be anywhere", Config{HTTP: "vakd.example:0"}, "needs a token"},
		{"IPv6 off loopback", Config{HTTP: "[::]:0"}, "needs a token"},
		{"no port", Config{HTTP: "127.0.0.1"}, "must be HOST:PORT"},
		{"no token in the file", Config{TokenFile: os.DevNull}, "is empty"},
		{"no token file", Config{TokenFile: "/nowhere/token"}, "token_file"},
		{"token twice", Config{Token: "a", TokenFile: "b"}, "exclude each other"},
		{"half a key pair", Config{TLSCert: "a"}, "go together"},
		{"client authorities alone", Config{GRPC: "0.0.0.0:0", TLSClientCA: "a"}, "needs tls_cert"},
		{"source limit", Config{MaxSource: 17 << 20}, "max_source"},
		{"origin", Config{Origins: []string{"app.example"}}, "origins"},
		{"log level", Config{LogLevel: "loud"}, "log_level"},
		{"log format", Config{LogFormat: "xml"}, "log_format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := New(c.c, nil, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	for name, c := range map[string]Config{
		"loopback":      {},
		"IPv6 loopback": {GRPC: "[::1]:0", HTTP: "localhost:0"},
		"with a token":  {GRPC: "0.0.0.0:0", HTTP: ":0", Token: "x"},
	} {
		if err := c.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// authority signs certificates for a test.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	a := &authority{t: t, dir: t.TempDir()}
	a.cert, a.key = a.issue("ca", nil)
	return a
}

// issue writes NAME.pem and NAME.key.
func (a *authority) issue(name string, parent *authority) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	signer, signerKey := template, key
	if parent != nil {
		signer, signerKey = parent.cert, parent.key
	} else {
		template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	}
	der, err := x509.CreateCertificate(rand.Reader, template, signer, &key.PublicKey, signerKey)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	a.write(name+".pem", "CERTIFICATE", der)
	a.write(name+".key", "EC PRIVATE KEY", keyDER)
	return cert, key
}

func (a *authority) write(name, kind string, der []byte) {
	if err := os.WriteFile(a.path(name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

func (a *authority) path(name string) string { return filepath.Join(a.dir, name) }

func TestClientCertificates(t *testing.T) {
	ca := newAuthority(t)
	ca.issue("server", ca)
	ca.issue("client", ca)
	s := start(t, Config{
		GRPC: "0.0.0.0:0", HTTP: "127.0.0.1:0",
		TLSCert: ca.path("server.pem"), TLSKey: ca.path("server.key"), TLSClientCA: ca.path("ca.pem"),
	}, echo())
	_, port, err := net.SplitHostPort(s.grpc)
	if err != nil {
		t.Fatal(err)
	}
	s.grpc = "127.0.0.1:" + port
	roots := x509.NewCertPool()
	roots.AddCert(ca.cert)
	pair, err := tls.LoadX509KeyPair(ca.path("client.pem"), ca.path("client.key"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		certs []tls.Certificate
		in    bool
	}{
		{"with a certificate", []tls.Certificate{pair}, true},
		{"without", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := &tls.Config{RootCAs: roots, Certificates: c.certs}
			conn := s.dial(grpc.WithTransportCredentials(credentials.NewTLS(config.Clone())))
			_, err := deliveryv1.NewRenderServiceClient(conn).Render(t.Context(), markdown("x"))
			if (err == nil) != c.in || !c.in && status.Code(err) != codes.Unavailable {
				t.Errorf("gRPC: %v", err)
			}
			web := &http.Client{Transport: &http.Transport{TLSClientConfig: config.Clone()}, Timeout: patience}
			defer web.CloseIdleConnections()
			url := strings.Replace(s.url, "http:", "https:", 1)
			res, err := web.Post(url+"/v1/render", "application/json", strings.NewReader(`{"markdown":"x"}`))
			if (err == nil) != c.in {
				t.Errorf("HTTP: %v", err)
			}
			if err == nil {
				if res.StatusCode != http.StatusOK {
					t.Errorf("HTTP: %d", res.StatusCode)
				}
				_ = res.Body.Close()
			}
		})
	}
}
