package gpu

import (
	"errors"
	"os"
	"runtime"

	"github.com/cogentcore/webgpu/wgpu"
)

// Config says which device to open. The zero value takes the best one of the machine.
type Config struct {
	Label    string // for error messages; "" means "motes"
	Backend  Backend
	Adapter  string       // part of the adapter's name, in any case; "": that of the environment variable AdapterEnv, or any
	Power    Power        // preference among fitting adapters
	Software bool         // only software devices (AdapterCPU): slow, but the same on every machine
	Limits   LimitRequest // zero: raised where it helps
}

// WrapConfig describes a host's device.
type WrapConfig struct {
	Label   string      // for error messages; "" means "host"
	Adapter AdapterInfo // what Adapter returns; the binding cannot ask a device for it
}

// Device is a graphics device and all that was made on it. One goroutine drives a device: none of its methods, nor those
// of its objects and graphs, may run at the same time.
type Device struct {
	label    string
	adapter  *wgpu.Adapter // nil for a host's device
	ref      *wgpu.Device
	queue    *wgpu.Queue
	info     AdapterInfo
	limits   Limits
	stamps   bool
	closed   bool
	registry registry
	graphs   []*FrameGraph // whose memory is released with the device
}

// Open opens a device of its own. Adapters are tried best first: discrete, integrated, virtual, then software. Without one
// that fits, the ErrNoAdapter lists what there is and what to install.
func Open(cfg Config) (*Device, error) {
	if cfg.Label == "" {
		cfg.Label = "motes"
	}
	instance, err := cfg.instance()
	if err != nil {
		return nil, err
	}
	d, err := cfg.open(instance, nil)
	if err != nil {
		drivers.release()
		return nil, err
	}
	return d, nil
}

// instance prepares the process and loads the drivers; drivers.release gives them back.
func (c *Config) instance() (*wgpu.Instance, error) {
	if c.Backend >= backends {
		return nil, &Error{"device", c.Label, "Backend is not one of the values of this package", ErrUsage}
	}
	quiet()
	return drivers.acquire(), nil
}

// quiet keeps the driver's chatter off standard error: only what it holds to be an error is printed, and EGL does not
// complain of a missing directory.
func quiet() {
	wgpu.SetLogLevel(wgpu.LogLevelError)
	if runtime.GOOS == "linux" && os.Getenv("XDG_RUNTIME_DIR") == "" {
		os.Setenv("XDG_RUNTIME_DIR", os.TempDir())
	}
}

// open opens the best adapter that works.
func (c *Config) open(instance *wgpu.Instance, fits func(*wgpu.Adapter) string) (*Device, error) {
	found, passed := c.candidates(instance, fits)
	var device *Device
	var limitErr error
	for _, candidate := range found {
		if device != nil {
			candidate.adapter.Release()
			continue
		}
		d, err := c.request(candidate)
		if err != nil {
			passed = append(passed, candidate.info.String()+" ("+err.Error()+")")
			candidate.adapter.Release()
			if limitErr == nil {
				limitErr = err
			}
			continue
		}
		device = d
	}
	if device == nil {
		if limit := (*Error)(nil); errors.As(limitErr, &limit) {
			limit.Label = c.Label
			return nil, limit
		}
		return nil, c.noAdapter(passed)
	}
	return device, nil
}

// request opens one adapter.
func (c *Config) request(from candidate) (*Device, error) {
	limits, err := c.Limits.required(from.adapter.GetLimits().Limits)
	if err != nil {
		return nil, err
	}
	desc := &wgpu.DeviceDescriptor{Label: c.Label, RequiredLimits: &wgpu.RequiredLimits{Limits: limits}}
	if from.adapter.HasFeature(wgpu.FeatureNameTimestampQuery) {
		desc.RequiredFeatures = append(desc.RequiredFeatures, wgpu.FeatureNameTimestampQuery)
	}
	ref, err := from.adapter.RequestDevice(desc)
	if err != nil {
		return nil, err
	}
	d := newDevice(ref, c.Label, from.info)
	d.adapter = from.adapter
	return d, nil
}

func newDevice(ref *wgpu.Device, label string, info AdapterInfo) *Device {
	return &Device{
		label:  label,
		ref:    ref,
		queue:  ref.GetQueue(),
		info:   info,
		limits: limitsOf(ref.GetLimits().Limits),
		stamps: ref.HasFeature(wgpu.FeatureNameTimestampQuery),
	}
}

// Wrap makes a Device of a host's. The host keeps it and releases it after Close. The limits are those that the host
// asked for.
func Wrap(dev *wgpu.Device, cfg WrapConfig) (*Device, error) {
	label := cfg.Label
	if label == "" {
		label = "host"
	}
	if dev == nil {
		return nil, &Error{"device", label, "the host's device is nil", ErrUsage}
	}
	return newDevice(dev, label, cfg.Adapter), nil
}

// Adapter describes the hardware and its driver.
func (d *Device) Adapter() AdapterInfo { return d.info }

// Software reports whether the device is a program on the CPU, as far as the driver tells.
func (d *Device) Software() bool { return d.info.Type == AdapterCPU }

// Limits returns what the device allows.
func (d *Device) Limits() Limits { return d.limits }

// Live counts the objects that are alive.
func (d *Device) Live() Counts { return d.registry.snapshot() }

// HasTimestamps reports whether the device can measure its own time, as the profiling of a FrameGraph needs.
func (d *Device) HasTimestamps() bool { return d.stamps }

// Wait returns when the device has done all that was submitted.
func (d *Device) Wait() {
	if !d.closed {
		d.ref.Poll(true, nil)
	}
}

// open says why nothing can be made on the device, or returns nil.
func (d *Device) open(what, label string) error {
	if d.closed {
		return &Error{what, label, "device " + d.label + " is closed", ErrUseAfterRelease}
	}
	return nil
}

// Close waits for the device and releases it, except a host's. Objects that are still alive are an ErrLeak that names them
// by kind and label; they can still be released, and the driver's device ends with the last of them. A second call does
// nothing.
func (d *Device) Close() error {
	if d.closed {
		return nil
	}
	d.Wait()
	for _, g := range d.graphs {
		g.Release()
	}
	d.graphs = nil
	d.closed = true
	left := d.registry.leftovers()
	if left != "" {
		return &Error{"device", d.label, "closed with objects alive: " + left, ErrLeak}
	}
	d.end()
	return nil
}

// drop releases an object, once. Objects must not outlive the driver's device: it would hand their numbers to those of the
// next device, whose frames it then refuses, with an abort.
func (d *Device) drop(o *object, release func()) {
	if !d.registry.remove(o) {
		return
	}
	release()
	if d.closed && len(d.registry.living) == 0 {
		d.end()
	}
}

// end gives back what the driver holds.
func (d *Device) end() {
	d.queue.Release()
	if d.adapter == nil {
		return
	}
	d.ref.Release()
	d.adapter.Release()
	drivers.release()
}
