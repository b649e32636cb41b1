package chunk

import "unicode/utf8"

// cost is what a chunk has used of each budget. Comparing it with the budget is the only test for fitting.
type cost struct {
	units    int // as the limit counts
	bytes    int
	entities int
	data     int // entity bytes
	plain    int
}

// count measures s in the unit.
func (u Unit) count(s []byte) int {
	switch u {
	case Bytes:
		return len(s)
	case UTF16:
		return utf16Len(s)
	default:
		return utf8.RuneCount(s)
	}
}

func (u Unit) countString(s string) int {
	switch u {
	case Bytes:
		return len(s)
	case UTF16:
		n := utf8.RuneCountInString(s)
		for i := 0; i < len(s); i++ {
			if s[i] >= 0xF0 {
				n++
			}
		}
		return n
	default:
		return utf8.RuneCountInString(s)
	}
}

// utf16Len counts UTF-16 units: one for each code point, two from U+10000 on, which are the four-byte sequences.
func utf16Len(s []byte) int {
	n := utf8.RuneCount(s)
	for _, c := range s {
		if c >= 0xF0 {
			n++
		}
	}
	return n
}

// over returns the fullest budget that c exceeds as a number from 1, or 0 when everything fits.
func (b *Budget) over(c cost) int {
	switch {
	case b.Limit > 0 && c.units > b.Limit:
		return 1
	case b.Bytes > 0 && c.bytes > b.Bytes:
		return 2
	case b.Entities > 0 && c.entities > b.Entities:
		return 3
	case b.EntityBytes > 0 && c.data > b.EntityBytes:
		return 4
	case b.Plain > 0 && c.plain > b.Plain:
		return 5
	}
	return 0
}

// half reports whether c fills at least half of the budget that bound.
func (b *Budget) half(c cost, bound int) bool {
	switch bound {
	case 1:
		return 2*c.units >= b.Limit
	case 2:
		return 2*c.bytes >= b.Bytes
	case 3:
		return 2*c.entities >= b.Entities
	case 4:
		return 2*c.data >= b.EntityBytes
	default:
		return 2*c.plain >= b.Plain
	}
}

func (c cost) plus(d cost) cost {
	return cost{c.units + d.units, c.bytes + d.bytes, c.entities + d.entities, c.data + d.data, c.plain + d.plain}
}
