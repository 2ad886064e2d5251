// Package systems is the particle plugin: [ParticlePlugin] adds it to an ark world.
//
// Its systems, in their order, each in a file of its own:
//
//	step   TransformSystem      where entities with parents are in the world
//	       EmitterLinkSystem    which emitters there are, their settings, the way each has gone
//	       PoolSystem           device memory and drivers follow the pools; emitters are put on theirs
//	       AgeSystem            clocks advance, particles die
//	       CPUIntegrateSystem   the living of CPU-driven pools are moved
//	       SpawnSystem          births
//	       UploadSystem         the step is packed for the device
//	       DoneSystem           events for emitters that have finished
//	frame  GPUDispatchSystem    one upload and two compute nodes for each pool; uploads alone for the others
//	       DrawSystem           one indirect draw for each pool and view
//
// The world gives them *gpu.Device and *gpu.FrameGraph, and [Views] to draw into. A host
// with a render pass of its own calls [ParticlePlugin.Draw] instead.
package systems
