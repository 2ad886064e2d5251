package effects

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// stage is an ark world in which effects run, and maps to look at them.
type stage struct {
	*ark.World
	t        *testing.T
	emitters *ark.Map[components.Emitter]
	places   *ark.Map[components.Transform]
	pools    *ark.Map[components.Pool]
	drivers  *ark.Map[components.Driver]
	into     *ark.Map[components.EmitsInto]
}

func newStage(t *testing.T) *stage {
	w := ark.NewWorld()
	return &stage{
		World: w, t: t, emitters: ark.NewMap[components.Emitter](w), places: ark.NewMap[components.Transform](w),
		pools: ark.NewMap[components.Pool](w), drivers: ark.NewMap[components.Driver](w), into: ark.NewMap[components.EmitsInto](w),
	}
}

func (s *stage) spawn(e *Effect, at components.Transform) *Instance {
	s.t.Helper()
	i, err := Spawn(s.World, e, at)
	if err != nil {
		s.t.Fatal(err)
	}
	return i
}

func (s *stage) apply(i *Instance, e *Effect) {
	s.t.Helper()
	if err := i.Apply(e); err != nil {
		s.t.Fatal(err)
	}
}

// entities is the number of living ones.
func (s *stage) entities() int {
	query := ark.NewFilter0(s.World).Query()
	defer query.Close()
	return query.Count()
}

func at(x, y, z float32) components.Transform {
	return components.Transform{Position: mgl32.Vec3{x, y, z}}
}

// two has an emitter on a pool of its own and one on the shared pool.
func two() *Effect {
	return &Effect{
		Name:  "two",
		Pools: []Pool{{Pool: components.Pool{Label: "haze", MaxParticles: 100, Blending: components.Alpha}}},
		Emitters: []Part{
			{Emitter: components.Fire(), At: at(0, 1, 0), Burst: 5},
			{Emitter: components.Smoke(), At: at(0, 2, 0), Pool: "haze"},
		},
	}
}

func TestAnEffectBecomesEntities(t *testing.T) {
	s, e := newStage(t), two()
	i := s.spawn(e, components.Transform{})
	fire, smoke, haze := i.Emitter("fire"), i.Emitter("smoke"), i.Pool("haze")
	lit := components.Fire()
	lit.Burst(5)
	if *s.emitters.Get(fire) != lit || *s.places.Get(fire) != at(0, 1, 0) || s.into.Has(fire) {
		t.Errorf("the fire is %+v at %+v", s.emitters.Get(fire), s.places.Get(fire))
	}
	if *s.emitters.Get(smoke) != components.Smoke() || *s.places.Get(smoke) != at(0, 2, 0) || s.into.GetRelation(smoke) != haze {
		t.Errorf("the smoke is %+v at %+v", s.emitters.Get(smoke), s.places.Get(smoke))
	}
	if *s.pools.Get(haze) != e.Pools[0].Pool || *s.drivers.Get(haze) != e.Pools[0].Driver {
		t.Errorf("the pool is %+v with %+v", s.pools.Get(haze), s.drivers.Get(haze))
	}
	if s.entities() != 3 || !i.Alive() || !i.Emitter("none").IsZero() || !i.Pool("none").IsZero() {
		t.Errorf("there are %d entities", s.entities())
	}
	if e.Emitters[0].Emitter.PendingBurst != 0 {
		t.Error("the effect itself was changed")
	}
	// A second one of the same effect stands for itself.
	other := s.spawn(e, at(5, 0, 0))
	if other.Pool("haze") == haze || s.into.GetRelation(other.Emitter("smoke")) == haze || s.entities() != 6 {
		t.Error("two instances share entities")
	}
	if err := i.Remove(); err != nil || s.entities() != 3 || i.Alive() || !other.Alive() {
		t.Errorf("after the removal there are %d entities, %v", s.entities(), err)
	}
	if err := i.Remove(); err != nil || !i.Emitter("fire").IsZero() || !i.Pool("haze").IsZero() {
		t.Errorf("a second removal: %v", err)
	}
}

// C22: each part is at its place from the beginning.
func TestPartsArePlacedInTheirEffectsPlace(t *testing.T) {
	turn := mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 1, 0}) // x becomes −z
	for _, row := range []struct {
		name               string
		effect, part, want components.Transform
	}{
		{"nothing", components.Transform{}, components.Transform{}, components.Transform{}},
		{"an effect at the origin", components.Transform{}, at(1, 2, 3), at(1, 2, 3)},
		{"moved twice", at(1, 0, 0), at(0, 2, 0), at(1, 2, 0)},
		{"turned", components.Transform{Rotation: turn}, at(1, 0, 0), components.Transform{Position: mgl32.Vec3{0, 0, -1}, Rotation: turn}},
		{"scaled", components.Transform{Scale: mgl32.Vec3{2, 3, 4}}, components.Transform{Position: mgl32.Vec3{1, 1, 1}, Scale: mgl32.Vec3{5, 5, 5}},
			components.Transform{Position: mgl32.Vec3{2, 3, 4}, Scale: mgl32.Vec3{10, 15, 20}}},
		{"scaled, turned and moved", components.Transform{Position: mgl32.Vec3{10, 0, 0}, Rotation: turn, Scale: mgl32.Vec3{2, 2, 2}},
			components.Transform{Position: mgl32.Vec3{1, 0, 0}, Rotation: turn},
			components.Transform{Position: mgl32.Vec3{10, 0, -2}, Rotation: mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0}), Scale: mgl32.Vec3{2, 2, 2}}},
		{"turned about two axes", components.Transform{Rotation: turn},
			components.Transform{Rotation: mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0})},
			components.Transform{Rotation: mgl32.Quat{W: 0.5, V: mgl32.Vec3{0.5, 0.5, -0.5}}}},
		{"a rotation that is not of unit length", components.Transform{Rotation: turn.Scale(3)}, at(1, 0, 0),
			components.Transform{Position: mgl32.Vec3{0, 0, -1}, Rotation: turn}},
	} {
		s := newStage(t)
		effect := &Effect{Emitters: []Part{{At: row.part}}}
		check := func(how string, i *Instance) {
			got := s.places.Get(i.Emitter(""))
			if got.Position.Sub(row.want.Position).Len() > 1e-5 || got.EffectiveScale().Sub(row.want.EffectiveScale()).Len() > 1e-5 ||
				got.UnitRotation().Sub(row.want.UnitRotation()).Len() > 1e-5 {
				t.Errorf("%s, %s: got %+v, want %+v", row.name, how, got, row.want)
			}
		}
		check("spawned", s.spawn(effect, row.effect))
		moved := s.spawn(effect, at(7, 7, 7))
		if err := moved.MoveTo(row.effect); err != nil {
			t.Fatal(err)
		}
		check("moved", moved)
	}
}

func TestWhatIsWrongSpawnsNothing(t *testing.T) {
	s := newStage(t)
	far := two()
	far.Emitters[1].At = at(9e5, 0, 0)
	flat := two()
	flat.Emitters[1].At.Scale = mgl32.Vec3{0, 1, 1}
	invalid := two()
	invalid.Emitters[1].Emitter.Rate = -1
	astray := two()
	astray.Emitters[0].Pool = "haz"
	for _, row := range []struct {
		name   string
		effect *Effect
		at     components.Transform
		want   string
	}{
		{"no effect", nil, at(0, 0, 0), "no effect; check the error of Load or Parse"},
		{"a bad emitter", invalid, at(0, 0, 0), `effect "two": emitter "smoke": Rate is -1`},
		{"a pool that is not there", astray, at(0, 0, 0), `Pool is "haz"; the effect has no such pool; did you mean "haze"?`},
		{"a bad place", two(), at(float32(math.NaN()), 0, 0), "place of the effect: transform: Position[0] is NaN"},
		{"a part too far out", far, at(9e5, 0, 0), `emitter "smoke" in its place in the world: transform: Position[0] is 1.8e+06`},
		{"a scale that would become none", flat, components.Transform{Scale: mgl32.Vec3{1, 0, 0}}, `emitter "smoke": At.Scale is [0 1 1]`},
	} {
		i, err := Spawn(s.World, row.effect, row.at)
		if err == nil || !strings.Contains(err.Error(), row.want) || i != nil || s.entities() != 0 {
			t.Errorf("%s: %v, %d entities", row.name, err, s.entities())
		}
	}
	i := s.spawn(two(), at(1, 0, 0))
	if err := i.MoveTo(at(float32(math.Inf(1)), 0, 0)); err == nil || *s.places.Get(i.Emitter("fire")) != at(1, 1, 0) {
		t.Errorf("moved to nowhere: %v, %+v", err, s.places.Get(i.Emitter("fire")))
	}
}

func TestALockedWorldIsAnErrorAndStaysAsItIs(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), components.Transform{})
	query := ark.NewFilter1[components.Emitter](s.World).Query()
	_, spawned := Spawn(s.World, two(), components.Transform{})
	applied, removed := i.Apply(&Effect{}), i.Remove()
	moved := i.MoveTo(at(1, 0, 0)) // no entity comes or goes
	query.Close()
	for _, err := range []error{spawned, applied, removed} {
		if !errors.Is(err, ErrWorldLocked) {
			t.Errorf("got %v", err)
		}
	}
	if moved != nil || s.entities() != 3 || !i.Alive() {
		t.Errorf("there are %d entities; moving them: %v", s.entities(), moved)
	}
}

func TestMovingAnEffectAllocatesNothing(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), components.Transform{})
	x := float32(0)
	if n := testing.AllocsPerRun(100, func() {
		x++
		if err := i.MoveTo(at(x, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
