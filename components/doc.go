// Package components holds the plain data that a game attaches to its entities.
//
//   - an effect that emits: [Emitter]
//   - ready-made ones: [Explosion], [WaterJet], [Rain], [Smoke], [Fire], [Snow], [Sparkles] and [Debris],
//     or all of them with pools that fit: [Presets]
//   - where it is: [Transform]
//   - what it looks like at birth: [SpawnShape], [VelocityPattern], [Range], [ColorRange]
//   - what it looks like later: [Ramp], [ColorRamp]
//   - storage of its own instead of a shared one: [Pool], sized by [PoolFor], and [EmitsInto]
//   - who moves the particles: [Driver], and [Force] for accelerations of the game's own
//   - a texture with several pictures: [Emitter.WithAtlas]
//   - one particle, as user, CPU and device exchange it: [Particle]
//
// Every type but Force and ForceChunk is comparable with ==; each has a useful zero value and reaches for nothing outside itself.
// Bad values are found by the Validate methods, which return a [FieldError] or several joined.
// Lengths are world units, times seconds, angles radians unless a name says degrees.
package components
