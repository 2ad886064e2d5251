package systems_test

import (
	"fmt"
	"os"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// device is shared by the tests of this package; each checks what it leaves on it.
var device *gpu.Device

func TestMain(m *testing.M) {
	var err error
	if device, err = gpu.Open(gpu.Config{Label: "systems test"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := device.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// world is an ark world with the plugin, a frame graph on the real device, and a loop that
// the test turns by hand.
type world struct {
	*ark.World
	t        testing.TB
	plugin   *systems.ParticlePlugin
	schedule *ecs.Schedule
	graph    *gpu.FrameGraph
	time     *ecs.Time
	before   gpu.Counts
	kind     components.DriverKind

	pools    *ark.Map2[components.Pool, components.Driver]
	bare     *ark.Map1[components.Pool]
	emitters *ark.Map2[components.Emitter, components.Transform]
	linked   *ark.Map3[components.Emitter, components.Transform, components.EmitsInto]
	emitter  *ark.Map[components.Emitter]
	place    *ark.Map[components.Transform]
	pool     *ark.Map[components.Pool]
}

// everyDriver runs a test on each driver that simulates.
func everyDriver(t *testing.T, test func(t *testing.T, kind components.DriverKind)) {
	for _, kind := range []components.DriverKind{components.DriverGPU, components.DriverCPU} {
		t.Run(kind.String(), func(t *testing.T) { test(t, kind) })
	}
}

func newWorld(t testing.TB, plugin *systems.ParticlePlugin) *world {
	t.Helper()
	return newWorldOn(t, components.DriverGPU, plugin)
}

// newWorldOn has a driver for the pools that the test does not give another, the shared ones
// included.
func newWorldOn(t testing.TB, kind components.DriverKind, plugin *systems.ParticlePlugin) *world {
	t.Helper()
	plugin.SharedDriver = kind
	w := &world{
		World: ark.NewWorld(), t: t, plugin: plugin, kind: kind,
		schedule: ecs.NewSchedule(), graph: gpu.NewFrameGraph(device), before: device.Live(),
	}
	ark.AddResource(w.World, device)
	ark.AddResource(w.World, w.graph)
	if err := w.schedule.AddPlugin(w.World, plugin); err != nil {
		t.Fatal(err)
	}
	w.time = ark.GetResource[ecs.Time](w.World)
	w.time.Delta = 1. / 60
	w.pools = ark.NewMap2[components.Pool, components.Driver](w.World)
	w.bare = ark.NewMap1[components.Pool](w.World)
	w.emitters = ark.NewMap2[components.Emitter, components.Transform](w.World)
	w.linked = ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](w.World)
	w.emitter = ark.NewMap[components.Emitter](w.World)
	w.place = ark.NewMap[components.Transform](w.World)
	w.pool = ark.NewMap[components.Pool](w.World)
	t.Cleanup(w.close)
	return w
}

// close ends the world and fails the test if anything is left on the device.
func (w *world) close() {
	if err := w.schedule.Close(w.World); err != nil {
		w.t.Error(err)
	}
	w.graph.Release()
	if left := device.Live(); left.Total() != w.before.Total() || left.Bytes != w.before.Bytes {
		w.t.Errorf("left on the device: %+v, there were %+v", left, w.before)
	}
}

// tick runs one step of dt seconds and one frame, and submits it.
func (w *world) tick(dt float32) error {
	w.time.Delta = dt
	if err := w.schedule.Step(w.World); err != nil {
		return err
	}
	if err := w.schedule.Frame(w.World); err != nil {
		return err
	}
	return w.graph.Execute()
}

func (w *world) ticks(n int, dt float32) {
	w.t.Helper()
	for range n {
		if err := w.tick(dt); err != nil {
			w.t.Fatal(err)
		}
	}
}

// addPool makes a pool with the world's driver.
func (w *world) addPool(p components.Pool) ark.Entity { return w.driven(p, w.kind) }

// driven makes a pool with a driver.
func (w *world) driven(p components.Pool, kind components.DriverKind) ark.Entity {
	return w.pools.NewEntity(&p, &components.Driver{Kind: kind})
}

// addEmitter makes an emitter that emits into a pool.
func (w *world) addEmitter(e components.Emitter, at components.Transform, pool ark.Entity) ark.Entity {
	return w.linked.NewEntity(&e, &at, &components.EmitsInto{}, ark.Rel[components.EmitsInto](pool))
}

// read is the pool as the device holds it.
func (w *world) read(pool ark.Entity) *gpu.ParticleSnapshot {
	w.t.Helper()
	s, err := w.plugin.DevicePool(pool).Read()
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}
