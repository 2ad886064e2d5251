package game

import "github.com/go-gl/mathgl/mgl32"

// Environment is the light that comes from no entity, and what the picture is made of it. Colours are linear radiance.
// Change App.Environment at any time; the next frame shows it.
type Environment struct {
	SunDirection mgl32.Vec3 // from the scene to the sun, or the moon; any length; zero means straight up
	SunColor     mgl32.Vec3 // radiance of the sun's light

	Zenith  mgl32.Vec3 // sky straight up
	Horizon mgl32.Vec3 // sky at eye level; far meshes fade to it
	Ground  mgl32.Vec3 // below the horizon, and the light that meshes get from below
	Ambient float32    // how much of the sky's light reaches meshes; 1 is all of it
	Fog     float32    // density, 1/metre: at distance 1/Fog a mesh keeps 37 % of its own colour; 0 is clear air
	Stars   float32    // brightness of the stars; 0 is none

	Exposure float32 // factor on all light before tone mapping; 0 means 1
	Vignette float32 // darkening of the corners, in [0,1]
}

// Daylight is the environment of a [Config] that names none: a high sun in a clear sky.
func Daylight() Environment {
	return Environment{
		SunDirection: mgl32.Vec3{0.4, 0.8, 0.45},
		SunColor:     mgl32.Vec3{2.6, 2.45, 2.2},
		Zenith:       mgl32.Vec3{0.16, 0.32, 0.72},
		Horizon:      mgl32.Vec3{0.62, 0.74, 0.88},
		Ground:       mgl32.Vec3{0.24, 0.22, 0.2},
		Ambient:      0.8,
		Fog:          0.004,
		Exposure:     1,
	}
}

// Night is a clear moonlit night with stars, dark enough for a fire to be the light of the scene.
func Night() Environment {
	return Environment{
		SunDirection: mgl32.Vec3{-0.5, 0.6, -0.4},
		SunColor:     mgl32.Vec3{0.05, 0.065, 0.1},
		Zenith:       mgl32.Vec3{0.005, 0.009, 0.026},
		Horizon:      mgl32.Vec3{0.045, 0.06, 0.095},
		Ground:       mgl32.Vec3{0.004, 0.005, 0.007},
		Ambient:      1,
		Fog:          0.015,
		Stars:        1,
		Exposure:     1,
		Vignette:     0.35,
	}
}
