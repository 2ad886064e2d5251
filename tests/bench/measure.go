package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// row is what was measured at one number of particles.
type row struct {
	particles          int
	integrate, compact time.Duration
	copyRate           float64 // bytes moved per second, read and written
}

func micro(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

const dt = 1. / 60

func measure(device *gpu.Device, count, steps int) (row, error) {
	if limit := gpu.MaxParticles(device); count < 1 || count > limit {
		return row{}, fmt.Errorf("-particles: %d; this device holds 1 to %d in a pool", count, limit)
	}
	graph := gpu.NewFrameGraph(device)
	defer graph.Release()
	particles := gpu.NewParticles(device)
	defer particles.Release()
	pool, err := particles.NewPool(gpu.ParticlePoolDesc{Label: "bench", Capacity: count})
	if err != nil {
		return row{}, err
	}
	defer pool.Release()
	if err := fill(graph, pool, count); err != nil {
		return row{}, err
	}
	copier, err := newCopier(device, count)
	if err != nil {
		return row{}, err
	}
	defer copier.release()

	graph.SetProfile(gpu.ProfileNodes)
	cpu, path := fullPool(count)
	step := func() error {
		cpu.Step(dt)
		cpu.Emit(0, &path, false)
		if err := pool.QueueStep(stepOf(cpu, count)); err != nil {
			return err
		}
		if _, err := pool.AddTo(graph); err != nil {
			return err
		}
		graph.AddCompute(&copier.node)
		return graph.Execute()
	}
	times := map[string][]time.Duration{}
	for range steps {
		// Reading the timings waits for the device; the steps before the timed one have it
		// at work again.
		for range busySteps {
			if err := step(); err != nil {
				return row{}, err
			}
		}
		timings, err := graph.Timings()
		if err != nil {
			return row{}, err
		}
		for _, t := range timings {
			times[t.Label] = append(times[t.Label], t.GPU)
		}
	}
	var medians [3]time.Duration
	for i, label := range []string{"bench: simulate", "bench: compact", "copy"} {
		if len(times[label]) != steps {
			return row{}, fmt.Errorf("%d of %d steps of %q were timed", len(times[label]), steps, label)
		}
		slices.Sort(times[label])
		medians[i] = times[label][steps/2]
	}
	return row{
		particles: count, integrate: medians[0], compact: medians[1],
		copyRate: 32 * float64(copier.elements) / medians[2].Seconds(),
	}, nil
}

// busySteps is how many steps run for each one that is timed, the last of them.
const busySteps = 4

// fullPool is a pool whose particles all live for longer than any measurement.
func fullPool(count int) (*sim.Pool, sim.Path) {
	cpu := sim.NewPool(count)
	cpu.AddEmitter(1, sim.NewRecipe(&components.Emitter{
		Gravity: mgl32.Vec3{0, -9.8, 0}, Drag: 0.5, Velocity: components.VelocitySphere(),
		Speed: components.Between(1, 5), Life: components.Exactly(5000),
	}))
	return cpu, sim.At(&components.Transform{})
}

func stepOf(cpu *sim.Pool, slots int) gpu.ParticleStep {
	return gpu.ParticleStep{
		IntegrateSlots: slots, LiveSlots: slots,
		Rows: gpu.AsBytes(cpu.Rows()), Births: gpu.AsBytes(cpu.Births()),
	}
}

// fill gives birth to the whole pool, in portions that any device can take in an upload.
func fill(graph *gpu.FrameGraph, pool *gpu.ParticlePool, count int) error {
	cpu, path := fullPool(count)
	for cpu.Live() < count {
		cpu.Step(0)
		cpu.Burst(0, &path, min(250_000, count-cpu.Live()))
		if err := pool.QueueStep(stepOf(cpu, count)); err != nil {
			return err
		}
		if _, err := pool.AddTo(graph); err != nil {
			return err
		}
		if err := graph.Execute(); err != nil {
			return err
		}
	}
	state, err := pool.DrawArgs()
	if err != nil {
		return err
	}
	if int(state[1]) != count {
		return fmt.Errorf("%d particles live on the device; %d were born", state[1], count)
	}
	return nil
}
