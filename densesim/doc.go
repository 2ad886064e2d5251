// Package densesim is a contract for particles that are kept without gaps: an [Emitter]
// decides on the CPU who is born and who dies, and a [GpuSimulation] moves them wherever it
// likes. The living fill slots 0 to Live−1; when one dies, the last takes its slot.
//
//   - [GpuSimulation] is the contract, for those who bring a device of their own. It is
//     structural: its methods take built-in types only, so that an implementation need not
//     import this package. That of Motes is gpu.DenseSimulation.
//   - [Config] and [Emitter] are the half that stays on the CPU: random numbers, rate and
//     bursts, capacity, ages, deaths, and size and colour as functions of age.
//   - [Emitter.Bind] brings the two together. An emitter that is not bound moves its particles
//     itself; the same seed gives it the same births, bit by bit.
//
// What a device computes is for showing. Its rounding is its own, so positions and
// velocities of a bound emitter belong in no checksum and no saved game.
//
// The plugin in package systems does not use this contract: its pools keep particles in slots
// that never move. See docs/adr/0010-dense-simulation-contract.md.
package densesim
