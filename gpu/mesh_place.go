package gpu

// What MeshPlace.kind says.
const (
	meshGone uint32 = iota
	meshPlaced
	meshMatrix
)

// MeshPlace is where an instance stands, in 64 bytes: the struct MeshPlace of the shaders. Make one with [PlaceMesh] or
// [PlaceMeshMatrix].
type MeshPlace struct {
	rows [3][4]float32
	kind uint32
	_    [3]uint32
}

// PlaceMesh scales along the mesh's own axes, then rotates by a quaternion of unit length (x, y, z, w), then translates.
// The device works the matrix out.
func PlaceMesh(translation [3]float32, rotation [4]float32, scale [3]float32) MeshPlace {
	return MeshPlace{kind: meshPlaced, rows: [3][4]float32{
		{translation[0], translation[1], translation[2]}, rotation, {scale[0], scale[1], scale[2]},
	}}
}

// PlaceMeshMatrix takes the first three rows of an affine matrix: for what no scale, rotation and translation can say, such
// as a child of a parent that is scaled unevenly.
func PlaceMeshMatrix(rows [3][4]float32) MeshPlace { return MeshPlace{kind: meshMatrix, rows: rows} }
