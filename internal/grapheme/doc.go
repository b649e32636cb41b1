// Package grapheme finds the characters that people see, extended grapheme clusters, and tells how wide they are and
// where a text of them may be cut.
//
// The rules are those of UAX #29 for Unicode 17.0. The uniseg library supplies them as of Unicode 15.0. This package
// adds the two things that are newer: code points whose properties were given or changed since (later.go puts in
// their place one of 15.0 that behaves as they do now), and rule GB9c, by which an Indic conjunct is one cluster
// (conjunct.go). Where a run of text can hold neither, ASCII and the common letters and ideographs of plain.go, no
// table is asked at all.
//
// All functions are pure, may be called from several goroutines, never panic, and accept text that is not valid UTF-8:
// a byte that belongs to no code point counts as one U+FFFD.
package grapheme
