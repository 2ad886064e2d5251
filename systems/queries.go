package systems

import (
	"errors"
	"fmt"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// ErrNoSuchPool says that an entity is no pool, or not one that a step has seen and made.
var ErrNoSuchPool = errors.New("no such pool")

// Stats says what a plugin is doing.
type Stats struct {
	Live     int // particles alive, or drawn by Manual pools
	Pools    int // with device memory
	Emitters int // that are valid and have a pool
	// Born, Died, Dropped and Replaced add up over all pools that exist. Dropped births found no
	// room; replaced particles made room.
	Born, Died, Dropped, Replaced uint64
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
		s.Live += pool.live()
		c := pool.sim.Counters()
		s.Born, s.Died = s.Born+c.Born, s.Died+c.Died
		s.Dropped, s.Replaced = s.Dropped+c.Dropped, s.Replaced+c.Replaced
	}
	for _, e := range p.state.emitters {
		if e.pool != nil {
			s.Emitters++
		}
	}
	return s
}

// Alive is the number of living particles of a pool or an emitter, 0 for any other entity. A
// Manual pool's are those that are drawn; its emitters have none.
func (p *ParticlePlugin) Alive(entity ark.Entity) int {
	if p.state == nil {
		return 0
	}
	if pool := p.state.poolOf[entity]; pool != nil && pool.device != nil {
		return pool.live()
	}
	if e := p.state.emitterOf[entity]; e != nil && e.pool != nil && e.pool.manual == nil {
		return e.pool.sim.LiveOf(e.row)
	}
	return 0
}

// Done reports whether an emitter has nothing alive and will emit nothing unless it is told to:
// its rate is 0 or it is stopped, no burst waits, and its last particle has died. It is right
// after each step, on every driver. An entity that has no emitter is done; one whose emitter was
// not seen by a step yet is not.
func (p *ParticlePlugin) Done(entity ark.Entity) bool {
	if p.state == nil {
		return false
	}
	if !p.state.isEmitter(entity) {
		return true
	}
	e := p.state.emitterOf[entity]
	return e != nil && e.done()
}

// Driver is who moves a pool's particles now: DriverGPU, DriverCPU or DriverManual, and
// DriverAuto for an entity that is no pool or never had a driver.
func (p *ParticlePlugin) Driver(pool ark.Entity) components.DriverKind {
	if p.state == nil || p.state.poolOf[pool] == nil {
		return noDriver
	}
	return p.state.poolOf[pool].kind
}

// Capacity is the number of particles that a pool can hold now, 0 for any other entity. It is
// more than MaxParticles after a pool with FullGrows has grown.
func (p *ParticlePlugin) Capacity(pool ark.Entity) int {
	if p.state == nil || p.state.poolOf[pool] == nil || p.state.poolOf[pool].device == nil {
		return 0
	}
	return p.state.poolOf[pool].sim.Capacity()
}

// Manual is the handle on a pool's particles, nil unless its driver is DriverManual and a step has
// seen it.
func (p *ParticlePlugin) Manual(pool ark.Entity) *ManualPool {
	if p.state == nil || p.state.poolOf[pool] == nil {
		return nil
	}
	return p.state.poolOf[pool].manual
}

// Particles are copies of a pool's living particles as they are seen now, in the order of drawing,
// whatever its driver. With the GPU driver it waits for the device: not for every frame.
func (p *ParticlePlugin) Particles(pool ark.Entity) ([]components.Particle, error) {
	if p.state == nil || p.state.poolOf[pool] == nil || p.state.poolOf[pool].device == nil {
		return nil, fmt.Errorf("the particles of entity %d: %w", pool.ID(), ErrNoSuchPool)
	}
	return p.state.poolOf[pool].particles()
}

// Err is why a pool or emitter does not do what its components say, or nil. A step returns each
// such error once, when it arises.
func (p *ParticlePlugin) Err(entity ark.Entity) error {
	if p.state == nil {
		return nil
	}
	if pool := p.state.poolOf[entity]; pool != nil {
		return errors.Join(pool.settingsErr, pool.driverErr, pool.uploadErr, pool.swapErr, pool.forceErr, pool.forceFailed)
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
