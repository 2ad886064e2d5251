// Writes new particles into their slots, one invocation per particle.

@group(0) @binding(0) var<storage, read> spawns: DenseSpawns;
@group(0) @binding(1) var<storage, read_write> position: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity: array<vec4<f32>>;

@compute @workgroup_size(256)
fn spawn(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= spawns.count) {
        return;
    }
    let born = spawns.list[id.x];
    position[born.slot] = vec4<f32>(born.position[0], born.position[1], born.position[2], 0.0);
    velocity[born.slot] = vec4<f32>(born.velocity[0], born.velocity[1], born.velocity[2], 0.0);
}
