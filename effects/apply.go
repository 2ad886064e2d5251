package effects

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// Apply makes the running effect like e, a reloaded one: emitters that are in both keep running, new
// ones begin, and those that e lacks are removed; likewise pools. Pools are the same if their labels
// are, emitters if their labels are and, among several with one label, their order.
//
// Only fields that differ between e and what was spawned or applied before are set, so what the game
// changed meanwhile stays: an emitter that it stopped is still stopped. What is pending stays too, and
// Burst is for new emitters. Entities that the game removed are made again.
//
// It changes nothing and returns an error if e or a place is not valid, or if the world is locked.
func (i *Instance) Apply(e *Effect) error {
	if e == nil {
		return fmt.Errorf("%w; check the error of Load or Parse", ErrNoEffect)
	}
	if i.world == nil {
		return errors.New("apply: the instance was not made by Spawn")
	}
	if i.world.IsLocked() {
		return fmt.Errorf("apply: %w; call Apply after the query has ended", ErrWorldLocked)
	}
	if err := e.Validate(); err != nil {
		return fmt.Errorf("effect %q: %w", e.Name, err)
	}
	places := make([]components.Transform, len(e.Emitters))
	for n := range e.Emitters {
		var err error
		if places[n], err = placed(i.at, &e.Emitters[n], n); err != nil {
			return fmt.Errorf("effect %q: %w", e.Name, err)
		}
	}

	oldPools, oldParts := i.pools, i.parts
	i.pools, i.parts = make([]runningPool, 0, len(e.Pools)), make([]runningPart, 0, len(e.Emitters))
	entities := make(map[string]ark.Entity)
	for _, p := range e.Pools {
		i.pools = append(i.pools, runningPool{entity: i.applyPool(p, oldPools), given: p})
		entities[p.Pool.Label] = i.pools[len(i.pools)-1].entity
	}
	for n, p := range e.Emitters {
		entity := i.applyPart(p, places[n], entities[p.Pool], oldParts)
		i.parts = append(i.parts, runningPart{entity: entity, given: p, place: places[n]})
	}
	for _, p := range oldParts {
		if !p.kept {
			i.remove(p.entity)
		}
	}
	for _, p := range oldPools {
		if !p.kept {
			i.remove(p.entity)
		}
	}
	return nil
}

// applyPool returns the entity of a pool, made or changed.
func (i *Instance) applyPool(next Pool, old []runningPool) ark.Entity {
	for n := range old {
		p := &old[n]
		if p.kept || p.given.Pool.Label != next.Pool.Label || !i.world.Alive(p.entity) {
			continue
		}
		p.kept = true
		follow(i.poolMap, p.entity, &p.given.Pool, &next.Pool)
		follow(i.driverMap, p.entity, &p.given.Driver, &next.Driver)
		return p.entity
	}
	return ark.NewMap2[components.Pool, components.Driver](i.world).NewEntity(&next.Pool, &next.Driver)
}

// applyPart returns the entity of an emitter, made or changed. The pool is zero for the shared one.
func (i *Instance) applyPart(next Part, place components.Transform, pool ark.Entity, old []runningPart) ark.Entity {
	for n := range old {
		p := &old[n]
		if p.kept || p.given.Emitter.Label != next.Emitter.Label || !i.world.Alive(p.entity) {
			continue
		}
		p.kept = true
		follow(i.emitterMap, p.entity, &p.given.Emitter, &next.Emitter)
		follow(i.placeMap, p.entity, &p.place, &place)
		i.relate(p, next.Pool, pool)
		return p.entity
	}
	emitter := next.Emitter
	emitter.Burst(next.Burst)
	if pool.IsZero() {
		return ark.NewMap2[components.Emitter, components.Transform](i.world).NewEntity(&emitter, &place)
	}
	return ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](i.world).NewEntity(
		&emitter, &place, &components.EmitsInto{}, ark.Rel[components.EmitsInto](pool))
}

// relate has an emitter emit into another pool of the effect, or into one that was made again.
func (i *Instance) relate(p *runningPart, label string, pool ark.Entity) {
	related := i.intoMap.Has(p.entity)
	lost := related && i.intoMap.GetRelation(p.entity).IsZero()
	switch {
	case p.given.Pool == label && !lost:
	case pool.IsZero():
		if related {
			i.intoMap.Remove(p.entity)
		}
	case related:
		i.intoMap.SetRelation(p.entity, pool)
	default:
		i.intoMap.Add(p.entity, &components.EmitsInto{}, pool)
	}
}

// follow changes those fields of an entity's component that differ between what it was given and what
// it is to be given now. A component that the game took away comes back only if there is a difference.
func follow[T comparable](m *ark.Map[T], entity ark.Entity, before, next *T) {
	if *before == *next {
		return
	}
	if !m.Has(entity) {
		value := *next
		m.Add(entity, &value)
		return
	}
	running := reflect.ValueOf(m.Get(entity)).Elem()
	old, now := reflect.ValueOf(before).Elem(), reflect.ValueOf(next).Elem()
	for n := range running.NumField() {
		field := running.Type().Field(n)
		if !field.IsExported() || strings.HasPrefix(field.Name, "Pending") || old.Field(n).Equal(now.Field(n)) {
			continue
		}
		running.Field(n).Set(now.Field(n))
	}
}
