package server

import (
	"context"
	"runtime"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/renderers"
)

// rendering is what RenderService needs of the renderers; a test puts its own functions in.
type rendering struct {
	render    func(*deliveryv1.RenderRequest, renderers.Options) (*deliveryv1.DeliveryPacket, error)
	renderAll func(*deliveryv1.RenderAllRequest, renderers.Options) (*deliveryv1.RenderAllResponse, error)
	compile   func(*deliveryv1.CompileRequest, renderers.Options) (*deliveryv1.CompileResponse, error)
	surfaces  func() []*deliveryv1.Surface
}

func realRendering() rendering {
	return rendering{renderers.Render, renderers.RenderAll, renderers.Compile, renderers.Surfaces}
}

// renderService answers RenderService. It keeps nothing between calls.
type renderService struct {
	deliveryv1.UnimplementedRenderServiceServer
	rendering
	options renderers.Options
	// gate has room for the renderings that run at the same time; the others wait, so that memory stays bounded.
	gate chan struct{}
	// streams bounds RenderStream.
	streams streamLimits
	// report logs the cause of a fault that the caller is not told.
	report func(context.Context, fault)
}

var _ deliveryv1.RenderServiceServer = (*renderService)(nil)

func newRenderService(c Config, r rendering, streams streamLimits, report func(context.Context, fault)) *renderService {
	return &renderService{
		rendering: r,
		options:   renderers.Options{MaxSource: c.MaxSource, Producer: Producer},
		gate:      make(chan struct{}, 2*runtime.GOMAXPROCS(0)),
		streams:   streams,
		report:    report,
	}
}

// Render makes one packet of one source for one surface.
func (s *renderService) Render(ctx context.Context, req *deliveryv1.RenderRequest) (*deliveryv1.RenderResponse, error) {
	packet, err := gated(ctx, s.gate, func() (*deliveryv1.DeliveryPacket, error) { return s.render(req, s.options) })
	if err != nil {
		return nil, err
	}
	return &deliveryv1.RenderResponse{Packet: packet}, nil
}

// RenderAll renders one source for many surfaces.
func (s *renderService) RenderAll(ctx context.Context, req *deliveryv1.RenderAllRequest) (*deliveryv1.RenderAllResponse, error) {
	return gated(ctx, s.gate, func() (*deliveryv1.RenderAllResponse, error) { return s.renderAll(req, s.options) })
}

// Compile turns a source into its document.
func (s *renderService) Compile(ctx context.Context, req *deliveryv1.CompileRequest) (*deliveryv1.CompileResponse, error) {
	return gated(ctx, s.gate, func() (*deliveryv1.CompileResponse, error) { return s.compile(req, s.options) })
}

// ListSurfaces tells every surface by name.
func (s *renderService) ListSurfaces(context.Context, *deliveryv1.ListSurfacesRequest) (*deliveryv1.ListSurfacesResponse, error) {
	return &deliveryv1.ListSurfacesResponse{Surfaces: s.surfaces()}, nil
}

// gated runs a pure function when there is room for it. Once it runs it is not interrupted: its time is bounded by the
// size of its source.
func gated[T any](ctx context.Context, gate chan struct{}, f func() (T, error)) (T, error) {
	select {
	case gate <- struct{}{}:
		defer func() { <-gate }()
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
	return f()
}
