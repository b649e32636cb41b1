package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// errorInfo returns the ErrorInfo that an error must carry.
func errorInfo(t *testing.T, err error) *errdetails.ErrorInfo {
	t.Helper()
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok {
			if info.GetDomain() != "vak.delivery.v1" {
				t.Errorf("domain %q", info.GetDomain())
			}
			return info
		}
	}
	t.Fatalf("no ErrorInfo in %v", err)
	return nil
}

// violation returns the path of the only field violation, or an empty string.
func violation(err error) string {
	for _, d := range status.Convert(err).Details() {
		if b, ok := d.(*errdetails.BadRequest); ok {
			return b.GetFieldViolations()[0].GetField()
		}
	}
	return ""
}

func TestBadBodies(t *testing.T) {
	s := start(t, Config{}, rendering{})
	for _, c := range []struct{ name, path, body, reason, field string }{
		{"unknown field", "/v1/render", `{"markdown":"a","foo":1}`, "FIELD_INVALID", "foo"},
		{"unknown field inside", "/v1/render", `{"markdown":"a","actions":[{"id":"a"},{"idd":1}]}`, "FIELD_INVALID", "actions[1].idd"},
		{"unknown enum name", "/v1/render", `{"markdown":"a","surface":"plain","kind":"DELIVERY_KIND_NOPE"}`, "FIELD_INVALID", "kind"},
		{"unknown enum name inside", "/v1/render", `{"actions":[{"style":"LOUD"}]}`, "FIELD_INVALID", "actions[0].style"},
		{"unknown enum number", "/v1/render", `{"markdown":"a","surface":"plain","kind":99}`, "FIELD_INVALID", "kind"},
		{"wrong type", "/v1/render", `{"capabilities":{"maxChars":"many"}}`, "FIELD_INVALID", "capabilities.max_chars"},
		{"value of a map", "/v1/render", `{"options":{"telegram.headings":1}}`, "FIELD_INVALID", `options["telegram.headings"]`},
		{"two sources", "/v1/render", `{"markdown":"a","sourceBytes":"YQ=="}`, "FIELD_INVALID", "source_bytes"},
		{"time", "/v1/render", `{"actions":[{"expiresAt":"soon"}]}`, "FIELD_INVALID", "actions[0].expires_at"},
		{"ill-formed text", "/v1/render", "{\"markdown\":\"a\xff\"}", "FIELD_INVALID", "markdown"},
		{"no object", "/v1/render", `[]`, "FIELD_INVALID", ""},
		{"no JSON", "/v1/render", `{"markdown":`, "FIELD_INVALID", ""},
		{"text behind", "/v1/render", `{} {}`, "FIELD_INVALID", ""},
		{"no surface", "/v1/render", `{"markdown":"a"}`, "FIELD_INVALID", "surface"},
		{"limit of zero", "/v1/render", `{"markdown":"a","surface":"plain","capabilities":{"maxChars":0}}`, "LIMIT_INVALID", "capabilities.max_chars"},
		{"negative limit", "/v1/render", `{"markdown":"a","surface":"plain","capabilities":{"maxChars":-5}}`, "LIMIT_INVALID", "capabilities.max_chars"},
		{"limit too small", "/v1/render", `{"markdown":"a","surface":"telegram","capabilities":{"maxChars":1}}`, "LIMIT_TOO_SMALL", "capabilities.max_chars"},
		{"unknown option", "/v1/render", `{"markdown":"a","surface":"telegram","options":{"telegram.nope":"1"}}`, "OPTION_INVALID", ""},
		{"option of the compiler", "/v1/compile", `{"markdown":"a","options":{"x":"1"}}`, "OPTION_INVALID", ""},
		{"source too large", "/v1/render", `{"markdown":"` + strings.Repeat("a", 5<<20) + `","surface":"plain"}`, "SOURCE_TOO_LARGE", "markdown"},
		{"body too large", "/v1/render", `{"markdown":"` + strings.Repeat("a", maxBody) + `"}`, "FIELD_TOO_LARGE", ""},
		{"deep", "/v1/render", `{"content":{"document":` + strings.Repeat(`{"blocks":[{"quote":`, 300) + `{}` + strings.Repeat(`}]}`, 300) + `}}`, "FIELD_INVALID", "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := s.post(c.path, c.body)
			var st struct {
				Code    int
				Details []struct {
					Reason, Domain  string
					FieldViolations []struct{ Field, Description, Reason string }
				}
			}
			if err := json.Unmarshal([]byte(a.body), &st); err != nil {
				t.Fatalf("%v in %.300s", err, a.body)
			}
			if a.status != http.StatusBadRequest || st.Code != 3 || len(st.Details) == 0 || st.Details[0].Reason != c.reason || st.Details[0].Domain != errorDomain {
				t.Fatalf("status %d, want 400 and %s: %.500s", a.status, c.reason, a.body)
			}
			if c.field == "" || c.field == "*" {
				return
			}
			if len(st.Details) < 2 || len(st.Details[1].FieldViolations) != 1 || st.Details[1].FieldViolations[0].Field != c.field {
				t.Errorf("want field %s: %.500s", c.field, a.body)
			}
		})
	}
}

func TestEmptySourceIsNoError(t *testing.T) {
	s := start(t, Config{}, rendering{})
	a := s.post("/v1/render", `{"markdown":"","surface":"telegram"}`)
	if a.status != http.StatusOK || !strings.Contains(a.body, "render.empty") || strings.Contains(a.body, `"chunks"`) {
		t.Errorf("%d %s, want a packet without chunks that says render.empty", a.status, a.body)
	}
}

func TestSourceTooLargeByGRPC(t *testing.T) {
	s := start(t, Config{}, rendering{})
	_, err := s.client().Render(t.Context(), markdown(strings.Repeat("a", 5<<20)))
	info := errorInfo(t, err)
	if info.GetReason() != "SOURCE_TOO_LARGE" || info.GetMetadata()["limit"] != fmt.Sprint(4<<20) || violation(err) != "markdown" {
		t.Errorf("got %v at %q", info, violation(err))
	}
	_, err = s.client().Render(t.Context(), markdown(strings.Repeat("a", maxMessage+1)))
	if got := errorInfo(t, err).GetReason(); got != "FIELD_TOO_LARGE" || status.Code(err) != codes.InvalidArgument {
		t.Errorf("over the transport's limit: %v", err)
	}
}

// raw sends bytes as they are.
type raw struct{ encoding.Codec }

func (raw) Name() string                       { return "proto" }
func (raw) Marshal(v any) ([]byte, error)      { return *v.(*[]byte), nil }
func (raw) Unmarshal(data []byte, v any) error { *v.(*[]byte) = data; return nil }
func field(num protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, num, protowire.BytesType), b)
}

func TestUndecodableMessages(t *testing.T) {
	s := start(t, Config{}, echo())
	conn := s.dial()
	for _, c := range []struct {
		name  string
		bytes []byte
		field string
	}{
		{"ill-formed source", field(1, []byte("a\xffb")), "markdown"},
		{"ill-formed label", append(field(10, field(1, []byte("a"))), field(10, field(2, []byte("\xc3")))...), "actions[1].label"},
		{"ill-formed option", field(7, append(field(1, []byte("a")), field(2, []byte("\xff"))...)), "options"},
		{"no message", []byte{0xff, 0xff, 0xff}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out []byte
			err := conn.Invoke(t.Context(), deliveryv1.RenderService_Render_FullMethodName, &c.bytes, &out, grpc.ForceCodec(raw{}))
			if info := errorInfo(t, err); info.GetReason() != "FIELD_INVALID" || status.Code(err) != codes.InvalidArgument || violation(err) != c.field {
				t.Errorf("got %v at %q, want FIELD_INVALID at %q", err, violation(err), c.field)
			}
			if !strings.Contains(s.log.String(), "FIELD_INVALID") {
				t.Error("the call is not logged")
			}
		})
	}
}

func TestEveryReasonHasItsCode(t *testing.T) {
	values := deliveryv1.ErrorReason(0).Descriptor().Values()
	for i := range values.Len() {
		r := deliveryv1.ErrorReason(values.Get(i).Number())
		want := codes.Internal
		// The comment of each value names its code; the source info is not compiled in, so the ranges are checked by hand.
		for _, span := range []struct {
			from, to int32
			code     codes.Code
		}{
			{1, 31, codes.InvalidArgument}, {40, 48, codes.NotFound}, {60, 66, codes.AlreadyExists}, {80, 95, codes.FailedPrecondition},
			{110, 110, codes.Aborted}, {120, 120, codes.PermissionDenied}, {121, 122, codes.Unauthenticated},
			{130, 138, codes.ResourceExhausted}, {150, 152, codes.Unavailable}, {153, 153, codes.Internal},
		} {
			if int32(r) >= span.from && int32(r) <= span.to {
				want = span.code
			}
		}
		if got := codeOf(r); got != want {
			t.Errorf("%v: code %v, want %v", r, got, want)
		}
	}
}

func TestFaultOf(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		code codes.Code
	}{
		{"time over", fmt.Errorf("wait: %w", context.DeadlineExceeded), codes.DeadlineExceeded},
		{"given up", context.Canceled, codes.Canceled},
		{"own", shuttingDown(), codes.Unavailable},
		{"unknown", errors.New("disk on fire"), codes.Internal},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := faultOf(c.err)
			if f.code != c.code || (f.cause != nil) != (c.code == codes.Internal) || strings.Contains(f.message, "fire") {
				t.Errorf("got %+v, want code %v", f, c.code)
			}
		})
	}
}
