package wirejson

import (
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// maxDepth is how deep messages may nest in a request. The contract's deepest tree has 70 levels.
const maxDepth = 200

// Fault is JSON that is not the message asked for. Field is the path in proto names, such as
// capabilities.max_chars or actions[2].id, and empty when the text is no JSON at all.
type Fault struct {
	Field       string
	Description string
}

// Error tells the field and the fault, for people.
func (f *Fault) Error() string {
	if f.Field == "" {
		return f.Description
	}
	return f.Field + ": " + f.Description
}

// Unmarshal reads JSON into m. Unknown fields, unknown names of enum values and values of a wrong type are faults. The
// error, if any, is a *Fault.
func Unmarshal(data []byte, m proto.Message) error {
	o := protojson.UnmarshalOptions{RecursionLimit: maxDepth}
	err := o.Unmarshal(data, m)
	if err == nil {
		return nil
	}
	if f := locate(data, m.ProtoReflect().Descriptor()); f != nil {
		return f
	}
	return &Fault{Description: plain(err)}
}
