package game

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gomotes/motes/gpu"
)

// Defaults that stand in for the zero values of [Config].
const (
	DefaultWidth  = 1280
	DefaultHeight = 720
	// DefaultHeadlessFrames is how many frames a headless run has when Frames is 0.
	DefaultHeadlessFrames = 180
	// DefaultHeadlessStep is the length of a step of a headless run when FixedStep is 0, in seconds.
	DefaultHeadlessStep = 1. / 60
)

// maxPixels keeps a typing error from asking for a picture of many gigabytes.
const maxPixels = 1 << 28

// Config says what [New] opens. Its zero value is a window of 1280 × 720 points in daylight that runs until it is closed.
type Config struct {
	Title         string // of the window; "" means "Motes"
	Width, Height int    // pixels when headless, else the window's size in points; 0 means 1280 × 720

	// Headless renders to a texture, without a window, as fast as it goes.
	Headless bool
	// Frames is the number of the last frame, counted from 1: the run ends after it. 0 runs a window until it is closed, a
	// headless App for 180 frames.
	Frames int
	// Start is how many frames are simulated and not drawn before the first picture, which is that of frame Start + 1; less
	// than Frames. All systems, the controls and the functions of OnFrame run in them as ever, one fixed step each (1/60 s
	// in a window without FixedStep), as fast as it goes. So frame n of a headless run is the same picture whatever the
	// Start, and a long sequence can be shared out: Start 100 and Frames 150 draw the frames 101 to 150. Default 0.
	Start int

	// FixedStep is the length of a simulation step in seconds. 0 means 1/60 when headless, so that a run can be repeated
	// exactly, and one step per frame, as long as the frame was, in a window. In a window with a fixed step a frame has
	// none, one or more steps, and ecs.Time.Alpha says how far the picture is between two.
	FixedStep float64

	// Output is the path of a PNG that Run writes after the last frame; "" writes none. Missing folders are made. A file
	// name with %d, or %04d for four digits, has Run write every frame that was drawn, under its number in the whole run:
	// out/frame-%04d.png. A percent sign of the name itself is written %%; folders are taken as they are.
	Output string

	// Environment is the light of the scene at the start; the zero value means Daylight().
	Environment Environment
	// Camera is where the picture is seen from at the start; the zero value means from (0, 1.5, 6) to (0, 1, 0).
	Camera Camera
	// Controls move the camera; nil means OrbitControls.
	Controls Controls

	// Fog is the air at the start. Like every effect below it is off, and costs nothing, where it is zero.
	Fog Fog
	// Bloom is how light spreads at the start.
	Bloom Bloom
	// DepthOfField is what is blurred at the start.
	DepthOfField DepthOfField

	// Samples is how many samples a pixel has of what is drawn: 4 smooths the edges of meshes, 1 does not. 0 means 1.
	Samples int
	// Culling is what becomes of meshes outside the picture at the start; the zero value draws them.
	Culling gpu.MeshCulling

	// Device says which graphics device to open; the zero value takes the best one.
	Device gpu.Config
}

// withDefaults returns the configuration with every zero value replaced, or an error that names the field.
func (c Config) withDefaults() (Config, error) {
	if c.Title == "" {
		c.Title = "Motes"
	}
	if c.Width == 0 && c.Height == 0 {
		c.Width, c.Height = DefaultWidth, DefaultHeight
	}
	for _, side := range []struct {
		field string
		value int
	}{{"Width", c.Width}, {"Height", c.Height}} {
		if side.value < 1 || side.value > maxPixels {
			return c, fmt.Errorf("game %q: %s is %d; it must be at least 1 pixel (0 for both sides means %d × %d) and at most what the device draws", c.Title, side.field, side.value, DefaultWidth, DefaultHeight)
		}
	}
	if c.Width*c.Height > maxPixels {
		return c, fmt.Errorf("game %q: Width × Height is %d × %d; it must be at most %d pixels in all", c.Title, c.Width, c.Height, maxPixels)
	}
	if c.Output != "" && !strings.EqualFold(filepath.Ext(c.Output), ".png") {
		return c, fmt.Errorf("game %q: Output is %q; the file's name must end in .png", c.Title, c.Output)
	}
	if err := checkNumber(c.Output); err != nil {
		return c, fmt.Errorf("game %q: Output is %q; %w", c.Title, c.Output, err)
	}
	if c.Frames < 0 {
		return c, fmt.Errorf("game %q: Frames is %d; it must be 0 or more", c.Title, c.Frames)
	}
	if !(c.FixedStep >= 0 && c.FixedStep <= 1) {
		return c, fmt.Errorf("game %q: FixedStep is %v; it must be between 0 and 1 second", c.Title, c.FixedStep)
	}
	if c.Headless {
		if c.Frames == 0 {
			c.Frames = DefaultHeadlessFrames
		}
		if c.FixedStep == 0 {
			c.FixedStep = DefaultHeadlessStep
		}
	}
	if c.Start < 0 {
		return c, fmt.Errorf("game %q: Start is %d; it must be 0 or more frames", c.Title, c.Start)
	}
	if c.Frames > 0 && c.Start >= c.Frames {
		return c, fmt.Errorf("game %q: Start is %d; it must be less than Frames, the number of the last frame, which is %d", c.Title, c.Start, c.Frames)
	}
	if err := errors.Join(c.Fog.Validate(), c.Bloom.Validate(), c.DepthOfField.Validate()); err != nil {
		return c, fmt.Errorf("game %q: %w", c.Title, err)
	}
	if c.Samples == 0 {
		c.Samples = 1
	}
	if c.Samples != 1 && c.Samples != 4 {
		return c, fmt.Errorf("game %q: Samples is %d; it must be 1 or 4 (0 means 1)", c.Title, c.Samples)
	}
	if c.Environment == (Environment{}) {
		c.Environment = Daylight()
	}
	if c.Camera == (Camera{}) {
		c.Camera = Camera{Position: [3]float32{0, 1.5, 6}, Target: [3]float32{0, 1, 0}}
	}
	if c.Controls == nil {
		c.Controls = &OrbitControls{}
	}
	if c.Device.Label == "" {
		c.Device.Label = c.Title
	}
	return c, nil
}
