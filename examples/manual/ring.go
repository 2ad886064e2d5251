package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

const (
	ringSize   = 100
	ringRadius = 2
	cycle      = 5. // seconds from one burst of the fountain to the next
	flight     = 1. // seconds until its drops are taken
	gliding    = 1.4
)

// ring strings the drops of a fountain on a circle.
type ring struct {
	plugin   *systems.ParticlePlugin
	drivers  *ark.Map[components.Driver]
	emitters *ark.Map[components.Emitter]
	fountain ark.Entity // the emitter
	source   ark.Entity // its pool

	bursts  int                   // so far
	flying  bool                  // drops of the last burst, which are to be taken
	taken   []components.Particle // as they were in the air
	takenAt float64               // seconds
}

func newRing(plugin *systems.ParticlePlugin, w *ark.World) *ring {
	r := &ring{plugin: plugin, drivers: ark.NewMap[components.Driver](w), emitters: ark.NewMap[components.Emitter](w)}
	r.source = ark.NewMap2[components.Pool, components.Driver](w).NewEntity(
		&components.Pool{Label: "fountain", MaxParticles: ringSize},
		&components.Driver{Kind: components.DriverGPU})
	r.fountain = ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](w).NewEntity(
		&components.Emitter{
			Label: "fountain", Life: components.Exactly(3), Velocity: components.VelocityCone(16),
			Speed: components.Between(3.6, 5.6), Gravity: mgl32.Vec3{0, -5, 0}, Size: components.Between(0.06, 0.14),
			Color: components.ColorRange{Min: mgl32.Vec3{0.1, 0.9, 0.45}, Max: mgl32.Vec3{0.3, 1.4, 0.9}},
		},
		&components.Transform{Position: mgl32.Vec3{0, 0.1, 0}}, &components.EmitsInto{}, ark.Rel[components.EmitsInto](r.source))
	return r
}

// write is the life of a ring: a burst, a while in the air, then along the way to the circle and round it.
func (r *ring) write(m *systems.ManualPool, seconds float64) error {
	if seconds >= float64(r.bursts)*cycle {
		r.bursts++
		r.flying = true
		r.emitters.Get(r.fountain).Burst(ringSize)
	}
	if r.flying && seconds >= float64(r.bursts-1)*cycle+flight {
		n, err := take(r.plugin, r.drivers, r.source, m)
		if n == 0 || err != nil {
			return err
		}
		r.flying, r.takenAt, r.taken = false, seconds, r.taken[:0]
		for i := range n {
			p, err := m.Get(i)
			if err != nil {
				return err
			}
			r.taken = append(r.taken, p)
		}
	}
	share := smooth(float32((seconds - r.takenAt) / gliding))
	for i, p := range r.taken {
		sin, cos := math.Sincos((float64(i)/ringSize)*2*math.Pi + seconds*0.3)
		p.Position = between(p.Position, mgl32.Vec3{ringRadius * float32(cos), 0.25, ringRadius * float32(sin)}, share)
		p.Size += (0.1 - p.Size) * share
		if err := m.Set(i, p); err != nil {
			return err
		}
	}
	return nil
}
