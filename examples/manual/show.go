package main

import (
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/examples/internal/cli"
	"github.com/gomotes/motes/game"
	"github.com/gomotes/motes/systems"
)

// act is one of the five: a Manual pool and the function that writes it in every step.
type act struct {
	label string
	pool  ark.Entity
	write func(m *systems.ManualPool, seconds float64) error
}

// show is the system that gives each act its handle and the time.
type show struct {
	plugin *systems.ParticlePlugin
	world  *ark.World
	acts   []act
	time   ark.Resource[ecs.Time]
}

// manual is the whole program, ready to run.
func manual(run cli.Options) (*game.App, *show) {
	run.Environment = stageLight()
	run.Camera = game.Camera{Position: mgl32.Vec3{0, 2.5, 10.4}, Target: mgl32.Vec3{0, 0.95, 0}, FieldOfView: 28}
	run.Controls = &game.OrbitControls{MinPitch: 0.03}
	app := game.New(run.Config)
	s := &show{plugin: &systems.ParticlePlugin{Seed: run.Seed}, world: app.World}
	app.AddPlugin(s.plugin)

	knot := trefoil(mgl32.Vec3{-4.9, 1.1, 0})
	s.add("spline", 420, func(m *systems.ManualPool, seconds float64) error { return alongSpline(m, knot, seconds/9) })

	frames, err := readFrames(walk)
	if err != nil {
		panic(err) // the file is the program's own
	}
	s.add("import", 64, func(m *systems.ManualPool, seconds float64) error {
		return playBack(m, frames, seconds*20, mgl32.Vec3{-2.85, 0, 0})
	})

	s.add("transfer", ringSize, newRing(s.plugin, app.World).write)

	crystal := newCrystal(app.World)
	s.add("debug", len(crystal.vertices)*normalDots, func(m *systems.ManualPool, seconds float64) error {
		return showNormals(m, crystal.vertices, crystal.turn(seconds))
	})

	ball, torus := ballPoints(morphing, mgl32.Vec3{4.9, 1.1, 0}), torusPoints(morphing, mgl32.Vec3{4.9, 1.1, 0})
	s.add("morph", morphing, func(m *systems.ManualPool, seconds float64) error {
		return morph(m, ball, torus, thereAndBack(seconds/7))
	})

	addStage(app.World)
	app.AddSystem(ecs.StageUpdate, s)
	return app, s
}

// add makes a Manual pool. Nothing more is needed: no emitter, no texture.
func (s *show) add(label string, capacity int, write func(*systems.ManualPool, float64) error) {
	pool := ark.NewMap2[components.Pool, components.Driver](s.world).NewEntity(
		&components.Pool{Label: label, MaxParticles: capacity},
		&components.Driver{Kind: components.DriverManual})
	s.acts = append(s.acts, act{label: label, pool: pool, write: write})
}

func (s *show) Initialize(w *ark.World) error {
	s.time = ark.NewResource[ecs.Time](w)
	return nil
}

// Update lets every act write. Before its first step a pool has no handle yet.
func (s *show) Update(*ark.World) error {
	for _, a := range s.acts {
		if m := s.plugin.Manual(a.pool); m != nil {
			if err := a.write(m, s.time.Get().Elapsed); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *show) Finalize(*ark.World) error { return nil }
