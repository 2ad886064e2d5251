package sim

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// R196: four numbers decide a launch, and for the same seed they are those of the plugin's births.
func TestALaunchIsTheBirthOfAPoolWithTheSameSeed(t *testing.T) {
	for _, c := range []struct {
		what     string
		velocity components.VelocityPattern
	}{
		{"fixed uses the speed", components.VelocityFixed()},
		{"a cone uses speed, azimuth and polar", components.VelocityCone(35)},
		{"a sphere uses them too", components.VelocitySphere()},
		{"a box uses one for each axis", components.VelocityBox(mgl32.Vec3{-1, 0, 2}, mgl32.Vec3{1, 3, 4})},
	} {
		t.Run(c.what, func(t *testing.T) {
			e := &components.Emitter{
				Life: components.Between(1, 3), Speed: components.Between(2, 5),
				Direction: mgl32.Vec3{1, 2, 0}, Velocity: c.velocity,
			}
			const seed, births = 77, 50
			pool := NewPool(births)
			row := pool.AddEmitter(seed, NewRecipe(e))
			pool.Step(0.1)
			pool.Burst(row, &still, births)
			launches := NewLaunches(seed, e)
			for i, b := range pool.Births() {
				life, velocity := launches.At(uint64(i))
				if life != b.MaxLife || velocity != mgl32.Vec3(b.Velocity) {
					t.Fatalf("launch %d is %v s at %v; the pool's birth has %v s at %v", i, life, velocity, b.MaxLife, b.Velocity)
				}
			}
			if len(pool.Births()) != births {
				t.Errorf("%d births", len(pool.Births()))
			}
		})
	}
}

// R196: the order is lifetime, speed, azimuth, polar.
func TestTheFirstFourNumbersOfABirthAreItsLaunch(t *testing.T) {
	e := &components.Emitter{
		Life:     components.Between(1, 2),
		Velocity: components.VelocityBox(mgl32.Vec3{}, mgl32.Vec3{1, 1, 1}), // the numbers themselves
	}
	launches := NewLaunches(9, e)
	for ordinal := range uint64(20) {
		var d draws
		d.drawAll(streamKey(9, 0), ordinal)
		life, velocity := launches.At(ordinal)
		if life != 1+d[0] || velocity != (mgl32.Vec3{d[1], d[2], d[3]}) {
			t.Errorf("launch %d is %v, %v; the numbers are %v", ordinal, life, velocity, d[:4])
		}
	}
}
