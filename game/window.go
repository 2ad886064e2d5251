package game

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
	"github.com/cogentcore/webgpu/wgpuglfw"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// window is one glfw window and the input it gathers. All of it belongs to the goroutine that opened it, which must be
// the process's main thread on macOS.
type window struct {
	handle *glfw.Window
	input  *Input
}

// idleWait is how long a loop without a picture, as that of a minimised window, sleeps between two looks, in seconds.
const idleWait = 0.03

// openWindow opens a window of the given size in points whose events go to in.
func openWindow(title string, width, height int, in *Input) (w *window, err error) {
	// glfw panics on the errors that it holds to be the programmer's, and "there is no display" ends up as one of them.
	defer func() {
		if r := recover(); r != nil {
			w, err = nil, fmt.Errorf("game %q: no window: %v; is there a display? Config.Headless needs none", title, r)
		}
	}()
	if err := glfw.Init(); err != nil {
		return nil, fmt.Errorf("game %q: no window: %w; is there a display? Config.Headless needs none", title, err)
	}
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI)
	handle, err := glfw.CreateWindow(width, height, title, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("game %q: no window of %d × %d: %w", title, width, height, err)
	}
	w = &window{handle: handle, input: in}
	handle.SetKeyCallback(w.onKey)
	handle.SetMouseButtonCallback(w.onButton)
	handle.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { in.Move(float32(x), float32(y)) })
	handle.SetScrollCallback(func(_ *glfw.Window, x, y float64) { in.Scroll(float32(x), float32(y)) })
	handle.SetFocusCallback(func(_ *glfw.Window, focused bool) {
		if !focused {
			in.releaseAll()
		}
	})
	return w, nil
}

// surface describes the window to the device layer.
func (w *window) surface() *wgpu.SurfaceDescriptor { return wgpuglfw.GetSurfaceDescriptor(w.handle) }

// poll gathers the events since the last call. A window that shows nothing waits a little for the next one.
func (w *window) poll() {
	if width, height := w.size(); width == 0 || height == 0 {
		glfw.WaitEventsTimeout(idleWait)
		return
	}
	glfw.PollEvents()
}

// size is what there is to draw on, in pixels: 0 × 0 while the window is minimised.
func (w *window) size() (width, height int) {
	if w.handle.GetAttrib(glfw.Iconified) == glfw.True {
		return 0, 0
	}
	return w.handle.GetFramebufferSize()
}

func (w *window) closed() bool { return w.handle.ShouldClose() }

func (w *window) setTitle(title string) { w.handle.SetTitle(title) }

// destroy closes the window. glfw itself stays initialised until the process ends: another App may have a window.
func (w *window) destroy() { w.handle.Destroy() }

func (w *window) onKey(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, _ glfw.ModifierKey) {
	switch action {
	case glfw.Press:
		w.input.Press(keyOf(key))
	case glfw.Release:
		w.input.Release(keyOf(key))
	}
}

func (w *window) onButton(_ *glfw.Window, button glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
	switch button {
	case glfw.MouseButtonLeft:
		w.input.SetButton(ButtonLeft, action == glfw.Press)
	case glfw.MouseButtonRight:
		w.input.SetButton(ButtonRight, action == glfw.Press)
	case glfw.MouseButtonMiddle:
		w.input.SetButton(ButtonMiddle, action == glfw.Press)
	}
}

// keyOf translates glfw's name of a key.
func keyOf(key glfw.Key) Key {
	switch {
	case key >= glfw.KeyA && key <= glfw.KeyZ:
		return KeyA + Key(key-glfw.KeyA)
	case key >= glfw.Key0 && key <= glfw.Key9:
		return Key0 + Key(key-glfw.Key0)
	}
	switch key {
	case glfw.KeySpace:
		return KeySpace
	case glfw.KeyEnter, glfw.KeyKPEnter:
		return KeyEnter
	case glfw.KeyEscape:
		return KeyEscape
	case glfw.KeyTab:
		return KeyTab
	case glfw.KeyBackspace:
		return KeyBackspace
	case glfw.KeyLeftShift, glfw.KeyRightShift:
		return KeyShift
	case glfw.KeyLeftControl, glfw.KeyRightControl:
		return KeyControl
	case glfw.KeyLeft:
		return KeyLeft
	case glfw.KeyRight:
		return KeyRight
	case glfw.KeyUp:
		return KeyUp
	case glfw.KeyDown:
		return KeyDown
	case glfw.KeyF1:
		return KeyF1
	case glfw.KeyF12:
		return KeyF12
	}
	return KeyUnknown
}
