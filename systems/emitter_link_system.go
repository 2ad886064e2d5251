package systems

import (
	"cmp"
	"slices"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/internal/sim"
)

// EmitterLinkSystem follows the emitters: which there are, what their settings are now,
// and the way each has gone in this step.
type EmitterLinkSystem struct {
	state      *state
	emitters   *ark.Filter1[components.Emitter]
	transforms *ark.Map[components.Transform]
	globals    *ark.Map[components.GlobalTransform]
	targets    *ark.Map[components.EmitsInto]
	arrived    []*emitter
}

// Initialize implements ecs.System.
func (s *EmitterLinkSystem) Initialize(w *ark.World) error {
	s.emitters = ark.NewFilter1[components.Emitter](w)
	s.transforms = ark.NewMap[components.Transform](w)
	s.globals = ark.NewMap[components.GlobalTransform](w)
	s.targets = ark.NewMap[components.EmitsInto](w)
	return s.state.attach(w)
}

// Update implements ecs.System.
func (s *EmitterLinkSystem) Update(*ark.World) error {
	st := s.state
	st.tick++
	query := s.emitters.Query()
	for query.Next() {
		entity := query.Entity()
		e := st.emitterOf[entity]
		if e == nil {
			e = &emitter{entity: entity, fresh: true, bursts: st.early[entity]}
			st.emitterOf[entity] = e
			delete(st.early, entity)
			s.arrived = append(s.arrived, e)
		}
		e.seen = st.tick
		s.follow(e, query.Get())
		s.locate(e)
		e.linked = s.targets.HasUnchecked(entity)
		e.target = ark.Entity{}
		if e.linked {
			e.target = s.targets.GetRelationUnchecked(entity)
		}
	}
	clear(st.early) // what is left lost its emitter before it was seen
	s.enlist()
	s.dismiss()
	return st.reported()
}

// follow takes over what the emitter's component holds now.
func (s *EmitterLinkSystem) follow(e *emitter, config *components.Emitter) {
	s.listen(e, config)
	if *config != e.config || (e.recipe == nil && e.settingsErr == nil) {
		s.change(e, config)
	}
}

// locate finds the way that the emitter has gone: by its place in the world where it has parents, and by
// its own transform elsewhere.
func (s *EmitterLinkSystem) locate(e *emitter) {
	dt := s.state.time.Delta
	if s.globals.HasUnchecked(e.entity) {
		m := &s.globals.GetUnchecked(e.entity).Current
		e.path.TurnTo(m)
		e.matrix, e.turned = *m, false
		e.pathTo(m.Col(3).Vec3(), dt)
		s.state.report(&e.transformErr, nil) // TransformSystem tells
		return
	}
	t := &components.Transform{}
	if s.transforms.HasUnchecked(e.entity) {
		t = s.transforms.GetUnchecked(e.entity)
	}
	if !e.turned || *t != e.transform {
		err := of("emitter", e.config.Label, e.entity, t.Validate())
		s.state.report(&e.transformErr, err)
		if e.turned = err == nil; !e.turned {
			return
		}
		e.transform = *t
		e.path.Turn(t)
		e.matrix = t.Matrix()
	}
	e.pathTo(t.Position, dt)
}

// listen takes over what the emitter was asked to do, and sets it back.
func (s *EmitterLinkSystem) listen(e *emitter, config *components.Emitter) {
	if config.PendingReset {
		// A bad value of another field is told with the settings; this one is forgotten here.
		err := (&components.Emitter{Label: config.Label, PendingSeek: config.PendingSeek}).Validate()
		if err != nil {
			s.state.errs = append(s.state.errs, located(config.Label, e.entity, err))
		}
		e.forget()
		e.restart, e.fresh, e.past = true, false, 0
		if err == nil {
			e.past = config.PendingSeek
		}
	}
	if config.PendingTeleport {
		e.placed = false
	}
	e.clear = e.clear || config.PendingClear
	e.burst += int(config.PendingBurst)
	config.PendingClear, config.PendingReset, config.PendingSeek, config.PendingBurst = false, false, 0, 0
	config.PendingTeleport = false
}

// obey clears and restarts, before the step.
func (e *emitter) obey() {
	if e.pool != nil && (e.clear || e.restart) {
		if e.restart {
			e.pool.sim.Restart(e.row)
		} else {
			e.pool.sim.ClearEmitter(e.row)
		}
		e.pool.stopped = false // a pool that stands still takes a step of nothing
	}
	e.clear, e.restart = false, false
}

// change takes over new settings. While they are not valid the emitter rests: nothing is born, and its
// particles live on under the last that were.
func (s *EmitterLinkSystem) change(e *emitter, config *components.Emitter) {
	e.config = *config
	s.state.report(&e.settingsErr, located(config.Label, e.entity, config.Validate()))
	if e.settingsErr != nil {
		return
	}
	e.recipe = sim.NewRecipe(config)
	if e.fresh { // by its first valid settings
		e.fresh, e.past = false, config.Prewarm
	}
	switch {
	case e.seed != config.Seed && e.pool != nil:
		e.leave() // and joins it again, with the numbers of the new seed
		e.progress = sim.Progress{}
	case e.space != config.Space && e.pool != nil:
		e.leave() // its particles stay in the axes that they live in
	case e.pool != nil:
		e.pool.sim.SetRecipe(e.row, e.recipe)
	}
	e.seed, e.space = config.Seed, config.Space
}

// enlist gives the new emitters their place, in the order of their entities and not of
// the query, which depends on what else is in the world.
func (s *EmitterLinkSystem) enlist() {
	slices.SortFunc(s.arrived, func(a, b *emitter) int { return cmp.Compare(a.entity.ID(), b.entity.ID()) })
	for _, e := range s.arrived {
		s.state.emittersEver++
		e.sequence = s.state.emittersEver
		s.state.emitters = append(s.state.emitters, e)
	}
	s.arrived = s.arrived[:0]
}

// dismiss lets the emitters go whose component or entity is gone. Their particles live out.
func (s *EmitterLinkSystem) dismiss() {
	st := s.state
	st.emitters = slices.DeleteFunc(st.emitters, func(e *emitter) bool {
		if e.seen == st.tick {
			return false
		}
		e.leave()
		delete(st.emitterOf, e.entity)
		return true
	})
}

// leave takes an emitter off its pool.
func (e *emitter) leave() {
	if e.pool != nil {
		e.progress = e.pool.sim.Progress(e.row)
		e.pool.sim.RemoveEmitter(e.row)
		e.pool = nil
	}
}

// Finalize implements ecs.System.
func (s *EmitterLinkSystem) Finalize(*ark.World) error { return nil }
