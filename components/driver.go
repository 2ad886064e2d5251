package components

import "fmt"

// DriverKind says who moves the particles of a pool.
type DriverKind uint32

const (
	// DriverAuto is the GPU, or the CPU where the device is a software one or the pool has a [Force].
	// The zero value.
	DriverAuto DriverKind = iota
	// DriverGPU integrates on the device with compute shaders; the CPU decides births and deaths.
	DriverGPU
	// DriverCPU integrates on the CPU, with the same births and deaths, and uploads what moved. It is
	// advised up to 65 536 particles (2 MB a frame), and needed for a [Force].
	DriverCPU
	// DriverManual leaves the particles to the game, which writes them through the handle that
	// systems.ParticlePlugin.Manual gives. Nothing is born, nothing dies and nothing is derived: what was
	// written is drawn.
	DriverManual
	driverKinds
)

// String returns the name of the kind.
func (k DriverKind) String() string {
	names := [...]string{"DriverAuto", "DriverGPU", "DriverCPU", "DriverManual"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("DriverKind(%d)", uint32(k))
}

// Driver makes a [Pool] move. It sits on the pool's entity; remove it and the pool rests: nothing is
// simulated, uploaded or drawn. The zero value chooses by the device.
//
// Kind can be changed at any moment: the living go on where they are, with no memory allocated on the
// device. Leaving the GPU waits once for the device, to read their places back, unless Discard says to
// let them go. Coming from Manual, particles with life left go on living.
type Driver struct {
	Kind DriverKind
	// Discard has the next change of Kind kill all particles of the pool; the change sets it back.
	// Default false.
	Discard bool
}

// Validate returns nil or a [FieldError] for an unknown kind.
func (d *Driver) Validate() error {
	c := check{kind: "driver"}
	if d.Kind >= driverKinds {
		c.fail("Kind", d.Kind, "it must be DriverAuto, DriverGPU, DriverCPU or DriverManual")
	}
	return c.err()
}
