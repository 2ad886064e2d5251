package shaders

import _ "embed"

//go:embed mesh_types.wgsl
var meshTypes string

//go:embed mesh_world.wgsl
var meshWorld string

//go:embed mesh_cull.wgsl
var meshCull string

// MeshWorld returns the module with the compute entry "world", workgroup size 256: one
// invocation per slot.
func MeshWorld() string { return meshTypes + meshWorld }

// MeshCull returns the module with the compute entries "cull" and "expand", workgroup size
// 256: one workgroup per page of 256 slots. Eight storage buffers are bound.
func MeshCull() string { return meshTypes + meshCull }
