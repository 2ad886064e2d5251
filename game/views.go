package game

import (
	"errors"
	"fmt"
	"math"

	"github.com/gomotes/motes/gpu"
)

// View shows what one camera sees in a rectangle of the picture. All views show the same world, which advances once per
// step however many there are; effects work on each view apart, so that none glows into the next.
type View struct {
	// Camera is where the view is seen from. It is read in every frame; nil means App.Camera, the one that the controls move.
	Camera *Camera
	// X, Y, Width and Height are the rectangle, from the picture's top left, as shares of its sides in [0,1]. Width and
	// Height 0 mean all of the picture. Views may overlap: later ones lie over earlier ones.
	X, Y, Width, Height float32
}

// MaxViews is how many views a picture can have.
const MaxViews = gpu.MaxParticleViews

// Split returns views of equal size that share the picture out: side by side for two cameras, 2 × 2 for three and four,
// and so on, row by row. A nil camera stands for App.Camera.
func Split(cameras ...*Camera) []View {
	columns := int(math.Ceil(math.Sqrt(float64(len(cameras)))))
	var views []View
	for i, c := range cameras {
		rows := (len(cameras) + columns - 1) / columns
		views = append(views, View{
			Camera: c,
			X:      float32(i%columns) / float32(columns), Y: float32(i/columns) / float32(rows),
			Width: 1 / float32(columns), Height: 1 / float32(rows),
		})
	}
	return views
}

// Validate returns nil, or an error that names the field, its value and what it must be.
func (v *View) Validate() error {
	const slack = 1e-5 // thirds and the like do not add up exactly
	if v.Width == 0 && v.Height == 0 && v.X == 0 && v.Y == 0 {
		return nil
	}
	return checkSettings("view's rectangle",
		setting{"X", v.X, 0, 1, "in [0,1], a share of the picture's width"},
		setting{"Y", v.Y, 0, 1, "in [0,1], a share of the picture's height"},
		setting{"Width", v.Width, 1e-6, 1 - v.X + slack, "more than 0, and X + Width at most 1"},
		setting{"Height", v.Height, 1e-6, 1 - v.Y + slack, "more than 0, and Y + Height at most 1"})
}

// show sets the views of the frame. An error leaves those of the last one.
func (t *targets) show(list []View, own *Camera) error {
	if len(list) == 0 {
		list = whole[:]
	}
	if len(list) > MaxViews {
		return fmt.Errorf("views: there are %d; there can be %d", len(list), MaxViews)
	}
	for i := range list {
		if err := errors.Join(list[i].Validate(), list[i].camera(own).Validate()); err != nil {
			return fmt.Errorf("view %d of %d: %w", i, len(list), err)
		}
	}
	for len(t.views) < len(list) {
		t.views = append(t.views, &view{})
	}
	for _, v := range t.views[len(list):] {
		v.release()
	}
	t.views = t.views[:len(list)]
	for i, v := range t.views {
		v.camera = *list[i].camera(own)
		v.x, v.width = span(list[i].X, list[i].Width, t.width)
		v.y, v.height = span(list[i].Y, list[i].Height, t.height)
		if err := v.fit(t.device, t.samples); err != nil {
			t.out = nil
			return err
		}
		v.lit = v.light
	}
	t.pictured = [2]int{t.width, t.height}
	return nil
}

// whole is the view of an App that names none.
var whole [1]View

func (v *View) camera(own *Camera) *Camera {
	if v.Camera == nil {
		return own
	}
	return v.Camera
}

// span is the pixels of a share of a side: neighbours with the same border meet at one pixel's edge. It has at least one.
func span(start, share float32, side int) (first, count int) {
	if share == 0 {
		return 0, side
	}
	first = min(int(math.Round(float64(start)*float64(side))), side-1)
	end := int(math.Round(float64(start+share) * float64(side)))
	return first, max(1, min(end, side)-first)
}
