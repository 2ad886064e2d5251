package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/internal/sim"
)

// Bounds is a box along the world's axes that holds every living particle of a pool or an emitter, as large
// as it is drawn, after the last step and the one before. It is found on the CPU, without asking the
// device: exactly for Manual pools and pools with a Force, and elsewhere from where particles were born and
// what can have become of them. ok is false where nothing lives.
func (p *ParticlePlugin) Bounds(entity ark.Entity) (low, high mgl32.Vec3, ok bool) {
	if p.state == nil {
		return low, high, false
	}
	box := sim.EmptyBox()
	if pool := p.state.poolOf[entity]; pool != nil && pool.device != nil {
		box = pool.bounds()
	} else if e := p.state.emitterOf[entity]; e != nil && e.pool != nil && e.pool.manual == nil {
		box = e.pool.sim.BoundsOf(e.row)
		if e.pool.force != nil {
			box = e.pool.bounds()
		}
	}
	if box.Empty() {
		return low, high, false
	}
	return box.Min, box.Max, true
}

// bounds holds what is drawn of a pool.
func (p *pool) bounds() sim.Box {
	switch {
	case p.manual != nil:
		return p.manual.bounds()
	case p.host != nil && p.force != nil:
		return p.sim.BoundsIn(p.host.streams)
	}
	return p.sim.Bounds()
}

// manyRows is from how many emitters on a pool is drawn without asking where its particles are: finding
// out would cost more than a draw.
const manyRows = 1024

// unseen reports whether nothing of the pool can be in a view. Its box is found once for all views of a
// step.
func (s *state) unseen(p *pool, v *View) bool {
	if p.manual == nil && len(p.sim.Rows()) > manyRows {
		return false
	}
	if p.manual != nil || p.boxTick != s.tick {
		p.box, p.boxTick = p.bounds(), s.tick
	}
	return !v.sees(p.box)
}

// bounds measures the particles that are drawn, when they have changed.
func (m *ManualPool) bounds() sim.Box {
	if m.measured == m.host.version {
		return m.box
	}
	m.measured, m.box = m.host.version, sim.EmptyBox()
	for i := range m.count {
		q := m.host.streams.Read(i)
		m.box.Add(q.Position, max(0, q.Size)*math.Sqrt2/2)
	}
	return m.box
}

// sees reports whether something of a box can be in the view's picture: it lies not wholly outside of one
// of the six planes of clip space, whose depth goes from 0 to 1.
func (v *View) sees(box sim.Box) bool {
	if box.Empty() {
		return false
	}
	m := v.Projection.Mul4(v.View)
	x, y, z, w := m.Row(0), m.Row(1), m.Row(2), m.Row(3)
	for _, plane := range [6]mgl32.Vec4{w.Add(x), w.Sub(x), w.Add(y), w.Sub(y), z, w.Sub(z)} {
		reach := plane[3]
		for k := range 3 {
			reach += max(plane[k]*box.Min[k], plane[k]*box.Max[k])
		}
		if reach < 0 {
			return false
		}
	}
	return true
}
