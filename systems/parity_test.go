package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// C26, R198: births are the same on both drivers, bit for bit, tick by tick.
func TestBirthsAreBitIdenticalOnBothDrivers(t *testing.T) {
	run := func(kind components.DriverKind) (ticks []*gpu.ParticleSnapshot) {
		e := fountain()
		e.InheritVelocity = 0.5
		o := newOne(t, kind, components.Pool{MaxParticles: 3000}, e)
		for tick, dt := range mixedSteps(90) {
			o.place.Get(o.entity).Position = mgl32.Vec3{float32(tick) * 0.1, 1, 0}
			if tick%20 == 10 {
				o.emit().Burst(25)
			}
			o.ticks(1, dt)
			if tick%6 == 0 {
				ticks = append(ticks, o.read(o.pool))
			}
		}
		return ticks
	}
	device, cpu := run(components.DriverGPU), run(components.DriverCPU)
	for i := range device {
		a, b := device[i], cpu[i]
		if diff := cmp.Diff(a.Living, b.Living); diff != "" {
			t.Fatalf("reading %d: the living differ:\n%s", i, diff)
		}
		for _, slot := range a.Living {
			if a.SizeSpin[slot] != b.SizeSpin[slot] || a.Color[slot] != b.Color[slot] || a.UVRect[slot] != b.UVRect[slot] ||
				a.Owner[slot] != b.Owner[slot] || a.PositionExpiry[slot][3] != b.PositionExpiry[slot][3] ||
				a.VelocityMaxLife[slot][3] != b.VelocityMaxLife[slot][3] {
				t.Fatalf("reading %d: slot %d differs in what was drawn at birth", i, slot)
			}
		}
	}
}

// C26: after 600 steps of a 60th of a second with gravity and drag, the places of 5000 particles on
// each driver are within a thousandth of their way of a float64 model. The largest error is logged.
func TestPlacesAfter600StepsAgreeWithAFloat64Model(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		const count, steps, dt = 5000, 600, float32(1. / 60)
		e := components.Emitter{
			Seed: 3, Life: components.Exactly(1000), Gravity: mgl32.Vec3{0.3, -9.8, 0.1}, Drag: 0.2,
			Velocity: components.VelocitySphere(), Speed: components.Between(1, 20), PendingBurst: count,
		}
		o := newOne(t, kind, components.Pool{MaxParticles: count}, e)
		o.ticks(1, dt)
		start := o.read(o.pool)
		o.ticks(steps, dt)
		end := o.read(o.pool)
		if len(end.Living) != count {
			t.Fatalf("%d alive", len(end.Living))
		}
		worst, worstShare := 0., 0.
		for slot := range count {
			var p, v [3]float64
			for k := range 3 {
				p[k], v[k] = float64(start.PositionExpiry[slot][k]), float64(start.VelocityMaxLife[slot][k])
			}
			way := 0.
			for range steps {
				length := 0.
				for k := range 3 {
					v[k] = (v[k] + float64(e.Gravity[k])*float64(dt)) * (1 - float64(e.Drag)*float64(dt))
					p[k] += v[k] * float64(dt)
					length += v[k] * v[k]
				}
				way += math.Sqrt(length) * float64(dt)
			}
			off := 0.
			for k := range 3 {
				off += math.Pow(p[k]-float64(end.PositionExpiry[slot][k]), 2)
			}
			off = math.Sqrt(off)
			worst, worstShare = max(worst, off), max(worstShare, off/way)
		}
		t.Logf("%v: the largest error is %.3g units, %.3g of the way", kind, worst, worstShare)
		if worstShare > 1e-3 {
			t.Errorf("the largest error is %.3g of the way, want less than 0.001", worstShare)
		}
	})
}
