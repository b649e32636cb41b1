package wirejson

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// examples are those of the contract's page: each is read and printed again.
var examples = []struct {
	name    string
	message proto.Message
	text    string
}{
	{"flat request", &deliveryv1.RenderRequest{}, `{"markdown":"**hi**","surface":"telegram"}`},
	{"approval", &deliveryv1.RenderRequest{}, `{"surface":"telegram","content":{"approval":{"title":"rm -rf <x>","detail":"cleans the cache","expiresAt":"2031-05-06T07:08:09Z"}},
 "capabilities":{"maxChars":3500,"tables":false},"options":{"telegram.headings":"upper"},"actions":[{"id":"allow","label":"Approve"},{"id":"deny","label":"Deny"}]}`},
	{"packet", &deliveryv1.DeliveryPacket{}, `{"surface":"telegram","chunks":[
  {"text":"<b><u>Build</u></b>","plainText":"Build","blockIds":["b1"],"channelFields":{"link_preview_options":{"is_disabled":true},"parse_mode":"HTML"},"plainChannelFields":{"link_preview_options":{"is_disabled":true}},"length":5,"number":1}],
 "kind":"DELIVERY_KIND_ASSISTANT","markup":"MARKUP_TELEGRAM_HTML","schemaVersion":2,"rendererVersion":"1.0.0",
 "coverage":[{"blockId":"b1","disposition":"COVERAGE_DISPOSITION_LOWERED","reason":"heading.bold"},{"blockId":"b2","disposition":"COVERAGE_DISPOSITION_NATIVE"}],
 "diagnostics":[{"code":"fence.unclosed","severity":"SEVERITY_WARNING","message":"code is not closed","blockId":"b2","span":{"start":9,"end":15}}],
 "actions":[{"id":"open","label":"Open log","url":"https://ci.example/1"}],"fallbackMarkdown":"# Build\n\n` + "```" + `\nok","fallbackText":"Build\n=====\n\n    ok",
 "plan":{"recipeId":"answer.basic","recipeVersion":"1.0.0","basis":"PLAN_BASIS_DEFAULT","renderer":"blocks","rendererVersion":"1.0.0","registryDigest":"9f2c"},
 "unit":"LENGTH_UNIT_CODE_POINTS","limit":4096,"title":"Build","producer":"vakd/0.1.0"}`},
	{"document", &deliveryv1.PresentationDocument{}, `{"schemaVersion":2,"blocks":[{"id":"b1","span":{"end":15},"list":{"items":[{"blocks":[{"id":"b1.1.1","span":{"start":6,"end":15},"paragraph":{"inlines":[
  {"span":{"start":6,"end":11},"strong":{"inlines":[{"span":{"start":8,"end":9},"text":"a"}]}},{"span":{"start":11,"end":12},"text":" "},{"span":{"start":12,"end":15},"code":"b"}]}}],
  "task":"TASK_STATE_DONE"}],"tight":true}}],"sourceMarkdown":"- [x] **a** ` + "`b`" + `","format":"TEXT_FORMAT_MARKDOWN"}`},
}

func TestExamplesOfTheContract(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			m := proto.Clone(e.message)
			if err := Unmarshal([]byte(e.text), m); err != nil {
				t.Fatal(err)
			}
			got, err := Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := json.Compact(&want, []byte(e.text)); err != nil {
				t.Fatal(err)
			}
			// A source stands first in a request however it was written.
			if e.name == "approval" {
				again := proto.Clone(e.message)
				if err := Unmarshal(got, again); err != nil || !proto.Equal(m, again) {
					t.Errorf("%v: %s", err, got)
				}
				return
			}
			if string(got) != want.String() {
				t.Errorf("\n got %s\nwant %s", got, want.String())
			}
		})
	}
}

func TestEqualMessagesGiveEqualBytes(t *testing.T) {
	fields := map[string]any{}
	options := map[string]string{}
	for _, k := range strings.Split("qwertyuiopasdfghjklzxcvbnm", "") {
		fields[k], options[k] = k, k
	}
	s, err := structpb.NewStruct(fields)
	if err != nil {
		t.Fatal(err)
	}
	p := &deliveryv1.DeliveryPacket{Chunks: []*deliveryv1.Chunk{{Text: "<&>\u2028", ChannelFields: s}}, Options: options}
	first, err := Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		again, err := Marshal(proto.CloneOf(p))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatalf("\n got %s\nwant %s", again, first)
		}
	}
	if bytes.ContainsAny(first, " \n") || !bytes.Contains(first, []byte(`{"a":"a","b":"b","c":"c"`)) {
		t.Errorf("not compact or not sorted: %s", first)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, text, field, description string }{
		{"unknown", `{"a":1}`, "a", "unknown field"},
		{"unknown with a long name", `{"` + strings.Repeat("x", 300) + `":1}`, strings.Repeat("x", 64) + "…", "unknown field"},
		{"both spellings are one field", `{"maxChars":1,"max_chars":2}`, "max_chars", "set together with max_chars, only one of them may be"},
		{"not a number", `{"maxChars":[]}`, "max_chars", "must be a value of type int32"},
		{"too large a number", `{"width":5000000000}`, "width", "must be a value of type uint32"},
		{"enum", `{"markup":"X"}`, "markup", `unknown value "X"`},
		{"item of a list", `{"others":["a",1]}`, "others[1]", "must be a value of type string"},
		{"no list", `{"others":"a"}`, "others", "must be an array"},
		{"empty", ``, "", "not JSON: unexpected end of JSON input at byte 0"},
		{"cut off", `{"tables":`, "", "not JSON: unexpected end of JSON input at byte 10"},
		{"null", `null`, "", "must be an object"},
		{"syntax", `{"tables":tru}`, "", "not JSON: invalid character '}' in literal true (expecting 'e') at byte 14"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Unmarshal([]byte(c.text), &deliveryv1.Capabilities{})
			var f *Fault
			if !errors.As(err, &f) {
				t.Fatalf("got %v", err)
			}
			if f.Field != c.field || f.Description != c.description {
				t.Errorf("got %q %q, want %q %q", f.Field, f.Description, c.field, c.description)
			}
		})
	}
}

// FuzzUnmarshal holds that whatever is read prints to something that reads back the same, and that a fault says what it is.
func FuzzUnmarshal(f *testing.F) {
	for _, e := range examples {
		f.Add([]byte(e.text))
	}
	f.Add([]byte(`{"markdown":"a","content":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m deliveryv1.RenderRequest
		if err := Unmarshal(data, &m); err != nil {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Description == "" {
				t.Fatalf("a fault without a description: %v", err)
			}
			return
		}
		text, err := Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		var again deliveryv1.RenderRequest
		if err := Unmarshal(text, &again); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if second, err := Marshal(&again); err != nil || !bytes.Equal(text, second) {
			t.Fatalf("\n got %s\nwant %s\n%v", second, text, err)
		}
	})
}

func BenchmarkMarshal(b *testing.B) {
	p := &deliveryv1.DeliveryPacket{FallbackMarkdown: strings.Repeat("some **text** & more\n", 5000)}
	b.SetBytes(int64(len(p.FallbackMarkdown)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Marshal(p); err != nil {
			b.Fatal(err)
		}
	}
}
