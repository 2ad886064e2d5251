// Moves the first slots by one step, one invocation per slot.

@group(0) @binding(0) var<storage, read> phase: DensePhase;
@group(0) @binding(1) var<storage, read_write> position: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec4<f32>>;

@compute @workgroup_size(256)
fn integrate(@builtin(global_invocation_id) id: vec3<u32>) {
    let slot = id.x;
    if (slot >= phase.count) {
        return;
    }
    let impulse = vec3<f32>(phase.impulse[0], phase.impulse[1], phase.impulse[2]);
    let v = (velocity[slot].xyz + impulse) * phase.damping;
    velocity[slot] = vec4<f32>(v, 0.0);
    position[slot] = vec4<f32>(position[slot].xyz + v * phase.dt, 0.0);
}
