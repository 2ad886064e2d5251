package game

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
)

// scene follows the world's meshes into a gpu.MeshScene, and gathers its lights. A mesh that stays as it is costs a
// comparison of bytes a frame. Meshes are drawn by shape in order of first use, then by slot: an order that does not change when
// the world moves entities about.
type scene struct {
	world  *ark.World
	plain  *ark.Filter2[Mesh, components.Transform] // without a Material
	looked *ark.Filter3[Mesh, components.Transform, Material]
	riding *ark.Filter2[Mesh, components.GlobalTransform] // with parents or children

	materials *ark.Map1[Material]
	globals   *ark.Map1[components.GlobalTransform]
	time      ark.Resource[ecs.Time]
	lamps     *ark.Filter2[PointLight, components.Transform]
	parts     *ark.Map2[Mesh, components.Transform]

	device *gpu.MeshScene
	rows   []meshRow // by entity id
	live   int       // rows with a shape

	keptLooked, keptPlain kept

	shining []foundLight
	lights  []lightUniform
}

// meshRow is what the device was told of an entity.
type meshRow struct {
	entity    ark.Entity
	slot      gpu.MeshSlot
	shape     *deviceShape // nil: the entity shows nothing
	transform components.Transform
	material  Material
}

type foundLight struct {
	entity uint32
	at     lightUniform
}

func (s *scene) initialize(w *ark.World) {
	s.world = w
	s.plain = ark.NewFilter2[Mesh, components.Transform](w).Without(ark.C[Material](), ark.C[components.GlobalTransform]())
	s.looked = ark.NewFilter3[Mesh, components.Transform, Material](w).Without(ark.C[components.GlobalTransform]())
	s.riding = ark.NewFilter2[Mesh, components.GlobalTransform](w).With(ark.C[components.Transform]())
	s.materials = ark.NewMap1[Material](w)
	s.globals = ark.NewMap1[components.GlobalTransform](w)
	s.time = ark.NewResource[ecs.Time](w)
	s.lamps = ark.NewFilter2[PointLight, components.Transform](w)
	s.parts = ark.NewMap2[Mesh, components.Transform](w)
}

// gather brings device and lights up to date with the world. shape finds or makes the device's copy of a geometry; its
// error ends the gathering.
func (s *scene) gather(shape func(*Geometry) (*deviceShape, error)) error {
	s.keptLooked.begin()
	s.keptPlain.begin()
	defer s.keptLooked.end()
	defer s.keptPlain.end()
	seen := 0
	looked := s.looked.Query()
	for looked.NextTable() {
		meshes, transforms, looks := looked.GetColumns()
		n, err := s.table(&s.keptLooked, looked.Entities(), meshes, transforms, looks, shape)
		if err != nil {
			looked.Close()
			return err
		}
		seen += n
	}
	bare := s.plain.Query()
	for bare.NextTable() {
		meshes, transforms := bare.GetColumns()
		n, err := s.table(&s.keptPlain, bare.Entities(), meshes, transforms, nil, shape)
		if err != nil {
			bare.Close()
			return err
		}
		seen += n
	}
	riding := s.riding.Query()
	for riding.Next() {
		mesh, global := riding.Get()
		if mesh.Geometry == nil || mesh.Hidden {
			continue
		}
		seen++
		e, look := riding.Entity(), &plain
		if s.materials.HasAll(e) {
			look = s.materials.Get(e)
		}
		place := placeIn(s.between(global))
		if err := s.follow(e, mesh.Geometry, &place, look, shape); err != nil {
			riding.Close()
			return err
		}
	}
	// Every entity that was seen has a row; rows beyond them are of meshes that are gone.
	if seen != s.live {
		if err := s.sweep(); err != nil {
			return err
		}
	}
	s.gatherLights()
	return nil
}

// table follows the meshes of a table, and returns how many of them show something. looks is nil where they have none.
func (s *scene) table(k *kept, e []ark.Entity, m []Mesh, t []components.Transform, looks []Material, shape func(*Geometry) (*deviceShape, error)) (seen int, err error) {
	for first := 0; first < len(e); first += keptBlock {
		last := min(first+keptBlock, len(e))
		e, m, t, l := e[first:last], m[first:last], t[first:last], looks
		if l != nil {
			l = l[first:last]
		}
		block, shown, same := k.pass(e, m, t, l)
		if !same {
			shown = 0
			for i := range e {
				if m[i].Geometry == nil || m[i].Hidden {
					continue
				}
				shown++
				look := &plain
				if l != nil {
					look = &l[i]
				}
				if err := s.follow(e[i], m[i].Geometry, &t[i], look, shape); err != nil {
					return 0, err
				}
			}
			k.keep(block, shown, e, m, t, l)
		}
		seen += shown
	}
	return seen, nil
}

// follow tells the device what is new about a mesh.
func (s *scene) follow(e ark.Entity, g *Geometry, t *components.Transform, look *Material, shape func(*Geometry) (*deviceShape, error)) error {
	id := int(e.ID())
	if id >= len(s.rows) {
		s.rows = append(s.rows, make([]meshRow, max(id+1-len(s.rows), len(s.rows)))...)
	}
	row := &s.rows[id]
	if row.shape == nil || row.entity != e || row.shape.geometry != g {
		return s.enter(row, e, g, t, look, shape)
	}
	if *t != row.transform {
		row.transform = *t
		if err := s.device.Place(row.slot, worldOf(e, t)); err != nil {
			return err
		}
	}
	if *look == row.material {
		return nil
	}
	row.material = *look
	bytes := [1]meshLook{lookOf(look)}
	return s.device.Dress(row.slot, gpu.AsBytes(bytes[:]))
}

// enter gives a mesh a slot in its shape's batch.
func (s *scene) enter(row *meshRow, e ark.Entity, g *Geometry, t *components.Transform, look *Material, shape func(*Geometry) (*deviceShape, error)) error {
	if err := s.leave(row); err != nil {
		return err
	}
	on, err := shape(g)
	if err != nil {
		return err
	}
	bytes := [1]meshLook{lookOf(look)}
	slot, err := s.device.Add(on.batch, worldOf(e, t), gpu.AsBytes(bytes[:]))
	if err != nil {
		return err
	}
	*row = meshRow{entity: e, slot: slot, shape: on, transform: *t, material: *look}
	on.instances++
	s.live++
	return nil
}

// leave takes a row's mesh away, if it has one.
func (s *scene) leave(row *meshRow) error {
	if row.shape == nil {
		return nil
	}
	err := s.device.Remove(row.slot)
	row.shape.instances--
	s.live--
	*row = meshRow{}
	return err
}

// sweep takes away the meshes of entities that are gone or show nothing any more.
func (s *scene) sweep() error {
	for i := range s.rows {
		row := &s.rows[i]
		if row.shape == nil {
			continue
		}
		if s.world.Alive(row.entity) && s.parts.HasAll(row.entity) {
			if mesh, _ := s.parts.Get(row.entity); mesh.Geometry != nil && !mesh.Hidden {
				continue
			}
		}
		if err := s.leave(row); err != nil {
			return err
		}
	}
	return nil
}

func (s *scene) gatherLights() {
	s.shining, s.lights = s.shining[:0], s.lights[:0]
	lamps := s.lamps.Query()
	for lamps.Next() {
		lamp, transform := lamps.Get()
		s.shining = append(s.shining, foundLight{entity: lamps.Entity().ID(), at: lightUniform{
			place: s.spot(lamps.Entity(), transform).Vec4(1 / or(lamp.Range, 20)),
			color: lamp.Color.Mul(lamp.Power).Vec4(lamp.Radius * lamp.Radius),
		}})
	}
	slices.SortFunc(s.shining, func(a, b foundLight) int { return cmp.Compare(a.entity, b.entity) })
	for i := range s.shining[:min(len(s.shining), MaxPointLights)] {
		s.lights = append(s.lights, s.shining[i].at)
	}
}

// lookOf packs a material for the shader.
func lookOf(m *Material) meshLook {
	look := meshLook{
		base:     m.Color.Vec4(mgl32.Clamp(or(m.Roughness, plain.Roughness), 0.05, 1)),
		emissive: m.Emissive.Vec4(0),
	}
	if m.GlowInGrain {
		look.emissive[3] = 1
	}
	look.grain[0] = mgl32.Clamp(m.Grain, 0, 1)
	for i, size := range m.GrainSize {
		look.grain[1+i] = 1 / max(or(size, 0.1), 1e-3)
	}
	return look
}
