package effects

import (
	"os"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// C13: a reloaded effect changes the running emitters, which go on.
func TestAReloadedEffectChangesTheRunningOne(t *testing.T) {
	s, e := newStage(t), two()
	i := s.spawn(e, at(1, 0, 0))
	fire, smoke, haze := i.Emitter("fire"), i.Emitter("smoke"), i.Pool("haze")
	s.emitters.Get(fire).Burst(2)

	next := two()
	next.Emitters[0].Emitter.Rate = 7
	next.Emitters[0].Emitter.Shape = components.SpawnSphere(3)
	next.Emitters[0].Burst, next.Emitters[0].Emitter.PendingBurst = 100, 50
	next.Emitters[1].At = at(0, 9, 0)
	next.Pools[0].Pool.Order = 4
	s.apply(i, next)

	want := next.Emitters[0].Emitter
	want.PendingBurst = 7 // 5 when it was spawned and 2 since: what is pending is the game's
	if i.Emitter("fire") != fire || *s.emitters.Get(fire) != want || *s.places.Get(fire) != at(1, 1, 0) {
		t.Errorf("the fire is %+v at %+v", s.emitters.Get(fire), s.places.Get(fire))
	}
	if i.Emitter("smoke") != smoke || *s.places.Get(smoke) != at(1, 9, 0) || *s.emitters.Get(smoke) != components.Smoke() {
		t.Errorf("the smoke is %+v at %+v", s.emitters.Get(smoke), s.places.Get(smoke))
	}
	if i.Pool("haze") != haze || *s.pools.Get(haze) != next.Pools[0].Pool || s.into.GetRelation(smoke) != haze || s.entities() != 3 {
		t.Errorf("the pool is %+v", s.pools.Get(haze))
	}
}

func TestWhatTheGameChangedStaysUnlessTheFileChangesIt(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), components.Transform{})
	fire, smoke, haze := i.Emitter("fire"), i.Emitter("smoke"), i.Pool("haze")
	s.emitters.Get(fire).Stopped = true
	s.emitters.Get(fire).Rate = 1
	s.emitters.Get(fire).Gravity = mgl32.Vec3{9, 9, 9}
	s.places.Get(smoke).Position = mgl32.Vec3{4, 4, 4}
	s.pools.Get(haze).Hidden = true
	s.drivers.Remove(haze) // the pool is to rest

	next := two()
	next.Emitters[0].Emitter.Gravity = mgl32.Vec3{0, 0, 3}
	next.Emitters[1].Emitter.Drag = 3
	next.Pools[0].Pool.MaxParticles = 200
	s.apply(i, next)
	if e := s.emitters.Get(fire); !e.Stopped || e.Rate != 1 || e.Gravity != (mgl32.Vec3{0, 0, 3}) {
		t.Errorf("the fire is %+v", e)
	}
	if s.places.Get(smoke).Position != (mgl32.Vec3{4, 4, 4}) || s.emitters.Get(smoke).Drag != 3 {
		t.Errorf("the smoke is at %+v", s.places.Get(smoke))
	}
	if p := s.pools.Get(haze); !p.Hidden || p.MaxParticles != 200 || s.drivers.Has(haze) {
		t.Errorf("the pool is %+v", p)
	}
}

func TestAnEffectThatWasMovedIsChangedWhereItIs(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), at(1, 0, 0))
	if err := i.MoveTo(at(5, 0, 0)); err != nil {
		t.Fatal(err)
	}
	next := two()
	next.Emitters[0].At = at(0, 3, 0)
	s.apply(i, next)
	if *s.places.Get(i.Emitter("fire")) != at(5, 3, 0) || *s.places.Get(i.Emitter("smoke")) != at(5, 2, 0) {
		t.Errorf("the fire is at %+v, the smoke at %+v", s.places.Get(i.Emitter("fire")), s.places.Get(i.Emitter("smoke")))
	}
}

func TestPartsAreAddedAndRemoved(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), at(1, 0, 0))
	fire, smoke, haze := i.Emitter("fire"), i.Emitter("smoke"), i.Pool("haze")

	more := two()
	more.Pools = append(more.Pools, Pool{Pool: components.Pool{Label: "new", MaxParticles: 9}})
	more.Emitters = append([]Part{{Emitter: components.Emitter{Label: "sparks"}, Pool: "new", Burst: 3, At: at(0, 5, 0)}}, more.Emitters...)
	s.apply(i, more)
	sparks := i.Emitter("sparks")
	if s.entities() != 5 || i.Emitter("fire") != fire || i.Emitter("smoke") != smoke || i.Pool("haze") != haze {
		t.Errorf("there are %d entities", s.entities())
	}
	if s.into.GetRelation(sparks) != i.Pool("new") || s.emitters.Get(sparks).PendingBurst != 3 || *s.places.Get(sparks) != at(1, 5, 0) {
		t.Errorf("the sparks are %+v", s.emitters.Get(sparks))
	}

	less := two()
	less.Pools, less.Emitters = nil, less.Emitters[:1]
	s.apply(i, less)
	if s.entities() != 1 || !s.Alive(fire) || !i.Pool("haze").IsZero() || !i.Emitter("sparks").IsZero() {
		t.Errorf("there are %d entities", s.entities())
	}
	s.apply(i, &Effect{})
	if s.entities() != 0 || i.Alive() {
		t.Errorf("there are %d entities", s.entities())
	}
	s.apply(i, two())
	if s.entities() != 3 {
		t.Errorf("there are %d entities", s.entities())
	}
}

func TestEmittersChangeTheirPool(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), components.Transform{})
	fire, smoke := i.Emitter("fire"), i.Emitter("smoke")

	next := two()
	next.Pools = append(next.Pools, Pool{Pool: components.Pool{Label: "new", MaxParticles: 9}})
	next.Emitters[0].Pool, next.Emitters[1].Pool = "new", "new"
	s.apply(i, next)
	if s.into.GetRelation(fire) != i.Pool("new") || s.into.GetRelation(smoke) != i.Pool("new") {
		t.Error("they do not emit into the new pool")
	}
	next = two()
	next.Emitters[1].Pool = ""
	s.apply(i, next)
	if s.into.Has(fire) || s.into.Has(smoke) || i.Emitter("smoke") != smoke {
		t.Error("they do not emit into shared pools")
	}
	renamed := two()
	renamed.Pools[0].Pool.Label, renamed.Emitters[1].Pool = "mist", "mist"
	s.apply(i, renamed)
	if s.into.GetRelation(smoke) != i.Pool("mist") || !i.Pool("haze").IsZero() || s.entities() != 3 {
		t.Error("smoke does not emit into the renamed pool")
	}
}

func TestWhatTheGameRemovedIsMadeAgain(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), components.Transform{})
	smoke, haze := i.Emitter("smoke"), i.Pool("haze")
	s.RemoveEntity(i.Emitter("fire"))
	s.RemoveEntity(haze)
	s.apply(i, two())
	if s.entities() != 3 || i.Emitter("smoke") != smoke || i.Pool("haze") == haze || s.into.GetRelation(smoke) != i.Pool("haze") {
		t.Errorf("there are %d entities", s.entities())
	}
	if e := i.Emitter("fire"); !s.Alive(e) || *s.places.Get(e) != at(0, 1, 0) {
		t.Error("the fire is not back")
	}
	s.emitters.Remove(smoke)
	next := two()
	next.Emitters[1].Emitter.Rate = 3
	s.apply(i, next)
	if !s.emitters.Has(smoke) || s.emitters.Get(smoke).Rate != 3 {
		t.Error("the smoke does not emit again")
	}
	s.RemoveEntity(smoke)
	if err := i.MoveTo(at(1, 1, 1)); err != nil {
		t.Error(err)
	}
	if err := i.Remove(); err != nil || s.entities() != 0 {
		t.Errorf("%v, %d entities", err, s.entities())
	}
}

func TestEmittersWithoutLabelsAreMatchedInOrder(t *testing.T) {
	s := newStage(t)
	i := s.spawn(&Effect{Emitters: []Part{{Emitter: components.Emitter{Rate: 1}}, {Emitter: components.Emitter{Rate: 2}}}}, components.Transform{})
	first := i.Emitter("")
	s.apply(i, &Effect{Emitters: []Part{{Emitter: components.Emitter{Rate: 3}}, {Emitter: components.Emitter{Rate: 4}}, {Emitter: components.Emitter{Rate: 5}}}})
	rates := map[float32]int{}
	query := ark.NewFilter1[components.Emitter](s.World).Query()
	for query.Next() {
		rates[query.Get().Rate]++
	}
	if len(rates) != 3 || rates[3] != 1 || rates[4] != 1 || rates[5] != 1 || i.Emitter("") != first || s.emitters.Get(first).Rate != 3 {
		t.Errorf("the rates are %v", rates)
	}
}

func TestAWrongEffectIsNotApplied(t *testing.T) {
	s := newStage(t)
	i := s.spawn(two(), at(9e5, 0, 0))
	invalid, far := two(), two()
	invalid.Emitters[0].Emitter.Rate = 3
	invalid.Emitters[1].Emitter.Rate = -1
	far.Emitters[0].Emitter.Rate = 3
	far.Emitters[1].At = at(9e5, 0, 0)
	for _, e := range []*Effect{nil, invalid, far} {
		if err := i.Apply(e); err == nil {
			t.Error("no error")
		}
		if *s.places.Get(i.Emitter("smoke")) != at(9e5, 2, 0) || s.emitters.Get(i.Emitter("fire")).Rate != components.Fire().Rate || s.entities() != 3 {
			t.Errorf("it was applied: %+v", s.emitters.Get(i.Emitter("fire")))
		}
	}
}

// From the file to the running effect and on, as a game does it.
func TestAFileChangesWhileTheEffectRuns(t *testing.T) {
	f, l := newFolder(t)
	shipped, err := os.ReadFile("testdata/campfire.json")
	if err != nil {
		t.Fatal(err)
	}
	f.write("campfire.json", string(shipped))
	s := newStage(t)
	i := s.spawn(l.mustLoad(t, "campfire"), at(3, 0, 0))
	flames, smoke := i.Emitter("flames"), i.Emitter("smoke")
	if *s.places.Get(flames) != at(3, 0.36, 0) || s.into.GetRelation(smoke) != i.Pool("smoke") || s.entities() != 5 {
		t.Fatalf("there are %d entities", s.entities())
	}

	f.write("campfire.json", strings.Replace(string(shipped), `"rate": 760`, `"rate": 9`, 1))
	l.reloads(t, "another rate", "", "campfire")
	s.apply(i, l.mustLoad(t, "campfire"))
	if i.Emitter("flames") != flames || s.emitters.Get(flames).Rate != 9 || s.entities() != 5 {
		t.Errorf("the flames are %+v", s.emitters.Get(flames))
	}

	f.write("campfire.json", strings.Replace(string(shipped), `"rate": 760`, `"rat": 9`, 1))
	l.reloads(t, "a wrong key", `campfire.json:10: emitter "flames": rat is no known key; did you mean "rate"?`)
	s.apply(i, l.mustLoad(t, "campfire"))
	if s.emitters.Get(flames).Rate != 9 {
		t.Error("a wrong file changed the flames")
	}
}
