// Writes each birth of a step into its slot and marks it alive.
// Runs after the integration of the same step, so a newborn is first moved in the next one.

struct Births {
    count: u32,
    spare: array<u32, 3>,
    list: array<Birth>,
}

@group(0) @binding(0) var<storage, read> births: Births;
@group(0) @binding(1) var<storage, read_write> position_expiry: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity_max_life: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> size_spin: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> color: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> uv_rect: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> owner: array<u32>;
@group(0) @binding(7) var<storage, read_write> alive: array<atomic<u32>>;

@compute @workgroup_size(64)
fn scatter(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= births.count) {
        return;
    }
    let birth = births.list[id.x];
    let p = birth.particle;
    let slot = birth.slot;
    position_expiry[slot] = vec4<f32>(p.position[0], p.position[1], p.position[2], birth.expiry);
    velocity_max_life[slot] = vec4<f32>(p.velocity[0], p.velocity[1], p.velocity[2], p.max_life);
    size_spin[slot] = vec4<f32>(p.size, p.size_growth, p.angle, p.angular_velocity);
    color[slot] = vec4<f32>(p.color[0], p.color[1], p.color[2], p.color[3]);
    uv_rect[slot] = vec4<f32>(p.uv_rect[0], p.uv_rect[1], p.uv_rect[2], p.uv_rect[3]);
    owner[slot] = birth.emitter;
    atomicOr(&alive[slot >> 5u], 1u << (slot & 31u));
}
