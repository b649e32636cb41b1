// Package renderers turns a source into packets: it compiles, plans, renders and packs. Everything in it is pure:
// equal requests give equal packets, byte for byte, and no call blocks.
package renderers

import (
	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// Options bounds and labels rendering. The zero value is ready to use.
type Options struct {
	// MaxSource is the largest accepted source in bytes; 0 means 4 MiB, the most is 16 MiB.
	MaxSource int
	// Producer is written into each packet, such as "vakd/0.1.0"; empty means "vakd".
	Producer string
}

// Render makes the packet of one request. The error, if any, is a *RequestError.
func Render(req *deliveryv1.RenderRequest, o Options) (*deliveryv1.DeliveryPacket, error) {
	return nil, invalid("", "no surface is built yet")
}

// RenderAll compiles the source once and renders it for every surface asked. The error is about the request as a
// whole; what fails for one surface stands in that result.
func RenderAll(req *deliveryv1.RenderAllRequest, o Options) (*deliveryv1.RenderAllResponse, error) {
	return nil, invalid("", "no surface is built yet")
}

// Compile turns the source of a request into its document. The error, if any, is a *RequestError.
func Compile(req *deliveryv1.CompileRequest, o Options) (*deliveryv1.CompileResponse, error) {
	return nil, invalid("", "no surface is built yet")
}

// Surfaces tells every surface with its limits, defaults and options, by name.
func Surfaces() []*deliveryv1.Surface { return nil }
