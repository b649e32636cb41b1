package server

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/status"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

func item(id, source string) *deliveryv1.RenderStreamRequest {
	return &deliveryv1.RenderStreamRequest{Id: id, Request: markdown(source)}
}

func TestStreamAnswersInOrder(t *testing.T) {
	var now, most atomic.Int64
	r := echo()
	render := r.render
	r.render = func(req *deliveryv1.RenderRequest, o renderers.Options) (*deliveryv1.DeliveryPacket, error) {
		defer now.Add(-1)
		for n := now.Add(1); ; {
			if m := most.Load(); n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		switch req.GetMarkdown() {
		case "panic":
			panic("boom")
		case "refuse":
			return nil, &renderers.RequestError{Reason: deliveryv1.ErrorReason_ERROR_REASON_LIMIT_INVALID, Field: "capabilities.max_chars", Description: "must be positive"}
		}
		return render(req, o)
	}
	s := start(t, Config{}, r)
	stream, err := s.client().RenderStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const items = 500
	sent := make(chan error, 1)
	go func() {
		for i := range items {
			source := fmt.Sprint("text ", i)
			switch i {
			case 3:
				source = "panic"
			case 5:
				source = "refuse"
			}
			if err := stream.Send(item(fmt.Sprint(i), source)); err != nil {
				sent <- err
				return
			}
		}
		sent <- stream.CloseSend()
	}()
	for i := range items {
		res, err := stream.Recv()
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		if res.GetId() != fmt.Sprint(i) {
			t.Fatalf("answer %d has id %s", i, res.GetId())
		}
		switch e := res.GetError(); {
		case i == 3 && (e.GetReason() != deliveryv1.ErrorReason_ERROR_REASON_INTERNAL || e.GetMetadata()["incident_id"] == ""):
			t.Errorf("panic: %v", res)
		case i == 5 && (e.GetReason() != deliveryv1.ErrorReason_ERROR_REASON_LIMIT_INVALID || e.GetCode() != 3 || e.GetViolations()[0].GetField() != "request.capabilities.max_chars"):
			t.Errorf("refusal: %v", res)
		case i != 3 && i != 5 && res.GetPacket().GetChunks()[0].GetText() != fmt.Sprint("text ", i):
			t.Errorf("answer %d: %v", i, res)
		}
	}
	if err := <-sent; err != nil {
		t.Errorf("send: %v", err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("end: %v", err)
	}
	if most.Load() > maxInFlight {
		t.Errorf("%d items at a time, want at most %d", most.Load(), maxInFlight)
	}
}

func TestStreamHoldsSixteenItems(t *testing.T) {
	r, started, letGo := held()
	s := start(t, Config{}, r)
	defer letGo()
	stream, err := s.client().RenderStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * maxInFlight {
		if err := stream.Send(item(fmt.Sprint(i), "x")); err != nil {
			t.Fatal(err)
		}
	}
	<-started
	// While none of them ends, no more than sixteen can have begun, however long one looks.
	for range 1000 {
		if len(started)+1 > maxInFlight {
			t.Fatalf("%d items began", len(started)+1)
		}
	}
	letGo()
	for range 3 * maxInFlight {
		if _, err := stream.Recv(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStreamItemsThatAreNone(t *testing.T) {
	s := start(t, Config{}, echo())
	stream, err := s.client().RenderStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		item  *deliveryv1.RenderStreamRequest
		field string
	}{
		{"no request", &deliveryv1.RenderStreamRequest{Id: "a"}, "request"},
		{"long id", item(strings.Repeat("é", 129), "x"), "id"},
		{"longest id", item(strings.Repeat("é", 128), "x"), ""},
	} {
		if err := stream.Send(c.item); err != nil {
			t.Fatal(err)
		}
		res, err := stream.Recv()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := ""
		if v := res.GetError().GetViolations(); len(v) > 0 {
			got = v[0].GetField()
		}
		if got != c.field {
			t.Errorf("%s: got %v, want field %q", c.name, res, c.field)
		}
	}
}

func TestStreamEndsWhenDraining(t *testing.T) {
	r, started, letGo := held()
	s := start(t, Config{}, r)
	defer letGo()
	stream, err := s.client().RenderStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(item("a", "x")); err != nil {
		t.Fatal(err)
	}
	<-started
	s.stop()
	letGo()
	if res, err := stream.Recv(); err != nil || res.GetPacket() == nil {
		t.Errorf("the item in progress: %v, %v", res, err)
	}
	_, err = stream.Recv()
	if got := errorInfo(t, err).GetReason(); got != "SHUTTING_DOWN" {
		t.Errorf("end: %v", err)
	}
	if err := s.ended(); err != nil {
		t.Errorf("Run: %v", err)
	}
}

func TestStreamTimeout(t *testing.T) {
	s := start(t, Config{StreamTimeout: 1}, echo())
	stream, err := s.client().RenderStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); status.Code(err).String() != "DeadlineExceeded" {
		t.Errorf("end: %v", err)
	}
}
