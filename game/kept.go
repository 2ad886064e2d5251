package game

import (
	"bytes"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
)

// keptBlock is how many neighbouring entities are compared at once.
const keptBlock = 64

// kept is a copy of what the world's tables held in the last frame, in their order. Blocks that still hold the same bytes
// are passed over: comparing them runs at the speed of the memory, and following each entity does not.
type kept struct {
	entities   []ark.Entity
	meshes     []Mesh
	transforms []components.Transform
	materials  []Material // empty for entities without one
	lengths    []int      // entities of a block: the last of a table may be short
	shown      []int      // entities of a block that show something
	blocks     int        // passed in this frame
}

func (k *kept) begin() { k.blocks = 0 }

// end forgets the blocks that were not passed in this frame, so that entities which come back as they were are followed.
func (k *kept) end() { clear(k.lengths[k.blocks:]) }

// pass reports how many entities of a block show something, if it is as it was in the last frame. A block of another
// content is kept from now on.
func (k *kept) pass(e []ark.Entity, m []Mesh, t []components.Transform, l []Material) (block, shown int, same bool) {
	block = k.blocks
	k.blocks++
	if block == len(k.shown) {
		k.shown, k.lengths = append(k.shown, 0), append(k.lengths, 0)
		k.entities = append(k.entities, make([]ark.Entity, keptBlock)...)
		k.meshes = append(k.meshes, make([]Mesh, keptBlock)...)
		k.transforms = append(k.transforms, make([]components.Transform, keptBlock)...)
		if l != nil {
			k.materials = append(k.materials, make([]Material, keptBlock)...)
		}
	}
	at := block * keptBlock
	same = k.lengths[block] == len(e) && sameColumn(k.entities[at:at+keptBlock], e) && sameColumn(k.meshes[at:at+keptBlock], m) &&
		sameColumn(k.transforms[at:at+keptBlock], t)
	if same && l != nil {
		same = sameColumn(k.materials[at:at+keptBlock], l)
	}
	return block, k.shown[block], same
}

// keep remembers a block that was followed.
func (k *kept) keep(block, shown int, e []ark.Entity, m []Mesh, t []components.Transform, l []Material) {
	at := block * keptBlock
	keepColumn(k.entities[at:at+keptBlock], e)
	keepColumn(k.meshes[at:at+keptBlock], m)
	keepColumn(k.transforms[at:at+keptBlock], t)
	if l != nil {
		keepColumn(k.materials[at:at+keptBlock], l)
	}
	k.lengths[block], k.shown[block] = len(e), shown
}

// sameColumn compares bytes: of floats, -0 and 0 differ and NaN is itself, which costs at most a needless upload.
func sameColumn[T any](kept, now []T) bool {
	return bytes.Equal(gpu.AsBytes(kept[:len(now)]), gpu.AsBytes(now))
}

func keepColumn[T any](kept, now []T) {
	clear(kept[copy(kept, now):])
}
