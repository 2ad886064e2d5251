package systems

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// ErrNoPool says that an emitter's EmitsInto does not lead to a pool.
var ErrNoPool = errors.New("no pool to emit into")

// PoolSystem follows the pools: their device memory comes and goes with their components,
// and each emitter is on the pool that it asks for.
type PoolSystem struct {
	state   *state
	pools   *ark.Filter1[components.Pool]
	drivers *ark.Map[components.Driver]
	forces  *ark.Map[components.Force]
	isPool  *ark.Map[components.Pool]
	create  *ark.Map2[components.Pool, components.Driver]
	arrived []*pool
	// One deferred creation at most per blend mode and step.
	wanted [2]bool
}

// Initialize implements ecs.System.
func (s *PoolSystem) Initialize(w *ark.World) error {
	s.pools = ark.NewFilter1[components.Pool](w)
	s.drivers = ark.NewMap[components.Driver](w)
	s.forces = ark.NewMap[components.Force](w)
	s.isPool = ark.NewMap[components.Pool](w)
	s.create = ark.NewMap2[components.Pool, components.Driver](w)
	return s.state.attach(w)
}

// Update implements ecs.System.
func (s *PoolSystem) Update(w *ark.World) error {
	st := s.state
	st.bury(false)
	s.createShared(w)
	query := s.pools.Query()
	for query.Next() {
		entity := query.Entity()
		p := st.poolOf[entity]
		if p == nil {
			p = &pool{entity: entity}
			st.poolOf[entity] = p
			s.arrived = append(s.arrived, p)
		}
		p.seen = st.tick
		s.follow(p, query.Get())
		s.drive(p)
	}
	s.enlist()
	s.dismiss()
	for _, e := range st.emitters {
		s.place(e)
		if e.pool != nil && e.space == components.SpaceLocal && e.transformErr == nil {
			e.pool.sim.SetPlace(e.row, &e.matrix)
		}
		e.obey()
	}
	for _, p := range st.pools {
		if p.sim != nil {
			p.sim.Sweep()
		}
	}
	return st.reported()
}

// createShared makes the shared pools that emitters want and that do not exist.
func (s *PoolSystem) createShared(w *ark.World) {
	st := s.state
	for _, e := range st.emitters {
		if !e.linked && e.recipe != nil {
			s.wanted[e.config.Blending] = true
		}
	}
	for blending, wanted := range s.wanted {
		s.wanted[blending] = false
		if !wanted || (w.Alive(st.shared[blending]) && s.isPool.Has(st.shared[blending])) {
			continue
		}
		size := st.plugin.SharedParticles
		if size == 0 {
			size = DefaultSharedParticles
		}
		b := components.Blending(blending)
		st.shared[blending] = s.create.NewEntity(
			&components.Pool{Label: "shared " + b.String(), MaxParticles: size, Blending: b},
			&components.Driver{Kind: st.plugin.SharedDriver})
	}
}

// follow takes over what a pool's component holds now.
func (s *PoolSystem) follow(p *pool, config *components.Pool) {
	untried := p.device == nil && p.settingsErr == nil
	if *config == p.config && !untried {
		return
	}
	p.config = *config
	s.state.report(&p.settingsErr, located(config.Label, p.entity, s.adopt(p)))
}

// adopt has a pool's two halves be as its settings say. If they are not valid, the pool rests.
func (s *PoolSystem) adopt(p *pool) error {
	if err := p.config.Validate(); err != nil {
		return err
	}
	c, b := &p.config, &p.built
	if p.device == nil || c.MaxParticles != b.MaxParticles || c.Blending != b.Blending || c.Texture != b.Texture {
		if err := s.build(p); err != nil {
			return err
		}
	}
	p.built = p.config
	p.sim.SetFullPolicy(c.WhenFull, s.state.particles.MaxParticles())
	return nil
}

// build makes a pool's two halves anew. If it fails the pool has none.
func (s *PoolSystem) build(p *pool) error {
	st := s.state
	for _, e := range st.emitters {
		if e.pool == p {
			e.leave()
		}
	}
	p.release(st)
	picture, err := st.picture(&p.config)
	if err != nil {
		return err
	}
	device, err := st.particles.NewPool(gpu.ParticlePoolDesc{Label: p.config.Label, Capacity: p.config.MaxParticles})
	if err != nil {
		if image := picture.drop(); image != nil {
			image.Release()
		}
	}
	if errors.Is(err, gpu.ErrTooManyParticles) {
		return &components.FieldError{
			Label: fmt.Sprintf("pool %q", p.config.Label), Field: "MaxParticles", Value: p.config.MaxParticles,
			Remedy: fmt.Sprintf("this device can bind at most %d", st.particles.MaxParticles()),
		}
	}
	if err != nil {
		return err
	}
	p.image, p.device, p.sim = picture, device, sim.NewPool(p.config.MaxParticles)
	return nil
}

// drive gives a pool the driver that its components ask for. On an error it keeps what it has.
func (s *PoolSystem) drive(p *pool) {
	var driver *components.Driver
	var err error
	if s.drivers.HasUnchecked(p.entity) {
		driver = s.drivers.GetUnchecked(p.entity)
		err = of("pool", p.config.Label, p.entity, driver.Validate())
	}
	s.state.report(&p.driverErr, err)
	p.driven = driver != nil && err == nil
	if !p.driven || p.device == nil {
		return
	}
	var force *components.Force
	if s.forces.HasUnchecked(p.entity) {
		force = s.forces.GetUnchecked(p.entity)
	}
	kind := s.resolve(driver.Kind, force)
	if kind != p.kind {
		err := p.swap(kind, driver.Discard)
		s.state.report(&p.swapErr, err)
		driver.Discard = driver.Discard && err != nil
	}
	s.state.report(&p.forceErr, p.takeForce(force, driver.Kind))
}

// enlist puts the new pools into the drawing order: by Order, then as they came.
func (s *PoolSystem) enlist() {
	st := s.state
	slices.SortFunc(s.arrived, func(a, b *pool) int { return cmp.Compare(a.entity.ID(), b.entity.ID()) })
	for _, p := range s.arrived {
		st.poolsEver++
		p.sequence = st.poolsEver
		st.pools = append(st.pools, p)
	}
	s.arrived = s.arrived[:0]
	inOrder := func(a, b *pool) int {
		return cmp.Or(cmp.Compare(a.config.Order, b.config.Order), cmp.Compare(a.sequence, b.sequence))
	}
	if !slices.IsSortedFunc(st.pools, inOrder) {
		slices.SortFunc(st.pools, inOrder)
	}
}

// dismiss releases the pools whose component or entity is gone, with their particles.
func (s *PoolSystem) dismiss() {
	st := s.state
	st.pools = slices.DeleteFunc(st.pools, func(p *pool) bool {
		if p.seen == st.tick {
			return false
		}
		for _, e := range st.emitters {
			if e.pool == p {
				e.leave()
				e.last = p.config.Label
			}
		}
		p.release(st)
		delete(st.poolOf, p.entity)
		return true
	})
}

// place puts an emitter on the pool that it asks for.
func (s *PoolSystem) place(e *emitter) {
	if e.recipe == nil {
		return // it never had valid settings
	}
	st := s.state
	target := e.target
	if !e.linked {
		target = st.shared[e.config.Blending]
	}
	p := st.poolOf[target]
	if e.pool != nil && e.pool == p {
		return
	}
	e.leave()
	if p == nil {
		st.report(&e.targetErr, e.noPool(target))
		return
	}
	e.targetErr = nil
	if p.device == nil {
		return // the pool's own error says why
	}
	seed := e.config.Seed
	if seed == 0 {
		seed = sim.DerivedSeed(st.plugin.Seed, e.sequence)
	}
	e.pool, e.row = p, p.sim.AddEmitter(seed, e.recipe)
	p.sim.Resume(e.row, e.progress)
}

// noPool says what is wrong with an emitter's EmitsInto.
func (e *emitter) noPool(target ark.Entity) error {
	leads := fmt.Sprintf("leads to entity %d, which is no pool", target.ID())
	switch {
	case target.IsZero() && e.last != "":
		leads = fmt.Sprintf("led to pool %q, which was removed", e.last)
	case target.IsZero():
		leads = "leads to an entity that was removed"
	}
	return fmt.Errorf("%s: EmitsInto %s: %w; relate it to a living entity with a Pool, or remove EmitsInto to use the shared one",
		named("emitter", e.config.Label, e.entity), leads, ErrNoPool)
}

// Finalize releases the device memory of all pools.
func (s *PoolSystem) Finalize(*ark.World) error {
	s.state.release()
	return nil
}
