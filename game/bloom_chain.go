package game

import (
	"math"

	"github.com/gomotes/motes/gpu"
)

// maxBloomLevels is how often a picture is halved at most.
const maxBloomLevels = 10

// bloomLevels is how many octaves a radius spans in a picture: light is spread over 2 pixels, 4, 8 and so on, equally
// each, up to the radius. The part behind the point is the weight of one more.
func bloomLevels(radius float32, width, height int) float64 {
	levels := math.Log2(float64(or(radius, 0.15)) * float64(height))
	deepest := math.Floor(math.Log2(float64(min(width, height))))
	return max(1, min(levels, deepest, maxBloomLevels))
}

// bloomView is the chain for one view.
type bloomView struct {
	system *bloomSystem
	blocks blocks[bloomBlock]

	width, height int
	down, up      []*gpu.Transient // of the levels from fine to coarse; the sum of the coarsest is the level itself
	out           *gpu.Transient
	nodes         []gpu.RasterNode // first, down …, up …, lay
}

func (s *bloomSystem) newView() (*bloomView, error) {
	blocks, err := newBlocks[bloomBlock](s.app.device, "bloom", maxBloomLevels+1)
	return &bloomView{system: s, blocks: blocks}, err
}

// add puts the chain on the graph and makes its result what the next effect reads.
func (c *bloomView) add(v *view, b Bloom) {
	levels := bloomLevels(b.Radius, v.width, v.height)
	count := int(math.Ceil(levels))
	if c.width != v.width || c.height != v.height || len(c.down) != count {
		c.build(v.width, v.height, count)
	}
	// Block 0 is of the sum over all levels, block i of level i, counted from 1: its own weight, and that of the rest.
	each := float32(1 / levels)
	for i := range count + 1 {
		block := bloomBlock{threshold: b.Threshold, intensity: b.Intensity, fine: each, coarse: 1}
		if i == count-1 { // what is behind is the last level itself, which may count for less
			block.coarse = float32(levels-float64(count-1)) * each
		}
		c.blocks.put(i, block)
	}
	c.nodes[0].Uses[0].Resource = v.lit
	last := &c.nodes[len(c.nodes)-1]
	last.Uses[0].Resource = v.lit
	graph := c.system.app.graph
	graph.AddUpload(c.blocks.buffer, 0, c.blocks.staging[:(count+1)*blockStride])
	for i := range c.nodes {
		graph.AddRaster(&c.nodes[i])
	}
	v.lit = c.out
}

// build makes the nodes for a size and number of levels.
func (c *bloomView) build(width, height, count int) {
	c.width, c.height = width, height
	c.down, c.up, c.nodes = nil, nil, nil
	transient := func(label string) *gpu.Transient {
		return gpu.NewTransient(label, gpu.TextureDesc{Width: uint32(width), Height: uint32(height), Format: lightFormat})
	}
	c.out = transient("bloom")
	for range count {
		width, height = (width+1)/2, (height+1)/2
		c.down = append(c.down, transient("bloom down"))
		c.up = append(c.up, transient("bloom up"))
	}
	c.up[count-1] = c.down[count-1]

	s := c.system
	c.node(s.first, "bloom first", 0, c.down[0], nil, nil)
	for i := 1; i < count; i++ {
		c.node(s.down, "bloom down", 0, c.down[i], c.down[i-1], nil)
	}
	for i := count - 2; i >= 0; i-- {
		c.node(s.up, "bloom up", i+1, c.up[i], c.down[i], c.up[i+1])
	}
	c.node(s.lay, "bloom", 0, c.out, nil, c.up[0])
}

// node appends the step that draws on a target. A nil image is what the view is lit by.
func (c *bloomView) node(pass *screenPass, label string, block int, target, image, coarser *gpu.Transient) {
	n := gpu.RasterNode{Label: label, Color: []gpu.ColorAttachment{{Target: target, Clear: true}}, Uses: []gpu.Use{{Access: gpu.Read}}}
	if image != nil {
		n.Uses[0].Resource = image
	}
	if coarser != nil {
		n.Uses = append(n.Uses, gpu.Use{Resource: coarser, Access: gpu.Read})
	}
	light := c.lightOf(image)
	n.Record = func(p *gpu.RenderPass) {
		app := c.system.app
		entries := [4]gpu.GroupEntry{
			c.blocks.entry(),
			{Binding: 1, Texture: app.textureOf(light())},
			{Binding: 2, Sampler: c.system.sampler},
			{Binding: 3, Texture: app.graph.Texture(coarser)},
		}
		used := 4
		if coarser == nil {
			used = 3
		}
		pass.draw(p, uint32(block*blockStride), entries[:used]...)
	}
	c.nodes = append(c.nodes, n)
}

// lightOf returns what tells a node's image while it records: that of the view is known only by then.
func (c *bloomView) lightOf(image *gpu.Transient) func() gpu.Resource {
	if image != nil {
		return func() gpu.Resource { return image }
	}
	return func() gpu.Resource { return c.nodes[0].Uses[0].Resource }
}
