// Package shaders holds the WGSL of the particle path.
//
// Every module is its own file with one shared declaration of the particle, the
// emitter row and the step table put in front of it, so that the kernels which write
// particles and the shader which draws them cannot disagree about a layout.
package shaders

import _ "embed"

//go:embed particle_types.wgsl
var particleTypes string

//go:embed particle_table.wgsl
var particleTable string

//go:embed particle_integrate.wgsl
var particleIntegrate string

//go:embed particle_scatter.wgsl
var particleScatter string

//go:embed particle_compact.wgsl
var particleCompact string

//go:embed particle_fog.wgsl
var particleFog string

//go:embed particle_billboard.wgsl
var particleBillboard string

// ParticleTypes returns the shared declarations alone, for shaders that read or write
// particles from outside this package.
func ParticleTypes() string { return particleTypes }

// ParticleIntegrate returns the module with the compute entry "integrate",
// workgroup size 256: one invocation per slot.
func ParticleIntegrate() string { return particleTypes + particleTable + particleIntegrate }

// ParticleScatter returns the module with the compute entry "scatter",
// workgroup size 64: one invocation per birth.
func ParticleScatter() string { return particleTypes + particleScatter }

// ParticleCompact returns the module with the compute entries "count", "offsets" (one
// workgroup per 65 536 slots each) and "expand" (one invocation per slot), workgroup
// size 256.
func ParticleCompact() string { return particleTypes + particleCompact }

// ParticleBillboard returns the module with the entries "vs_main", "fs_main" for particles that cover and "fs_additive"
// for those that add light: fog between them and the eye takes light away from both, and adds its own before the first.
func ParticleBillboard() string {
	return particleTypes + particleTable + particleFog + particleBillboard
}
