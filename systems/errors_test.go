package systems_test

import (
	"errors"
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// Whatever is wrong with a component is an error that says where and what to do, once;
// nothing is left on the device, and the rest of the world goes on.
func TestBadComponentsAreRefusedWithASentence(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range []struct {
		what, want string
		add        func(w *world)
	}{
		{"no capacity", `pool "p": MaxParticles is 0; it must be between 1 and 8 388 608`,
			func(w *world) { w.addPool(components.Pool{Label: "p"}) }},
		{"negative capacity", `pool "p": MaxParticles is -5`,
			func(w *world) { w.addPool(components.Pool{Label: "p", MaxParticles: -5}) }},
		{"capacity beyond any device", `pool "p": MaxParticles is 9000000`,
			func(w *world) { w.addPool(components.Pool{Label: "p", MaxParticles: 9_000_000}) }},
		{"unknown texture", `pool "p": Texture is "leaf": unknown texture; register it`,
			func(w *world) { w.addPool(components.Pool{Label: "p", MaxParticles: 10, Texture: "leaf"}) }},
		{"unknown blend mode", `pool "p": Blending is`,
			func(w *world) { w.addPool(components.Pool{Label: "p", MaxParticles: 10, Blending: 9}) }},
		{"unknown driver", `pool "p": driver: Kind is`,
			func(w *world) {
				w.pools.NewEntity(&components.Pool{Label: "p", MaxParticles: 10}, &components.Driver{Kind: 9})
			}},
		{"rate not a number", `emitter "e": Rate is NaN; it must be a finite number of particles per second, 0 or more`,
			func(w *world) {
				w.emitters.NewEntity(&components.Emitter{Label: "e", Rate: nan}, &components.Transform{})
			}},
		{"inverted range", `emitter "e": Life.Min is 3; it must not be greater than Life.Max, which is 1`,
			func(w *world) {
				w.emitters.NewEntity(&components.Emitter{Label: "e", Rate: 1, Life: components.Range{Min: 3, Max: 1}}, &components.Transform{})
			}},
		{"unknown blend mode of an emitter", `emitter "e": Blending is`,
			func(w *world) {
				w.emitters.NewEntity(&components.Emitter{Label: "e", Rate: 1, Blending: 7}, &components.Transform{})
			}},
		{"place not a number", `emitter "fountain": transform: Position[0] is NaN; it must be a finite number`,
			func(w *world) {
				e := fountain()
				w.emitters.NewEntity(&e, &components.Transform{Position: [3]float32{nan, 0, 0}})
			}},
		{"target without pool", `emitter "fountain": EmitsInto leads to entity`,
			func(w *world) { w.addEmitter(fountain(), components.Transform{}, w.NewEntity()) }},
		{"target that died", `emitter "fountain": EmitsInto leads to`,
			func(w *world) {
				target := w.NewEntity()
				w.addEmitter(fountain(), components.Transform{}, target)
				w.RemoveEntity(target)
			}},
	} {
		t.Run(row.what, func(t *testing.T) {
			w := newWorld(t, &systems.ParticlePlugin{})
			good := w.addPool(components.Pool{Label: "good", MaxParticles: 100})
			w.addEmitter(fountain(), components.Transform{}, good)
			w.ticks(1, 1./60)
			row.add(w)
			err := w.tick(1. / 60)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Fatalf("got %v, want %q", err, row.want)
			}
			w.graph.Reset()
			alive := w.plugin.Alive(good)
			w.ticks(5, 1./60) // it is said once
			if w.plugin.Alive(good) <= alive {
				t.Error("the rest of the world does not go on")
			}
		})
	}
}

// A pool beyond what the device can bind names what it can.
func TestCapacityBeyondTheDeviceIsRefused(t *testing.T) {
	small, err := gpu.Open(gpu.Config{Limits: gpu.LimitRequest{MaxStorageBindingSize: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	world, schedule := ark.NewWorld(), ecs.NewSchedule()
	ark.AddResource(world, small)
	ark.AddResource(world, gpu.NewFrameGraph(small))
	if err := schedule.AddPlugin(world, &systems.ParticlePlugin{}); err != nil {
		t.Fatal(err)
	}
	pools := ark.NewMap2[components.Pool, components.Driver](world)
	pools.NewEntity(&components.Pool{Label: "big", MaxParticles: 100_000}, &components.Driver{Kind: components.DriverGPU})
	err = schedule.Run(world, 1./60)
	var field *components.FieldError
	if !errors.As(err, &field) || field.Field != "MaxParticles" || !strings.Contains(err.Error(), "65536") {
		t.Errorf("got %v, want a FieldError that names 65536", err)
	}
	if live := small.Live(); live.Buffers != 0 {
		t.Errorf("left on the device: %+v", live)
	}
	if err := schedule.Close(world); err != nil {
		t.Error(err)
	}
}

// More births in a frame than the device takes in a buffer are an error that says so; the
// pool goes on with the next frame, and memory does not pile up.
func TestUploadBeyondTheDeviceIsRefused(t *testing.T) {
	small, err := gpu.Open(gpu.Config{Limits: gpu.LimitRequest{MaxBufferSize: 1 << 20, MaxStorageBindingSize: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	world, schedule := ark.NewWorld(), ecs.NewSchedule()
	graph := gpu.NewFrameGraph(small)
	ark.AddResource(world, small)
	ark.AddResource(world, graph)
	if err := schedule.AddPlugin(world, &systems.ParticlePlugin{SharedParticles: 60_000, SharedDriver: components.DriverGPU}); err != nil {
		t.Fatal(err)
	}
	emitters := ark.NewMap2[components.Emitter, components.Transform](world)
	e := components.Emitter{Life: components.Exactly(0.02)}
	e.Burst(50_000) // 4.6 MB
	entity := emitters.NewEntity(&e, &components.Transform{})
	if err := schedule.Run(world, 1./60); !errors.Is(err, gpu.ErrLimit) || !strings.Contains(err.Error(), `pool "shared Additive"`) {
		t.Errorf("got %v", err)
	}
	for range 5 {
		got, _ := emitters.Get(entity)
		got.Burst(10)
		if err := schedule.Run(world, 1./60); err != nil {
			t.Error(err)
		}
		if err := graph.Execute(); err != nil {
			t.Error(err)
		}
	}
	if err := schedule.Close(world); err != nil {
		t.Error(err)
	}
}

// A world without device resources is told so.
func TestWithoutDeviceTheStepSaysWhatIsMissing(t *testing.T) {
	world, schedule := ark.NewWorld(), ecs.NewSchedule()
	if err := schedule.AddPlugin(world, &systems.ParticlePlugin{}); err != nil {
		t.Fatal(err)
	}
	if err := schedule.Run(world, 0.01); !errors.Is(err, systems.ErrNoDevice) || !strings.Contains(err.Error(), "*gpu.Device") {
		t.Errorf("got %v", err)
	}
}

// What was wrong and is put right works again, and is no longer reported.
func TestErrorsGoWithTheirCauses(t *testing.T) {
	plugin := &systems.ParticlePlugin{}
	w := newWorld(t, plugin)
	refused := func(what string) {
		t.Helper()
		if err := w.tick(1. / 60); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	works := func(what string, entity ark.Entity) {
		t.Helper()
		alive := plugin.Alive(entity)
		w.ticks(3, 1./60)
		if err := plugin.Err(entity); err != nil || plugin.Alive(entity) <= alive {
			t.Errorf("%s: %v, %d alive after %d", what, err, plugin.Alive(entity), alive)
		}
	}
	e := fountain()
	emitter := w.emitters.NewEntity(&e, &components.Transform{Scale: [3]float32{1e30, 1, 1}})
	refused("a scale too large")
	w.place.Remove(emitter)
	works("without the transform", emitter)

	pool := w.addPool(components.Pool{Label: "p", MaxParticles: 1000, Texture: "leaf"})
	fed := w.addEmitter(fountain(), components.Transform{}, pool)
	refused("an unknown texture")
	if err := plugin.RegisterTexture("leaf", image.NewNRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	works("with the texture", fed)

	drivers := ark.NewMap[components.Driver](w.World)
	drivers.Get(pool).Kind = 9
	refused("an unknown driver")
	drivers.Remove(pool)
	w.ticks(1, 1./60)
	if err := plugin.Err(pool); err != nil {
		t.Errorf("without a driver: %v", err)
	}
	drivers.Add(pool, &components.Driver{Kind: 9})
	refused("an unknown driver again")
	drivers.Get(pool).Kind = components.DriverGPU
	works("with a known driver", fed)

	shared := plugin.SharedPool(components.Additive)
	w.pool.Remove(shared)
	w.ticks(1, 1./60)
	works("with a new shared pool", emitter)

	w.RemoveEntity(pool)
	if err := w.tick(1. / 60); err == nil || !strings.Contains(err.Error(), `EmitsInto led to pool "p", which was removed`) {
		t.Errorf("after its pool: %v", err)
	}
}

// An entity without a label is named by its number.
func TestErrorsTellUnlabelledEntitiesApart(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	entity := w.emitters.NewEntity(&components.Emitter{Drag: -1}, &components.Transform{})
	want := fmt.Sprintf("entity %d: emitter: Drag is -1", entity.ID())
	if err := w.tick(1. / 60); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestPluginThatIsNoneIsRefused(t *testing.T) {
	w := newWorld(t, &systems.ParticlePlugin{})
	for _, p := range []ecs.Plugin{nil, (*systems.ParticlePlugin)(nil)} {
		if err := ecs.NewSchedule().AddPlugin(ark.NewWorld(), p); err == nil {
			t.Errorf("%T was taken", p)
		}
	}
	if err := w.plugin.RegisterTexture("none", (*image.NRGBA)(nil)); err == nil {
		t.Error("a nil image was taken")
	}
}
