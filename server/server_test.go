package server

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"google.golang.org/grpc"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
	"github.com/vak-delivery/vakd/server/wirejson"
)

func TestSamePacketByGRPCAndHTTP(t *testing.T) {
	s := start(t, Config{}, rendering{})
	for name, source := range map[string]string{
		"short": "**hi**",
		"mixed": "# Title\n\n- [x] a & b <c>\n- \u2028 \"q\"\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```go\nx := 1\n```\n",
		"empty": "",
	} {
		for _, surface := range []string{"telegram", "slack", "discord", "plain", "markdown", "native", "nowhere"} {
			t.Run(name+"/"+surface, func(t *testing.T) {
				req := markdown(source)
				req.Surface = surface
				direct, err := renderers.Render(req, renderers.Options{Producer: Producer})
				if err != nil {
					t.Fatal(err)
				}
				want, err := wirejson.Marshal(direct)
				if err != nil {
					t.Fatal(err)
				}
				res, err := s.client().Render(t.Context(), req)
				if err != nil {
					t.Fatal(err)
				}
				byGRPC, err := wirejson.Marshal(res.GetPacket())
				if err != nil {
					t.Fatal(err)
				}
				if string(byGRPC) != string(want) {
					t.Errorf("gRPC:\n got %s\nwant %s", byGRPC, want)
				}
				body, err := wirejson.Marshal(req)
				if err != nil {
					t.Fatal(err)
				}
				a := s.post("/v1/render", string(body))
				if a.status != http.StatusOK || a.body != string(want)+"\n" {
					t.Errorf("HTTP: status %d\n got %s\nwant %s", a.status, a.body, want)
				}
			})
		}
	}
}

func TestEveryMethodAnswersOnHTTP(t *testing.T) {
	s := start(t, Config{}, rendering{})
	for _, c := range []struct{ name, method, path, body, want string }{
		{"render all", "POST", "/v1/render:all", `{"markdown":"**hi**","surfaces":["telegram","slack"]}`, `"surface":"slack"`},
		{"compile", "POST", "/v1/compile", `{"markdown":"**hi**"}`, `"document":{`},
		{"surfaces", "GET", "/v1/surfaces", "", `"name":"telegram"`},
		{"openapi", "GET", "/openapi.json", "", `"/v1/render"`},
		{"healthz", "GET", "/healthz", "", `{"status":"SERVING"}`},
		{"metrics", "GET", "/metrics", "", `vakd_build_info{version="` + Version + `"} 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.send(c.method, c.path, c.body, "Content-Type: application/json")
			if a.status != http.StatusOK || !strings.Contains(a.body, c.want) {
				t.Errorf("status %d, want 200 and %s in:\n%.2000s", a.status, c.want, a.body)
			}
		})
	}
}

func TestMetricsCountCalls(t *testing.T) {
	s := start(t, Config{}, echo())
	if _, err := s.client().Render(t.Context(), markdown("x")); err != nil {
		t.Fatal(err)
	}
	want := `vakd_calls_total{code="OK",method="/vak.delivery.v1.RenderService/Render"} 1`
	if a := s.send("GET", "/metrics", ""); !strings.Contains(a.body, want) {
		t.Errorf("no line %s in:\n%s", want, a.body)
	}
}

func TestReflectionAndHealth(t *testing.T) {
	s := start(t, Config{}, echo())
	conn := s.dial()
	check, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{Service: "vak.delivery.v1.RenderService"})
	if err != nil || check.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		t.Errorf("health: %v, %v", check, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	stream, err := reflectionv1.NewServerReflectionClient(conn).ServerReflectionInfo(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&reflectionv1.ServerReflectionRequest{MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{}}); err != nil {
		t.Fatal(err)
	}
	res, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, svc := range res.GetListServicesResponse().GetService() {
		names = append(names, svc.GetName())
	}
	if !slices.Contains(names, "vak.delivery.v1.RenderService") {
		t.Errorf("services %v, want RenderService among them", names)
	}
}

func TestRequestIDs(t *testing.T) {
	s := start(t, Config{}, echo())
	for _, c := range []struct {
		name, give string
		kept       bool
	}{
		{"given", "trace-1", true},
		{"longest", strings.Repeat("a", 128), true},
		{"too long", strings.Repeat("a", 129), false},
		{"blank inside", "a b", false},
		{"none", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var header metadata.MD
			ctx := metadata.AppendToOutgoingContext(t.Context(), requestIDKey, c.give)
			if _, err := s.client().Render(ctx, markdown("x"), grpc.Header(&header)); err != nil {
				t.Fatal(err)
			}
			a := s.post("/v1/render", `{"markdown":"x"}`, "Vakd-Request-Id: "+c.give)
			for by, got := range map[string][]string{"gRPC": header.Get(requestIDKey), "HTTP": a.header.Values("Vakd-Request-Id")} {
				if len(got) != 1 || got[0] == "" || (got[0] == c.give) != c.kept {
					t.Errorf("%s: got %q for %q", by, got, c.give)
				}
				if !strings.Contains(s.log.String(), "request_id="+got[0]) {
					t.Errorf("%s: id %s is not in the log", by, got[0])
				}
			}
		})
	}
}

func TestLogsHoldNoMessageText(t *testing.T) {
	r := echo()
	r.compile = func(*deliveryv1.CompileRequest, renderers.Options) (*deliveryv1.CompileResponse, error) {
		panic("secret-of-compile")
	}
	s := start(t, Config{}, r)
	s.post("/v1/render", `{"markdown":"sesame-open","surface":"sesame-surface"}`)
	s.post("/v1/render", `{"markdown":"sesame-open","sesame":1}`)
	s.post("/v1/compile", `{"markdown":"sesame-open"}`)
	if log := s.log.String(); strings.Contains(log, "sesame") || !strings.Contains(log, "method=") {
		t.Errorf("the log holds text of messages, or no calls:\n%s", log)
	}
}

func TestPanicIsOneCallsError(t *testing.T) {
	r := echo()
	r.render = func(req *deliveryv1.RenderRequest, o renderers.Options) (*deliveryv1.DeliveryPacket, error) {
		if req.GetMarkdown() == "bad" {
			panic("index out of reach")
		}
		return echo().render(req, o)
	}
	s := start(t, Config{}, r)
	_, err := s.client().Render(t.Context(), markdown("bad"))
	info := errorInfo(t, err)
	incident := info.GetMetadata()["incident_id"]
	if info.GetReason() != "INTERNAL" || incident == "" {
		t.Errorf("got %v, want INTERNAL with an incident id", err)
	}
	if strings.Contains(status.Convert(err).Message(), "index") {
		t.Errorf("the cause leaks: %v", err)
	}
	if log := s.log.String(); !strings.Contains(log, incident) || !strings.Contains(log, "index out of reach") {
		t.Errorf("incident %s or its cause is not in the log:\n%s", incident, log)
	}
	if a := s.post("/v1/render", `{"markdown":"bad"}`); a.status != http.StatusInternalServerError || !strings.Contains(a.body, `"reason":"INTERNAL"`) {
		t.Errorf("HTTP: %d %s", a.status, a.body)
	}
	if _, err := s.client().Render(t.Context(), markdown("good")); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

func TestBusy(t *testing.T) {
	r, started, letGo := held()
	s := start(t, Config{MaxCalls: 1}, r)
	defer letGo()
	first := make(chan error, 1)
	client := s.client()
	go func() {
		_, err := client.Render(context.Background(), markdown("x"))
		first <- err
	}()
	<-started
	_, err := client.Render(t.Context(), markdown("y"))
	if got := errorInfo(t, err).GetReason(); got != "SERVER_BUSY" {
		t.Errorf("reason %s, want SERVER_BUSY", got)
	}
	a := s.post("/v1/render", `{"markdown":"y"}`)
	if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") != "1" || !strings.Contains(a.body, "RetryInfo") {
		t.Errorf("HTTP: %d, Retry-After %q, %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	if a := s.send("GET", "/healthz", ""); a.status != http.StatusOK {
		t.Errorf("healthz while busy: %d", a.status)
	}
	letGo()
	if err := <-first; err != nil {
		t.Errorf("the first call: %v", err)
	}
	if _, err := client.Render(t.Context(), markdown("z")); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestCallTimeout(t *testing.T) {
	r, _, letGo := held()
	// The gate is full of renderings that do not end, so that the call waits for room until its time is over.
	s := start(t, Config{CallTimeout: Duration(50 * time.Millisecond), DrainTimeout: Duration(time.Millisecond)}, r)
	defer letGo()
	client := s.client()
	codes := make(chan string)
	const calls = 64
	for range calls {
		go func() {
			_, err := client.Render(context.Background(), markdown("x"))
			codes <- status.Code(err).String()
		}()
	}
	select {
	case got := <-codes:
		if got != "DeadlineExceeded" {
			t.Errorf("code %s, want DeadlineExceeded", got)
		}
	case <-time.After(patience):
		t.Error("no call ended")
	}
	letGo()
	for range calls - 1 {
		<-codes
	}
}

func TestDrainLetsCallsEnd(t *testing.T) {
	r, started, letGo := held()
	s := start(t, Config{}, r)
	defer letGo()
	client := s.client()
	byGRPC, byHTTP := make(chan error, 1), make(chan answer, 1)
	go func() {
		_, err := client.Render(context.Background(), markdown("x"))
		byGRPC <- err
	}()
	go func() { byHTTP <- s.post("/v1/render", `{"markdown":"y"}`) }()
	<-started
	<-started
	s.stop()
	refused := func() bool {
		_, err := s.client().Render(t.Context(), markdown("z"))
		return err != nil
	}
	for deadline := time.Now().Add(patience); !refused(); {
		if time.Now().After(deadline) {
			t.Fatal("a draining service takes new calls")
		}
	}
	select {
	case err := <-s.done:
		t.Fatalf("stopped with calls in progress: %v", err)
	default:
	}
	letGo()
	if err := <-byGRPC; err != nil {
		t.Errorf("gRPC call in progress: %v", err)
	}
	if a := <-byHTTP; a.status != http.StatusOK {
		t.Errorf("HTTP call in progress: %d %s", a.status, a.body)
	}
	if err := s.ended(); err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestDrainCutsOffWhatStays(t *testing.T) {
	r, started, letGo := held()
	s := start(t, Config{DrainTimeout: Duration(20 * time.Millisecond)}, r)
	// A rendering is not interrupted, so it is let go once its caller was cut off.
	failed := make(chan error, 1)
	client := s.client()
	go func() {
		_, err := client.Render(context.Background(), markdown("x"))
		failed <- err
		letGo()
	}()
	<-started
	s.stop()
	if err := <-failed; err == nil {
		t.Error("the call ended well")
	}
	if err := s.ended(); err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestPortInUse(t *testing.T) {
	s := start(t, Config{}, echo())
	srv, err := New(Config{GRPC: s.grpc, HTTP: "127.0.0.1:0"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Listen(t.Context()); err == nil || !strings.Contains(err.Error(), "listen for gRPC") {
		t.Errorf("got %v", err)
	}
}
