package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
)

// ParticleSnapshot is what the device holds of a pool at one moment. Streams are indexed
// by slot; only the slots in Living hold particles.
type ParticleSnapshot struct {
	// Living lists the slots that a draw shows, in its order.
	Living []uint32
	// Args are the indirect draw's vertex count, instance count, first vertex and first instance.
	Args [4]uint32

	PositionExpiry  [][4]float32 // position; expiry in seconds on the emitter's clock
	VelocityMaxLife [][4]float32 // velocity; life at birth in seconds
	SizeSpin        [][4]float32 // size at birth, growth, angle at birth, angular velocity
	Color           [][4]float32
	UVRect          [][4]float32
	Owner           []uint32 // row of the emitter
}

// Read waits for the device and copies the pool's state back. It is for tests, debugging
// and leaving the GPU driver; a frame never needs it.
func (pool *ParticlePool) Read() (*ParticleSnapshot, error) {
	s := &ParticleSnapshot{}
	for i, lanes := range []*[][4]float32{&s.PositionExpiry, &s.VelocityMaxLife, &s.SizeSpin, &s.Color, &s.UVRect} {
		words, err := pool.readWords(pool.streams[i])
		if err != nil {
			return nil, err
		}
		*lanes = make([][4]float32, pool.capacity)
		for slot := range *lanes {
			for lane := range 4 {
				(*lanes)[slot][lane] = math.Float32frombits(words[slot*4+lane])
			}
		}
	}
	owner, err := pool.readWords(pool.owner)
	if err != nil {
		return nil, err
	}
	s.Owner = owner[:pool.capacity]
	args, err := pool.readWords(pool.args)
	if err != nil {
		return nil, err
	}
	copy(s.Args[:], args)
	index, err := pool.readWords(pool.index)
	if err != nil {
		return nil, err
	}
	if int(s.Args[1]) > len(index) {
		return nil, fmt.Errorf("pool %q: the device counts %d particles in %d slots", pool.label, s.Args[1], pool.capacity)
	}
	s.Living = index[:s.Args[1]]
	return s, nil
}

func (pool *ParticlePool) readWords(b *Buffer) ([]uint32, error) {
	data, err := pool.particles.device.ReadBuffer(b, 0, b.Size())
	if err != nil {
		return nil, fmt.Errorf("pool %q: %w", pool.label, err)
	}
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(data[i*4:])
	}
	return words, nil
}

// DrawArgs waits for the device and reads the indirect draw's vertex count, instance
// count, first vertex and first instance.
func (pool *ParticlePool) DrawArgs() ([4]uint32, error) {
	words, err := pool.readWords(pool.args)
	if err != nil {
		return [4]uint32{}, err
	}
	return [4]uint32(words), nil
}
