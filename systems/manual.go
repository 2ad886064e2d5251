package systems

import (
	"fmt"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// ManualPool is the handle on a pool whose driver is [components.DriverManual]: the game
// writes its particles, and they are drawn as they are written, the first Count of them in
// their order. What was written reaches the device with the next frame, or with Upload; only
// what was written is sent.
//
// Indices go from 0 to Capacity−1. Errors name the pool, what was asked and the limit, and
// change nothing. The handle is valid while the pool has the Manual driver; afterwards its
// methods return [ErrNotManual].
type ManualPool struct {
	pool  *pool
	host  *hostPool
	count int

	measured uint64 // version that box is of
	box      sim.Box
}

// newManualPool takes over the first count slots of the streams.
func newManualPool(p *pool, streams *sim.Streams, count int) *ManualPool {
	m := &ManualPool{pool: p, host: newHostPool(streams), count: count}
	m.host.rows = []sim.Row{sim.ManualRow()}
	m.host.fit(p.sim.Capacity())
	return m
}

// first is the upload that makes the device's half of the pool a Manual one: particles are
// drawn in the order of their slots, and all have the one row.
func (m *ManualPool) first() gpu.ParticleState {
	capacity := m.Capacity()
	identity := make([]uint32, capacity)
	for i := range identity {
		identity[i] = uint32(i)
	}
	m.host.known = m.host.version
	all := m.host.part(0, capacity, 0, 5)
	all.Owner = gpu.AsBytes(make([]uint32, capacity))
	return gpu.ParticleState{
		Rows: gpu.AsBytes(m.host.rows), Count: m.count, Living: gpu.AsBytes(identity), Parts: []gpu.ParticlePart{all},
	}
}

// particles are those that are drawn.
func (m *ManualPool) particles() []components.Particle {
	all := make([]components.Particle, m.count)
	for i := range all {
		all[i] = m.host.streams.Read(i)
	}
	return all
}

// Capacity is the number of particles that the pool can hold.
func (m *ManualPool) Capacity() int { return m.pool.sim.Capacity() }

// Count is the number of particles that are drawn.
func (m *ManualPool) Count() int { return m.count }

// Dirty reports whether something was written that the device does not have yet.
func (m *ManualPool) Dirty() bool { return m.host.news() }

// Get is a copy of a particle. What was never written is zero.
func (m *ManualPool) Get(index int) (components.Particle, error) {
	if err := m.within("Get", index, 1); err != nil {
		return components.Particle{}, err
	}
	return m.host.streams.Read(index), nil
}

// ReadRange fills into with copies of the particles from start on.
func (m *ManualPool) ReadRange(start int, into []components.Particle) error {
	if err := m.within("ReadRange", start, len(into)); err != nil {
		return err
	}
	for i := range into {
		into[i] = m.host.streams.Read(start + i)
	}
	return nil
}

// Set writes a particle. All its fields must be finite.
func (m *ManualPool) Set(index int, p components.Particle) error {
	if err := m.within("Set", index, 1); err != nil {
		return err
	}
	if err := m.finite("Set", index, &p); err != nil {
		return err
	}
	m.write(index, &p)
	return nil
}

// WriteRange writes particles from start on. All their fields must be finite.
func (m *ManualPool) WriteRange(start int, particles []components.Particle) error {
	if err := m.within("WriteRange", start, len(particles)); err != nil {
		return err
	}
	for i := range particles {
		if err := m.finite("WriteRange", start+i, &particles[i]); err != nil {
			return err
		}
	}
	for i := range particles {
		m.write(start+i, &particles[i])
	}
	return nil
}

func (m *ManualPool) write(index int, p *components.Particle) {
	m.host.streams.Write(index, p)
	m.host.changed.mark(index)
	m.host.version++
}

// SetCount has the first n particles drawn, 0 to Capacity.
func (m *ManualPool) SetCount(n int) error {
	if err := m.valid(); err != nil {
		return err
	}
	if n < 0 || n > m.Capacity() {
		return m.refuse("SetCount(%d): the count must be between 0 and %d", n, m.Capacity())
	}
	if n != m.count {
		m.host.version++
	}
	m.count = n
	return nil
}

// Upload sends what was written to the device at once, for a game that draws by itself before
// the plugin's next frame. Without news it does nothing.
func (m *ManualPool) Upload() error {
	if err := m.valid(); err != nil || !m.host.news() {
		return err
	}
	if err := m.pool.device.WriteState(m.host.written(m.count)); err != nil {
		return err
	}
	m.host.landed()
	return nil
}

func (m *ManualPool) valid() error {
	if m.pool.manual != m || m.pool.device == nil {
		return fmt.Errorf("pool %q: %w; ask ParticlePlugin.Manual for a handle while its Driver is DriverManual",
			m.pool.config.Label, ErrNotManual)
	}
	return nil
}

func (m *ManualPool) within(verb string, start, count int) error {
	if err := m.valid(); err != nil {
		return err
	}
	if start < 0 || count > m.Capacity()-start {
		return m.refuse("%s of %d particles from %d on: indices go from 0 to %d", verb, count, start, m.Capacity()-1)
	}
	return nil
}

func (m *ManualPool) finite(verb string, index int, p *components.Particle) error {
	if field, value, ok := p.Finite(); !ok {
		return m.refuse("%s of particle %d: %s is %v; it must be a finite number", verb, index, field, value)
	}
	return nil
}

func (m *ManualPool) refuse(format string, args ...any) error {
	return fmt.Errorf("pool %q: %s", m.pool.config.Label, fmt.Sprintf(format, args...))
}
