package game

// Key names a key of the keyboard by its place on a US layout.
type Key uint8

// The keys that [Input] knows.
const (
	KeyUnknown Key = iota
	KeyA
	KeyB
	KeyC
	KeyD
	KeyE
	KeyF
	KeyG
	KeyH
	KeyI
	KeyJ
	KeyK
	KeyL
	KeyM
	KeyN
	KeyO
	KeyP
	KeyQ
	KeyR
	KeyS
	KeyT
	KeyU
	KeyV
	KeyW
	KeyX
	KeyY
	KeyZ
	Key0
	Key1
	Key2
	Key3
	Key4
	Key5
	Key6
	Key7
	Key8
	Key9
	KeySpace
	KeyEnter
	KeyEscape
	KeyTab
	KeyBackspace
	KeyShift
	KeyControl
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
	KeyF1
	KeyF12
	keyCount
)

// Button names a button of the mouse.
type Button uint8

// The buttons that [Input] knows.
const (
	ButtonLeft Button = iota
	ButtonRight
	ButtonMiddle
	buttonCount
)

// Input is what the window's keyboard and mouse did up to this frame. The zero value is a keyboard at rest; a headless
// App never changes it. A test or a program of its own window may drive it with Press, Release, Move and Scroll.
type Input struct {
	X, Y           float32 // pointer, in pixels from the top left of the window
	DX, DY         float32 // what the pointer moved in this frame, pixels
	WheelX, WheelY float32 // what the wheel turned in this frame, notches; away from the user is positive

	keys        [keyCount]bool
	hitKeys     [keyCount]bool
	buttons     [buttonCount]bool
	hasPosition bool
}

// Down reports whether the key is held.
func (in *Input) Down(k Key) bool { return k < keyCount && in.keys[k] }

// Hit reports whether the key went down in this frame.
func (in *Input) Hit(k Key) bool { return k < keyCount && in.hitKeys[k] }

// Button reports whether the mouse button is held.
func (in *Input) Button(b Button) bool { return b < buttonCount && in.buttons[b] }

// Press records that a key went down.
func (in *Input) Press(k Key) {
	if k == KeyUnknown || k >= keyCount {
		return
	}
	in.hitKeys[k] = in.hitKeys[k] || !in.keys[k]
	in.keys[k] = true
}

// Release records that a key came up.
func (in *Input) Release(k Key) {
	if k < keyCount {
		in.keys[k] = false
	}
}

// SetButton records the state of a mouse button.
func (in *Input) SetButton(b Button, down bool) {
	if b < buttonCount {
		in.buttons[b] = down
	}
}

// Move records a new place of the pointer, in pixels. The first call sets the place without a movement.
func (in *Input) Move(x, y float32) {
	if in.hasPosition {
		in.DX += x - in.X
		in.DY += y - in.Y
	}
	in.X, in.Y, in.hasPosition = x, y, true
}

// Scroll records a turn of the wheel, in notches.
func (in *Input) Scroll(x, y float32) {
	in.WheelX += x
	in.WheelY += y
}

// EndFrame forgets what belongs to one frame: movements, turns and hits. App calls it after every frame.
func (in *Input) EndFrame() {
	in.DX, in.DY, in.WheelX, in.WheelY = 0, 0, 0, 0
	in.hitKeys = [keyCount]bool{}
}

// releaseAll lets every key and button go, for a window that lost the focus.
func (in *Input) releaseAll() {
	in.keys = [keyCount]bool{}
	in.buttons = [buttonCount]bool{}
}
