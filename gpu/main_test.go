package gpu_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/gomotes/motes/gpu"
)

// device is shared by the tests, as opening one takes a while.
var device *gpu.Device

// software has the tests run on the software device, as everywhere the same; AdapterEnv chooses another.
var software = os.Getenv(gpu.AdapterEnv) == ""

func TestMain(m *testing.M) {
	if child := os.Getenv(childEnv); child != "" {
		children[child]()
		return
	}
	var err error
	if device, err = gpu.Open(gpu.Config{Label: "test", Software: software}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := device.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "a test left something behind:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// noLeak fails a test that leaves objects on the shared device.
func noLeak(t *testing.T) {
	t.Helper()
	before := device.Live()
	t.Cleanup(func() {
		if after := device.Live(); after.Total() != before.Total() || after.Bytes != before.Bytes {
			t.Errorf("%d objects of %d bytes before the test, %d of %d after it",
				before.Total(), before.Bytes, after.Total(), after.Bytes)
		}
	})
}

// must ends the test on an error.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// buffer makes a buffer that is released with the test.
func buffer(t *testing.T, label string, size uint64, usage gpu.BufferUsage) *gpu.Buffer {
	t.Helper()
	b := must(device.NewBuffer(gpu.BufferDesc{Label: label, Size: size, Usage: usage}))(t)
	t.Cleanup(b.Release)
	return b
}

// texture makes a texture that is released with the test.
func texture(t *testing.T, desc gpu.TextureDesc) *gpu.Texture {
	t.Helper()
	made := must(device.NewTexture(desc))(t)
	t.Cleanup(made.Release)
	return made
}

// graph makes a frame graph that is released with the test.
func graph(t *testing.T) *gpu.FrameGraph {
	t.Helper()
	g := gpu.NewFrameGraph(device)
	t.Cleanup(g.Release)
	return g
}
