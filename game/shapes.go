package game

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gomotes/motes/gpu"
)

// deviceShape is the device's copy of a geometry.
type deviceShape struct {
	geometry *Geometry
	order    int // place in the order of drawing
	vertices *gpu.Buffer
	indices  *gpu.Buffer
	batch    int    // in the mesh scene
	shown    uint64 // last frame that drew it

	instances int // entities that show it
}

// keepShapes is how many frames a shape stays on the device that no entity shows.
const keepShapes = 600

// shapes holds the device's copies of the geometries that entities show.
type shapes struct {
	device *gpu.Device
	scene  *gpu.MeshScene
	by     map[*Geometry]*deviceShape
	frame  uint64
	made   int
	list   []*deviceShape
}

// of returns the copy of a geometry and makes it when there is none.
func (s *shapes) of(g *Geometry) (*deviceShape, error) {
	d := s.by[g]
	if d == nil {
		var err error
		if d, err = s.upload(g); err != nil {
			return nil, err
		}
		s.by[g] = d
	}
	d.shown = s.frame
	return d, nil
}

func (s *shapes) upload(g *Geometry) (*deviceShape, error) {
	vertices, err := s.filled(g.label+" vertices", gpu.VertexUsage, gpu.AsBytes(g.vertices))
	if err != nil {
		return nil, err
	}
	indices, err := s.filled(g.label+" indices", gpu.IndexUsage, gpu.AsBytes(g.indices))
	if err != nil {
		vertices.Release()
		return nil, err
	}
	s.made++
	low, high := g.bounds()
	return &deviceShape{
		geometry: g, order: s.made - 1, vertices: vertices, indices: indices,
		batch: s.scene.NewBatch(low, high, uint32(len(g.indices))),
	}, nil
}

// filled makes a buffer with this content.
func (s *shapes) filled(label string, usage gpu.BufferUsage, data []byte) (*gpu.Buffer, error) {
	b, err := s.device.NewBuffer(gpu.BufferDesc{Label: label, Size: uint64(len(data)), Usage: usage | gpu.CopyDst})
	if err != nil {
		return nil, err
	}
	if err := b.Write(0, data); err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

// drawn returns the shapes that entities show, in the order of drawing; it stays valid until the next call.
func (s *shapes) drawn() []*deviceShape {
	s.list = s.list[:0]
	for _, d := range s.by {
		if d.instances > 0 {
			s.list = append(s.list, d)
		}
	}
	slices.SortFunc(s.list, func(a, b *deviceShape) int { return cmp.Compare(a.order, b.order) })
	return s.list
}

// endFrame counts the frame and frees what has not been shown for long.
func (s *shapes) endFrame() (err error) {
	s.frame++
	for g, d := range s.by {
		if d.instances > 0 {
			d.shown = s.frame
		}
		if s.frame-d.shown > keepShapes {
			err = errors.Join(err, s.scene.RemoveBatch(d.batch))
			d.release()
			delete(s.by, g)
		}
	}
	return err
}

func (s *shapes) release() {
	for g, d := range s.by {
		d.release()
		delete(s.by, g)
	}
}

func (d *deviceShape) release() {
	d.vertices.Release()
	d.indices.Release()
}
