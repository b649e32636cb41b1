package server

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

const (
	maxInFlight = 16  // items of one stream in progress
	maxItemID   = 128 // code points of an item's id
)

// streamLimits end a stream that the caller does not end.
type streamLimits struct {
	timeout  time.Duration
	draining <-chan struct{}
}

type renderStream = grpc.BidiStreamingServer[deliveryv1.RenderStreamRequest, deliveryv1.RenderStreamResponse]

// promise holds the answer to one item once it is there.
type promise chan *deliveryv1.RenderStreamResponse

// RenderStream renders in bulk. Items are rendered side by side and answered in the order asked; when the service
// drains, what was taken is answered and the stream then ends with SHUTTING_DOWN.
//
//	receive ─► dispatch ─► up to 16 items ─► send in order
func (s *renderService) RenderStream(stream renderStream) error {
	ctx, cancel := context.WithTimeout(stream.Context(), s.streams.timeout)
	defer cancel()
	// One promise is in the hands of the sender, so the channel holds one less than may be in progress.
	promises := make(chan promise, maxInFlight-1)
	sent := make(chan error, 1)
	go func() {
		err := sendInOrder(stream, promises)
		if err != nil {
			cancel()
			for p := range promises {
				<-p
			}
		}
		sent <- err
	}()
	err := s.dispatch(ctx, receive(ctx, stream), promises)
	close(promises)
	if sendErr := <-sent; sendErr != nil {
		return sendErr
	}
	return err
}

type received struct {
	item *deliveryv1.RenderStreamRequest
	err  error
}

// receive hands on what comes in. Its goroutine ends with the call: gRPC ends a pending Recv when the handler returns.
func receive(ctx context.Context, stream renderStream) <-chan received {
	items := make(chan received)
	go func() {
		for {
			item, err := stream.Recv()
			select {
			case items <- received{item, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return items
}

func (s *renderService) dispatch(ctx context.Context, items <-chan received, promises chan<- promise) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.streams.draining:
			return shuttingDown()
		case r := <-items:
			if errors.Is(r.err, io.EOF) {
				return nil
			}
			if r.err != nil {
				return r.err
			}
			p := make(promise, 1)
			select {
			case promises <- p:
			case <-ctx.Done():
				return ctx.Err()
			}
			go func() { p <- s.answer(ctx, r.item) }()
		}
	}
}

func sendInOrder(stream renderStream, promises <-chan promise) error {
	for p := range promises {
		if err := stream.Send(<-p); err != nil {
			return err
		}
	}
	return nil
}

// answer renders one item; whatever happens to it is its answer.
func (s *renderService) answer(ctx context.Context, item *deliveryv1.RenderStreamRequest) (res *deliveryv1.RenderStreamResponse) {
	fail := func(err error, prefix string) *deliveryv1.RenderStreamResponse {
		f := faultOf(err)
		s.report(ctx, f)
		return &deliveryv1.RenderStreamResponse{Id: item.GetId(), Result: &deliveryv1.RenderStreamResponse_Error{Error: f.item(prefix)}}
	}
	defer func() {
		if v := recover(); v != nil {
			res = fail(&panicError{v, debug.Stack()}, "")
		}
	}()
	if utf8.RuneCountInString(item.GetId()) > maxItemID {
		res := fail(&callError{reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE, field: "id", message: "id: longer than 128 code points"}, "")
		res.Id = string([]rune(item.GetId())[:maxItemID])
		return res
	}
	if item.GetRequest() == nil {
		return fail(&callError{reason: deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID, field: "request", message: "request: must be set"}, "")
	}
	done, err := s.Render(ctx, item.GetRequest())
	if err != nil {
		return fail(err, "request.")
	}
	return &deliveryv1.RenderStreamResponse{Id: item.GetId(), Result: &deliveryv1.RenderStreamResponse_Packet{Packet: done.GetPacket()}}
}
