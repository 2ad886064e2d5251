// Package gpu is the device layer of Motes: everything that touches the WebGPU binding, and nothing of the entity component
// system.
//
//   - [Open], [OpenForSurface] and [Wrap] give a [Device]: one of its own, one that shows pictures in a window, or a host's.
//   - [Buffer], [Texture], [Sampler], [BindGroupLayout], [BindGroup], [ComputePipeline] and [RenderPipeline] are made by the
//     Device, counted by it, and released exactly once by their owner.
//   - [FrameGraph] carries a frame out: nodes declare what they use, the graph orders them, merges them into passes and
//     submits once. [Transient] textures live within a frame.
//   - [Device.ReadBuffer], [Device.ReadTexture] and [Device.ReadImage] wait for the device and copy back, for tests and captures.
//   - [Particles], [ParticlePool] and [ParticleImage] are the device half of the particle plugin.
//   - [DenseSimulation] moves the particles of an emitter of package densesim.
//
// The driver aborts the process on what it holds to be wrong at a submit. So this package checks sizes, limits, usages,
// offsets and lifetimes before, and returns errors that name the object, the field and the remedy: [Error] for objects,
// [GraphError] for frames. After an error nothing is submitted.
//
// One goroutine drives a device with all that was made on it.
package gpu
