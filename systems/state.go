package systems

import (
	"errors"
	"fmt"
	"sync"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/internal/sim"
)

// state is what the plugin's systems share. Pools and emitters are entities; what is kept
// here follows their components, found by query in each step.
type state struct {
	plugin    *ParticlePlugin
	world     *ark.World
	time      *ecs.Time
	graph     *gpu.FrameGraph
	particles *gpu.Particles

	pools     []*pool // in drawing order
	poolOf    map[ark.Entity]*pool
	emitters  []*emitter // in the order they were seen
	emitterOf map[ark.Entity]*emitter
	shared    [2]ark.Entity // by blend mode
	standing  sim.Path      // of emitters whose particles live in their own axes
	textures  map[string]*texture

	hasEmitter *ark.Map[components.Emitter]
	scratch    sync.Pool // of *sim.ForceScratch

	early map[ark.Entity][]burst // for emitters that were not seen yet

	doomed       []interface{ Release() } // given up while a frame of the graph still names them
	added        uint64                   // serial of the graph's frame that nodes were added to last
	pending      bool                     // the graph still holds that frame
	tick         uint64                   // number of the step, to tell what was seen in it
	poolsEver    uint64
	emittersEver uint64
	errs         []error
}

// pool is an entity with components.Pool.
type pool struct {
	entity   ark.Entity
	sequence uint64
	config   components.Pool
	built    components.Pool // settings that its two halves were made with
	driven   bool            // it has a valid driver
	seen     uint64

	settingsErr, driverErr, uploadErr error // why it rests; see ParticlePlugin.Err
	swapErr, forceErr, forceFailed    error // why it does not do as it was told

	sim    *sim.Pool
	device *gpu.ParticlePool // nil while the pool could not be made
	image  *texture          // nil for the soft disc
	nodes  []*drawNode       // one for each view

	kind   components.DriverKind // who has the particles: GPU, CPU, Manual or noDriver
	host   *hostPool             // with the CPU driver
	manual *ManualPool           // with the Manual driver
	force  func(*components.ForceChunk)

	box     sim.Box // of its particles
	boxTick uint64  // the step that it was found in

	stepping bool    // it takes part in the present step
	stopped  bool    // its time stands still, and the device knows
	missed   float64 // seconds for HiddenCatchesUp
}

// noDriver is the kind of a pool that has not had one: its particles are nowhere.
const noDriver components.DriverKind = components.DriverAuto

// emitter is an entity with components.Emitter.
type emitter struct {
	entity   ark.Entity
	sequence uint64
	config   components.Emitter
	recipe   *sim.Recipe
	seen     uint64
	placed   bool // it has a previous position

	settingsErr, transformErr, targetErr error // see ParticlePlugin.Err

	target ark.Entity // of EmitsInto, zero without one or when it was removed
	last   string     // label of the pool it was on
	linked bool       // it has EmitsInto
	path   sim.Path

	transform components.Transform // that the path's axes are those of
	turned    bool                 // they are

	matrix   mgl32.Mat4 // of its axes
	space    components.Space
	seed     uint64       // of the settings that were valid last
	progress sim.Progress // of its births when it left a pool

	// What it is to do in the next step of its pool.
	burst   int
	bursts  []burst // elsewhere
	past    float32 // seconds to have run by then
	fresh   bool    // it has not had valid settings
	clear   bool
	restart bool
	busy    bool // since it was last found done

	pool *pool
	row  int
}

func newState(p *ParticlePlugin, w *ark.World) *state {
	return &state{
		plugin:     p,
		world:      w,
		hasEmitter: ark.NewMap[components.Emitter](w),
		scratch:    sync.Pool{New: newScratch},
		standing:   sim.At(&components.Transform{}),
		poolOf:     make(map[ark.Entity]*pool),
		emitterOf:  make(map[ark.Entity]*emitter),
		textures:   make(map[string]*texture),
		early:      make(map[ark.Entity][]burst),
	}
}

// attach fetches the world's resources before the first step.
func (s *state) attach(w *ark.World) error {
	if s.particles != nil {
		return nil
	}
	device := ark.GetResource[gpu.Device](w)
	graph := ark.GetResource[gpu.FrameGraph](w)
	if device == nil || graph == nil {
		return fmt.Errorf("particles: %w: add *gpu.Device and *gpu.FrameGraph as resources before the first step", ErrNoDevice)
	}
	s.time = ark.GetResource[ecs.Time](w)
	s.graph = graph
	s.particles = gpu.NewParticles(device)
	return nil
}

// release gives all device memory back.
func (s *state) release() {
	for _, p := range s.pools {
		p.release(s)
	}
	s.bury(true)
	s.pools, s.emitters = nil, nil
	clear(s.poolOf)
	clear(s.emitterOf)
	clear(s.early)
	if s.particles != nil {
		s.particles.Release()
	}
}

// framed reports whether the frame graph still holds what was put on it last.
func (s *state) framed() bool { return s.graph != nil && s.added == s.graph.Serial() }

// bury releases what was given up, unless a frame still names it.
func (s *state) bury(now bool) {
	if len(s.doomed) == 0 || (s.framed() && !now) {
		return
	}
	for _, thing := range s.doomed {
		thing.Release()
	}
	clear(s.doomed)
	s.doomed = s.doomed[:0]
}

// release gives a pool's device half up.
func (p *pool) release(s *state) {
	if p.device != nil {
		s.doomed = append(s.doomed, p.device)
		p.device = nil
		p.nodes = nil
	}
	if image := p.image.drop(); image != nil {
		s.doomed = append(s.doomed, image)
	}
	p.image = nil
	p.kind, p.host, p.manual = noDriver, nil, nil
	s.bury(false)
}

// report notes an error of an entity, to be returned by the running system once.
func (s *state) report(kept *error, err error) {
	if err != nil && (*kept == nil || (*kept).Error() != err.Error()) {
		s.errs = append(s.errs, err)
	}
	*kept = err
}

// of puts the entity in front of an error of one of its components.
func of(kind, label string, entity ark.Entity, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", named(kind, label, entity), err)
}

// named tells an entity apart for a reader: by its label, or by its number if it has none.
func named(kind, label string, entity ark.Entity) string {
	if label == "" {
		return fmt.Sprintf("%s of entity %d", kind, entity.ID())
	}
	return fmt.Sprintf("%s %q", kind, label)
}

// located adds the number of the entity to an error of a component that has no label.
func located(label string, entity ark.Entity, err error) error {
	if err == nil || label != "" {
		return err
	}
	return fmt.Errorf("entity %d: %w", entity.ID(), err)
}

// reported returns the noted errors, joined.
func (s *state) reported() error {
	if len(s.errs) == 0 {
		return nil
	}
	err := errors.Join(s.errs...)
	s.errs = s.errs[:0]
	return err
}

// pathTo is the way of an emitter from where it was to where it is, in dt seconds. Nothing is born
// where it never was: a new emitter, or one that jumps, has no way behind it.
func (e *emitter) pathTo(position mgl32.Vec3, dt float32) {
	e.path.From = e.path.To
	if !e.placed {
		e.path.From = position
	}
	e.path.To, e.placed = position, true
	for i, way := range e.path.To.Sub(e.path.From) {
		e.path.Velocity[i] = way / dt
		if !(e.path.Velocity[i]-e.path.Velocity[i] == 0) {
			e.path.Velocity[i] = 0 // in no time
		}
	}
}
