package server

import (
	"context"
	"fmt"
	"regexp"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
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
			var undecodable error
			lenient := func(v any) error {
				undecodable = dec(v)
				return nil
			}
			return m.Handler(srv, ctx, lenient, func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
				if undecodable != nil {
					next = func(context.Context, any) (any, error) { return nil, decodeError(undecodable) }
				}
				return chain(ctx, req, info, next)
			})
		}}
	}
	desc.Methods = methods
	s.RegisterService(&desc, impl)
}

var illFormed = regexp.MustCompile(`string field (\S+) is not valid UTF-8`)

// decodeError turns what gRPC says about a request that it could not read into an error of the contract. Other errors
// it gives back.
func decodeError(err error) error {
	st, ok := status.FromError(err)
	if !ok {
		return err
	}
	switch st.Code() {
	case codes.ResourceExhausted:
		return &callError{
			reason:   deliveryv1.ErrorReason_ERROR_REASON_FIELD_TOO_LARGE,
			message:  fmt.Sprintf("the request is larger than %d bytes", maxMessage),
			metadata: map[string]string{"limit": fmt.Sprint(maxMessage)},
		}
	case codes.Internal:
		if m := illFormed.FindStringSubmatch(st.Message()); m != nil {
			return &callError{
				reason:  deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID,
				field:   m[1],
				message: m[1] + ": not valid UTF-8; a source that is not goes into source_bytes",
			}
		}
		return &callError{
			reason:  deliveryv1.ErrorReason_ERROR_REASON_FIELD_INVALID,
			message: "the request is not the message that this method takes",
		}
	}
	return err
}

// codec is gRPC's own for protobuf, but that it names the string that is not valid UTF-8.
type codec struct{ encoding.CodecV2 }

func newCodec() codec { return codec{encoding.GetCodecV2(proto.Name)} }

// Unmarshal reads a message; the error about ill-formed text has the field's path.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	err := c.CodecV2.Unmarshal(data, v)
	if err == nil {
		return nil
	}
	if m, ok := v.(gproto.Message); ok {
		if path := findIllFormed(data.Materialize(), m.ProtoReflect().Descriptor(), 0); path != "" {
			return fmt.Errorf("string field %s is not valid UTF-8", path)
		}
	}
	return err
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
