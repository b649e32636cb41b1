package server

import "runtime/debug"

// Version is the semantic version of vakd. It is written into every packet as vakd/<version>.
const Version = "0.1.0"

// Producer is what packets name as their maker.
const Producer = "vakd/" + Version

// Revision returns the version control revision that the program was built from, or an empty string when the build
// did not record one.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
