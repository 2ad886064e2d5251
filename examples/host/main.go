// Host shows Motes in a program that has everything of its own: an ark world, a WebGPU
// device, a command encoder and a render pass. It uses no package of Motes but the plugin
// and what the plugin needs.
//
//	go run ./examples/host -o out/host.png
//
// You should see a flame and its smoke on a dark ground of the host's colour.
package main

import (
	"flag"
	"fmt"
	"image/png"
	"log"
	"os"
	"path/filepath"

	"github.com/cogentcore/webgpu/wgpu"
)

func main() {
	frames := flag.Int("frames", 120, "end after `N` steps of a sixtieth of a second")
	start := flag.Int("start", 0, "simulate the first `N` steps without drawing them")
	seed := flag.Uint64("seed", 1, "start of all random numbers, `N`")
	output := flag.String("o", "out/host.png", "write the last frame to this `file.png`")
	flag.Bool("headless", true, "always: the host of this example has no window")
	flag.Parse()
	if *frames < 1 {
		log.Fatalf("-frames is %d; it must be 1 or more", *frames)
	}
	if *start < 0 || *start >= *frames {
		log.Fatalf("-start is %d; it must be 0 or more, and less than -frames, which is %d", *start, *frames)
	}
	if err := run(*start, *frames, *seed, *output); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrote", *output)
}

func run(start, frames int, seed uint64, output string) error {
	// All of this is the host's: Motes neither makes nor releases it. The driver's chatter
	// stays off standard error.
	wgpu.SetLogLevel(wgpu.LogLevelError)
	if os.Getenv("XDG_RUNTIME_DIR") == "" {
		os.Setenv("XDG_RUNTIME_DIR", os.TempDir())
	}
	instance := wgpu.CreateInstance(nil)
	defer instance.Release()
	adapter, err := instance.RequestAdapter(nil)
	if err != nil {
		return fmt.Errorf("no graphics adapter: %w; on Debian install mesa-vulkan-drivers", err)
	}
	defer adapter.Release()
	device, err := adapter.RequestDevice(nil)
	if err != nil {
		return fmt.Errorf("no graphics device: %w", err)
	}
	defer device.Release()

	h, err := newHost(device, seed)
	if err != nil {
		return err
	}
	defer h.close()
	for i := range frames {
		if err := h.frame(1./60, i >= start); err != nil {
			return err
		}
	}

	picture, err := h.picture()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	file, err := os.Create(output)
	if err != nil {
		return err
	}
	if err := png.Encode(file, picture); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
