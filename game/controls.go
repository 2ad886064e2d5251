package game

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Controls move a camera by the user's input. App calls Update once per frame, before the frame is drawn.
type Controls interface {
	// Update moves the camera; dt is the time since the last frame in seconds.
	Update(c *Camera, in *Input, dt float32)
}

const (
	defaultTurn  = 0.005 // radians per pixel
	pitchLimit   = 1.5   // radians from the horizon: just short of the poles, where up is lost
	defaultSpeed = 3     // metres per second
)

// OrbitControls turn the camera round its target: drag with the left button to turn, with the right or middle button to
// move the target, use the wheel to come nearer. The zero value is ready for use.
type OrbitControls struct {
	TurnSpeed   float32 // radians per pixel; 0 means 0.005
	MinDistance float32 // metres; 0 means 0.2
	MaxDistance float32 // metres; 0 means 200
	MinPitch    float32 // lowest angle of the camera over the horizon, radians; 0 means −1.5. 0.02 stays above a floor
	AutoTurn    float32 // radians per second round the target while no button is held
}

// Update implements [Controls].
func (o *OrbitControls) Update(c *Camera, in *Input, dt float32) {
	turn := or(o.TurnSpeed, defaultTurn)
	yaw, pitch, distance := spherical(c.Position.Sub(c.Target))
	switch {
	case in.Button(ButtonLeft):
		yaw -= in.DX * turn
		pitch += in.DY * turn
	case in.Button(ButtonRight) || in.Button(ButtonMiddle):
		// One pixel of movement is one pixel at the target, for a picture about a thousand pixels high.
		right, up, _ := c.Axes()
		metres := c.heightAt(distance) / 1000
		shift := right.Mul(-in.DX * metres).Add(up.Mul(in.DY * metres))
		c.Target = c.Target.Add(shift)
	default:
		yaw += o.AutoTurn * dt
	}
	nearer := float32(math.Pow(0.9, float64(in.WheelY)))
	if c.Orthographic > 0 {
		c.Orthographic *= nearer // a step towards the target would change nothing
	} else {
		distance *= nearer
	}
	distance = mgl32.Clamp(distance, or(o.MinDistance, 0.2), or(o.MaxDistance, 200))
	pitch = mgl32.Clamp(pitch, or(o.MinPitch, -pitchLimit), pitchLimit)
	c.Position = c.Target.Add(direction(yaw, pitch).Mul(distance))
}

// FlyControls move the camera as in a first-person game: W, A, S, D along the ground plane of the view, E and Q up and
// down, Shift for more speed, drag with any button to look, the wheel to change the speed. The zero value is ready for use.
type FlyControls struct {
	Speed     float32 // metres per second; 0 means 3
	Boost     float32 // factor while Shift is held; 0 means 4
	TurnSpeed float32 // radians per pixel; 0 means 0.005
}

// Update implements [Controls].
func (f *FlyControls) Update(c *Camera, in *Input, dt float32) {
	yaw, pitch, _ := spherical(c.Forward())
	if in.Button(ButtonLeft) || in.Button(ButtonRight) || in.Button(ButtonMiddle) {
		turn := or(f.TurnSpeed, defaultTurn)
		yaw -= in.DX * turn
		pitch = mgl32.Clamp(pitch-in.DY*turn, -pitchLimit, pitchLimit)
	}
	if in.WheelY != 0 {
		f.Speed = mgl32.Clamp(or(f.Speed, defaultSpeed)*float32(math.Pow(1.2, float64(in.WheelY))), 0.01, 1000)
	}
	c.Target = c.Position.Add(direction(yaw, pitch))

	right, _, forward := c.Axes()
	move := right.Mul(axis(in, KeyD, KeyA)).
		Add(forward.Mul(axis(in, KeyW, KeyS))).
		Add(mgl32.Vec3{0, axis(in, KeyE, KeyQ), 0})
	if move.Len() > 0 {
		speed := or(f.Speed, defaultSpeed)
		if in.Down(KeyShift) {
			speed *= or(f.Boost, 4)
		}
		step := move.Normalize().Mul(speed * dt)
		c.Position = c.Position.Add(step)
		c.Target = c.Target.Add(step)
	}
}

// axis is 1 while plus is held, −1 while minus is held, 0 for both or none.
func axis(in *Input, plus, minus Key) float32 {
	var v float32
	if in.Down(plus) {
		v++
	}
	if in.Down(minus) {
		v--
	}
	return v
}

// spherical splits a vector into the angle round +Y (0 along +Z), the angle over the horizon, and the length.
func spherical(v mgl32.Vec3) (yaw, pitch, length float32) {
	length = v.Len()
	if length < 1e-6 {
		return 0, 0, length
	}
	yaw = float32(math.Atan2(float64(v[0]), float64(v[2])))
	pitch = float32(math.Asin(float64(mgl32.Clamp(v[1]/length, -1, 1))))
	return yaw, pitch, length
}

// direction is the unit vector of the two angles of spherical.
func direction(yaw, pitch float32) mgl32.Vec3 {
	sy, cy := math.Sincos(float64(yaw))
	sp, cp := math.Sincos(float64(pitch))
	return mgl32.Vec3{float32(sy * cp), float32(sp), float32(cy * cp)}
}

// or is v, or the default where v is zero.
func or(v, fallback float32) float32 {
	if v == 0 {
		return fallback
	}
	return v
}
