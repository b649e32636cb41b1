package server

import (
	"context"
	"fmt"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	gproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// registerDecoding registers a service so that a request that cannot be decoded passes the interceptors like any
// other, and is refused with a reason. By itself gRPC answers such a request before any interceptor sees it.
func registerDecoding(s grpc.ServiceRegistrar, desc grpc.ServiceDesc, impl any) {
	methods := make([]grpc.MethodDesc, len(desc.Methods))
	for i, m := range desc.Methods {
		methods[i] = grpc.MethodDesc{MethodName: m.MethodName, Handler: func(srv any, ctx context.Context, dec func(any) error, chain grpc.UnaryServerInterceptor) (any, error) {
			var in incoming
			receive := func(v any) error {
				in.message = v
				return dec(&in)
			}
			return m.Handler(srv, ctx, receive, func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
				if in.fault != nil {
					next = func(context.Context, any) (any, error) { return nil, in.fault }
				}
				return chain(ctx, req, info, next)
			})
		}}
	}
	desc.Methods = methods
	s.RegisterService(&desc, impl)
}

// incoming is a message to be received and, when its bytes are not such a message, why.
type incoming struct {
	message any
	fault   error
}

// codec is gRPC's own for protobuf, but that it leaves the fault of an incoming message with it.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(proto.Name)} }

// Unmarshal reads a message.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	in, ok := v.(*incoming)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	if data.Len() > maxMessage {
		in.fault = &callError{
			reason:   deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
			message:  fmt.Sprintf("the request is larger than %d bytes", maxMessage),
			metadata: map[string]string{"limit": fmt.Sprint(maxMessage)},
		}
		return nil
	}
	if err := c.CodecV2.Unmarshal(data, in.message); err != nil {
		in.fault = undecodable(data, in.message)
	}
	return nil
}

// undecodable tells why bytes are not the message.
func undecodable(data mem.BufferSlice, v any) error {
	e := &callError{
		reason:  deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID,
		message: "the request is not the message that this method takes",
	}
	if m, ok := v.(gproto.Message); ok {
		if e.field = findIllFormed(data.Materialize(), m.ProtoReflect().Descriptor(), 0); e.field != "" {
			e.message = e.field + ": not valid UTF-8; a source that is not goes into source_bytes"
		}
	}
	return e
}

// findIllFormed returns the path of the first string in wire bytes that is not valid UTF-8, or an empty string.
func findIllFormed(b []byte, md protoreflect.MessageDescriptor, depth int) string {
	const deepest = 100
	if depth > deepest {
		return ""
	}
	index := map[protoreflect.FieldNumber]int{}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return ""
		}
		b = b[n:]
		size := protowire.ConsumeFieldValue(num, typ, b)
		if size < 0 {
			return ""
		}
		value := b[:size]
		b = b[size:]
		fd := md.Fields().ByNumber(num)
		if fd == nil || typ != protowire.BytesType {
			continue
		}
		name := string(fd.Name())
		if fd.IsList() {
			name = fmt.Sprintf("%s[%d]", name, index[num])
			index[num]++
		}
		inner, _ := protowire.ConsumeBytes(value)
		switch {
		case fd.Kind() == protoreflect.StringKind && !utf8.Valid(inner):
			return name
		case fd.IsMap():
			if findIllFormed(inner, fd.Message(), depth+1) != "" {
				return name
			}
		case fd.Message() != nil:
			if path := findIllFormed(inner, fd.Message(), depth+1); path != "" {
				return name + "." + path
			}
		}
	}
	return ""
}
