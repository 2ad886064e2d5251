package components

import "fmt"

// DriverKind says who moves the particles of a pool.
type DriverKind uint32

const (
	// DriverGPU integrates on the device with compute shaders; the CPU decides births and deaths.
	// The zero value.
	DriverGPU DriverKind = iota
	driverKinds
)

// String returns the name of the kind.
func (k DriverKind) String() string {
	if k == DriverGPU {
		return "DriverGPU"
	}
	return fmt.Sprintf("DriverKind(%d)", uint32(k))
}

// Driver makes a [Pool] move. It sits on the pool's entity; remove it and the pool rests: nothing is
// simulated, uploaded or drawn. The zero value simulates on the device.
type Driver struct {
	Kind DriverKind
}

// Validate returns nil or a [FieldError] for an unknown kind.
func (d *Driver) Validate() error {
	c := check{kind: "driver"}
	if d.Kind >= driverKinds {
		c.fail("Kind", d.Kind, "it must be DriverGPU")
	}
	return c.err()
}
