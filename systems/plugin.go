package systems

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"reflect"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
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
// One plugin serves one world. Before World.Reset close the schedule, which gives the
// device memory back; afterwards register a new plugin with a new schedule.
type ParticlePlugin struct {
	// Seed is where the seeds of emitters without one come from. Default 0.
	Seed uint64
	// SharedParticles is the capacity of the pools that emitters without
	// [components.EmitsInto] share, one for each blend mode. Default (0) is
	// DefaultSharedParticles.
	SharedParticles int

	state *state
}

// ErrUnknownTexture says that a pool names a texture that was not registered.
var ErrUnknownTexture = errors.New("unknown texture")

// ErrNoDevice says that the world has no *gpu.Device or *gpu.FrameGraph resource.
var ErrNoDevice = errors.New("the world has no device")

// Name returns "motes.particles".
func (p *ParticlePlugin) Name() string { return "motes.particles" }

// Build adds the plugin's systems to the schedule.
func (p *ParticlePlugin) Build(_ *ark.World, s *ecs.Schedule) error {
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
	p.state = newState(p)
	for _, entry := range []struct {
		stage  string
		system ecs.System
	}{
		{ecs.StagePostUpdate, &EmitterLinkSystem{state: p.state}},
		{ecs.StageSimulate, &PoolSystem{state: p.state}},
		{ecs.StageSimulate, &AgeSystem{state: p.state}},
		{ecs.StageSimulate, &SpawnSystem{state: p.state}},
		{ecs.StageSimulate, &UploadSystem{state: p.state}},
		{ecs.StageRender, &GPUDispatchSystem{state: p.state}},
		{ecs.StageRender, &DrawSystem{state: p.state}},
	} {
		if err := s.AddSystem(entry.stage, entry.system); err != nil {
			return err
		}
	}
	return nil
}

// Stats says what a plugin is doing.
type Stats struct {
	Live     int // particles alive
	Pools    int // with device memory
	Emitters int // that are valid and have a pool
	// Born, Died and Dropped add up over all pools that exist.
	Born, Died, Dropped uint64
}

// Stats returns the plugin's numbers after the last step, without asking the device.
func (p *ParticlePlugin) Stats() Stats {
	var s Stats
	if p.state == nil {
		return s
	}
	for _, pool := range p.state.pools {
		if pool.device == nil {
			continue
		}
		s.Pools++
		s.Live += pool.sim.Live()
		c := pool.sim.Counters()
		s.Born, s.Died, s.Dropped = s.Born+c.Born, s.Died+c.Died, s.Dropped+c.Dropped
	}
	for _, e := range p.state.emitters {
		if e.pool != nil {
			s.Emitters++
		}
	}
	return s
}

// Alive is the number of living particles of a pool or an emitter, 0 for any other entity.
func (p *ParticlePlugin) Alive(entity ark.Entity) int {
	if p.state == nil {
		return 0
	}
	if pool := p.state.poolOf[entity]; pool != nil && pool.device != nil {
		return pool.sim.Live()
	}
	if e := p.state.emitterOf[entity]; e != nil && e.pool != nil {
		return e.pool.sim.LiveOf(e.row)
	}
	return 0
}

// Err is why a pool or emitter does nothing, or nil. A step returns each such error once,
// and the entity is tried again when its components change.
func (p *ParticlePlugin) Err(entity ark.Entity) error {
	if p.state == nil {
		return nil
	}
	if pool := p.state.poolOf[entity]; pool != nil {
		return errors.Join(pool.settingsErr, pool.driverErr)
	}
	if e := p.state.emitterOf[entity]; e != nil {
		return errors.Join(e.settingsErr, e.transformErr, e.targetErr)
	}
	return nil
}

// DevicePool is the device half of a pool, for tests and tools that read it back; nil for
// an entity without one.
func (p *ParticlePlugin) DevicePool(entity ark.Entity) *gpu.ParticlePool {
	if p.state == nil || p.state.poolOf[entity] == nil {
		return nil
	}
	return p.state.poolOf[entity].device
}

// SharedPool is the pool that emitters without EmitsInto use for a blend mode. It is the
// zero entity until the first of them was seen.
func (p *ParticlePlugin) SharedPool(b components.Blending) ark.Entity {
	if p.state == nil || int(b) >= len(p.state.shared) {
		return ark.Entity{}
	}
	return p.state.shared[b]
}

// RegisterTexture makes an image available to pools under a name. The image is copied;
// it reaches the device with the first pool that uses it.
func (p *ParticlePlugin) RegisterTexture(name string, picture image.Image) error {
	if p.state == nil {
		return fmt.Errorf("texture %q: add the plugin to a world first", name)
	}
	if name == "" || isNil(picture) || picture.Bounds().Empty() {
		return fmt.Errorf("texture %q: it needs a name and an image of at least one pixel", name)
	}
	if p.state.textures[name] != nil {
		return fmt.Errorf("texture %q: the name is taken; choose another", name)
	}
	pixels := image.NewNRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(pixels, pixels.Bounds(), picture, picture.Bounds().Min, draw.Src)
	p.state.textures[name] = &texture{pixels: pixels}
	for _, pool := range p.state.pools {
		if pool.config.Texture == name && errors.Is(pool.settingsErr, ErrUnknownTexture) {
			pool.settingsErr = nil // the next step tries it again
		}
	}
	return nil
}

// isNil also sees the nil of a pointer to an image.
func isNil(picture image.Image) bool {
	if picture == nil {
		return true
	}
	v := reflect.ValueOf(picture)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
