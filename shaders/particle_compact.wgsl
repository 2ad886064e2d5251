// Turns the alive mask into the list of living slots, in ascending slot order, and
// into the arguments of the indirect draw. Order never depends on scheduling:
//   count    living slots of each block of 65 536 slots
//   offsets  where the output of each group of 256 slots begins
//   expand   each living slot writes itself at its rank

const words_per_group = 8u;      // 256 slots, 32 a word
const groups_per_block = 256u;

struct DrawArgs {
    vertex_count: u32,
    instance_count: u32,
    first_vertex: u32,
    first_instance: u32,
}

@group(0) @binding(0) var<storage, read> table: StepTable;
@group(0) @binding(1) var<storage, read> alive: array<u32>;
@group(0) @binding(2) var<storage, read_write> block_total: array<u32>;
@group(0) @binding(3) var<storage, read_write> group_offset: array<u32>;
@group(0) @binding(4) var<storage, read_write> index: array<u32>;
@group(0) @binding(5) var<storage, read_write> args: DrawArgs;

var<workgroup> total: atomic<u32>;
var<workgroup> sums: array<u32, 256>;

fn group_count() -> u32 {
    return max(1u, (table.live_slots + 255u) / 256u); // group 0 writes a count of zero
}

fn living_in_group(group: u32) -> u32 {
    var living = 0u;
    if (group < group_count()) {
        let first = group * words_per_group;
        for (var w = 0u; w < words_per_group; w = w + 1u) {
            living = living + countOneBits(alive[first + w]);
        }
    }
    return living;
}

@compute @workgroup_size(256)
fn count(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (lane == 0u) {
        atomicStore(&total, 0u);
    }
    workgroupBarrier();
    let living = living_in_group(block.x * groups_per_block + lane);
    if (living != 0u) {
        atomicAdd(&total, living);
    }
    workgroupBarrier();
    if (lane == 0u) {
        block_total[block.x] = atomicLoad(&total);
    }
}

@compute @workgroup_size(256)
fn offsets(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) block: vec3<u32>) {
    let group = block.x * groups_per_block + lane;
    let living = living_in_group(group);
    sums[lane] = living;
    if (lane == 0u) {
        atomicStore(&total, 0u);
    }
    workgroupBarrier();
    // Everything in the blocks before this one; there are at most 256 blocks.
    if (lane < block.x) {
        atomicAdd(&total, block_total[lane]);
    }
    // Inclusive scan over the block (Hillis and Steele).
    for (var step = 1u; step < 256u; step = step * 2u) {
        var before = 0u;
        if (lane >= step) {
            before = sums[lane - step];
        }
        workgroupBarrier();
        sums[lane] = sums[lane] + before;
        workgroupBarrier();
    }
    let end = atomicLoad(&total) + sums[lane];
    let groups = group_count();
    if (group < groups) {
        group_offset[group] = end - living;
    }
    if (group + 1u == groups) {
        args = DrawArgs(4u, end, 0u, 0u);
    }
}

@compute @workgroup_size(256)
fn expand(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let slot = id.x;
    let first = group.x * words_per_group;
    let own = lane >> 5u;
    let word = alive[first + own];
    let bit = 1u << (slot & 31u);
    if ((word & bit) == 0u) {
        return;
    }
    var rank = group_offset[group.x] + countOneBits(word & (bit - 1u));
    for (var w = 0u; w < own; w = w + 1u) {
        rank = rank + countOneBits(alive[first + w]);
    }
    index[rank] = slot;
}
