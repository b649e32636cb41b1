// Package clock is the only place that reads the wall clock. Whoever needs the time is handed a Clock, so that a test
// decides what time it is.
package clock

import "time"

// Clock tells the time. It may be called concurrently.
type Clock func() time.Time

// System returns the clock of the machine.
func System() Clock { return time.Now }
