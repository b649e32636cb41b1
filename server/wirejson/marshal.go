// Package wirejson reads and writes messages as protobuf JSON, the one way that command, HTTP and streams share: equal
// messages give equal bytes, and a fault is told with the path of the field.
package wirejson

import (
	"bytes"
	"encoding/json"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Marshal returns the message as compact JSON: names in lowerCamelCase, fields in the order of the contract, keys of
// maps sorted, what is unset left out.
func Marshal(m proto.Message) ([]byte, error) {
	loose, err := protojson.Marshal(m)
	if err != nil {
		return nil, err
	}
	// protojson adds blanks at random so that nobody relies on its bytes; without them they are a function of the message.
	var out bytes.Buffer
	out.Grow(len(loose))
	if err := json.Compact(&out, loose); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// MarshalIndent returns what Marshal does, laid out for people.
func MarshalIndent(m proto.Message) ([]byte, error) {
	tight, err := Marshal(m)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, tight, "", "  "); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
