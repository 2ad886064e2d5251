package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// C14: what an emitter's transform does to its particles, by the table of components.Space: at birth
// in SpaceWorld, always in SpaceLocal, for turned, scaled, mirrored and unevenly scaled emitters.
func TestTransformsAndSpaces(t *testing.T) {
	quarter := mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}) // +X to +Y, +Y to −X
	for _, row := range []struct {
		what  string
		at    components.Transform
		place mgl32.Vec3 // of a birth at local (1, 0, 0)
		way   mgl32.Vec3 // in the world, of local velocity (0, 2, 0), in a second
		local mgl32.Vec3 // the same in SpaceLocal
	}{
		{"as it is", components.Transform{}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 2, 0}, mgl32.Vec3{0, 2, 0}},
		{"moved", components.Transform{Position: mgl32.Vec3{5, 6, 7}}, mgl32.Vec3{6, 6, 7}, mgl32.Vec3{0, 2, 0}, mgl32.Vec3{0, 2, 0}},
		{"turned", components.Transform{Rotation: quarter}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{-2, 0, 0}, mgl32.Vec3{-2, 0, 0}},
		{"scaled", components.Transform{Scale: mgl32.Vec3{3, 3, 3}}, mgl32.Vec3{3, 0, 0}, mgl32.Vec3{0, 2, 0}, mgl32.Vec3{0, 6, 0}},
		{"unevenly scaled", components.Transform{Scale: mgl32.Vec3{3, 0.5, 1}}, mgl32.Vec3{3, 0, 0}, mgl32.Vec3{0, 2, 0}, mgl32.Vec3{0, 1, 0}},
		{"mirrored", components.Transform{Scale: mgl32.Vec3{-1, -1, 1}}, mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, -2, 0}, mgl32.Vec3{0, -2, 0}},
		{"turned and mirrored", components.Transform{Rotation: quarter, Scale: mgl32.Vec3{1, -2, 1}}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{2, 0, 0}, mgl32.Vec3{4, 0, 0}},
	} {
		everyDriver(t, func(t *testing.T, kind components.DriverKind) {
			for _, linked := range []bool{false, true} {
				for _, space := range []components.Space{components.SpaceWorld, components.SpaceLocal} {
					w := newTree(t)
					pool := w.driven(components.Pool{MaxParticles: 100}, kind)
					entity := w.addEmitter(components.Emitter{
						Space: space, Life: components.Exactly(10), Size: components.Exactly(0.25), Speed: components.Exactly(2),
						Shape: components.SpawnLine(mgl32.Vec3{1, 0, 0}, 1), PendingBurst: 100,
					}, row.at, pool)
					if linked { // the same place, by way of a parent
						w.parents.Add(entity, &components.ChildOf{}, w.places.NewEntity(&row.at))
						*w.place.Get(entity) = components.Transform{}
					}
					w.ticks(1, 0)
					born := seenIn(t, w, pool)
					w.ticks(1, 1)
					way := row.way
					if space == components.SpaceLocal {
						way = row.local
					}
					reach := row.place.Sub(row.at.Position) // half of the line, in the world
					farthest := float32(0)
					for n, q := range seenIn(t, w, pool) {
						if got := mgl32.Vec3(q.Position).Sub(born[n].Position); got.Sub(way).Len() > 1e-4 {
							t.Fatalf("%s, %v, linked %v: it went %v, want %v", row.what, space, linked, got, way)
						}
						from := mgl32.Vec3(born[n].Position).Sub(row.at.Position)
						along := from.Dot(reach) / reach.Dot(reach)
						if from.Sub(reach.Mul(along)).Len() > 1e-4 || along < -1.0001 || along > 1.0001 {
							t.Fatalf("%s, %v, linked %v: it was born at %v, off the line", row.what, space, linked, born[n].Position)
						}
						farthest = max(farthest, along)
						if q.Size != 0.25 || q.Angle != 0 {
							t.Fatalf("%s, %v: size %v, angle %v", row.what, space, q.Size, q.Angle)
						}
					}
					if farthest < 0.9 {
						t.Errorf("%s, %v, linked %v: the line reaches only %v of its length", row.what, space, linked, farthest)
					}
				}
			}
		})
	}
}

// seenIn are the particles of a pool.
func seenIn(t *testing.T, w *tree, pool ark.Entity) []components.Particle {
	t.Helper()
	all, err := w.plugin.Particles(pool)
	if err != nil || len(all) != 100 {
		t.Fatalf("%d particles, %v", len(all), err)
	}
	return all
}

// Particles in SpaceLocal go along with a turning, moving emitter, in the picture too, and between two
// steps; those of an emitter that is gone stay where its axes were last.
func TestLocalParticlesGoAlong(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		c := newCanvasOn(t, kind, [4]float64{0, 0, 0, 1}, 1)
		pool := c.addPool(components.Pool{MaxParticles: 4, Texture: c.white()})
		e := still(0.25, mgl32.Vec3{1, 1, 1}, 1)
		e.Space = components.SpaceLocal
		entity := c.addEmitter(e, components.Transform{Position: mgl32.Vec3{-0.5, 0, 0}}, pool)
		c.frame(0.1)
		middle := func() float64 { // of what is lit, −1 to 1
			picture, sum, n := c.picture(), 0., 0.
			for y := range side {
				for x := range side {
					if picture.NRGBAAt(x, y).R > 0 {
						sum, n = sum+(float64(x)+0.5)/side*2-1, n+1
					}
				}
			}
			return sum / n
		}
		at := func(what string, want float64) {
			t.Helper()
			if got := middle(); math.Abs(got-want) > 0.02 {
				t.Errorf("%s: it is seen at %v, want %v", what, got, want)
			}
		}
		at("at first", -0.5)
		c.place.Get(entity).Position[0] = 0.1
		c.frame(0.1)
		at("moved a little", 0.1)
		c.place.Get(entity).Position[0] = 0.5
		c.frame(0.1)
		at("moved", 0.5)
		c.time.Alpha = 0.25 // a quarter of the way from the step before
		c.graph.AddRaster(&c.background)
		if err := errors.Join(c.schedule.Frame(c.World), c.graph.Execute()); err != nil {
			t.Fatal(err)
		}
		at("between the steps", 0.2)
		c.time.Alpha = 1
		c.RemoveEntity(entity)
		c.frame(0.1)
		c.frame(0.1)
		at("with its emitter gone", 0.5)
	})
}

// A change of space is for the newborn; bursts elsewhere are where they are asked for.
func TestSpaceCanBeChanged(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		o := newOne(t, kind, components.Pool{MaxParticles: 10}, components.Emitter{Life: components.Exactly(100), PendingBurst: 1})
		o.ticks(1, 0)
		o.emit().Space = components.SpaceLocal
		o.place.Get(o.entity).Position = mgl32.Vec3{3, 0, 0}
		o.emit().Burst(1)
		if err := o.plugin.BurstAt(o.entity, 1, components.Transform{Position: mgl32.Vec3{0, 8, 0}}); err != nil {
			t.Fatal(err)
		}
		o.ticks(1, 0)
		o.place.Get(o.entity).Position = mgl32.Vec3{4, 0, 0}
		o.ticks(1, 0)
		all, err := o.plugin.Particles(o.pool)
		if err != nil || len(all) != 3 {
			t.Fatalf("%d particles, %v", len(all), err)
		}
		for i, want := range []mgl32.Vec3{{0, 0, 0}, {4, 0, 0}, {1, 8, 0}} {
			if got := mgl32.Vec3(all[i].Position); got.Sub(want).Len() > 1e-5 {
				t.Errorf("particle %d is at %v, want %v", i, got, want)
			}
		}
	})
}

// C33: when a game moves its world's origin the living go with it, in every kind of pool, moving or
// not; none is lost, none is born on the way, and the picture stays as it was.
func TestShiftingTheOriginMovesTheLiving(t *testing.T) {
	by := mgl32.Vec3{-1000, 250, 4}
	for _, kind := range []components.DriverKind{components.DriverGPU, components.DriverCPU, components.DriverManual} {
		for _, frozen := range []bool{false, true} {
			run := func(shift bool) []components.Particle {
				e := fountain()
				o := newOne(t, components.DriverGPU, components.Pool{MaxParticles: 2000}, e)
				o.place.Get(o.entity).Position = mgl32.Vec3{1000, 0, 0}
				o.ticks(30, 1./60)
				o.drive(o.pool, components.Driver{Kind: kind})
				o.ticks(1, 1./60)
				o.store().Frozen = frozen
				o.ticks(1, 1./60)
				if shift {
					if err := o.plugin.ShiftOrigin(by); err != nil {
						t.Fatal(err)
					}
					at := o.place.Get(o.entity)
					at.Position = at.Position.Add(by)
				}
				o.ticks(2, 1./60)
				o.agrees()
				particles, err := o.plugin.Particles(o.pool)
				if err != nil {
					t.Fatal(err)
				}
				return particles
			}
			stayed, moved := run(false), run(true)
			if len(stayed) != len(moved) || len(stayed) < 250 {
				t.Fatalf("%v: %d and %d alive", kind, len(stayed), len(moved))
			}
			for i := range stayed {
				want := mgl32.Vec3(stayed[i].Position).Add(by)
				if got := mgl32.Vec3(moved[i].Position); got.Sub(want).Len() > 1e-3 {
					t.Fatalf("%v, frozen %v: particle %d is at %v, want %v", kind, frozen, i, got, want)
				}
			}
		}
	}
	if (&systems.ParticlePlugin{}).ShiftOrigin(by) != nil {
		t.Error("without a world there is nothing to move")
	}
	w := newWorld(t, &systems.ParticlePlugin{})
	if w.plugin.ShiftOrigin(mgl32.Vec3{0, float32(math.Inf(1)), 0}) == nil {
		t.Error("an infinite shift is accepted")
	}
}
