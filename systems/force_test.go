package systems_test

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/systems"
)

// force puts a Force on a pool.
func (w *world) force(pool ark.Entity, f components.Force) {
	ark.NewMap[components.Force](w.World).Add(pool, &f)
}

// R48, T27: an acceleration of the game's own comes after gravity and before drag. An attractor
// and a drag are compared with a float64 model.
func TestForceIsAnAccelerationBetweenGravityAndDrag(t *testing.T) {
	for _, row := range []struct {
		what  string
		force components.Force
	}{
		{"a chunk at a time", components.Force{Apply: func(c *components.ForceChunk) {
			for i, p := range c.Position {
				c.Acceleration[i] = p.Mul(-2)
			}
		}}},
		{"a particle at a time", components.EachParticle(func(p components.Particle, _ float64) mgl32.Vec3 {
			return mgl32.Vec3(p.Position).Mul(-2)
		})},
	} {
		e := components.Emitter{
			Life: components.Exactly(100), Gravity: mgl32.Vec3{0, -1, 0}, Drag: 0.5, Velocity: components.VelocitySphere(),
			Speed: components.Between(1, 3), PendingBurst: 20,
		}
		o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 20}, e)
		o.force(o.pool, row.force)
		o.ticks(1, 1./60)
		start := o.read(o.pool)
		const dt = float64(float32(1. / 60))
		o.ticks(120, 1./60)
		end := o.read(o.pool)
		for slot := range 20 {
			var p, v [3]float64
			for k := range 3 {
				p[k], v[k] = float64(start.PositionExpiry[slot][k]), float64(start.VelocityMaxLife[slot][k])
			}
			for range 120 {
				for k := range 3 {
					a := -2 * p[k]
					if k == 1 {
						a--
					}
					v[k] = (v[k] + a*dt) * (1 - 0.5*dt)
				}
				for k := range 3 {
					p[k] += v[k] * dt
				}
			}
			for k := range 3 {
				if d := math.Abs(p[k] - float64(end.PositionExpiry[slot][k])); d > 1e-4 {
					t.Fatalf("%s: slot %d is off by %g on axis %d", row.what, slot, d, k)
				}
			}
		}
	}
}

// The hook sees each living particle once a step, with its fields and the pool's clock.
func TestForceSeesEveryLivingParticleOnce(t *testing.T) {
	const count = 12_000 // three chunks of work
	e := components.Emitter{Life: components.Exactly(10), Size: components.Exactly(2), SizeGrowth: -0.5, PendingBurst: count}
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: count}, e)
	var lock sync.Mutex
	seen, calls := 0, 0
	o.force(o.pool, components.Force{Apply: func(c *components.ForceChunk) {
		lock.Lock()
		defer lock.Unlock()
		seen += len(c.Position)
		calls++
		if len(c.Position) > components.ForceChunkSize || len(c.Velocity) != len(c.Position) || len(c.Acceleration) != len(c.Position) {
			t.Errorf("a chunk of %d, %d and %d", len(c.Position), len(c.Velocity), len(c.Acceleration))
		}
		if c.Clock != 0.5 || c.Life[0] != 9.75 || c.MaxLife[0] != 10 {
			t.Errorf("at %v a life of %v of %v; want 0.5, 9.75 and 10", c.Clock, c.Life[0], c.MaxLife[0])
		}
		if p := c.Whole(0); p.Size != 1.875 || p.Life != 9.75 {
			t.Errorf("the whole particle is %+v; want a size of 1.875", p)
		}
	}})
	o.ticks(2, 0.25)
	if seen != count || calls < count/components.ForceChunkSize {
		t.Errorf("%d particles in %d calls, want %d", seen, calls, count)
	}
}

// What a game's force returns or does cannot take the program down: numbers that are none count
// as none, and a panic is an error, after which the pool goes on without.
func TestBadForcesAreContained(t *testing.T) {
	o := newOne(t, components.DriverCPU, components.Pool{Label: "wild", MaxParticles: 10_000}, components.Emitter{
		Life: components.Exactly(10), Speed: components.Exactly(1), PendingBurst: 10_000,
	})
	mode := "nan"
	o.force(o.pool, components.Force{Apply: func(c *components.ForceChunk) {
		if mode == "panic" {
			panic("out of cheese")
		}
		for i := range c.Acceleration {
			c.Acceleration[i] = mgl32.Vec3{float32(math.NaN()), float32(math.Inf(1)), -3e38}
		}
	}})
	o.ticks(5, 0.25)
	if at := o.read(o.pool).PositionExpiry[9999]; at[0] != 0 || at[1] != 1 || at[2] != 0 {
		t.Errorf("after a second the particle is at %v, want 0, 1", at)
	}
	mode = "panic"
	err := o.tick(0.25)
	if err == nil || !strings.Contains(err.Error(), "out of cheese") || !strings.Contains(err.Error(), `pool "wild"`) {
		t.Errorf("the panic came back as %v", err)
	}
	o.ticks(4, 0.25)
	if o.plugin.Err(o.pool) == nil {
		t.Error("the pool says nothing of its force")
	}
	if at := o.read(o.pool).PositionExpiry[9999]; at[1] < 1.99 {
		t.Errorf("the pool does not go on: %v", at)
	}
	mode = "nan"
	ark.NewMap[components.Force](o.World).Remove(o.pool)
	o.ticks(1, 0.25)
	if o.plugin.Err(o.pool) != nil {
		t.Errorf("the force is gone and its error is not: %v", o.plugin.Err(o.pool))
	}
}

// A force that panics while its emitter is pre-warmed is contained too.
func TestBadForceWhilePrewarming(t *testing.T) {
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 100}, components.Emitter{Rate: 60, Prewarm: 0.5, Life: components.Exactly(9)})
	o.force(o.pool, components.Force{Apply: func(*components.ForceChunk) { panic("no") }})
	if err := o.tick(1. / 60); err == nil || !strings.Contains(err.Error(), "Force panicked: no") {
		t.Errorf("the step says %v", err)
	}
	o.ticks(1, 0)
	if o.agrees() != 31 || o.plugin.Err(o.pool) == nil {
		t.Errorf("%d alive, error %v", o.agrees(), o.plugin.Err(o.pool))
	}
}

// A Force on a pool that the device drives is told, with the remedy; the pool goes on without.
func TestForceNeedsTheCPU(t *testing.T) {
	o := newOne(t, components.DriverGPU, components.Pool{Label: "far", MaxParticles: 100}, components.Emitter{Rate: 60, Life: components.Exactly(9)})
	o.force(o.pool, components.Force{Apply: func(*components.ForceChunk) { t.Error("it is called") }})
	if err := o.tick(1. / 60); !errors.Is(err, systems.ErrForceNeedsCPU) || !strings.Contains(err.Error(), "DriverCPU") {
		t.Errorf("got %v", err)
	}
	o.ticks(3, 1./60)
	if o.agrees() != 4 {
		t.Errorf("%d alive, want 4", o.agrees())
	}
	o.drive(o.pool, components.Driver{Kind: components.DriverManual})
	if err := o.tick(1. / 60); !errors.Is(err, systems.ErrForceNeedsCPU) {
		t.Errorf("on a Manual pool: %v", err)
	}
}

// A Force without a function does nothing.
func TestForceWithoutFunction(t *testing.T) {
	o := newOne(t, components.DriverAuto, components.Pool{MaxParticles: 100}, components.Emitter{Rate: 60, Life: components.Exactly(9)})
	o.force(o.pool, components.Force{})
	o.ticks(3, 1./60)
	if o.agrees() != 3 {
		t.Errorf("%d alive", o.agrees())
	}
}

// R29: chunks of a force are worked on at the same time, where there is more than one processor; the
// step ends when all have.
func TestForcesAreCalledFromSeveralGoroutines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.NumCPU())))
	o := newOne(t, components.DriverCPU, components.Pool{MaxParticles: 40_000}, components.Emitter{
		Life: components.Exactly(9), PendingBurst: 40_000,
	})
	o.ticks(1, 1./60)
	var inside, most atomic.Int32
	met := make(chan struct{})
	var once sync.Once
	o.force(o.pool, components.Force{Apply: func(*components.ForceChunk) {
		now := inside.Add(1)
		if most.Store(max(most.Load(), now)); now > 1 {
			once.Do(func() { close(met) })
		}
		select {
		case <-met:
		case <-time.After(5 * time.Second):
		}
		inside.Add(-1)
	}})
	o.ticks(1, 1./60)
	if most.Load() < 2 || inside.Load() != 0 {
		t.Errorf("%d at the same time, %d after the step", most.Load(), inside.Load())
	}
}
