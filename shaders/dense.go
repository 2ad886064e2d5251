package shaders

import _ "embed"

//go:embed dense_types.wgsl
var denseTypes string

//go:embed dense_integrate.wgsl
var denseIntegrate string

//go:embed dense_move.wgsl
var denseMove string

//go:embed dense_spawn.wgsl
var denseSpawn string

// DenseIntegrate returns the module with the compute entry "integrate", workgroup size 256:
// one invocation per slot.
func DenseIntegrate() string { return denseTypes + denseIntegrate }

// DenseMove returns the module with the compute entries "lift" and "place", workgroup size
// 256: one invocation per move.
func DenseMove() string { return denseTypes + denseMove }

// DenseSpawn returns the module with the compute entry "spawn", workgroup size 256: one
// invocation per new particle.
func DenseSpawn() string { return denseTypes + denseSpawn }
