package game

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestOrbitKeepsTheDistanceWhileTurning(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}}
	var in Input
	var orbit OrbitControls
	in.SetButton(ButtonLeft, true)
	in.Move(100, 100)
	in.Move(130, 90)
	orbit.Update(&c, &in, 0.1)
	if d := c.Position.Sub(c.Target).Len(); math.Abs(float64(d-4)) > 1e-4 {
		t.Errorf("the distance is %v, want 4", d)
	}
	if c.Position[0] >= 0 || c.Position[1] >= 1 {
		t.Errorf("a drag to the upper right leaves the camera at %v, want it left of and below the start", c.Position)
	}
	if c.Target != (mgl32.Vec3{0, 1, 0}) {
		t.Errorf("the target moved to %v", c.Target)
	}
}

func TestOrbitStopsShortOfThePolesAndAtItsDistances(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{0, 0, 4}}
	var in Input
	orbit := OrbitControls{MinDistance: 1, MaxDistance: 9, MinPitch: 0.1}
	in.SetButton(ButtonLeft, true)
	in.Move(0, 0)
	in.Move(0, 1e5)
	in.Scroll(0, 100)
	orbit.Update(&c, &in, 0.1)
	if _, pitch, d := spherical(c.Position); math.Abs(float64(pitch-pitchLimit)) > 1e-3 || math.Abs(float64(d-1)) > 1e-4 {
		t.Errorf("pitch %v and distance %v, want %v and 1", pitch, d, pitchLimit)
	}
	in.EndFrame()
	in.Move(0, -1e6)
	in.Scroll(0, -100)
	orbit.Update(&c, &in, 0.1)
	if _, pitch, d := spherical(c.Position); math.Abs(float64(pitch-0.1)) > 1e-3 || math.Abs(float64(d-9)) > 1e-3 {
		t.Errorf("pitch %v and distance %v, want 0.1 and 9", pitch, d)
	}
}

func TestOrbitWithoutInputLeavesTheCameraAlone(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{1, 2, 4}, Target: mgl32.Vec3{0, 1, 0}}
	was := c
	var orbit OrbitControls
	orbit.Update(&c, &Input{}, 0.1)
	if !near(c.Position, was.Position, 1e-5) || c.Target != was.Target {
		t.Errorf("the camera went from %+v to %+v", was, c)
	}
}

func TestFlyMovesAlongTheLineOfSight(t *testing.T) {
	for _, row := range []struct {
		what string
		keys []Key
		want mgl32.Vec3
	}{
		{"forward", []Key{KeyW}, mgl32.Vec3{0, 0, -1}},
		{"back", []Key{KeyS}, mgl32.Vec3{0, 0, 1}},
		{"right", []Key{KeyD}, mgl32.Vec3{1, 0, 0}},
		{"up", []Key{KeyE}, mgl32.Vec3{0, 1, 0}},
		{"both ways at once", []Key{KeyA, KeyD}, mgl32.Vec3{}},
		{"with boost", []Key{KeyW, KeyShift}, mgl32.Vec3{0, 0, -5}},
		{"diagonal is no faster", []Key{KeyW, KeyD}, mgl32.Vec3{math.Sqrt2 / 2, 0, -math.Sqrt2 / 2}},
	} {
		var c Camera
		var in Input
		for _, k := range row.keys {
			in.Press(k)
		}
		fly := FlyControls{Speed: 2, Boost: 5}
		fly.Update(&c, &in, 0.5)
		if !near(c.Position, row.want, 1e-5) {
			t.Errorf("%s: the camera is at %v, want %v", row.what, c.Position, row.want)
		}
	}
}

func TestFlyTurnsWithTheDrag(t *testing.T) {
	var c Camera
	var in Input
	var fly FlyControls
	in.SetButton(ButtonRight, true)
	in.Move(0, 0)
	in.Move(100, -100)
	fly.Update(&c, &in, 0.016)
	if f := c.Forward(); f[0] <= 0 || f[1] <= 0 {
		t.Errorf("a drag to the upper right looks along %v", f)
	}
}

func TestInputHitsLastOneFrameAndHoldsUntilRelease(t *testing.T) {
	var in Input
	in.Press(KeyB)
	if !in.Hit(KeyB) || !in.Down(KeyB) {
		t.Error("a pressed key is neither hit nor down")
	}
	in.EndFrame()
	in.Press(KeyB) // the window's key repeat
	if in.Hit(KeyB) || !in.Down(KeyB) {
		t.Error("a held key is hit again, or not down")
	}
	in.Release(KeyB)
	if in.Down(KeyB) || in.Down(KeyUnknown) || in.Down(Key(200)) {
		t.Error("a released or unknown key is down")
	}
	in.Move(5, 5)
	if in.DX != 0 {
		t.Error("the first place of the pointer counts as a movement")
	}
}

func TestWheelWidensAnOrthographicViewInsteadOfComingNearer(t *testing.T) {
	c := Camera{Position: mgl32.Vec3{0, 0, 5}, Orthographic: 10}
	in := Input{}
	in.Scroll(0, 1)
	(&OrbitControls{}).Update(&c, &in, 0)
	if math.Abs(float64(c.Orthographic-9)) > 1e-4 || math.Abs(float64(c.Position.Len()-5)) > 1e-4 {
		t.Errorf("after a notch the picture is %v m high, from %v m away", c.Orthographic, c.Position.Len())
	}
}
