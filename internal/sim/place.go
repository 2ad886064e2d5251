package sim

import "github.com/go-gl/mathgl/mgl32"

// Place is where an emitter's own axes are in the world: three rows of four numbers after the step, and
// before it. The device reads it behind the rows, 96 bytes for each emitter that has one.
type Place struct{ Now, Before [3]mgl32.Vec4 }

// lanes of 16 bytes in the device's table.
const (
	rowLanes   = 4
	placeLanes = 6
)

// SetPlace says where the axes of an emitter are from this step on.
func (p *Pool) SetPlace(row int, m *mgl32.Mat4) {
	e := &p.emitters[row]
	e.place.Before = e.place.Now
	for axis := range 3 {
		e.place.Now[axis] = m.Row(axis)
	}
	if !e.placed {
		e.placed, e.place.Before = true, e.place.Now
	}
}

// Places are those of the emitters whose particles live in their own axes, and have their rows point at
// them. They are valid until emitters come or go.
func (p *Pool) Places() []Place {
	p.places = p.places[:0]
	for row := range p.rows {
		if p.rows[row].Flags&RowLocal != 0 {
			p.rows[row].Place = uint32(len(p.rows)*rowLanes + len(p.places)*placeLanes)
			p.places = append(p.places, p.emitters[row].place)
		}
	}
	return p.places
}

// Shift moves the world's origin with the next step: by is added to the place of every particle that
// lives in the world's axes.
func (p *Pool) Shift(by mgl32.Vec3) { p.pending = p.pending.Add(by) }

// ShiftOfStep is by how much the step moves the origin.
func (p *Pool) ShiftOfStep() mgl32.Vec3 { return p.shift }

// matrix is a place as a matrix, at the end of the step.
func (q *Place) matrix() mgl32.Mat4 {
	return mgl32.Mat4FromRows(q.Now[0], q.Now[1], q.Now[2], mgl32.Vec4{0, 0, 0, 1})
}
