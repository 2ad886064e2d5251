package gpu_test

import (
	"strings"
	"testing"

	"github.com/cogentcore/webgpu/wgpu"

	"github.com/gomotes/motes/gpu"
)

func TestADeviceDescribesItself(t *testing.T) {
	info, limits := device.Adapter(), device.Limits()
	if info.Name == "" || strings.HasPrefix(info.Name, "0x") || info.Backend == "" || software != (info.Type == gpu.AdapterCPU) {
		t.Errorf("adapter %+v", info)
	}
	if limits.MaxStorageBindingSize < 128<<20 || limits.MaxBufferSize < limits.MaxStorageBindingSize || limits.MaxBufferSize%4 != 0 ||
		limits.MaxStorageBuffersPerStage < 8 || limits.MaxWorkgroupsPerDimension < 65535 || limits.MaxTextureSize < 8192 ||
		limits.StorageOffsetAlignment == 0 || limits.UniformOffsetAlignment == 0 {
		t.Errorf("limits %+v", limits)
	}
}

// A weak device is tried on a strong one (C32).
func TestLoweredLimitsHold(t *testing.T) {
	d := must(gpu.Open(gpu.Config{Label: "weak", Software: software, Limits: gpu.LimitRequest{
		MaxBufferSize: 1 << 20, MaxStorageBindingSize: 1 << 16, MaxStorageBuffersPerStage: 4, MaxWorkgroupsPerDimension: 100, MaxTextureSize: 256,
	}}))(t)
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	l := d.Limits()
	if l.MaxBufferSize != 1<<20 || l.MaxStorageBindingSize != 1<<16 || l.MaxStorageBuffersPerStage != 4 || l.MaxWorkgroupsPerDimension != 100 || l.MaxTextureSize != 256 {
		t.Errorf("limits %+v", l)
	}
	_, err := d.NewBuffer(gpu.BufferDesc{Label: "b", Size: 2 << 20, Usage: gpu.StorageUsage})
	refused(t, err, gpu.ErrLimit, "1048576")
	five := make([]gpu.LayoutEntry, 5)
	for i := range five {
		five[i] = gpu.LayoutEntry{Binding: uint32(i), Stages: gpu.StageCompute, Kind: gpu.StorageBinding}
	}
	_, err = d.NewBindGroupLayout("l", five...)
	refused(t, err, gpu.ErrLimit, "the device allows 4")

	_, err = gpu.Open(gpu.Config{Software: software, Limits: gpu.LimitRequest{MaxStorageBuffersPerStage: 1000}})
	refused(t, err, gpu.ErrLimit, "MaxStorageBuffersPerStage is 1000", "at most 8")
}

func TestADeviceThatDoesNotExistIsRefused(t *testing.T) {
	_, err := gpu.Open(gpu.Config{Label: "mine", Adapter: "voodoo"})
	refused(t, err, gpu.ErrNoAdapter, `device "mine"`, `"voodoo"`, "llvmpipe", gpu.AdapterEnv)
	_, err = gpu.Open(gpu.Config{Backend: gpu.Metal, Software: software})
	refused(t, err, gpu.ErrNoAdapter, "for Metal", "a software graphics device")
	_, err = gpu.Open(gpu.Config{Backend: 77})
	refused(t, err, gpu.ErrUsage, "Backend")
	_, _, err = gpu.OpenForSurface(gpu.Config{}, nil)
	refused(t, err, gpu.ErrUsage, "surface")
	_, err = gpu.Wrap(nil, gpu.WrapConfig{})
	refused(t, err, gpu.ErrUsage, "nil")
}

func TestClosingADeviceNamesWhatIsLeft(t *testing.T) {
	d := must(gpu.Open(gpu.Config{Label: "leaky", Software: software}))(t)
	b := must(d.NewBuffer(gpu.BufferDesc{Label: "streams", Size: 16, Usage: gpu.StorageUsage}))(t)
	other := must(d.NewBuffer(gpu.BufferDesc{Label: "args", Size: 16, Usage: gpu.StorageUsage}))(t)
	image := must(d.NewTexture(gpu.TextureDesc{Label: "disc", Width: 4, Height: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureSampled}))(t)
	if c := d.Live(); c.Buffers != 2 || c.Textures != 1 || c.Views != 1 || c.Total() != 4 || c.Bytes != 96 {
		t.Errorf("alive: %+v", c)
	}
	refused(t, d.Close(), gpu.ErrLeak, `device "leaky"`, `2 buffers ("args", "streams")`, `1 texture ("disc")`)
	if err := d.Close(); err != nil {
		t.Error("closed once more:", err)
	}
	_, err := d.NewBuffer(gpu.BufferDesc{Label: "late", Size: 16, Usage: gpu.StorageUsage})
	refused(t, err, gpu.ErrUseAfterRelease, `buffer "late"`, "leaky is closed")
	g := gpu.NewFrameGraph(d)
	refused(t, g.Execute(), gpu.ErrUseAfterRelease, "leaky")
	b.Release()
	other.Release()
	image.Release()
	if n := d.Live().Total(); n != 0 {
		t.Errorf("%d objects are alive", n)
	}
}

func TestAGraphsOwnMemoryEndsWithItsDevice(t *testing.T) {
	d := must(gpu.Open(gpu.Config{Software: software}))(t)
	g := gpu.NewFrameGraph(d)
	kept := gpu.NewTransient("kept", gpu.TextureDesc{Width: 4, Height: 4, Format: gpu.FormatRGBA8})
	g.SetProfile(gpu.ProfilePasses)
	g.AddRaster(clearNode("clear", kept, 1))
	g.Keep(kept)
	if err := g.Execute(); err != nil {
		t.Fatal(err)
	}
	if c := d.Live(); c.Textures != 1 || c.QuerySets != 1 || c.Buffers != 1 {
		t.Errorf("alive: %+v", c)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// Objects of one device are refused by another, before the driver aborts on them.
func TestObjectsOfAnotherDeviceAreRefused(t *testing.T) {
	noLeak(t)
	d := must(gpu.Open(gpu.Config{Software: software}))(t)
	defer d.Close()
	foreign := must(d.NewBuffer(gpu.BufferDesc{Label: "foreign", Size: 16, Usage: gpu.StorageUsage | gpu.CopySrc | gpu.CopyDst}))(t)
	defer foreign.Release()
	_, err := device.ReadBuffer(foreign, 0, 4)
	refused(t, err, gpu.ErrForeign, `"foreign"`)
	g := graph(t)
	g.AddCompute(&gpu.ComputeNode{Label: "n", Uses: []gpu.Use{{Resource: foreign}}, Record: idle})
	refused(t, g.Execute(), gpu.ErrForeign, `node "n"`, `"foreign"`)
	g.AddUpload(foreign, 0, make([]byte, 4))
	refused(t, g.Execute(), gpu.ErrForeign, `"foreign"`)
}

// host opens a device as a program without this package does.
func host(t *testing.T) *wgpu.Device {
	t.Helper()
	instance := wgpu.CreateInstance(nil)
	t.Cleanup(instance.Release)
	adapters := instance.EnumerateAdapters(&wgpu.InstanceEnumerateAdapterOptons{Backends: wgpu.InstanceBackendVulkan})
	if len(adapters) == 0 {
		t.Fatal("no adapter")
	}
	for _, a := range adapters {
		t.Cleanup(a.Release)
	}
	dev := must(adapters[0].RequestDevice(nil))(t)
	t.Cleanup(dev.Release)
	return dev
}

// A host's device, encoder and render pass are used; the host submits, and keeps its device.
func TestAGraphInAHostsEncoderAndADrawInItsPass(t *testing.T) {
	dev := host(t)
	old := device
	defer func() { device = old }()
	d := must(gpu.Wrap(dev, gpu.WrapConfig{Adapter: gpu.AdapterInfo{Name: "host's"}}))(t)
	device = d // for the makers of this file
	t.Run("host", func(t *testing.T) {
		add := newAdder(t, 3)
		words := buffer(t, "words", 64, gpu.StorageUsage|gpu.CopySrc|gpu.CopyDst)
		target := texture(t, gpu.TextureDesc{Label: "target", Width: 4, Height: 4, Format: gpu.FormatRGBA8, Usage: gpu.TextureTarget | gpu.TextureCopySrc})
		fill := newPainter(t, gpu.RenderPipelineDesc{Targets: []gpu.ColorTarget{{Format: gpu.FormatRGBA8}}})
		blue := fill.record(t, 0.5, 0, 0, 1, 1)

		hosts := must(dev.CreateTexture(&wgpu.TextureDescriptor{Usage: wgpu.TextureUsageRenderAttachment, Dimension: wgpu.TextureDimension2D,
			Size: wgpu.Extent3D{Width: 4, Height: 4, DepthOrArrayLayers: 1}, Format: wgpu.TextureFormatRGBA8Unorm, MipLevelCount: 1, SampleCount: 1}))(t)
		defer hosts.Release()
		view := must(hosts.CreateView(nil))(t)
		defer view.Release()

		enc := must(dev.CreateCommandEncoder(nil))(t)
		defer enc.Release()
		g := graph(t)
		refused(t, g.Encode(nil), gpu.ErrUsage, "nil encoder")
		g.AddUpload(words, 0, gpu.AsBytes([]uint32{4}))
		g.AddCompute(add.node(t, "add", words))
		g.AddRaster(&gpu.RasterNode{Label: "blue", Color: []gpu.ColorAttachment{{Target: target, Clear: true}}, Record: blue})
		if err := g.Encode(enc); err != nil {
			t.Fatal(err)
		}
		begin := func() *wgpu.RenderPassEncoder {
			return enc.BeginRenderPass(&wgpu.RenderPassDescriptor{ColorAttachments: []wgpu.RenderPassColorAttachment{{View: view, LoadOp: wgpu.LoadOpClear, StoreOp: wgpu.StoreOpStore}}})
		}
		native := begin()
		pass := gpu.WrapRenderPass(native)
		blue(pass)
		if err := pass.Err(); err != nil {
			t.Error(err)
		}
		pass.Draw(3, 1, 0, 0)
		pass.SetPipeline(nil)
		refused(t, pass.Err(), gpu.ErrUsage, `node "host"`)
		if err := native.End(); err != nil {
			t.Error(err)
		}
		native.Release()
		commands := must(enc.Finish(nil))(t)
		defer commands.Release()
		queue := dev.GetQueue()
		defer queue.Release()
		queue.Submit(commands)
		if got := must(d.ReadBuffer(words, 0, 4))(t)[0]; got != 7 {
			t.Errorf("4 + 3 = %d", got)
		}
		if got := must(d.ReadImage(target))(t).NRGBAAt(1, 1); got.B != 255 || got.R != 0 {
			t.Errorf("the graph drew %v", got)
		}
	})
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	dev.Poll(true, nil) // the host's device lives on
	if again := must(gpu.Wrap(dev, gpu.WrapConfig{}))(t); again.Limits().MaxBufferSize != 256<<20 {
		t.Errorf("limits %+v", again.Limits())
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
}
