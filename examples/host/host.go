package main

import (
	"errors"
	"image"

	"github.com/cogentcore/webgpu/wgpu"
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

const width, height = 480, 360

// host is a program with its own world, device and way to draw.
type host struct {
	device *wgpu.Device
	queue  *wgpu.Queue

	world    *ark.World
	schedule *ecs.Schedule
	plugin   *systems.ParticlePlugin
	motes    *gpu.Device
	graph    *gpu.FrameGraph
	target   *gpu.Texture
}

func newHost(device *wgpu.Device, seed uint64) (_ *host, err error) {
	h := &host{device: device, queue: device.GetQueue(), world: ark.NewWorld(), schedule: ecs.NewSchedule()}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
		}
	}()
	// Four lines make the host's device and world known to the plugin.
	if h.motes, err = gpu.Wrap(device, gpu.WrapConfig{Label: "host"}); err != nil {
		return nil, err
	}
	h.graph = gpu.NewFrameGraph(h.motes)
	ark.AddResource(h.world, h.motes)
	ark.AddResource(h.world, h.graph)
	h.plugin = &systems.ParticlePlugin{Seed: seed, SharedDriver: components.DriverGPU}
	if err = h.schedule.AddPlugin(h.world, h.plugin); err != nil {
		return nil, err
	}

	emitters := ark.NewMap2[components.Emitter, components.Transform](h.world)
	fire, smoke := components.Fire(), components.Smoke()
	smoke.AlphaScale = 0.1
	emitters.NewEntity(&fire, &components.Transform{})
	emitters.NewEntity(&smoke, &components.Transform{Position: mgl32.Vec3{0, 0.8, 0}})

	h.target, err = h.motes.NewTexture(gpu.TextureDesc{
		Label: "host target", Width: width, Height: height, Format: gpu.FormatRGBA8sRGB,
		Usage: gpu.TextureTarget | gpu.TextureCopySrc,
	})
	return h, err
}

// frame runs a step and, if it is to be shown, draws it, all within the host's own encoder and pass.
func (h *host) frame(dt float64, show bool) error {
	if err := h.schedule.Run(h.world, dt); err != nil {
		return err
	}
	encoder, err := h.device.CreateCommandEncoder(nil)
	if err != nil {
		return err
	}
	defer encoder.Release()
	// The plugin's compute work goes into the host's encoder, before the host's pass.
	if err := h.graph.Encode(encoder); err != nil {
		return err
	}

	if show {
		if err := h.draw(encoder); err != nil {
			return err // a bad pass is never submitted
		}
	}

	commands, err := encoder.Finish(nil)
	if err != nil {
		return err
	}
	defer commands.Release()
	h.queue.Submit(commands)
	return nil
}

// draw is the host's pass.
func (h *host) draw(encoder *wgpu.CommandEncoder) error {
	pass := encoder.BeginRenderPass(&wgpu.RenderPassDescriptor{
		ColorAttachments: []wgpu.RenderPassColorAttachment{{
			View:       h.target.HostView(),
			LoadOp:     wgpu.LoadOpClear,
			StoreOp:    wgpu.StoreOpStore,
			ClearValue: wgpu.Color{R: 0.02, G: 0.03, B: 0.06, A: 1},
		}},
	})
	wrapped := gpu.WrapRenderPass(pass)
	drawErr := h.plugin.Draw(wrapped, h.view())
	endErr := pass.End()
	pass.Release()
	return errors.Join(drawErr, wrapped.Err(), endErr)
}

// view is the host's camera. mathgl's projection has depth −1 to 1; WebGPU wants 0 to 1.
func (h *host) view() systems.View {
	halfDepth := mgl32.Translate3D(0, 0, 0.5).Mul4(mgl32.Scale3D(1, 1, 0.5))
	return systems.View{
		View:        mgl32.LookAtV(mgl32.Vec3{0, 1, 3.2}, mgl32.Vec3{0, 0.9, 0}, mgl32.Vec3{0, 1, 0}),
		Projection:  halfDepth.Mul4(mgl32.Perspective(mgl32.DegToRad(50), float32(width)/height, 0.1, 100)),
		ColorFormat: gpu.FormatRGBA8sRGB,
	}
}

func (h *host) picture() (*image.NRGBA, error) { return h.motes.ReadImage(h.target) }

// close gives back what belongs to the plugin; the device stays the host's.
func (h *host) close() error {
	var errs []error
	errs = append(errs, h.schedule.Close(h.world))
	if h.target != nil {
		h.target.Release()
	}
	if h.motes != nil {
		errs = append(errs, h.motes.Close())
	}
	h.queue.Release()
	return errors.Join(errs...)
}
