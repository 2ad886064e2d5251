// Moves the living by one step and strikes out those whose time has come.
// One invocation per slot; a workgroup owns the eight words of its 256 slots in the
// alive mask, so no other workgroup touches them.

@group(0) @binding(0) var<storage, read> table: StepTable;
@group(0) @binding(1) var<storage, read_write> position_expiry: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> velocity_max_life: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> owner: array<u32>;
@group(0) @binding(4) var<storage, read_write> alive: array<u32>;

var<workgroup> survivors: array<atomic<u32>, 8>;

@compute @workgroup_size(256)
fn integrate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let slot = id.x;
    let bit = 1u << (slot & 31u);
    let was_alive = (alive[slot >> 5u] & bit) != 0u;
    if (lane < 8u) {
        atomicStore(&survivors[lane], 0u);
    }
    workgroupBarrier();

    if (was_alive) {
        let row = emitter_row(owner[slot]);
        let p = position_expiry[slot];
        let expiry = p.w - row.rebase;
        if (expiry > row.clock && (row.flags & row_kill) == 0u) {
            let v = velocity_max_life[slot];
            let impulse = vec3<f32>(row.impulse[0], row.impulse[1], row.impulse[2]);
            let velocity = (v.xyz + impulse) * row.damping;
            velocity_max_life[slot] = vec4<f32>(velocity, v.w);
            var place = p.xyz + velocity * row.dt;
            if ((row.flags & row_local) == 0u) {
                place = place + table.shift.xyz;
            }
            position_expiry[slot] = vec4<f32>(place, expiry);
            atomicOr(&survivors[lane >> 5u], bit);
        }
    }
    workgroupBarrier();

    if (lane < 8u) {
        alive[group.x * 8u + lane] = atomicLoad(&survivors[lane]);
    }
}
