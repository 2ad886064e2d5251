package systems_test

import (
	"testing"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// BenchmarkIdleEmitters is a step of a world with 10 000 emitters that have nothing to do.
func BenchmarkIdleEmitters(b *testing.B) {
	w := newWorld(b, &systems.ParticlePlugin{})
	pool := w.addPool(components.Pool{MaxParticles: 100})
	for range 10_000 {
		w.addEmitter(components.Emitter{}, components.Transform{}, pool)
	}
	w.ticks(2, 1./60)
	for b.Loop() {
		if err := w.schedule.Step(w.World); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/emitter")
}

// BenchmarkDrivers is a step and a frame of 100 000 particles on each driver, births and deaths
// included, drawing not: what DriverAuto decides by.
func BenchmarkDrivers(b *testing.B) {
	for _, kind := range []components.DriverKind{components.DriverGPU, components.DriverCPU} {
		b.Run(kind.String(), func(b *testing.B) {
			w := newWorldOn(b, kind, &systems.ParticlePlugin{})
			pool := w.addPool(components.Pool{MaxParticles: 110_000})
			w.addEmitter(components.Emitter{
				Rate: 50_000, Life: components.Between(1.8, 2.2), Prewarm: 3, Velocity: components.VelocitySphere(),
				Speed: components.Between(1, 5), Drag: 0.2,
			}, components.Transform{}, pool)
			w.ticks(5, 1./60)
			for b.Loop() {
				if err := w.tick(1. / 60); err != nil {
					b.Fatal(err)
				}
				if _, err := w.plugin.DevicePool(pool).DrawArgs(); err != nil { // waits for the device
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.plugin.Alive(pool)), "ns/particle")
		})
	}
}

// BenchmarkUnmovedTree is a step of a world with a tree of 100 000 entities that do not move: 1 000
// parents with 99 children each.
func BenchmarkUnmovedTree(b *testing.B) {
	w := newTree(b)
	for range 1000 {
		parent := w.places.NewEntity(&components.Transform{})
		for range 99 {
			w.under(parent, components.Transform{})
		}
	}
	w.steps(2)
	for b.Loop() {
		w.steps(1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/entity")
}
