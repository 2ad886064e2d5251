package game

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
)

// scene is what the mesh pass draws, gathered anew each frame into memory that is kept. It is drawn by shape in order of
// first use, then by entity id: an order that does not change when the world moves entities about.
type scene struct {
	meshes    *ark.Filter2[Mesh, components.Transform]
	lamps     *ark.Filter2[PointLight, components.Transform]
	materials *ark.Map1[Material]
	globals   *ark.Map1[components.GlobalTransform]
	time      ark.Resource[ecs.Time]

	found     []foundMesh
	shining   []foundLight
	instances []instance
	batches   []batch
	lights    []lightUniform
}

type foundMesh struct {
	shape  *deviceShape
	entity uint32
	at     instance
}

type foundLight struct {
	entity uint32
	at     lightUniform
}

// batch is a run of instances that share a shape.
type batch struct {
	shape        *deviceShape
	first, count uint32
}

func (s *scene) initialize(w *ark.World) {
	s.meshes = ark.NewFilter2[Mesh, components.Transform](w)
	s.lamps = ark.NewFilter2[PointLight, components.Transform](w)
	s.materials = ark.NewMap1[Material](w)
	s.globals = ark.NewMap1[components.GlobalTransform](w)
	s.time = ark.NewResource[ecs.Time](w)
}

// gather fills instances, batches and lights from the world. shape finds or makes the device's copy of a geometry; its
// error ends the gathering.
func (s *scene) gather(shape func(*Geometry) (*deviceShape, error)) error {
	s.found, s.shining = s.found[:0], s.shining[:0]
	s.instances, s.batches, s.lights = s.instances[:0], s.batches[:0], s.lights[:0]

	query := s.meshes.Query()
	for query.Next() {
		mesh, transform := query.Get()
		if mesh.Geometry == nil || mesh.Hidden {
			continue
		}
		on, err := shape(mesh.Geometry)
		if err != nil {
			query.Close()
			return err
		}
		entity := query.Entity()
		look := &plain
		if s.materials.HasAll(entity) {
			look = s.materials.Get(entity)
		}
		s.found = append(s.found, foundMesh{shape: on, entity: entity.ID(), at: instanceOf(s.worldOf(entity, transform), look)})
	}
	slices.SortFunc(s.found, func(a, b foundMesh) int {
		return cmp.Or(cmp.Compare(a.shape.order, b.shape.order), cmp.Compare(a.entity, b.entity))
	})
	for i := range s.found {
		f := &s.found[i]
		if n := len(s.batches); n == 0 || s.batches[n-1].shape != f.shape {
			s.batches = append(s.batches, batch{shape: f.shape, first: uint32(i)})
		}
		s.batches[len(s.batches)-1].count++
		s.instances = append(s.instances, f.at)
	}

	lamps := s.lamps.Query()
	for lamps.Next() {
		lamp, transform := lamps.Get()
		place := s.worldOf(lamps.Entity(), transform).Col(3).Vec3()
		s.shining = append(s.shining, foundLight{entity: lamps.Entity().ID(), at: lightUniform{
			place: place.Vec4(1 / or(lamp.Range, 20)),
			color: lamp.Color.Mul(lamp.Power).Vec4(lamp.Radius * lamp.Radius),
		}})
	}
	slices.SortFunc(s.shining, func(a, b foundLight) int { return cmp.Compare(a.entity, b.entity) })
	for i := range s.shining[:min(len(s.shining), MaxPointLights)] {
		s.lights = append(s.lights, s.shining[i].at)
	}
	return nil
}

// instanceOf packs a place and a look for the shader.
func instanceOf(model mgl32.Mat4, m *Material) instance {
	at := instance{
		base:     m.Color.Vec4(mgl32.Clamp(or(m.Roughness, plain.Roughness), 0.05, 1)),
		emissive: m.Emissive.Vec4(0),
	}
	for i := range at.rows {
		at.rows[i] = model.Row(i)
	}
	if m.GlowInGrain {
		at.emissive[3] = 1
	}
	at.grain[0] = mgl32.Clamp(m.Grain, 0, 1)
	for i, size := range m.GrainSize {
		at.grain[1+i] = 1 / max(or(size, 0.1), 1e-3)
	}
	return at
}

// worldOf is where an entity is in the picture: by way of its parents where it has some, between the last
// two steps, and by its own transform elsewhere.
func (s *scene) worldOf(entity ark.Entity, own *components.Transform) mgl32.Mat4 {
	if !s.globals.HasAll(entity) {
		return own.Matrix()
	}
	g := s.globals.Get(entity)
	alpha := s.time.Get().Alpha
	if alpha >= 1 || g.Current == g.Previous {
		return g.Current
	}
	return g.Current.Mul(alpha).Add(g.Previous.Mul(1 - alpha))
}
