package gpu

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/cogentcore/webgpu/wgpu"
)

// Backend is the interface through which a device is driven.
type Backend uint8

// The backends. BackendAny takes Vulkan, Metal or DX12. GL is looked at only if it is asked for: where a process holds
// several instances of the driver, as beside a host's, the first that is released ends EGL for all, and a GL device that
// is still open aborts.
const (
	BackendAny Backend = iota
	Vulkan
	Metal
	DX12
	GL
	backends
)

var backendTable = [backends]struct {
	name   string
	native wgpu.InstanceBackend
}{
	{"any", wgpu.InstanceBackendPrimary},
	{"Vulkan", wgpu.InstanceBackendVulkan},
	{"Metal", wgpu.InstanceBackendMetal},
	{"DX12", wgpu.InstanceBackendDX12},
	{"GL", wgpu.InstanceBackendGL},
}

// String returns the backend's name.
func (b Backend) String() string {
	if b < backends {
		return backendTable[b].name
	}
	return fmt.Sprintf("backend %d", b)
}

// AdapterType is what sort of machine an adapter is.
type AdapterType uint8

// The types of adapters, best first.
const (
	AdapterDiscrete   AdapterType = iota // a graphics card
	AdapterIntegrated                    // shares the processor's memory
	AdapterVirtual                       // or of a type that the driver does not tell
	AdapterCPU                           // software
	adapterTypes
)

var adapterTypeNames = [adapterTypes]string{"discrete GPU", "integrated GPU", "virtual or other GPU", "CPU"}

// String returns the type in words.
func (t AdapterType) String() string {
	if t < adapterTypes {
		return adapterTypeNames[t]
	}
	return fmt.Sprintf("adapter type %d", t)
}

// AdapterInfo describes a graphics device of the machine.
type AdapterInfo struct {
	Name    string // of the hardware
	Driver  string // name and version of the driver, where it tells
	Backend string // "Vulkan", "Metal", "DX12", "GL"
	Type    AdapterType
}

// String returns a line for logs: llvmpipe (LLVM 15.0.6, 256 bits), CPU, Vulkan.
func (a AdapterInfo) String() string {
	return fmt.Sprintf("%s, %v, %s", a.Name, a.Type, a.Backend)
}

// Power says which of several fitting adapters is preferred.
type Power uint8

// The preferences.
const (
	HighPerformance Power = iota // discrete before integrated
	LowPower                     // integrated before discrete
)

// AdapterEnv is the environment variable whose value, a part of an adapter's name, chooses the adapter where Config.Adapter
// does not.
const AdapterEnv = "MOTES_ADAPTER"

func infoOf(a *wgpu.Adapter) AdapterInfo {
	native := a.GetInfo()
	info := AdapterInfo{Name: native.Name, Driver: native.DriverDescription, Type: AdapterVirtual}
	if strings.HasPrefix(info.Name, "0x") {
		// One of the binding's libraries has the device's number here and the name in the description.
		info.Name, info.Driver = native.DriverDescription, ""
	}
	switch native.AdapterType {
	case wgpu.AdapterTypeDiscreteGPU:
		info.Type = AdapterDiscrete
	case wgpu.AdapterTypeIntegratedGPU:
		info.Type = AdapterIntegrated
	case wgpu.AdapterTypeCPU:
		info.Type = AdapterCPU
	}
	switch native.BackendType {
	case wgpu.BackendTypeVulkan:
		info.Backend = "Vulkan"
	case wgpu.BackendTypeMetal:
		info.Backend = "Metal"
	case wgpu.BackendTypeD3D12:
		info.Backend = "DX12"
	case wgpu.BackendTypeOpenGL, wgpu.BackendTypeOpenGLES:
		info.Backend = "GL"
	default:
		info.Backend = native.BackendType.String()
	}
	return info
}

// candidate is an adapter that could be opened.
type candidate struct {
	adapter *wgpu.Adapter
	info    AdapterInfo
}

// fits says why a configuration passes an adapter over, or returns "".
func (c *Config) fits(info AdapterInfo) string {
	if c.Software && info.Type != AdapterCPU {
		return "it is no software device"
	}
	if name := c.adapterName(); !strings.Contains(strings.ToLower(info.Name), strings.ToLower(name)) {
		return fmt.Sprintf("its name does not contain %q", name)
	}
	return ""
}

func (c *Config) adapterName() string { return cmp.Or(c.Adapter, os.Getenv(AdapterEnv)) }

// rank orders adapters: the smaller, the better.
func (c *Config) rank(info AdapterInfo) int {
	rank := int(info.Type)
	if c.Power == LowPower && rank <= int(AdapterIntegrated) {
		rank = 1 - rank
	}
	return rank
}

// candidates lists the fitting adapters, best first, and describes those that are passed over. Both are empty where the
// machine has none. The caller releases what it does not use.
func (c *Config) candidates(instance *wgpu.Instance, fits func(*wgpu.Adapter) string) (found []candidate, passed []string) {
	for _, a := range instance.EnumerateAdapters(&wgpu.InstanceEnumerateAdapterOptons{Backends: backendTable[c.Backend].native}) {
		info := infoOf(a)
		reason := c.fits(info)
		if reason == "" && fits != nil {
			reason = fits(a)
		}
		if reason != "" {
			passed = append(passed, fmt.Sprintf("%v (%s)", info, reason))
			a.Release()
			continue
		}
		found = append(found, candidate{a, info})
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(c.rank(a.info), c.rank(b.info)) })
	return found, passed
}

// noAdapter is the error for a machine without a fitting adapter.
func (c *Config) noAdapter(passed []string) error {
	want := "a graphics device"
	if c.Software {
		want = "a software graphics device"
	}
	if c.Backend != BackendAny {
		want += " for " + c.Backend.String()
	}
	if name := c.adapterName(); name != "" {
		want += fmt.Sprintf(" whose name contains %q", name)
	}
	found, remedy := "the machine has none", installHint()
	if c.Backend == BackendAny {
		found = "the machine has none for Vulkan, Metal or DX12"
	}
	if len(passed) > 0 {
		found = "found only " + strings.Join(passed, "; ")
	}
	if c.adapterName() != "" {
		remedy = "leave Config.Adapter and " + AdapterEnv + " empty to take any, or " + remedy
	}
	return &Error{"device", c.Label, fmt.Sprintf("%s was asked for; %s; %s", want, found, remedy), ErrNoAdapter}
}

// installHint says how a driver gets onto the machine.
func installHint() string {
	if runtime.GOOS == "linux" {
		return "install a Vulkan driver: on Debian and Ubuntu the packages libvulkan1 and mesa-vulkan-drivers, " +
			"which also hold a software device"
	}
	return "install the graphics driver of the machine"
}
