package wirejson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// locate finds the first fault of JSON text that does not read as a message of the given kind, or nil when it sees
// none. It is a second pass that runs only after a failure, since protojson tells lines and columns but no paths.
func locate(data []byte, md protoreflect.MessageDescriptor) *Fault {
	var any json.RawMessage
	if err := json.Unmarshal(data, &any); err != nil {
		f := &Fault{Description: "not JSON: " + err.Error()}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			f.Description += fmt.Sprintf(" at byte %d", syntax.Offset)
		}
		return f
	}
	l := &locator{dec: json.NewDecoder(bytes.NewReader(data))}
	l.dec.UseNumber()
	return l.message(md, "", 1)
}

type locator struct{ dec *json.Decoder }

// broken is for what the reader does not take although it is JSON.
func broken(path string, err error) *Fault { return &Fault{Field: path, Description: err.Error()} }

// message reads the value of a message: null or an object.
func (l *locator) message(md protoreflect.MessageDescriptor, path string, depth int) *Fault {
	if depth > maxDepth {
		return &Fault{Field: path, Description: fmt.Sprintf("nested deeper than %d levels", maxDepth)}
	}
	if strings.HasPrefix(string(md.FullName()), "google.protobuf.") {
		return l.wellKnown(md, path)
	}
	tok, err := l.dec.Token()
	if err != nil {
		return broken(path, err)
	}
	if tok == nil && depth > 1 {
		return nil
	}
	if tok != json.Delim('{') {
		return &Fault{Field: path, Description: "must be an object"}
	}
	seen := map[protoreflect.Name]string{}
	for l.dec.More() {
		key, err := l.key()
		if err != nil {
			return broken(path, err)
		}
		fd := fieldByKey(md, key)
		if fd == nil {
			return &Fault{Field: join(path, key), Description: "unknown field"}
		}
		at := join(path, string(fd.Name()))
		once := fd.Name()
		if one := fd.ContainingOneof(); one != nil && !one.IsSynthetic() {
			once = one.Name()
		}
		if other, dup := seen[once]; dup {
			return &Fault{Field: at, Description: fmt.Sprintf("set together with %s, only one of them may be", other)}
		}
		seen[once] = string(fd.Name())
		if f := l.field(fd, at, depth); f != nil {
			return f
		}
	}
	if _, err := l.dec.Token(); err != nil {
		return broken(path, err)
	}
	return nil
}

func (l *locator) key() (string, error) {
	tok, err := l.dec.Token()
	if err != nil {
		return "", err
	}
	key, _ := tok.(string)
	return key, nil
}

func (l *locator) field(fd protoreflect.FieldDescriptor, path string, depth int) *Fault {
	switch {
	case fd.IsMap():
		return l.entries(fd, path, depth)
	case fd.IsList():
		return l.items(fd, path, depth)
	case fd.Message() != nil:
		return l.message(fd.Message(), path, depth+1)
	}
	return l.scalar(fd, path)
}

func (l *locator) items(fd protoreflect.FieldDescriptor, path string, depth int) *Fault {
	tok, err := l.dec.Token()
	if err != nil {
		return broken(path, err)
	}
	if tok == nil {
		return nil
	}
	if tok != json.Delim('[') {
		return &Fault{Field: path, Description: "must be an array"}
	}
	for i := 0; l.dec.More(); i++ {
		at := fmt.Sprintf("%s[%d]", path, i)
		var f *Fault
		if fd.Message() != nil {
			f = l.message(fd.Message(), at, depth+1)
		} else {
			f = l.scalar(fd, at)
		}
		if f != nil {
			return f
		}
	}
	if _, err := l.dec.Token(); err != nil {
		return broken(path, err)
	}
	return nil
}

func (l *locator) entries(fd protoreflect.FieldDescriptor, path string, depth int) *Fault {
	tok, err := l.dec.Token()
	if err != nil {
		return broken(path, err)
	}
	if tok == nil {
		return nil
	}
	if tok != json.Delim('{') {
		return &Fault{Field: path, Description: "must be an object"}
	}
	for l.dec.More() {
		key, err := l.key()
		if err != nil {
			return broken(path, err)
		}
		at := fmt.Sprintf("%s[%q]", path, clip(key))
		var f *Fault
		if v := fd.MapValue(); v.Message() != nil {
			f = l.message(v.Message(), at, depth+1)
		} else {
			f = l.scalar(v, at)
		}
		if f != nil {
			return f
		}
	}
	if _, err := l.dec.Token(); err != nil {
		return broken(path, err)
	}
	return nil
}

// scalar lets protojson judge one value by itself.
func (l *locator) scalar(fd protoreflect.FieldDescriptor, path string) *Fault {
	var raw json.RawMessage
	if err := l.dec.Decode(&raw); err != nil {
		return broken(path, err)
	}
	if !utf8.Valid(raw) {
		return &Fault{Field: path, Description: "not valid UTF-8"}
	}
	value := "[" + string(raw) + "]"
	if !fd.IsList() {
		value = string(raw)
	}
	probe := dynamicpb.NewMessage(fd.ContainingMessage())
	text := fmt.Sprintf("{%q:%s}", fd.JSONName(), value)
	if err := protojson.Unmarshal([]byte(text), probe); err != nil {
		if fd.Enum() != nil {
			return &Fault{Field: path, Description: fmt.Sprintf("unknown value %s", clip(string(raw)))}
		}
		return &Fault{Field: path, Description: fmt.Sprintf("must be a value of type %s", fd.Kind())}
	}
	return nil
}

func (l *locator) wellKnown(md protoreflect.MessageDescriptor, path string) *Fault {
	var raw json.RawMessage
	if err := l.dec.Decode(&raw); err != nil {
		return broken(path, err)
	}
	if string(raw) == "null" {
		return nil
	}
	o := protojson.UnmarshalOptions{RecursionLimit: maxDepth}
	if err := o.Unmarshal(raw, dynamicpb.NewMessage(md)); err != nil {
		return &Fault{Field: path, Description: fmt.Sprintf("must be a %s", md.FullName())}
	}
	return nil
}

func fieldByKey(md protoreflect.MessageDescriptor, key string) protoreflect.FieldDescriptor {
	if fd := md.Fields().ByJSONName(key); fd != nil {
		return fd
	}
	return md.Fields().ByTextName(key)
}

func join(path, name string) string {
	name = clip(name)
	if path == "" {
		return name
	}
	return path + "." + name
}

// clip keeps what a caller wrote from filling an answer.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:most], "\uFFFD") + "…"
}

var position = regexp.MustCompile(`^proto:[\s\x{a0}]*(\(line \d+:\d+\): )?`)

// plain is the text of a protojson error without its prefix, which varies on purpose.
func plain(err error) string { return position.ReplaceAllString(err.Error(), "") }
