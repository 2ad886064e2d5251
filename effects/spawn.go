package effects

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// ErrWorldLocked says that entities were to be made or removed while a query runs.
var ErrWorldLocked = errors.New("the world is locked by a query")

// ErrNoEffect says that there is no effect to make entities of.
var ErrNoEffect = errors.New("no effect")

// Instance is an effect that runs in a world, as entities: one for each pool, with [components.Pool]
// and [components.Driver], and one for each emitter, with [components.Emitter],
// [components.Transform] and, for one of the effect's pools, [components.EmitsInto]. They can be
// changed like any others; after World.Reset the
// instance must be dropped, as its handles may name new entities.
type Instance struct {
	world *ark.World
	at    components.Transform
	pools []runningPool
	parts []runningPart

	poolMap    *ark.Map[components.Pool]
	driverMap  *ark.Map[components.Driver]
	emitterMap *ark.Map[components.Emitter]
	placeMap   *ark.Map[components.Transform]
	intoMap    *ark.Map[components.EmitsInto]
}

// runningPool is a pool's entity and the settings that the effect gave it last.
type runningPool struct {
	entity ark.Entity
	given  Pool
	kept   bool // by the Apply that runs
}

// runningPart is an emitter's entity and the settings that the effect gave it last.
type runningPart struct {
	entity ark.Entity
	given  Part
	place  components.Transform
	kept   bool // by the Apply that runs
}

// Spawn makes the entities of an effect at a place in the world; the zero [components.Transform] is
// the origin. It makes none and returns an error if the effect or a place is not valid, or if the
// world is locked.
func Spawn(world *ark.World, e *Effect, at components.Transform) (*Instance, error) {
	if world == nil {
		return nil, errors.New("spawn: the world is nil; pass the one that the plugin is in")
	}
	if world.IsLocked() { // maps cannot be made either
		return nil, fmt.Errorf("spawn: %w; call Spawn after the query has ended", ErrWorldLocked)
	}
	i := &Instance{
		world:      world,
		at:         at,
		poolMap:    ark.NewMap[components.Pool](world),
		driverMap:  ark.NewMap[components.Driver](world),
		emitterMap: ark.NewMap[components.Emitter](world),
		placeMap:   ark.NewMap[components.Transform](world),
		intoMap:    ark.NewMap[components.EmitsInto](world),
	}
	if err := i.Apply(e); err != nil {
		return nil, err
	}
	return i, nil
}

// MoveTo puts the whole effect at another place, without making or removing entities: what is born in
// the next tick is born along the way. It changes nothing and returns an error if a place is not valid.
func (i *Instance) MoveTo(at components.Transform) error {
	for p := range i.parts {
		if _, err := placed(at, &i.parts[p].given, p); err != nil {
			return err
		}
	}
	i.at = at
	for p := range i.parts {
		part := &i.parts[p]
		part.place = compose(at, part.given.At)
		if i.world.Alive(part.entity) && i.placeMap.HasUnchecked(part.entity) {
			*i.placeMap.GetUnchecked(part.entity) = part.place
		}
	}
	return nil
}

// Emitter is the entity of the first emitter with a label, or zero.
func (i *Instance) Emitter(label string) ark.Entity {
	for p := range i.parts {
		if i.parts[p].given.Emitter.Label == label {
			return i.parts[p].entity
		}
	}
	return ark.Entity{}
}

// Pool is the entity of the pool with a label, or zero.
func (i *Instance) Pool(label string) ark.Entity {
	for p := range i.pools {
		if i.pools[p].given.Pool.Label == label {
			return i.pools[p].entity
		}
	}
	return ark.Entity{}
}

// Alive reports whether any of its entities is.
func (i *Instance) Alive() bool {
	for p := range i.parts {
		if i.world.Alive(i.parts[p].entity) {
			return true
		}
	}
	for p := range i.pools {
		if i.world.Alive(i.pools[p].entity) {
			return true
		}
	}
	return false
}

// Remove removes the entities. Particles in shared pools live out, those in the effect's own pools are
// gone at once; to let them live out, set Stopped on the emitters and remove the effect later. It
// removes nothing and returns an error if the world is locked.
func (i *Instance) Remove() error {
	if i.world == nil {
		return nil // it was never spawned
	}
	if i.world.IsLocked() {
		return fmt.Errorf("remove: %w; call Remove after the query has ended", ErrWorldLocked)
	}
	for p := range i.parts {
		i.remove(i.parts[p].entity)
	}
	for p := range i.pools {
		i.remove(i.pools[p].entity)
	}
	i.parts, i.pools = nil, nil
	return nil
}

func (i *Instance) remove(entity ark.Entity) {
	if i.world.Alive(entity) {
		i.world.RemoveEntity(entity)
	}
}

// placed is the place of a part in the world, if it is valid there.
func placed(at components.Transform, p *Part, index int) (components.Transform, error) {
	if err := at.Validate(); err != nil {
		return at, fmt.Errorf("place of the effect: %w", err)
	}
	place := compose(at, p.At)
	if err := place.Validate(); err != nil {
		return at, fmt.Errorf("%s in its place in the world: %w", named("emitter", p.Emitter.Label, index), err)
	}
	if unset := (components.Transform{}).Scale; place.Scale == unset && at.Scale != unset {
		return at, &components.FieldError{
			Label: named("emitter", p.Emitter.Label, index), Field: "At.Scale", Value: p.At.Scale,
			Remedy: fmt.Sprintf("times the effect's %v it is zero along every axis, which would mean 1; change one of them", at.Scale),
		}
	}
	return place, nil
}
