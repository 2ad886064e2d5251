package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// tree is a world of entities with parents.
type tree struct {
	*world
	places  *ark.Map1[components.Transform]
	child   *ark.Map2[components.Transform, components.ChildOf]
	parents *ark.Map[components.ChildOf]
	globals *ark.Map[components.GlobalTransform]
}

func newTree(t testing.TB) *tree {
	w := newWorld(t, &systems.ParticlePlugin{})
	return &tree{
		w, ark.NewMap1[components.Transform](w.World), ark.NewMap2[components.Transform, components.ChildOf](w.World),
		ark.NewMap[components.ChildOf](w.World), ark.NewMap[components.GlobalTransform](w.World),
	}
}

// under makes a child of an entity.
func (w *tree) under(parent ark.Entity, at components.Transform) ark.Entity {
	return w.child.NewEntity(&at, &components.ChildOf{}, ark.Rel[components.ChildOf](parent))
}

// step runs one step and returns its error.
func (w *tree) step() error {
	w.time.Delta = 1. / 60
	return w.schedule.Step(w.World)
}

func (w *tree) steps(n int) {
	w.t.Helper()
	for range n {
		if err := w.step(); err != nil {
			w.t.Fatal(err)
		}
	}
}

// at is where an entity's origin is in the world.
func (w *tree) at(e ark.Entity) mgl32.Vec3 { return w.globals.Get(e).Current.Col(3).Vec3() }

// Any forest, made in any order, moved, turned, mirrored and re-related at random, agrees with matrices
// multiplied from the root in float64; Previous is what Current was.
func TestGlobalTransformsAgreeWithAFloat64Reference(t *testing.T) {
	w := newTree(t)
	random := rand.New(rand.NewPCG(21, 22))
	number := func() float32 { return random.Float32()*2 - 1 }
	anywhere := func() components.Transform {
		tr := components.Transform{
			Position: mgl32.Vec3{number(), number(), number()},
			Rotation: mgl32.Quat{W: number(), V: mgl32.Vec3{number(), number(), number()}},
		}
		if random.IntN(2) == 0 {
			tr.Scale = mgl32.Vec3{1 + number()/2, -1 - number()/2, 1 + number()/2}
		}
		return tr
	}
	var all []ark.Entity
	parent := map[ark.Entity]ark.Entity{}
	for range 300 {
		if len(all) == 0 || random.IntN(8) == 0 {
			at := anywhere()
			all = append(all, w.places.NewEntity(&at))
			continue
		}
		above := all[random.IntN(len(all))]
		e := w.under(above, anywhere())
		parent[e] = above
		all = append(all, e)
	}
	var reference func(e ark.Entity) [16]float64
	reference = func(e ark.Entity) [16]float64 {
		local := double(w.place.Get(e))
		if above, ok := parent[e]; ok {
			return times(reference(above), local)
		}
		return local
	}
	depth := func(e ark.Entity) (n int) {
		for above, ok := parent[e]; ok; above, ok = parent[above] {
			n++
		}
		return n
	}
	last := map[ark.Entity]mgl32.Mat4{}
	for range 60 {
		for range random.IntN(20) {
			*w.place.Get(all[random.IntN(len(all))]) = anywhere()
		}
		if e := all[random.IntN(len(all))]; parent[e] != (ark.Entity{}) {
			above := all[random.IntN(len(all))]
			ring := false
			for at := above; at != (ark.Entity{}); at = parent[at] {
				ring = ring || at == e
			}
			if !ring && depth(above) < 12 {
				w.parents.SetRelation(e, above)
				parent[e] = above
			}
		}
		w.steps(1)
		for _, e := range all {
			if !w.globals.Has(e) {
				continue // a root without children
			}
			g, want := w.globals.Get(e), reference(e)
			for i := range want {
				if math.Abs(float64(g.Current[i])-want[i]) > 1e-4*(1+math.Abs(want[i])) {
					t.Fatalf("entity %v, depth %d: element %d is %v, want %v", e, depth(e), i, g.Current[i], want[i])
				}
			}
			if before, ok := last[e]; ok && g.Previous != before {
				t.Fatalf("entity %v: Previous is not what Current was", e)
			}
			last[e] = g.Current
		}
	}
}

// double is a transform's matrix in float64.
func double(t *components.Transform) (m [16]float64) {
	q, s := t.UnitRotation(), t.EffectiveScale()
	x, y, z, w := float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)
	axes := [3][3]float64{
		{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)},
		{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)},
		{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)},
	}
	for c := range 3 {
		for r := range 3 {
			m[c*4+r] = axes[c][r] * float64(s[c])
		}
		m[12+c] = float64(t.Position[c])
	}
	m[15] = 1
	return m
}

func times(a, b [16]float64) (m [16]float64) {
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				m[c*4+r] += a[k*4+r] * b[c*4+k]
			}
		}
	}
	return m
}

// When a parent is removed its children stay where they were, can be moved from there, and say so once;
// with another parent, or none, they are where that puts them.
func TestChildrenOutliveTheirParent(t *testing.T) {
	w := newTree(t)
	root := w.places.NewEntity(&components.Transform{Position: mgl32.Vec3{10, 0, 0}})
	arm := w.under(root, components.Transform{Position: mgl32.Vec3{0, 5, 0}, Rotation: mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1})})
	hand := w.under(arm, components.Transform{Position: mgl32.Vec3{1, 0, 0}})
	near := func(what string, want mgl32.Vec3) {
		t.Helper()
		if got := w.at(hand); got.Sub(want).Len() > 1e-5 {
			t.Errorf("%s: the hand is at %v, want %v", what, got, want)
		}
	}
	w.steps(1)
	near("with its arm", mgl32.Vec3{10, 6, 0})
	w.RemoveEntity(arm)
	if err := w.step(); !errors.Is(err, systems.ErrParentGone) {
		t.Errorf("the parent went: %v", err)
	}
	w.steps(2)
	near("without its arm", mgl32.Vec3{10, 6, 0})
	w.place.Get(hand).Position = mgl32.Vec3{2, 0, 0}
	w.steps(1)
	near("moved without its arm", mgl32.Vec3{10, 7, 0})
	w.parents.SetRelation(hand, root)
	w.steps(1)
	near("on the root", mgl32.Vec3{12, 0, 0})
	w.parents.Remove(hand)
	w.steps(1)
	near("by itself", mgl32.Vec3{2, 0, 0})
}

// A ring of parents is told and never looped on; the entities stay where they were until it is broken.
func TestARingOfParentsIsTold(t *testing.T) {
	w := newTree(t)
	root := w.places.NewEntity(&components.Transform{Position: mgl32.Vec3{1, 0, 0}})
	a := w.under(root, components.Transform{Position: mgl32.Vec3{0, 1, 0}})
	b := w.under(a, components.Transform{Position: mgl32.Vec3{0, 0, 1}})
	c := w.under(b, components.Transform{Position: mgl32.Vec3{0, 0, 1}})
	w.steps(1)
	w.parents.SetRelation(a, b)
	if err := w.step(); !errors.Is(err, systems.ErrParentRing) {
		t.Errorf("a ring: %v", err)
	}
	w.place.Get(root).Position = mgl32.Vec3{5, 0, 0}
	w.steps(3)
	if got := w.at(c); got != (mgl32.Vec3{1, 1, 2}) {
		t.Errorf("below the ring: %v", got)
	}
	w.parents.SetRelation(a, root)
	w.steps(1)
	if got := w.at(c); got != (mgl32.Vec3{5, 1, 2}) {
		t.Errorf("with the ring broken: %v", got)
	}
	self := w.places.NewEntity(&components.Transform{})
	w.parents.Add(self, &components.ChildOf{}, self)
	if err := w.step(); !errors.Is(err, systems.ErrParentRing) {
		t.Errorf("its own parent: %v", err)
	}
}

// A transform that is no number is told once, and the entity stays where it was with all below it.
func TestBadTransformsOfTreesAreTold(t *testing.T) {
	w := newTree(t)
	root := w.places.NewEntity(&components.Transform{Position: mgl32.Vec3{1, 0, 0}})
	leaf := w.under(root, components.Transform{Position: mgl32.Vec3{0, 1, 0}})
	w.steps(1)
	w.place.Get(root).Position[1] = float32(math.NaN())
	if err := w.step(); err == nil {
		t.Error("it says nothing")
	}
	w.steps(3)
	if got := w.at(leaf); got != (mgl32.Vec3{1, 1, 0}) {
		t.Errorf("the leaf is at %v", got)
	}
	w.place.Get(root).Position[1] = 2
	w.steps(1)
	if got := w.at(leaf); got != (mgl32.Vec3{1, 3, 0}) {
		t.Errorf("put right, the leaf is at %v", got)
	}
}

// C11: the emitter on a rotating arm leaves an even line along its way, through its parents.
func TestEmittersFollowTheirParents(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		w := newTree(t)
		pool := w.driven(components.Pool{MaxParticles: 5000}, kind)
		root := w.places.NewEntity(&components.Transform{})
		e := w.addEmitter(components.Emitter{Rate: 1000, Life: components.Exactly(100), Speed: components.Exactly(1), Direction: mgl32.Vec3{1, 0, 0}},
			components.Transform{Position: mgl32.Vec3{1, 0, 0}}, pool)
		w.parents.Add(e, &components.ChildOf{}, root)
		w.ticks(1, 0)
		for i := range 60 {
			*w.place.Get(root) = components.Transform{
				Position: mgl32.Vec3{float32(i+1) * 10. / 6, 0, 0}, Rotation: mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 1, 0}),
			}
			w.ticks(1, 1./60)
		}
		s := w.read(pool)
		if len(s.Living) < 999 {
			t.Fatalf("%d alive", len(s.Living))
		}
		for _, slot := range s.Living {
			if v := s.VelocityMaxLife[slot]; math.Abs(float64(v[2]+1)) > 1e-5 {
				t.Fatalf("slot %d flies %v, want along −Z: its axes are turned", slot, v)
			}
		}
	})
}

// C22: an emitter that teleports leaves nothing on the way, with parents or without.
func TestTeleportLeavesNothingOnTheWay(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		for _, linked := range []bool{false, true} {
			w := newTree(t)
			pool := w.driven(components.Pool{MaxParticles: 5000}, kind)
			e := w.addEmitter(components.Emitter{Rate: 600, Life: components.Exactly(100), InheritVelocity: 1}, components.Transform{}, pool)
			if linked {
				w.parents.Add(e, &components.ChildOf{}, w.places.NewEntity(&components.Transform{}))
			}
			w.ticks(3, 1./60)
			w.place.Get(e).Position = mgl32.Vec3{100, 0, 0}
			w.emitter.Get(e).Teleport()
			w.ticks(3, 1./60)
			s := w.read(pool)
			for _, slot := range s.Living {
				if x := s.PositionExpiry[slot][0]; x != 0 && x != 100 {
					t.Fatalf("linked %v: slot %d is at %v", linked, slot, x)
				}
			}
			if len(s.Living) != 60 {
				t.Errorf("linked %v: %d alive", linked, len(s.Living))
			}
		}
	})
}
