package systems

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
)

// DefaultSharedParticles is the capacity of a shared pool: 5.2 MB of particles.
const DefaultSharedParticles = 65_536

// ParticlePlugin gives a world particles. Entities with [components.Pool] and
// [components.Driver] store and move them, entities with [components.Emitter] emit them.
//
// The world needs the resources *gpu.Device and *gpu.FrameGraph before the first step,
// and *Views for something to draw into; game.App provides all three. Until the first pool
// exists the plugin holds nothing on the device.
//
// One goroutine drives a world with its plugin and device; a [components.Force] alone is called
// from several.
//
// One plugin serves one world. Before World.Reset close the schedule, which gives the
// device memory back; afterwards register a new plugin with a new schedule.
type ParticlePlugin struct {
	// Seed is where the seeds of emitters without one come from. Default 0.
	Seed uint64
	// SharedParticles is the capacity of the pools that emitters without
	// [components.EmitsInto] share, one for each blend mode. Default (0) is
	// DefaultSharedParticles.
	SharedParticles int
	// SharedDriver is the driver of those pools. Default DriverAuto.
	SharedDriver components.DriverKind
	// DoneEvent is the type of the event that is emitted for an emitter's entity in the step in which
	// it is done: see [ParticlePlugin.Done]. The game makes it with its ark.EventRegistry. Default nil:
	// no event. Observers are called outside of queries and may change the world.
	DoneEvent *ark.EventType

	state *state
}

// ErrNoDevice says that the world has no *gpu.Device or *gpu.FrameGraph resource.
var ErrNoDevice = errors.New("the world has no device")

// Name returns "motes.particles".
func (p *ParticlePlugin) Name() string { return "motes.particles" }

// Build adds the plugin's systems to the schedule.
func (p *ParticlePlugin) Build(w *ark.World, s *ecs.Schedule) error {
	if p == nil {
		return errors.New("it is nil; make a &ParticlePlugin{}")
	}
	if p.state != nil {
		return errors.New("it serves a world already; make a new ParticlePlugin")
	}
	if p.SharedParticles < 0 || p.SharedParticles > components.MaxPoolParticles {
		return fmt.Errorf("SharedParticles is %d; it must be 0 (%d) or between 1 and %d",
			p.SharedParticles, DefaultSharedParticles, components.MaxPoolParticles)
	}
	if err := (&components.Driver{Kind: p.SharedDriver}).Validate(); err != nil {
		return fmt.Errorf("SharedDriver: %w", err)
	}
	if p.DoneEvent != nil && *p.DoneEvent >= ark.OnCreateEntity {
		return fmt.Errorf("DoneEvent is %d, one of ark's own; make one with ark.EventRegistry.NewEventType", *p.DoneEvent)
	}
	if err := s.AddPlugin(w, &TransformPlugin{}); err != nil && !errors.Is(err, ecs.ErrPluginRegistered) {
		return err
	}
	p.state = newState(p, w)
	for _, entry := range []struct {
		stage  string
		system ecs.System
	}{
		{ecs.StagePostUpdate, &EmitterLinkSystem{state: p.state}},
		{ecs.StageSimulate, &PoolSystem{state: p.state}},
		{ecs.StageSimulate, &AgeSystem{state: p.state}},
		{ecs.StageSimulate, &CPUIntegrateSystem{state: p.state}},
		{ecs.StageSimulate, &SpawnSystem{state: p.state}},
		{ecs.StageSimulate, &UploadSystem{state: p.state}},
		{ecs.StageSimulate, &DoneSystem{state: p.state}},
		{ecs.StageRender, &GPUDispatchSystem{state: p.state}},
		{ecs.StageRender, &DrawSystem{state: p.state}},
	} {
		if err := s.AddSystem(entry.stage, entry.system); err != nil {
			return err
		}
	}
	return nil
}
