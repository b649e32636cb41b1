package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
)

// maxRead bounds what is read of one input. It is above any limit of a source, so that the answer to a larger one is
// the one that a server would give.
const maxRead = 16<<20 + 1

// readSource reads a file, or standard input for "-".
func readSource(in io.Reader, name string) ([]byte, error) {
	if name == "-" {
		b, err := io.ReadAll(io.LimitReader(in, maxRead))
		if err != nil {
			return nil, badInputf("read standard input: %w", err)
		}
		return b, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, badInputf("%w", withoutPath(err))
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxRead))
	if err != nil {
		return nil, badInputf("%w", withoutPath(err))
	}
	return b, nil
}

// withoutPath drops the path from an error that is told behind it anyway.
func withoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// withSource returns a copy of the request that holds the source: as text when it is valid UTF-8, else as bytes.
func withSource(template *deliveryv1.RenderRequest, source []byte) *deliveryv1.RenderRequest {
	req := proto.CloneOf(template)
	if utf8.Valid(source) {
		req.Source = &deliveryv1.RenderRequest_Markdown{Markdown: string(source)}
	} else {
		req.Source = &deliveryv1.RenderRequest_SourceBytes{SourceBytes: source}
	}
	return req
}
