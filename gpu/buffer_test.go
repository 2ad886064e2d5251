package gpu_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/gomotes/motes/gpu"
)

// refused checks that an error is of a sort and that its sentence has certain words.
func refused(t *testing.T, err, sort error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want %v", sort)
	}
	if !errors.Is(err, sort) {
		t.Errorf("error %q is not %v", err, sort)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestABufferThatCannotBeMadeIsRefused(t *testing.T) {
	noLeak(t)
	limit := device.Limits().MaxBufferSize
	for _, c := range []struct {
		what string
		desc gpu.BufferDesc
		sort error
		word string
	}{
		{"size 0", gpu.BufferDesc{Usage: gpu.StorageUsage}, gpu.ErrLimit, "Size is 0"},
		{"size beyond the limit", gpu.BufferDesc{Size: limit + 4, Usage: gpu.StorageUsage}, gpu.ErrLimit, "it must be between 4 and"},
		{"size of 6", gpu.BufferDesc{Size: 6, Usage: gpu.StorageUsage}, gpu.ErrLimit, "multiple of 4"},
		{"no usage", gpu.BufferDesc{Size: 16}, gpu.ErrUsage, "Usage is 0"},
		{"unknown usage", gpu.BufferDesc{Size: 16, Usage: 1 << 20}, gpu.ErrUsage, "unknown bits"},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.desc.Label = "lava"
			b, err := device.NewBuffer(c.desc)
			if b != nil {
				t.Error("a buffer came with the error")
			}
			refused(t, err, c.sort, `buffer "lava"`, c.word)
		})
	}
}

func TestABufferStartsAsZerosAndKeepsWhatIsWritten(t *testing.T) {
	noLeak(t)
	b := buffer(t, "b", 32, gpu.StorageUsage|gpu.CopySrc|gpu.CopyDst)
	if b.Label() != "b" || b.Size() != 32 || b.Usage()&gpu.CopySrc == 0 {
		t.Errorf("%q has %d bytes and usage %b", b.Label(), b.Size(), b.Usage())
	}
	if err := b.Write(8, []byte{1, 2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	if err := b.Write(4, nil); err != nil {
		t.Error("no data is no error:", err)
	}
	want := make([]byte, 32)
	copy(want[8:], []byte{1, 2, 3, 4})
	if got := must(device.ReadBuffer(b, 0, 32))(t); !bytes.Equal(got, want) {
		t.Errorf("the buffer holds %v", got)
	}
	if got := must(device.ReadBuffer(b, 8, 4))(t); !bytes.Equal(got, want[8:12]) {
		t.Errorf("its middle holds %v", got)
	}
	if got := must(device.ReadBuffer(b, 32, 0))(t); len(got) != 0 {
		t.Errorf("nothing at its end is %v", got)
	}
}

func TestAWriteOrReadOutsideABufferIsRefused(t *testing.T) {
	noLeak(t)
	b := buffer(t, "b", 32, gpu.StorageUsage|gpu.CopySrc|gpu.CopyDst)
	four := make([]byte, 4)
	refused(t, b.Write(2, four), gpu.ErrRange, "multiples of 4")
	refused(t, b.Write(0, four[:3]), gpu.ErrRange, "multiples of 4")
	refused(t, b.Write(32, four), gpu.ErrRange, "the buffer has 32")
	refused(t, b.Write(^uint64(3), four), gpu.ErrRange, "the buffer has 32")
	read := func(offset, size uint64) error { _, err := device.ReadBuffer(b, offset, size); return err }
	refused(t, read(2, 4), gpu.ErrRange, "multiples of 4")
	refused(t, read(0, 36), gpu.ErrRange, "the buffer has 32")
	refused(t, read(^uint64(3), 8), gpu.ErrRange, "the buffer has 32")

	plain := buffer(t, "plain", 32, gpu.StorageUsage)
	refused(t, plain.Write(0, four), gpu.ErrUsage, "without CopyDst")
	_, err := device.ReadBuffer(plain, 0, 4)
	refused(t, err, gpu.ErrUsage, "without CopySrc")
	_, err = device.ReadBuffer(nil, 0, 4)
	refused(t, err, gpu.ErrUsage, "nil")

	b.Release()
	b.Release() // once more does nothing
	refused(t, b.Write(0, four), gpu.ErrUseAfterRelease, `"b"`)
	refused(t, read(0, 4), gpu.ErrUseAfterRelease, `"b"`)
}

func TestAsBytesIsAViewOfPlainData(t *testing.T) {
	words := []uint32{0x04030201, 5}
	view := gpu.AsBytes(words)
	if !bytes.Equal(view, []byte{1, 2, 3, 4, 5, 0, 0, 0}) {
		t.Errorf("bytes %v", view)
	}
	words[1] = 9
	if view[4] != 9 {
		t.Error("the bytes are a copy")
	}
	if gpu.AsBytes([]uint32(nil)) != nil {
		t.Error("nothing has bytes")
	}
}
