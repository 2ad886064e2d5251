package components

import "fmt"

// FullPolicy says what becomes of births that find their pool full.
type FullPolicy uint32

const (
	// FullDropsNew refuses the births and counts them as dropped. The zero value.
	FullDropsNew FullPolicy = iota
	// FullReplacesOldest kills the particles that were born first, of whatever emitter, and counts them as
	// replaced.
	FullReplacesOldest
	// FullGrows doubles the pool's memory, up to what the device can bind; from there on it drops. The
	// memory stays until the pool is removed.
	FullGrows
	fullPolicies
)

// String returns the name of the policy.
func (p FullPolicy) String() string {
	names := [...]string{"FullDropsNew", "FullReplacesOldest", "FullGrows"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("FullPolicy(%d)", uint32(p))
}

// HiddenPolicy says what happens to a pool's time while it is [Pool.Hidden].
type HiddenPolicy uint32

const (
	// HiddenSimulates goes on as if it were seen. The zero value.
	HiddenSimulates HiddenPolicy = iota
	// HiddenPauses stops the pool's time: shown again, it goes on where it was.
	HiddenPauses
	// HiddenCatchesUp does no work while hidden. Shown again, the pool runs at once through what it has
	// missed, but at most the last 30 seconds, in steps of a 30th of a second, with its emitters where
	// they are by then.
	HiddenCatchesUp
	hiddenPolicies
)

// String returns the name of the policy.
func (p HiddenPolicy) String() string {
	names := [...]string{"HiddenSimulates", "HiddenPauses", "HiddenCatchesUp"}
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("HiddenPolicy(%d)", uint32(p))
}
