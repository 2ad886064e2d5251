package game

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// App is a game: a world, its schedule, and what shows them. Everything of one App belongs to one goroutine.
type App struct {
	World    *ark.World
	Schedule *ecs.Schedule

	Camera      Camera
	Controls    Controls // nil: nothing moves the camera but the program
	Environment Environment
	Input       Input
	// Culling is what becomes of meshes outside the picture; it may change from frame to frame. Default gpu.CullNothing:
	// they are drawn. A picture is the same either way.
	Culling gpu.MeshCulling

	// Views are the cameras that share the picture; none: Camera has all of it. Change them at any time.
	Views []View

	// The effects on the light of a frame, in this order. Each is off where it is zero.
	Fog          Fog
	Bloom        Bloom
	DepthOfField DepthOfField

	config Config
	err    error // what went wrong before Open; Run returns it
	hooks  []func(*App) error
	// onError decides about a frame's error; nil: it ends the run.
	onError func(error) error

	meshes  *meshSystem
	fog     *fogSystem
	bloom   *bloomSystem
	dof     *dofSystem
	tonemap *tonemapSystem
	link    particleLink

	device  *gpu.Device
	graph   *gpu.FrameGraph
	window  *window
	targets targets

	frames  int
	last    time.Time
	elapsed time.Duration
	metrics meter
	adapter string
	quit    bool
}

// New makes a game with an empty world; no window or device is opened before [App.Run] or [App.Open]. An error of the
// configuration, or of a plugin or system that is added, is kept and returned by Run and Open.
func New(config Config) *App {
	config, err := config.withDefaults()
	a := &App{
		World:        ark.NewWorld(),
		Schedule:     ecs.NewSchedule(),
		Camera:       config.Camera,
		Controls:     config.Controls,
		Environment:  config.Environment,
		Fog:          config.Fog,
		Bloom:        config.Bloom,
		DepthOfField: config.DepthOfField,
		Culling:      config.Culling,
		config:       config,
		err:          err,
	}
	ark.AddResource(a.World, &ecs.Time{FixedStep: config.FixedStep})
	a.keep(a.Schedule.AddPlugin(a.World, &systems.TransformPlugin{}))
	a.meshes = &meshSystem{app: a}
	a.fog = &fogSystem{app: a}
	a.bloom = &bloomSystem{app: a}
	a.dof = &dofSystem{app: a}
	a.tonemap = &tonemapSystem{app: a, meshes: a.meshes}
	a.AddSystem(ecs.StagePrepare, &targetSystem{app: a})
	a.AddSystem(ecs.StagePrepare, a.meshes)
	a.AddSystem(ecs.StagePrepare, a.fog)
	a.AddSystem(ecs.StagePostRender, &resolveSystem{app: a})
	a.AddSystem(ecs.StagePostRender, a.bloom)
	a.AddSystem(ecs.StagePostRender, a.dof)
	a.AddSystem(ecs.StagePostRender, a.tonemap)
	a.AddSystem(ecs.StagePresent, &presentSystem{app: a})
	return a
}

// AddPlugin builds a plugin into the world and the schedule. An error is kept and returned by Run.
func (a *App) AddPlugin(p ecs.Plugin) {
	err := a.Schedule.AddPlugin(a.World, p)
	a.keep(err)
	if err == nil {
		a.link.see(p)
	}
}

// AddSystem puts a system at the end of a stage of package ecs. An error is kept and returned by Run.
func (a *App) AddSystem(stage string, s ecs.System) {
	a.keep(a.Schedule.AddSystem(stage, s))
}

// OnFrame adds a function that is called after every frame, on the goroutine that runs the App. Its error ends the run.
// It is called after the frames up to Config.Start too, in which there is no picture yet.
func (a *App) OnFrame(f func(*App) error) {
	if f != nil {
		a.hooks = append(a.hooks, f)
	}
}

// OnError adds the function that decides about the error of a frame: what it returns ends the run, nil lets it go on. It
// may log the error, which names what is wrong, and leave the rest of the world running. Without it the first error ends
// the run.
func (a *App) OnError(f func(error) error) { a.onError = f }

// Quit ends the run after the current frame.
func (a *App) Quit() { a.quit = true }

// Time returns the world's clock.
func (a *App) Time() *ecs.Time { return ark.GetResource[ecs.Time](a.World) }

func (a *App) keep(err error) { a.err = errors.Join(a.err, err) }

// Run opens the App, runs frames until the last one or until the window is closed, writes what Config.Output asks for and
// closes the App again. It returns the first error: of New and the Add methods, of opening, or of any system in a frame.
//
// Run locks its goroutine to its thread. macOS wants that to be the main thread: call Run from main.
func (a *App) Run() (err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := a.Open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	every, written := numbered(a.config.Output), 0
	for more := true; more; {
		if more, err = a.Frame(); err != nil {
			return fmt.Errorf("game %q: frame %d: %w", a.config.Title, a.frames+1, err)
		}
		if !every || a.targets.out == nil { // a minimised window has no picture of this frame
			continue
		}
		if err := a.SavePNG(a.config.OutputPath(a.frames)); err != nil {
			return err
		}
		written++
	}
	if a.config.Output == "" || written > 0 {
		return nil
	}
	return a.SavePNG(a.config.OutputPath(a.frames))
}
