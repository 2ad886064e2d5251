package game

import "github.com/gomotes/motes/gpu"

// deviceShape is the device's copy of a geometry.
type deviceShape struct {
	geometry *Geometry
	order    int // place in the order of drawing
	vertices *gpu.Buffer
	indices  *gpu.Buffer
	shown    uint64 // last frame that drew it
}

// keepShapes is how many frames a shape stays on the device that no entity shows.
const keepShapes = 600

// shapes holds the device's copies of the geometries that entities show.
type shapes struct {
	device *gpu.Device
	by     map[*Geometry]*deviceShape
	frame  uint64
	made   int
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
	return &deviceShape{geometry: g, order: s.made - 1, vertices: vertices, indices: indices}, nil
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

// endFrame counts the frame and frees what has not been shown for long.
func (s *shapes) endFrame() {
	s.frame++
	for g, d := range s.by {
		if s.frame-d.shown > keepShapes {
			d.release()
			delete(s.by, g)
		}
	}
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
