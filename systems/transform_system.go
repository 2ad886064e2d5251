package systems

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
)

// ErrParentRing says that an entity is among its own parents.
var ErrParentRing = errors.New("the parents go round in a ring")

// ErrParentGone says that an entity's parent was removed.
var ErrParentGone = errors.New("the parent was removed")

// TransformPlugin keeps [components.GlobalTransform] for entities with parents. ParticlePlugin and
// game.App register it by themselves.
type TransformPlugin struct{}

// Name returns "motes.transforms".
func (*TransformPlugin) Name() string { return "motes.transforms" }

// Build adds TransformSystem to the schedule.
func (*TransformPlugin) Build(_ *ark.World, s *ecs.Schedule) error {
	return s.AddSystem(ecs.StagePostUpdate, &TransformSystem{})
}

// TransformSystem finds where entities are in the world, parents before children. What did not move is
// only compared: entities are visited table by table, and the children of one parent are one table, so
// that a parent that did not move is looked at once for all of them.
type TransformSystem struct {
	step     uint64
	unknown  *ark.Filter1[components.ChildOf]
	follower *ark.Filter1[components.GlobalTransform]
	roots    *ark.Filter3[components.Transform, components.GlobalTransform, followed]
	children *ark.Filter4[components.Transform, components.GlobalTransform, followed, components.ChildOf]

	parents  *ark.Map[components.ChildOf]
	globals  *ark.Map[components.GlobalTransform]
	states   *ark.Map[followed]
	places   *ark.Map[components.Transform]
	families []family
	depths   map[ark.Entity]int
	joining  []ark.Entity
	joined   map[ark.Entity]bool
	orphans  map[ark.Entity]orphan
	told     map[ark.Entity]error
	errs     []error
}

// followed is what the system remembers of an entity.
type followed struct {
	local  components.Transform // that Current was made of
	parent ark.Entity           // and of whom
	moved  uint64               // step in which Current changed last
	known  bool                 // Current was made at least once
}

// family is a table of the world: the children of one parent.
type family struct {
	parent ark.Entity
	depth  int // parents above; −1 in a ring
	list   []ark.Entity
	places []components.Transform
	global []components.GlobalTransform
	states []followed
}

// orphan is a child whose parent is gone.
type orphan struct {
	base mgl32.Mat4 // where the parent was
	seen uint64
}

// Initialize implements ecs.System.
func (s *TransformSystem) Initialize(w *ark.World) error {
	s.unknown = ark.NewFilter1[components.ChildOf](w).With(ark.C[components.Transform]()).Without(ark.C[followed]())
	s.follower = ark.NewFilter1[components.GlobalTransform](w).With(ark.C[components.Transform]()).Without(ark.C[followed]())
	s.roots = ark.NewFilter3[components.Transform, components.GlobalTransform, followed](w).Without(ark.C[components.ChildOf]())
	s.children = ark.NewFilter4[components.Transform, components.GlobalTransform, followed, components.ChildOf](w)
	s.parents = ark.NewMap[components.ChildOf](w)
	s.globals = ark.NewMap[components.GlobalTransform](w)
	s.states = ark.NewMap[followed](w)
	s.places = ark.NewMap[components.Transform](w)
	s.joined = make(map[ark.Entity]bool)
	s.depths = make(map[ark.Entity]int)
	s.orphans = make(map[ark.Entity]orphan)
	s.told = make(map[ark.Entity]error)
	return nil
}

// Update implements ecs.System.
func (s *TransformSystem) Update(w *ark.World) error {
	s.step++
	s.enroll()
	s.moveRoots()
	s.gather()
	for i := range s.families {
		s.moveFamily(&s.families[i])
	}
	clear(s.families)
	s.forget(w)
	err := errors.Join(s.errs...)
	s.errs = s.errs[:0]
	return err
}

// enroll gives new children, and their parents, what the system needs.
func (s *TransformSystem) enroll() {
	s.joining = s.joining[:0]
	clear(s.joined)
	query := s.unknown.Query()
	for query.Next() {
		s.joining = append(s.joining, query.Entity())
	}
	following := s.follower.Query()
	for following.Next() {
		s.joining = append(s.joining, following.Entity())
	}
	families := s.children.Query()
	for families.NextTable() { // a child may have been given another parent
		s.joinParent(families.GetRelation(3))
	}
	for i := 0; i < len(s.joining); i++ { // parents join behind their children
		if entity := s.joining[i]; s.parents.Has(entity) {
			s.joinParent(s.parents.GetRelation(entity))
		}
	}
	for _, entity := range s.joining {
		if s.states.Has(entity) {
			continue // it is the parent of several
		}
		if !s.globals.Has(entity) {
			s.globals.Add(entity, &components.GlobalTransform{Current: mgl32.Ident4(), Previous: mgl32.Ident4()})
		}
		s.states.Add(entity, &followed{})
	}
}

// joinParent has a parent join that is not followed yet.
func (s *TransformSystem) joinParent(parent ark.Entity) {
	if parent.IsZero() || s.states.Has(parent) || !s.places.Has(parent) || s.joined[parent] {
		return
	}
	s.joined[parent] = true // rings come by here again
	s.joining = append(s.joining, parent)
}

// moveRoots finds the places of entities without parents.
func (s *TransformSystem) moveRoots() {
	query := s.roots.Query()
	for query.NextTable() {
		places, global, states := query.GetColumns()
		entities := query.Entities()
		for i := range places {
			st := &states[i]
			if places[i] == st.local && st.known && st.parent.IsZero() {
				if st.moved+1 == s.step {
					global[i].Previous = global[i].Current
				}
				continue
			}
			s.place(entities[i], &places[i], &global[i], st, ark.Entity{}, nil)
		}
	}
}

// place makes an entity's matrices anew, unless its transform is not valid.
func (s *TransformSystem) place(entity ark.Entity, local *components.Transform, g *components.GlobalTransform,
	st *followed, parent ark.Entity, base *mgl32.Mat4,
) {
	if err := local.Validate(); err != nil {
		s.tell(entity, fmt.Errorf("entity %d: %w", entity.ID(), err))
		return
	}
	s.tell(entity, nil)
	m := local.Matrix()
	if base != nil {
		m = base.Mul4(m)
	}
	g.Previous = g.Current
	if !st.known {
		g.Previous = m
	}
	g.Current = m
	st.local, st.parent, st.moved, st.known = *local, parent, s.step, true
}

// gather lists the tables of children, those of nearer parents first.
func (s *TransformSystem) gather() {
	s.families = s.families[:0]
	query := s.children.Query()
	for query.NextTable() {
		places, global, states, _ := query.GetColumns()
		if len(places) == 0 {
			continue
		}
		entities := query.Entities()
		s.families = append(s.families, family{
			parent: query.GetRelation(3), list: entities, places: places, global: global, states: states,
		})
	}
	if len(s.families) == 0 {
		return
	}
	clear(s.depths)
	for i := range s.families {
		f := &s.families[i]
		f.depth = s.depthOf(f.parent)
	}
	byDepth := func(a, b family) int { return cmp.Compare(a.depth, b.depth) }
	if !slices.IsSortedFunc(s.families, byDepth) {
		slices.SortStableFunc(s.families, byDepth)
	}
}

// depthOf is the number of parents above the children of an entity, −1 in a ring or below one.
func (s *TransformSystem) depthOf(entity ark.Entity) int {
	var way []ark.Entity
	depth := 0
	for at := entity; ; {
		if at.IsZero() {
			break
		}
		if known, ok := s.depths[at]; ok {
			depth = known // a ring's are entered as −1 before their end is known
			break
		}
		s.depths[at] = -1
		way = append(way, at)
		if !s.parents.Has(at) {
			break
		}
		at = s.parents.GetRelation(at)
	}
	for _, at := range slices.Backward(way) {
		if depth >= 0 {
			depth++
		}
		s.depths[at] = depth
	}
	return depth
}

// moveFamily finds the places of the children of one parent.
func (s *TransformSystem) moveFamily(f *family) {
	if f.depth < 0 {
		for i, entity := range f.list {
			f.states[i].parent = ark.Entity{} // whoever leads out of the ring is another parent
			s.tell(entity, fmt.Errorf("entity %d: %w; relate one of them to another entity with ChildOf, or remove it", entity.ID(), ErrParentRing))
		}
		return
	}
	var base *mgl32.Mat4
	moved := false
	if !f.parent.IsZero() && s.states.Has(f.parent) {
		base = &s.globals.Get(f.parent).Current
		moved = s.states.Get(f.parent).moved == s.step
	}
	for i := range f.list {
		st := &f.states[i]
		orphaned := f.parent.IsZero()
		if orphaned {
			base = s.baseOf(f.list[i], &f.global[i], st)
		}
		if !moved && f.places[i] == st.local && st.known && (st.parent == f.parent || orphaned) {
			if st.moved+1 == s.step {
				f.global[i].Previous = f.global[i].Current
			}
			continue
		}
		parent := f.parent
		if orphaned {
			parent = st.parent
		}
		s.place(f.list[i], &f.places[i], &f.global[i], st, parent, base)
	}
}

// baseOf is where the parent of an orphan was.
func (s *TransformSystem) baseOf(entity ark.Entity, g *components.GlobalTransform, st *followed) *mgl32.Mat4 {
	o, known := s.orphans[entity]
	if !known {
		o.base = mgl32.Ident4()
		if st.known {
			local := st.local.Matrix()
			if local.Det() != 0 {
				o.base = g.Current.Mul4(local.Inv())
			} else {
				o.base = mgl32.Translate3D(g.Current[12]-local[12], g.Current[13]-local[13], g.Current[14]-local[14])
			}
		}
		s.errs = append(s.errs, fmt.Errorf("entity %d: %w; it stays where it was; give it another with ChildOf, or remove ChildOf",
			entity.ID(), ErrParentGone))
	}
	o.seen = s.step
	s.orphans[entity] = o
	return &o.base
}

// tell reports what is wrong with an entity once.
func (s *TransformSystem) tell(entity ark.Entity, err error) {
	if err == nil {
		if len(s.told) > 0 {
			delete(s.told, entity)
		}
		return
	}
	if before := s.told[entity]; before == nil || before.Error() != err.Error() {
		s.errs = append(s.errs, err)
		s.told[entity] = err
	}
}

// forget drops what is known of entities that are gone.
func (s *TransformSystem) forget(w *ark.World) {
	for entity, o := range s.orphans {
		if o.seen != s.step {
			delete(s.orphans, entity)
		}
	}
	for entity := range s.told {
		if !w.Alive(entity) {
			delete(s.told, entity)
		}
	}
}

// Finalize implements ecs.System.
func (s *TransformSystem) Finalize(*ark.World) error { return nil }
