package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// ShiftOrigin moves every living particle by a vector, so that a game can move its world's origin: it
// moves its own transforms by the same, between the same two steps. Particles of emitters in
// SpaceLocal go along with their emitter's transform instead; those of Manual pools are moved at once.
// Nothing is born on the way.
func (p *ParticlePlugin) ShiftOrigin(by mgl32.Vec3) error {
	for i, v := range by {
		if !(v >= -components.MaxMagnitude && v <= components.MaxMagnitude) {
			return fmt.Errorf("ShiftOrigin: by[%d] is %v; it must be a finite number, between −1 000 000 and 1 000 000", i, v)
		}
	}
	if p.state == nil {
		return nil
	}
	for _, pool := range p.state.pools {
		switch {
		case pool.device == nil:
		case pool.manual != nil:
			pool.manual.shift(by)
		default:
			pool.sim.Shift(by)
			pool.stopped = false // a pool that stands still takes a step of nothing
		}
	}
	for _, e := range p.state.emitters {
		e.path.To = e.path.To.Add(by)
	}
	return nil
}

// shift moves all particles that were ever written.
func (m *ManualPool) shift(by mgl32.Vec3) {
	for slot := range m.count {
		q := m.host.streams.Read(slot)
		q.Position = mgl32.Vec3(q.Position).Add(by)
		m.write(slot, &q)
	}
}
