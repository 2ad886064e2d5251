package systems

import (
	"math"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// AgeSystem begins the step of every pool whose time runs: clocks advance, and particles whose
// time has come give up their slots.
type AgeSystem struct{ state *state }

// Initialize implements ecs.System.
func (s *AgeSystem) Initialize(*ark.World) error { return nil }

// Update implements ecs.System.
func (s *AgeSystem) Update(*ark.World) error {
	for _, p := range s.state.pools {
		p.stepping = false
		if !p.simulated() {
			continue
		}
		dt := s.state.time.Delta
		if scale := p.config.TimeScale; scale != 0 {
			dt = float32(dt * scale)
		}
		s.begin(p, dt)
	}
	return s.state.reported()
}

// begin decides whether a pool takes part in a step of dt seconds, and begins it.
func (s *AgeSystem) begin(p *pool, dt float32) {
	hidden := p.config.Hidden
	switch {
	case p.config.Paused, hidden && p.config.WhenHidden == components.HiddenPauses:
		p.stopped = false // what changes meanwhile is shown when it goes on
		return
	case p.config.Frozen:
		if p.stopped {
			return
		}
		p.stopped, dt = true, 0 // one step of nothing: it stands where it is, between two frames too
	case hidden && p.config.WhenHidden == components.HiddenCatchesUp:
		p.missed += float64(dt)
		return
	default:
		p.stopped = false
		s.catchUp(p)
	}
	p.stepping = true
	p.sim.Step(dt)
}

const (
	catchUpStep = 1. / 30
	catchUpMost = 30 // seconds
)

// catchUp runs a pool through what it has missed while it was hidden.
func (s *AgeSystem) catchUp(p *pool) {
	missed := min(p.missed, catchUpMost)
	p.missed = 0
	if missed <= 0 {
		return
	}
	steps := int(math.Ceil(missed/catchUpStep - 1e-9))
	for range steps {
		p.sim.Step(float32(missed / float64(steps)))
		s.state.integrateAlone(p)
		for _, e := range s.state.emitters {
			if e.pool == p && !e.resting() {
				s.state.spawn(e)
			}
		}
		s.state.report(&p.uploadErr, p.upload(s.state))
	}
}

// active reports whether the pool is simulated and drawn.
func (p *pool) active() bool {
	return p.driven && p.device != nil && p.settingsErr == nil && p.kind != noDriver
}

// simulated reports whether the plugin moves the pool's particles.
func (p *pool) simulated() bool { return p.active() && p.manual == nil }

// live is the number of particles that are drawn.
func (p *pool) live() int {
	if p.manual != nil {
		return p.manual.count
	}
	return p.sim.Live()
}

// Finalize implements ecs.System.
func (s *AgeSystem) Finalize(*ark.World) error { return nil }
