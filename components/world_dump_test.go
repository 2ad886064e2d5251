package components_test

import (
	"encoding/json"
	"reflect"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
)

// dumped is a world as text: its entities, and for each the JSON of its components and relations.
type dumped struct {
	Entities ark.EntityDump
	Of       []map[string]json.RawMessage
}

// dump writes a world the way serialisers for ark do: by the type's name, through encoding/json.
func dump(t *testing.T, world *ark.World) []byte {
	t.Helper()
	out := dumped{Entities: world.Unsafe().DumpEntities()}
	query := ark.NewUnsafeFilter(world).Query()
	for query.Next() {
		texts := make(map[string]json.RawMessage)
		ids := query.IDs()
		for i := range ids.Len() {
			id := ids.Get(i)
			info, _ := ark.ComponentInfo(world, id)
			text, err := json.Marshal(reflect.NewAt(info.Type, query.Get(id)).Interface())
			if err != nil {
				t.Fatal(err)
			}
			texts[info.Type.String()] = text
			if info.IsRelation {
				if text, err = json.Marshal(query.GetRelation(id)); err != nil {
					t.Fatal(err)
				}
				texts[info.Type.String()+" target"] = text
			}
		}
		out.Of = append(out.Of, texts)
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// load makes a world of it. The component types have to be known to the world.
func load(t *testing.T, text []byte, world *ark.World) {
	t.Helper()
	var in dumped
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	unsafe := world.Unsafe()
	unsafe.LoadEntities(&in.Entities)
	for i, texts := range in.Of {
		entity := in.Entities.Entities[in.Entities.Alive[i]]
		for _, id := range ark.ComponentIDs(world) {
			info, _ := ark.ComponentInfo(world, id)
			text, has := texts[info.Type.String()]
			if !has {
				continue
			}
			if info.IsRelation {
				var target ark.Entity
				if err := json.Unmarshal(texts[info.Type.String()+" target"], &target); err != nil {
					t.Fatal(err)
				}
				unsafe.AddRel(entity, []ark.ID{id}, ark.RelID(id, target))
			} else {
				unsafe.Add(entity, id)
			}
			if err := json.Unmarshal(text, reflect.NewAt(info.Type, unsafe.Get(entity, id)).Interface()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAWorldOfEffectsSurvivesADump(t *testing.T) {
	before := ark.NewWorld()
	pool, driver := components.Pool{Label: "smoke", MaxParticles: 1024, Blending: components.Alpha, Order: -1}, components.Driver{}
	smoke, fire := components.Smoke(), components.Fire()
	place := components.Transform{Position: [3]float32{1, 2, 3}, Scale: [3]float32{2, 2, 2}}

	gone := before.NewEntity()
	poolEntity := ark.NewMap2[components.Pool, components.Driver](before).NewEntity(&pool, &driver)
	smokeEntity := ark.NewMap3[components.Emitter, components.Transform, components.EmitsInto](before).NewEntity(
		&smoke, &place, &components.EmitsInto{}, ark.Rel[components.EmitsInto](poolEntity))
	fireEntity := ark.NewMap2[components.Emitter, components.Transform](before).NewEntity(&fire, &place)
	before.RemoveEntity(gone)

	after := ark.NewWorld()
	emitters, places := ark.NewMap[components.Emitter](after), ark.NewMap[components.Transform](after)
	pools, drivers := ark.NewMap[components.Pool](after), ark.NewMap[components.Driver](after)
	into := ark.NewMap[components.EmitsInto](after)
	load(t, dump(t, before), after)

	if *emitters.Get(smokeEntity) != smoke || *emitters.Get(fireEntity) != fire ||
		*places.Get(smokeEntity) != place || *places.Get(fireEntity) != place {
		t.Errorf("the emitters are %+v and %+v", emitters.Get(smokeEntity), emitters.Get(fireEntity))
	}
	if *pools.Get(poolEntity) != pool || *drivers.Get(poolEntity) != driver {
		t.Errorf("the pool is %+v, %+v", pools.Get(poolEntity), drivers.Get(poolEntity))
	}
	if into.GetRelation(smokeEntity) != poolEntity || into.Has(fireEntity) {
		t.Error("smoke does not emit into its pool, or fire does")
	}
}
