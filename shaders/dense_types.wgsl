// What the CPU asks of a dense simulation: particles without gaps, a position and a velocity
// in each slot. Structs of scalars keep the offsets that Go writes.

// A particle that goes on in another slot: 8 bytes.
struct DenseMove {
    source: u32,               // its slot before any move of the phase
    slot: u32,                 // its slot after all of them
}

// One phase: an integration, then moves. 32 bytes and 8 for each move.
struct DensePhase {
    impulse: array<f32, 3>,    // acceleration times dt
    damping: f32,              // factor on velocity, max(0, 1 - drag * dt)
    dt: f32,                   // seconds
    count: u32,                // slots to integrate
    moves: u32,
    spare: u32,
    list: array<DenseMove>,
}

// A new particle: 28 bytes.
struct DenseSpawn {
    slot: u32,
    position: array<f32, 3>,   // world units
    velocity: array<f32, 3>,   // world units per second
}

// New particles that come after the moves of a phase.
struct DenseSpawns {
    count: u32,
    spare: array<u32, 3>,
    list: array<DenseSpawn>,
}
