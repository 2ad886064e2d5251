package systems_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/effects"
	"github.com/gomotes/motes/systems"
)

// An effect from a file runs, is changed while it runs without a restart, and keeps running when
// its file is wrong.
func TestAnEffectFileRunsAndIsReloaded(t *testing.T) {
	everyDriver(t, func(t *testing.T, kind components.DriverKind) {
		sample, err := os.ReadFile("../effects/testdata/campfire.json")
		if err != nil {
			t.Fatal(err)
		}
		folder := fstest.MapFS{"campfire.json": {Data: sample}}
		library := effects.NewLibrary(folder)
		effect, err := library.Load("campfire")
		if err != nil {
			t.Fatal(err)
		}
		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		fire, err := effects.Spawn(w.World, effect, components.Transform{Position: mgl32.Vec3{5, 0, 0}})
		if err != nil {
			t.Fatal(err)
		}
		w.ticks(60, 1./60)
		flames, pipelines := fire.Emitter("flames"), device.Live().PipelinesCreated
		if got := w.plugin.Alive(flames); got < 400 || got > 560 {
			t.Errorf("%d flames are alive, want about 490", got)
		}
		if got := w.plugin.Alive(fire.Pool("smoke")); got != 30 {
			t.Errorf("%d puffs of smoke, want 30", got)
		}

		folder["campfire.json"] = &fstest.MapFile{Data: []byte(strings.Replace(string(sample), `"rate": 760`, `"rate": 76`, 1))}
		if changed, err := library.Reload(); err != nil || len(changed) != 1 {
			t.Fatalf("reloaded %v, %v", changed, err)
		}
		weaker, err := library.Load("campfire")
		if err != nil {
			t.Fatal(err)
		}
		before := w.plugin.Alive(flames)
		if err := fire.Apply(weaker); err != nil {
			t.Fatal(err)
		}
		w.ticks(1, 1./60)
		if now := w.plugin.Alive(flames); now < before-30 || now > before+2 || fire.Emitter("flames") != flames {
			t.Errorf("%d flames a tick after the change, before %d", now, before)
		}
		w.ticks(90, 1./60)
		if got := w.plugin.Alive(flames); got < 40 || got > 56 {
			t.Errorf("%d flames at the new rate, want about 49", got)
		}
		if device.Live().PipelinesCreated != pipelines {
			t.Error("a reload compiled something")
		}

		folder["campfire.json"] = &fstest.MapFile{Data: []byte(strings.Replace(string(sample), `"rate": 760`, `"rate": -3`, 1))}
		if _, err := library.Reload(); err == nil || !strings.Contains(err.Error(), "campfire.json:") || !strings.Contains(err.Error(), `emitter "flames"`) {
			t.Errorf("a wrong file: %v", err)
		}
		w.ticks(30, 1./60)
		if got := w.plugin.Alive(flames); got < 40 || got > 56 {
			t.Errorf("%d flames after the wrong file, want about 49", got)
		}
		if err := fire.Remove(); err != nil {
			t.Fatal(err)
		}
		w.ticks(300, 1./60)
		if s := w.plugin.Stats(); s.Live != 0 || s.Emitters != 0 {
			t.Errorf("after the end: %+v", s)
		}
	})
}

// Whatever effects.Parse accepts runs for 120 steps.
func FuzzEffectFiles(f *testing.F) {
	sample, err := os.ReadFile("../effects/testdata/campfire.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sample)
	for _, file := range []string{
		`{}`, `{"emitters":[{"rate":600,"life":[0.1,3],"shape":"ring","timeScale":3,"prewarm":2}]}`,
		`{"pools":[{"label":"a","maxParticles":7,"whenFull":"grows","driver":"gpu"}],"emitters":[{"pool":"a","rate":100}]}`,
		`{"pools":[{"label":"a","maxParticles":70,"whenFull":"replaces-oldest","driver":"cpu","whenHidden":"catches-up","hidden":true}],
		  "emitters":[{"pool":"a","rate":1000,"sizeOverLife":[1,0],"colorOverLife":[[1,1,1,1],[1,0,0,0]],"inheritVelocity":0.5}]}`,
		`{"pools":[{"label":"a","maxParticles":64,"driver":"manual"}],"emitters":[{"pool":"a","burst":5}]}`,
		`{"emitters":[{"burst":500,"shape":{"kind":"box-surface","halfExtents":[1e6,0,1e6]},"drag":1e6,"gravity":[1e6,1e6,-1e6],"life":10000}]}`,
		`{"emitters":[{"rate":-1}]}`, `{"emitters":[{"rate":1e9}]}`, `[`, `{"pools":[{"label":"a"}]}`,
	} {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		effect, err := effects.Parse("fuzz.json", data)
		if err != nil {
			return
		}
		for i := range effect.Pools { // more would only be slower
			p := &effect.Pools[i].Pool
			p.MaxParticles = min(p.MaxParticles, 4000)
			p.WhenFull %= components.FullGrows
		}
		for i := range effect.Emitters {
			e := &effect.Emitters[i].Emitter
			e.Rate, e.TimeScale = min(e.Rate, 3000), min(e.TimeScale, 4)
		}
		w := newWorldOn(t, components.DriverGPU, &systems.ParticlePlugin{SharedParticles: 4000})
		running, err := effects.Spawn(w.World, effect, components.Transform{})
		if err != nil {
			t.Fatalf("Parse accepts what Spawn refuses: %v", err)
		}
		for tick := range 120 {
			if err := w.tick(1. / 60); err != nil && !missingTexture(effect) {
				t.Fatalf("tick %d: %v", tick, err)
			}
		}
		pools := ark.NewFilter1[components.Pool](w.World).Query()
		var entities []ark.Entity
		for pools.Next() {
			entities = append(entities, pools.Entity())
		}
		for _, pool := range entities {
			if w.plugin.DevicePool(pool) != nil {
				finite(t, w.read(pool), w.plugin.Alive(pool))
			}
		}
		if err := running.Remove(); err != nil {
			t.Fatal(err)
		}
		w.ticks(1, 1./60)
	})
}

// missingTexture reports whether an effect asks for a texture, of which the test has none.
func missingTexture(e *effects.Effect) bool {
	for _, p := range e.Pools {
		if p.Pool.Texture != "" {
			return true
		}
	}
	return false
}
