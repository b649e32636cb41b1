package main

import (
	"io"
	"strings"

	deliveryv1 "github.com/vak-delivery/vakd/gen/go/vak/delivery/v1"
	"github.com/vak-delivery/vakd/server/wirejson"
)

// chunkBorder is the line between two messages in the format chunks.
const chunkBorder = "--8<--\n"

// printFunc writes one packet; first is set for the first that is written.
type printFunc func(w io.Writer, p *deliveryv1.DeliveryPacket, first bool) error

func (f *renderFlags) printer() (printFunc, error) {
	switch f.format {
	case "text":
		return printText, nil
	case "chunks":
		return printChunks, nil
	case "json":
		return printJSON, nil
	}
	return nil, usagef("--format %q: must be text, chunks or json", f.format)
}

// printText writes the messages as a person would look at them, an empty line between them. What has no messages,
// such as native, is written as its document.
func printText(w io.Writer, p *deliveryv1.DeliveryPacket, first bool) error {
	if p.GetMarkup() == deliveryv1.Markup_MARKUP_JSON && len(p.GetChunks()) == 0 {
		b, err := wirejson.MarshalIndent(p.GetDocument())
		if err != nil {
			return err
		}
		_, err = w.Write(append(b, '\n'))
		return err
	}
	return printJoined(w, p, first, "\n")
}

func printChunks(w io.Writer, p *deliveryv1.DeliveryPacket, first bool) error {
	return printJoined(w, p, first, chunkBorder)
}

func printJoined(w io.Writer, p *deliveryv1.DeliveryPacket, first bool, border string) error {
	var b strings.Builder
	for i, c := range p.GetChunks() {
		if i > 0 || !first {
			b.WriteString(border)
		}
		b.WriteString(c.GetText())
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printJSON writes the packet on one line, the bytes that a server answers with.
func printJSON(w io.Writer, p *deliveryv1.DeliveryPacket, _ bool) error {
	b, err := wirejson.Marshal(p)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
