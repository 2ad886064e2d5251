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
