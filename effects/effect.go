package effects

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// Effect is a set of emitters that belong together, and the pools that some of them have to
// themselves: a campfire of flames, sparks and smoke. It is plain data, made in Go or read by [Parse]
// or a [Library]; [Spawn] makes entities of it.
type Effect struct {
	// Name is that of the effect. A file without one is named after the file.
	Name string
	// Pools are the effect's own, told apart by their labels.
	Pools []Pool
	// Emitters need no labels, but those that have one keep running when their place in the list
	// changes while the effect is reloaded.
	Emitters []Part
}

// Pool is one of the stores of an effect.
type Pool struct {
	Pool   components.Pool `effect:"inline"`
	Driver components.Driver
}

// Part is one of the emitters of an effect.
type Part struct {
	// Pool is the label of the effect's pool that it emits into. Default "": the shared pool of its
	// blend mode.
	Pool string
	// At is where it is, seen from the place of the effect. Default there.
	At components.Transform
	// Burst is the number of particles that it emits when it is spawned, beside its rate, 0 to
	// [components.MaxPoolParticles]. Default 0.
	Burst   int
	Emitter components.Emitter `effect:"inline"`
}

// Validate returns nil or what is wrong: a [components.FieldError] for each field, joined.
func (e *Effect) Validate() error {
	var errs []error
	for _, p := range e.problems() {
		errs = append(errs, p.err)
	}
	return errors.Join(errs...)
}

// MarshalJSON writes the effect as its file holds it, for effects inside other JSON.
func (e Effect) MarshalJSON() ([]byte, error) { return e.Marshal() }

// UnmarshalJSON reads an effect inside other JSON; lines in errors count from its beginning.
func (e *Effect) UnmarshalJSON(data []byte) error {
	read, err := Parse("effect", data)
	if err != nil {
		return err
	}
	var named struct{ Name string }
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	*e = *read
	e.Name = named.Name // it is no file that could lend its name
	return nil
}

// problem is what is wrong with one field.
type problem struct {
	owner string // path of what it belongs to in a file: emitters[2]
	err   error
}

// problems finds what Validate reports.
func (e *Effect) problems() []problem {
	var found []problem
	pools := make(map[string]bool)
	for i := range e.Pools {
		p := &e.Pools[i]
		name, owner := named("pool", p.Pool.Label, i), fmt.Sprintf("pools[%d]", i)
		fail := func(field string, value any, remedy string) {
			found = append(found, problem{owner, &components.FieldError{Label: name, Field: field, Value: value, Remedy: remedy}})
		}
		switch {
		case p.Pool.Label == "":
			fail("Label", `""`, "give it one, by which emitters name it")
		case pools[p.Pool.Label]:
			fail("Label", strconv.Quote(p.Pool.Label), "another pool of the effect has that label; change one of them")
		}
		pools[p.Pool.Label] = true
		found = append(found, problemsOf(name, owner, "", p.Pool.Validate())...)
		found = append(found, problemsOf(name, owner, "Driver.", p.Driver.Validate())...)
	}
	for i := range e.Emitters {
		p := &e.Emitters[i]
		name, owner := named("emitter", p.Emitter.Label, i), fmt.Sprintf("emitters[%d]", i)
		fail := func(field string, value any, remedy string) {
			found = append(found, problem{owner, &components.FieldError{Label: name, Field: field, Value: value, Remedy: remedy}})
		}
		if p.Pool != "" && !pools[p.Pool] {
			fail("Pool", strconv.Quote(p.Pool), e.poolRemedy(p.Pool))
		}
		if p.Burst < 0 || p.Burst > components.MaxPoolParticles {
			fail("Burst", p.Burst, "it must be between 0 and 8 388 608")
		}
		found = append(found, problemsOf(name, owner, "At.", p.At.Validate())...)
		found = append(found, problemsOf(name, owner, "", p.Emitter.Validate())...)
	}
	return found
}

// poolRemedy says which pools an emitter can name.
func (e *Effect) poolRemedy(wrong string) string {
	if len(e.Pools) == 0 {
		return "the effect has no pools; leave it out for the shared one"
	}
	labels := make([]string, len(e.Pools))
	for i := range e.Pools {
		labels[i] = e.Pools[i].Pool.Label
	}
	return "the effect has no such pool; " + meant(wrong, labels)
}

// problemsOf takes the errors of one component apart and names their owner.
func problemsOf(name, owner, prefix string, err error) []problem {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var found []problem
		for _, err := range joined.Unwrap() {
			found = append(found, problemsOf(name, owner, prefix, err)...)
		}
		return found
	}
	var field *components.FieldError
	if errors.As(err, &field) {
		return []problem{{owner, &components.FieldError{
			Label: name, Field: prefix + field.Field, Value: field.Value, Remedy: field.Remedy,
		}}}
	}
	return []problem{{owner, fmt.Errorf("%s: %w", name, err)}}
}

// named is a pool or emitter as errors call it.
func named(kind, label string, index int) string {
	if label == "" {
		return fmt.Sprintf("%s %d", kind, index+1)
	}
	return fmt.Sprintf("%s %q", kind, label)
}

// compose is the place in the world of a part that is at local in an effect placed at parent. Scales
// are multiplied axis by axis: exact where the part is not rotated or the effect's scale is even. What
// neither sets stays unset.
func compose(parent, local components.Transform) components.Transform {
	times := func(a, b mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{a[0] * b[0], a[1] * b[1], a[2] * b[2]} }
	place := components.Transform{
		Position: parent.Position.Add(parent.UnitRotation().Rotate(times(parent.EffectiveScale(), local.Position))),
		Rotation: local.Rotation,
		Scale:    local.Scale,
	}
	if parent.Rotation != (mgl32.Quat{}) {
		place.Rotation = parent.UnitRotation().Mul(local.UnitRotation())
	}
	if parent.Scale != (mgl32.Vec3{}) {
		place.Scale = times(parent.Scale, local.EffectiveScale())
	}
	return place
}
