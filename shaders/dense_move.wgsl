// Carries out the moves of a phase all at once, one invocation per move. One slot may be the
// source of a move and the target of another, so first all sources are taken aside:
//   lift    sources to the scratch
//   place   scratch to the targets; no slot is the target of two

@group(0) @binding(0) var<storage, read> phase: DensePhase;
@group(0) @binding(1) var<storage, read_write> position: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> lifted_position: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> lifted_velocity: array<vec4<f32>>;

@compute @workgroup_size(256)
fn lift(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= phase.moves) {
        return;
    }
    let source = phase.list[id.x].source;
    lifted_position[id.x] = position[source];
    lifted_velocity[id.x] = velocity[source];
}

@compute @workgroup_size(256)
fn place(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= phase.moves) {
        return;
    }
    let slot = phase.list[id.x].slot;
    position[slot] = lifted_position[id.x];
    velocity[slot] = lifted_velocity[id.x];
}
