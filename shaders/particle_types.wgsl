// The particle, as users, the CPU and the device exchange it: 80 bytes, alignment 4.
// Arrays of scalars keep the offsets of the Go struct components.Particle; a vec3
// would be aligned to 16 bytes and make the struct 96 bytes long.
struct Particle {
    position: array<f32, 3>,   // world units
    velocity: array<f32, 3>,   // world units per second
    life: f32,                 // seconds left
    max_life: f32,             // seconds at birth
    size: f32,                 // side length, world units
    size_growth: f32,          // world units per second
    angle: f32,                // radians
    angular_velocity: f32,     // radians per second
    color: array<f32, 4>,      // linear RGB and alpha
    uv_rect: array<f32, 4>,    // origin x, y and size x, y, in 0..1 of the texture
}

// A particle on its way into a slot: 92 bytes. Position, velocity and life are those at the
// end of the step; size and angle those at the instant of birth, from which the draw ages them.
struct Birth {
    particle: Particle,
    expiry: f32,               // seconds on the emitter's clock
    slot: u32,
    emitter: u32,              // row of the step's table
}

// What one emitter asks of its particles in one step, and how they look over their life: 64 bytes.
struct EmitterRow {
    impulse: array<f32, 3>,    // acceleration times dt
    damping: f32,              // factor on velocity, max(0, 1 - drag * dt)
    dt: f32,                   // seconds
    clock: f32,                // seconds, after the step
    rebase: f32,               // seconds taken off the clock and every expiry in this step
    flags: u32,
    size_start: f32,           // factors over the life
    size_end: f32,
    color_start: array<u32, 2>, // half floats: red and green, blue and alpha
    color_end: array<u32, 2>,
    place: u32,                // lane of its matrices, with row_local
    spare: u32,
}

const row_kill = 1u;           // its particles die in this step, whatever their expiry
const row_as_written = 2u;     // nothing is derived from age
const row_hidden = 4u;         // its particles are not drawn
const row_ramp = 8u;           // the colour factors replace the fade
const row_local = 16u;         // its particles live in its own axes

// One step of one pool. The lanes are four for each emitter, see emitter_row, and behind them six for the
// matrices of each emitter that has some: three rows of now, and three of the step before.
struct StepTable {
    integrate_slots: u32,      // slots below this may hold a particle before the step
    live_slots: u32,           // slots below this may hold one after it
    spare: array<u32, 2>,
    shift: vec4<f32>,          // by which the world's origin moved in this step
    lanes: array<vec4<u32>>,
}
