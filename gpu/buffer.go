package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// BufferUsage says what a buffer is for; values are combined with |.
type BufferUsage uint32

// What a buffer can be for.
const (
	StorageUsage    BufferUsage = 1 << iota // bound as storage, for reading or writing
	UniformUsage                            // bound as uniform
	VertexUsage                             // vertex attributes
	IndexUsage                              // indices
	IndirectUsage                           // arguments of indirect draws
	CopySrc                                 // read back
	CopyDst                                 // written by the CPU
	allBufferUsages = 1<<iota - 1
)

var nativeBufferUsages = []wgpu.BufferUsage{
	wgpu.BufferUsageStorage, wgpu.BufferUsageUniform, wgpu.BufferUsageVertex, wgpu.BufferUsageIndex,
	wgpu.BufferUsageIndirect, wgpu.BufferUsageCopySrc, wgpu.BufferUsageCopyDst,
}

func (u BufferUsage) native() (native wgpu.BufferUsage) {
	for bit, n := range nativeBufferUsages {
		if u&(1<<bit) != 0 {
			native |= n
		}
	}
	return native
}

// BufferDesc describes a buffer.
type BufferDesc struct {
	Label string
	Size  uint64 // bytes, a multiple of 4, up to Limits.MaxBufferSize
	Usage BufferUsage
}

// Buffer is memory on the device. Its content starts as zeros.
type Buffer struct {
	object
	ref   *wgpu.Buffer
	usage BufferUsage
}

// NewBuffer allocates a buffer. Its errors are ErrLimit, ErrUsage and ErrUseAfterRelease (a closed device).
func (d *Device) NewBuffer(desc BufferDesc) (*Buffer, error) {
	if err := d.open("buffer", desc.Label); err != nil {
		return nil, err
	}
	refuse := func(cause error, format string, args ...any) (*Buffer, error) {
		return nil, &Error{"buffer", desc.Label, fmt.Sprintf(format, args...), cause}
	}
	switch {
	case desc.Size == 0 || desc.Size > d.limits.MaxBufferSize:
		return refuse(ErrLimit, "Size is %d; it must be between 4 and %d bytes", desc.Size, d.limits.MaxBufferSize)
	case desc.Size%4 != 0:
		return refuse(ErrLimit, "Size is %d; it must be a multiple of 4", desc.Size)
	case desc.Usage == 0:
		return refuse(ErrUsage, "Usage is 0; say what the buffer is for")
	case desc.Usage&^allBufferUsages != 0:
		return refuse(ErrUsage, "Usage is %#x; it has unknown bits", uint32(desc.Usage))
	}
	ref, err := d.ref.CreateBuffer(&wgpu.BufferDescriptor{Label: desc.Label, Size: desc.Size, Usage: desc.Usage.native()})
	if err != nil {
		return nil, driverError("buffer", desc.Label, err)
	}
	b := &Buffer{object: object{device: d, kind: bufferKind, label: desc.Label, bytes: desc.Size}, ref: ref, usage: desc.Usage}
	d.registry.add(&b.object)
	return b, nil
}

// Size is the size in bytes.
func (b *Buffer) Size() uint64 { return b.bytes }

// Usage is what the buffer was made for.
func (b *Buffer) Usage() BufferUsage { return b.usage }

// Write copies data into the buffer before the commands of the next submit; offset and length are multiples of 4. Of
// several writes to the same place before a submit, all its commands see the last. No data is no error.
func (b *Buffer) Write(offset uint64, data []byte) error {
	if err := b.writable(offset, data); err != nil || len(data) == 0 {
		return err
	}
	if err := b.device.queue.WriteBuffer(b.ref, offset, data); err != nil {
		return driverError("buffer", b.label, err)
	}
	return nil
}

func (b *Buffer) writable(offset uint64, data []byte) error {
	size := uint64(len(data))
	if b.released {
		return &Error{"buffer", b.label, "it is written to after it was released", ErrUseAfterRelease}
	}
	if b.usage&CopyDst == 0 {
		return &Error{"buffer", b.label, "it is written to, but made without CopyDst", ErrUsage}
	}
	if offset%4 != 0 || size%4 != 0 {
		return &Error{"buffer", b.label, fmt.Sprintf("a write of %d bytes at offset %d; both must be multiples of 4", size, offset), ErrRange}
	}
	if offset > b.bytes || size > b.bytes-offset {
		return &Error{"buffer", b.label, fmt.Sprintf("a write of %d bytes at offset %d; the buffer has %d", size, offset, b.bytes), ErrRange}
	}
	return nil
}

// Release frees the buffer once the device is done with it. A second call does nothing.
func (b *Buffer) Release() {
	b.device.drop(&b.object, b.ref.Release)
}
