package main

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/game"
)

// camera stands at the height of someone who sits by the fire.
func camera() game.Camera {
	return game.Camera{
		Position:    mgl32.Vec3{1.3, 0.95, 3.35},
		Target:      mgl32.Vec3{0, 0.72, 0},
		FieldOfView: 42,
	}
}

// scene puts solid things into the world.
type scene struct {
	things *ark.Map3[game.Mesh, game.Material, components.Transform]
	random *rand.Rand // places of stones and trees; the same in every run
}

// buildScene makes everything but the particles.
func buildScene(app *game.App) {
	s := scene{
		things: ark.NewMap3[game.Mesh, game.Material, components.Transform](app.World),
		random: rand.New(rand.NewPCG(4, 2)),
	}
	s.logs()
	s.stones()
	s.pines()
	// Meshes are drawn in order of first use: the ground is last, as the others hide much of it.
	s.put(game.Plane(120), components.Transform{}, game.Material{
		Color: mgl32.Vec3{0.115, 0.09, 0.06}, Roughness: 0.95, Grain: 0.75, GrainSize: mgl32.Vec3{0.22, 0.22, 0.22},
	})
	addFireLight(app)
}

func (s *scene) put(g *game.Geometry, at components.Transform, look game.Material) {
	s.things.NewEntity(&game.Mesh{Geometry: g}, &look, &at)
}

func (s *scene) between(low, high float32) float32 { return low + (high-low)*s.random.Float32() }

// stones lays a ring of boulders round the hearth and some pebbles beyond.
func (s *scene) stones() {
	var rocks [4]*game.Geometry
	for i := range rocks {
		rocks[i] = boulder(float32(i) * 3.7)
	}
	const ring = 13
	for i := range ring {
		angle := float64(float32(i)+s.between(-0.2, 0.2)) / ring * 2 * math.Pi
		size := s.between(0.14, 0.2)
		s.stone(rocks[i%len(rocks)], angle, s.between(0.74, 0.82), size)
	}
	for range 26 {
		s.stone(rocks[s.random.IntN(len(rocks))], s.random.Float64()*2*math.Pi, s.between(1.15, 4.5), s.between(0.02, 0.06))
	}
}

func (s *scene) stone(rock *game.Geometry, angle float64, distance, size float32) {
	grey := s.between(0.16, 0.3)
	s.put(rock, components.Transform{
		Position: mgl32.Vec3{distance * float32(math.Cos(angle)), size * 0.35, distance * float32(math.Sin(angle))},
		Rotation: mgl32.QuatRotate(s.between(0, 2*math.Pi), mgl32.Vec3{0, 1, 0}),
		Scale:    mgl32.Vec3{size * s.between(0.95, 1.3), size * s.between(0.65, 0.85), size * s.between(0.9, 1.1)},
	}, game.Material{
		Color: mgl32.Vec3{grey * 1.02, grey, grey * 0.95}, Roughness: 0.75, Grain: 0.55, GrainSize: mgl32.Vec3{0.09, 0.09, 0.09},
	})
}

// boulder is a ball of radius 1 with dents; phase chooses which.
func boulder(phase float32) *game.Geometry {
	wave := func(x float32) float32 { return float32(math.Sin(float64(x))) }
	rock, err := game.Sphere(1).Deformed("boulder", func(p mgl32.Vec3) mgl32.Vec3 {
		bump := wave(p[0]*2.3+phase)*wave(p[1]*2.9+phase*1.7)*0.16 + wave(p[2]*3.1-phase+p[0]*1.3)*0.11 + wave(p[1]*6.1+p[2]*5.3+phase)*0.04
		return p.Mul(1 + bump)
	})
	if err != nil {
		panic(err) // the shape is the program's own
	}
	return rock
}

// logs leans five logs against each other over a bed of embers, and lays two more beside it.
func (s *scene) logs() {
	log := taperedLog()
	charred := game.Material{
		Color: mgl32.Vec3{0.05, 0.034, 0.024}, Roughness: 0.85, Grain: 1, GrainSize: mgl32.Vec3{0.035, 0.16, 0.035},
		Emissive: mgl32.Vec3{0.9, 0.16, 0.016}, GlowInGrain: true,
	}
	bark := charred
	bark.Color, bark.Emissive = mgl32.Vec3{0.13, 0.085, 0.052}, mgl32.Vec3{}

	const leaning = 6
	for i := range leaning {
		angle := (float32(i) + s.between(-0.25, 0.25)) / leaning * 2 * math.Pi
		lean := s.between(1.08, 1.2) // radians from upright
		length := s.between(0.72, 0.86)
		foot := mgl32.Vec3{float32(math.Cos(float64(angle))) * 0.5, 0.06, float32(math.Sin(float64(angle))) * 0.5}
		inward := mgl32.QuatRotate(-angle, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(lean, mgl32.Vec3{0, 0, 1}))
		s.put(log, components.Transform{
			Position: foot.Add(inward.Rotate(mgl32.Vec3{0, length / 2, 0})),
			Rotation: inward,
			Scale:    mgl32.Vec3{1, length, 1},
		}, charred)
	}
	for _, at := range []struct{ x, z, turn float32 }{{-2.0, 0.1, 0.35}, {1.45, -1.25, 2.1}, {-1.75, -0.75, 0.8}} {
		flat := mgl32.QuatRotate(at.turn, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}))
		s.put(log, components.Transform{Position: mgl32.Vec3{at.x, 0.075, at.z}, Rotation: flat, Scale: mgl32.Vec3{1.1, 1.3, 1.1}}, bark)
	}
	s.put(game.Sphere(1), components.Transform{Position: mgl32.Vec3{0, -0.02, 0}, Scale: mgl32.Vec3{0.5, 0.09, 0.5}}, game.Material{
		Color: mgl32.Vec3{0.03, 0.025, 0.022}, Roughness: 1, Grain: 1, GrainSize: mgl32.Vec3{0.05, 0.05, 0.05},
		Emissive: mgl32.Vec3{2.4, 0.4, 0.035}, GlowInGrain: true,
	})
}

// taperedLog is a log of length 1 along y, thicker at one end and not quite round.
func taperedLog() *game.Geometry {
	log, err := game.Cylinder(0.075, 1).Deformed("log", func(p mgl32.Vec3) mgl32.Vec3 {
		turn := math.Atan2(float64(p[2]), float64(p[0]))
		k := 1 - 0.28*p[1] + 0.07*float32(math.Sin(3*turn+float64(p[1])*4)) + 0.04*float32(math.Sin(7*turn))
		return mgl32.Vec3{p[0]*k + 0.012*float32(math.Sin(float64(p[1])*5)), p[1], p[2] * k}
	})
	if err != nil {
		panic(err) // the shape is the program's own
	}
	return log
}

// pines stand in a wide half circle behind the fire.
func (s *scene) pines() {
	trunk := game.Cylinder(0.12, 1)
	crown := boughs()
	for i := range 30 {
		angle := -math.Pi*1.12 + math.Pi*1.24*(float64(i)+float64(s.between(-0.4, 0.4)))/29
		distance := s.between(6, 17)
		x, z := distance*float32(math.Cos(angle)), distance*float32(math.Sin(angle))
		height := s.between(3.2, 6.5)
		s.put(trunk, components.Transform{Position: mgl32.Vec3{x, 0.5, z}}, game.Material{
			Color: mgl32.Vec3{0.16, 0.11, 0.07}, Roughness: 0.9, Grain: 0.8, GrainSize: mgl32.Vec3{0.05, 0.3, 0.05},
		})
		const tiers = 5
		for tier := range tiers {
			t := float32(tier) / tiers
			width := height * 0.2 * (1 - 0.72*t)
			tall := height * 0.42 * (1 - 0.45*t)
			s.put(crown, components.Transform{
				Position: mgl32.Vec3{x, 0.55 + tall/2 + t*height*0.72, z},
				Rotation: mgl32.QuatRotate(s.between(0, 6), mgl32.Vec3{0, 1, 0}),
				Scale:    mgl32.Vec3{width, tall, width},
			}, game.Material{Color: mgl32.Vec3{0.1, 0.14, 0.075}, Roughness: 0.95, Grain: 1, GrainSize: mgl32.Vec3{0.09, 0.22, 0.09}})
		}
	}
}

// boughs is one tier of a pine: a cone of radius and height 1 with a ragged hem, from y = −0.5 to 0.5.
func boughs() *game.Geometry {
	const sides = 20
	var vertices []game.Vertex
	var indices []uint32
	for i := range uint32(sides) {
		angle := float64(i) / sides * 2 * math.Pi
		out := mgl32.Vec3{float32(math.Sin(angle)), 0, float32(math.Cos(angle))}
		reach := 1 - 0.2*float32(i%2)
		hem := out.Mul(reach).Add(mgl32.Vec3{0, -0.5 + 0.16*float32(i%2), 0})
		slant := out.Add(mgl32.Vec3{0, 0.8, 0}).Normalize()
		vertices = append(vertices,
			game.Vertex{Position: hem, Normal: slant},
			game.Vertex{Position: mgl32.Vec3{0, 0.5, 0}, Normal: slant},
			game.Vertex{Position: hem, Normal: mgl32.Vec3{0, -1, 0}},
			game.Vertex{Position: mgl32.Vec3{0, -0.2, 0}, Normal: mgl32.Vec3{0, -1, 0}})
		a, b := i*4, (i+1)%sides*4
		indices = append(indices, a, b, a+1, b+2, a+2, a+3)
	}
	crown, err := game.NewGeometry("boughs", vertices, indices)
	if err != nil {
		panic(err) // the shape is the program's own
	}
	return crown
}

// fireLight is the light of the flames: it flickers and wanders a little.
type fireLight struct {
	lamps *ark.Map2[game.PointLight, components.Transform]
	lamp  ark.Entity
	time  ark.Resource[ecs.Time]
}

const firePower = 17

func addFireLight(app *game.App) {
	f := &fireLight{lamps: ark.NewMap2[game.PointLight, components.Transform](app.World)}
	f.lamp = f.lamps.NewEntity(
		&game.PointLight{Color: mgl32.Vec3{1, 0.44, 0.13}, Power: firePower, Range: 40, Radius: 0.4},
		&components.Transform{Position: mgl32.Vec3{0, 0.75, 0}})
	// The bed of embers lights the undersides.
	f.lamps.NewEntity(
		&game.PointLight{Color: mgl32.Vec3{1, 0.25, 0.04}, Power: 0.6, Range: 3, Radius: 0.2},
		&components.Transform{Position: mgl32.Vec3{0, 0.22, 0}})
	app.AddSystem(ecs.StageUpdate, f)
}

func (f *fireLight) Initialize(w *ark.World) error {
	f.time = ark.NewResource[ecs.Time](w)
	return nil
}

func (f *fireLight) Update(*ark.World) error {
	t := f.time.Get().Elapsed
	lamp, at := f.lamps.Get(f.lamp)
	flicker := 0.11*math.Sin(t*7.3) + 0.08*math.Sin(t*12.7+1.3) + 0.05*math.Sin(t*23.1+0.4)
	lamp.Power = firePower * float32(1+flicker)
	at.Position = mgl32.Vec3{0.06 * float32(math.Sin(t*5.1)), 0.75 + 0.05*float32(math.Sin(t*8.9)), 0.06 * float32(math.Sin(t*6.3+2))}
	return nil
}

func (f *fireLight) Finalize(*ark.World) error { return nil }
