package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

const (
	life    = 9.  // seconds in which a star gets from the core to the rim, on average
	arms    = 2   // of the galaxy
	turning = 0.7 // radians per second
)

// centre is high in the sky, where there is no ground behind the stars.
var centre = mgl32.Vec3{0, 7, -10}

// parts are what the tests look at.
type parts struct {
	plugin *systems.ParticlePlugin
	pool   ark.Entity
}

// galaxy is the whole program, ready to run, for so many stars.
func galaxy(run cli.Options, stars int) (*game.App, parts) {
	run.Environment = space()
	run.Camera = game.Camera{Target: centre, FieldOfView: 41}
	app := game.New(run.Config)
	p := parts{plugin: &systems.ParticlePlugin{Seed: run.Seed}}
	app.AddPlugin(p.plugin)

	emitter := nebula(stars)
	room := components.PoolFor(emitter)
	p.pool = ark.NewMap2[components.Pool, components.Driver](app.World).NewEntity(
		&room, &components.Driver{Kind: components.DriverGPU})
	core := ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](app.World).NewEntity(
		&emitter, &components.Transform{Position: centre, Scale: mgl32.Vec3{1, 0.6, 1}},
		&components.EmitsInto{}, ark.Rel[components.EmitsInto](p.pool))
	app.AddSystem(ecs.StageUpdate, &sprinkler{core: core})
	return app, p
}

// nebula is the emitter. A star leaves along the emitter's x axis, and its two ramps go from the core to the rim.
// Fewer stars are larger, so that all together give the same light.
func nebula(stars int) components.Emitter {
	size := 0.022 * float32(math.Sqrt(250_000/float64(stars)))
	return components.Emitter{
		Label:        "stars",
		Rate:         float32(stars) / life,
		Life:         components.Between(life*0.5, life*1.5),
		Shape:        components.SpawnSphere(0.34),
		Velocity:     components.VelocityBox(mgl32.Vec3{0.44, -0.02, -0.11}, mgl32.Vec3{0.66, 0.02, 0.11}),
		Drag:         0.06,
		Size:         components.Between(0.4*size, 1.6*size),
		Color:        components.ColorRange{Min: mgl32.Vec3{0.5, 0.5, 0.5}, Max: mgl32.Vec3{1, 1, 1}},
		SizeOverLife: components.Ramp{Start: 0.8, End: 2},
		ColorOverLife: components.ColorRamp{
			Start: mgl32.Vec4{1.5, 0.7, 0.22, 0.5},
			End:   mgl32.Vec4{0.02, 0.22, 1.3, 0},
		},
	}
}

// space is a sky without earth.
func space() game.Environment {
	sky := game.Night()
	sky.Zenith, sky.Horizon, sky.Ground = mgl32.Vec3{0.001, 0.0015, 0.005}, mgl32.Vec3{0.002, 0.002, 0.006}, mgl32.Vec3{}
	sky.Fog, sky.Stars = 0, 0.4
	return sky
}

// tilt shows the galaxy obliquely from above.
var tilt = mgl32.QuatRotate(-0.12, mgl32.Vec3{0, 0, 1}).Mul(mgl32.QuatRotate(-0.3, mgl32.Vec3{1, 0, 0}))

// sprinkler turns the emitter, to the next arm in every step.
type sprinkler struct {
	core   ark.Entity
	places *ark.Map[components.Transform]
	time   ark.Resource[ecs.Time]
}

func (s *sprinkler) Initialize(w *ark.World) error {
	s.places, s.time = ark.NewMap[components.Transform](w), ark.NewResource[ecs.Time](w)
	return nil
}

func (s *sprinkler) Update(*ark.World) error {
	t := s.time.Get()
	arm := float64(t.Steps % arms)
	spin := mgl32.QuatRotate(float32(t.Elapsed*turning+arm*2*math.Pi/arms), mgl32.Vec3{0, 1, 0})
	s.places.Get(s.core).Rotation = tilt.Mul(spin)
	return nil
}

func (s *sprinkler) Finalize(*ark.World) error { return nil }
