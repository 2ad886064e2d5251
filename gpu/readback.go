package gpu

import (
	"fmt"
	"image"
	"math"
	"runtime/debug"
	"sync"

	"github.com/cogentcore/webgpu/wgpu"
)

// rowAlignment is that of the rows of a texture copied to a buffer.
const rowAlignment = wgpu.CopyBytesPerRowAlignment

// ReadBuffer waits for the device and copies a part of a buffer made with CopySrc. Offset and size are multiples of 4.
// It is for tests, captures and changes of driver: never inside a frame.
func (d *Device) ReadBuffer(b *Buffer, offset, size uint64) ([]byte, error) {
	if b == nil {
		return nil, &Error{"buffer", "", "nil is read back", ErrUsage}
	}
	if err := b.usable(d); err != nil {
		return nil, err
	}
	switch {
	case b.usage&CopySrc == 0:
		return nil, &Error{"buffer", b.label, "it is read back, but made without CopySrc", ErrUsage}
	case offset%4 != 0 || size%4 != 0:
		return nil, &Error{"buffer", b.label, fmt.Sprintf("a read of %d bytes at offset %d; both must be multiples of 4", size, offset), ErrRange}
	case offset > b.bytes || size > b.bytes-offset:
		return nil, &Error{"buffer", b.label, fmt.Sprintf("a read of %d bytes at offset %d; the buffer has %d", size, offset, b.bytes), ErrRange}
	case size == 0:
		return nil, nil
	}
	data, err := d.readBack(size, func(enc *wgpu.CommandEncoder, to *wgpu.Buffer) error {
		return enc.CopyBufferToBuffer(b.ref, offset, to, 0, size)
	})
	if err != nil {
		return nil, driverError("buffer", b.label, err)
	}
	return data, nil
}

// ReadTexture waits for the device and copies all texels of a texture made with TextureCopySrc: rows from the top, without
// padding, TexelSize bytes each.
func (d *Device) ReadTexture(t *Texture) ([]byte, error) {
	if t == nil {
		return nil, &Error{"texture", "", "nil is read back", ErrUsage}
	}
	if err := t.usable(d); err != nil {
		return nil, err
	}
	if t.desc.Usage&TextureCopySrc == 0 {
		return nil, &Error{"texture", t.label, "it is read back, but made without TextureCopySrc", ErrUsage}
	}
	row := t.desc.Width * t.desc.Format.TexelSize()
	padded := (row + rowAlignment - 1) / rowAlignment * rowAlignment
	data, err := d.readBack(uint64(padded)*uint64(t.desc.Height), func(enc *wgpu.CommandEncoder, to *wgpu.Buffer) error {
		return enc.CopyTextureToBuffer(
			&wgpu.ImageCopyTexture{Texture: t.ref, Aspect: wgpu.TextureAspectAll},
			&wgpu.ImageCopyBuffer{Buffer: to, Layout: wgpu.TextureDataLayout{BytesPerRow: padded, RowsPerImage: t.desc.Height}},
			&wgpu.Extent3D{Width: t.desc.Width, Height: t.desc.Height, DepthOrArrayLayers: 1})
	})
	if err != nil {
		return nil, driverError("texture", t.label, err)
	}
	for y := range t.desc.Height {
		copy(data[y*row:(y+1)*row], data[y*padded:])
	}
	return data[:row*t.desc.Height], nil
}

// ReadImage is ReadTexture for the formats of 8 bits: the values are those stored, so sRGB formats give sRGB.
func (d *Device) ReadImage(t *Texture) (*image.NRGBA, error) {
	if t != nil && (t.desc.Format < FormatRGBA8 || t.desc.Format > FormatBGRA8sRGB) {
		return nil, &Error{"texture", t.label, fmt.Sprintf("an image of format %v; only 8-bit colour makes one", t.desc.Format), ErrUsage}
	}
	pixels, err := d.ReadTexture(t)
	if err != nil {
		return nil, err
	}
	if t.desc.Format == FormatBGRA8 || t.desc.Format == FormatBGRA8sRGB {
		for i := 0; i < len(pixels); i += 4 {
			pixels[i], pixels[i+2] = pixels[i+2], pixels[i]
		}
	}
	return &image.NRGBA{
		Pix:    pixels,
		Stride: int(t.desc.Width) * 4,
		Rect:   image.Rect(0, 0, int(t.desc.Width), int(t.desc.Height)),
	}, nil
}

// readBack copies into a mappable buffer, waits, and returns its content.
func (d *Device) readBack(size uint64, record func(*wgpu.CommandEncoder, *wgpu.Buffer) error) ([]byte, error) {
	if size > d.limits.MaxBufferSize {
		return nil, fmt.Errorf("reading back takes a buffer of %d bytes; the device allows %d", size, d.limits.MaxBufferSize)
	}
	to, err := d.ref.CreateBuffer(&wgpu.BufferDescriptor{
		Label: "read back", Size: size, Usage: wgpu.BufferUsageMapRead | wgpu.BufferUsageCopyDst,
	})
	if err != nil {
		return nil, err
	}
	defer to.Release()
	err = d.submit("read back", func(enc *wgpu.CommandEncoder) error { return record(enc, to) })
	if err != nil {
		return nil, err
	}
	if err := d.waitMapped(to, size); err != nil {
		return nil, err
	}
	data := make([]byte, size)
	copy(data, to.GetMappedRange(0, uint(size)))
	return data, to.Unmap()
}

// submit records commands and submits them, if nothing went wrong.
func (d *Device) submit(label string, record func(*wgpu.CommandEncoder) error) error {
	enc, err := d.ref.CreateCommandEncoder(&wgpu.CommandEncoderDescriptor{Label: label})
	if err != nil {
		return err
	}
	defer enc.Release()
	if err := record(enc); err != nil {
		return err
	}
	commands, err := enc.Finish(nil)
	if err != nil {
		return err
	}
	d.queue.Submit(commands)
	commands.Release()
	return nil
}

// collector guards the settings of the garbage collector, which belong to the process.
var collector sync.Mutex

// waitMapped maps a buffer and waits for it. The binding hands the driver the address of a Go variable that nothing else
// holds, so no collection may run before the driver has called back.
func (d *Device) waitMapped(b *wgpu.Buffer, size uint64) error {
	collector.Lock()
	defer collector.Unlock()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	status := wgpu.BufferMapAsyncStatusUnknown
	if err := b.MapAsync(wgpu.MapModeRead, 0, size, func(s wgpu.BufferMapAsyncStatus) { status = s }); err != nil {
		return err
	}
	d.ref.Poll(true, nil)
	if status != wgpu.BufferMapAsyncStatusSuccess {
		return fmt.Errorf("the driver did not map the memory: %v", status)
	}
	return nil
}
