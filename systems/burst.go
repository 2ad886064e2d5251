package systems

import (
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/internal/sim"
)

// burst is a number of particles that an emitter is to emit somewhere else.
type burst struct {
	count int
	at    components.Transform
}

// seenFrom is the burst's place in the axes that the emitter's particles live in.
func (e *emitter) seenFrom(b *burst) sim.Path {
	if e.space != components.SpaceLocal || e.matrix.Det() == 0 {
		return sim.At(&b.at)
	}
	m := e.matrix.Inv().Mul4(b.at.Matrix())
	path := sim.Path{From: m.Col(3).Vec3(), To: m.Col(3).Vec3()}
	path.TurnTo(&m)
	return path
}

// BurstAt has an emitter emit count more particles at the end of the next tick, at a transform
// of their own instead of the emitter's. Any number of bursts can be asked for in a tick. While
// the emitter is Stopped they are forgotten; while Frozen or Paused they wait.
func (p *ParticlePlugin) BurstAt(entity ark.Entity, count int, at components.Transform) error {
	if p.state == nil {
		return fmt.Errorf("a burst of entity %d: add the plugin to a world first", entity.ID())
	}
	s := p.state
	if !s.isEmitter(entity) {
		return fmt.Errorf("a burst of entity %d: it has no Emitter; add one, or ask for the burst before the entity is removed", entity.ID())
	}
	if count < 1 || count > components.MaxPoolParticles {
		return fmt.Errorf("a burst of entity %d: count is %d; it must be between 1 and %d", entity.ID(), count, components.MaxPoolParticles)
	}
	if err := at.Validate(); err != nil {
		return fmt.Errorf("a burst of entity %d: %w", entity.ID(), err)
	}
	b := burst{count, at}
	e := s.emitterOf[entity]
	if e == nil {
		s.early[entity] = append(s.early[entity], b)
		return nil
	}
	e.bursts = append(e.bursts, b)
	return nil
}

func (s *state) isEmitter(entity ark.Entity) bool {
	return s.world.Alive(entity) && s.hasEmitter.HasUnchecked(entity)
}
