package game

import "github.com/go-gl/mathgl/mgl32"

// Mesh shows a shape at the entity's components.Transform. Without a [Material] the entity is drawn in plain grey.
type Mesh struct {
	Geometry *Geometry // nil shows nothing
	Hidden   bool
}

// Material is the look of a mesh. Colours are linear, not sRGB-encoded.
type Material struct {
	Color     mgl32.Vec3 // share of light that is reflected, each in [0,1]
	Roughness float32    // (0,1]: 0.05 is polished, 1 is chalk; 0 means 0.8
	Emissive  mgl32.Vec3 // radiance that the surface gives off by itself

	// Grain breaks the surface up by a procedural noise: colour and relief. 0 is smooth, 1 is as rough as bark.
	Grain float32
	// GrainSize is the size of the noise's cells along the mesh's own axes, in metres; components that are 0 mean 0.1.
	GrainSize mgl32.Vec3
	// GlowInGrain puts Emissive into the hollows of the grain, as embers glow in the cracks of a log.
	GlowInGrain bool
}

// PointLight shines from the entity's components.Transform to all sides. It casts no shadow.
type PointLight struct {
	Color  mgl32.Vec3 // linear; the radiance at one metre is Color × Power
	Power  float32    // ≥ 0; falls with the square of the distance
	Range  float32    // metres at which it has faded to nothing; 0 means 20
	Radius float32    // metres; a source of some size, as a flame, is less glaring on what is close to it
}

// MaxPointLights is how many point lights reach the meshes: the ones that were created first, by entity id.
const MaxPointLights = 16

// plain is the look of an entity without Material.
var plain = Material{Color: mgl32.Vec3{0.6, 0.6, 0.6}, Roughness: 0.8}
