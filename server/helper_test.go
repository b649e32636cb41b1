package server

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/internal/clock"
	"github.com/vak-delivery/vakd/renderers"
)

// patience bounds what a test waits for; nothing takes that long unless it is broken.
const patience = 20 * time.Second

// running is a service on real sockets.
type running struct {
	t    *testing.T
	grpc string
	url  string
	log  *syncBuffer
	stop context.CancelFunc
	// done holds what Run returned.
	done chan error
}

// start runs a service on free ports until the test ends. What r leaves out is the real thing.
func start(t *testing.T, c Config, r rendering) *running {
	t.Helper()
	real := realRendering()
	if r.render == nil {
		r.render = real.render
	}
	if r.renderAll == nil {
		r.renderAll = real.renderAll
	}
	if r.compile == nil {
		r.compile = real.compile
	}
	if r.surfaces == nil {
		r.surfaces = real.surfaces
	}
	c.GRPC, c.HTTP = orElse(c.GRPC, "127.0.0.1:0"), orElse(c.HTTP, "127.0.0.1:0")
	s := &running{t: t, log: &syncBuffer{}, done: make(chan error, 1)}
	srv, err := newServer(c, slog.New(slog.NewTextHandler(s.log, nil)), clock.System(), r)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	if err := srv.Listen(ctx); err != nil {
		t.Fatal(err)
	}
	s.grpc, s.url, s.stop = srv.GRPCAddr().String(), "http://"+srv.HTTPAddr().String(), stop
	go func() { s.done <- srv.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		select {
		case <-s.done:
		case <-time.After(patience):
			t.Error("the service did not stop")
		}
	})
	return s
}

// ended waits for Run to return.
func (s *running) ended() error {
	s.t.Helper()
	select {
	case err := <-s.done:
		s.done <- err
		return err
	case <-time.After(patience):
		s.t.Fatal("the service did not stop")
		return nil
	}
}

func (s *running) dial(opts ...grpc.DialOption) *grpc.ClientConn {
	s.t.Helper()
	if len(opts) == 0 {
		opts = []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials())}
	}
	opts = append(opts, grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)))
	conn, err := grpc.NewClient(s.grpc, opts...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func (s *running) client() deliveryv1.RenderServiceClient {
	return deliveryv1.NewRenderServiceClient(s.dial())
}

// answer is an HTTP answer as a test looks at it.
type answer struct {
	status int
	header http.Header
	body   string
}

// send makes one HTTP call; headers are NAME: VALUE.
func (s *running) send(method, path, body string, headers ...string) answer {
	s.t.Helper()
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	res, err := (&http.Client{Timeout: patience}).Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(b)}
}

func (s *running) post(path, body string, headers ...string) answer {
	s.t.Helper()
	return s.send(http.MethodPost, path, body, append([]string{"Content-Type: application/json"}, headers...)...)
}

// echo renders the source as it is.
func echo() rendering {
	return rendering{render: func(req *deliveryv1.RenderRequest, o renderers.Options) (*deliveryv1.DeliveryPacket, error) {
		return &deliveryv1.DeliveryPacket{
			Surface:  req.GetSurface(),
			Chunks:   []*deliveryv1.Chunk{{Text: req.GetMarkdown(), Number: 1}},
			Producer: o.Producer,
		}, nil
	}}
}

// held renders nothing until it is let go; started tells of each rendering that began.
func held() (r rendering, started chan struct{}, letGo func()) {
	started, gate := make(chan struct{}, 100), make(chan struct{})
	r = echo()
	render := r.render
	r.render = func(req *deliveryv1.RenderRequest, o renderers.Options) (*deliveryv1.DeliveryPacket, error) {
		started <- struct{}{}
		<-gate
		return render(req, o)
	}
	return r, started, sync.OnceFunc(func() { close(gate) })
}

func markdown(source string) *deliveryv1.RenderRequest {
	return &deliveryv1.RenderRequest{Source: &deliveryv1.RenderRequest_Markdown{Markdown: source}, Surface: "telegram"}
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer // guarded by mu
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
