// Which slots a view sees, as the list of their numbers for each batch and the arguments of its indirect draw. The order
// is that of the slots, whatever the scheduling:
//   cull    one bit a slot and the count of each page
//   expand  each slot that is seen writes itself at its rank

struct View {
    planes: array<vec4<f32>, 6>, // xyz: unit normal, inward; w: distance
    mode: u32,                   // 0: all are seen; 1: spheres are tested; 2: boxes
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

struct DrawArgs {
    index_count: u32,
    instance_count: u32,
    first_index: u32,
    base_vertex: i32,
    first_instance: u32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> pages: array<MeshPage>;
@group(0) @binding(2) var<storage, read> batches: array<MeshBatch>;
@group(0) @binding(3) var<storage, read> places: array<MeshPlace>;
@group(0) @binding(4) var<storage, read> worlds: array<MeshWorld>;
@group(0) @binding(5) var<storage, read_write> seen: array<u32>;   // 8 words for each page of the list
@group(0) @binding(6) var<storage, read_write> counts: array<u32>; // of each page of the list
@group(0) @binding(7) var<storage, read_write> index: array<u32>;  // slots, a batch from 256 × its first page on
@group(0) @binding(8) var<storage, read_write> args: array<DrawArgs>;

var<workgroup> words: array<atomic<u32>, 8>;
var<workgroup> total: atomic<u32>;

// Rounding may move a bound by some 1e-6 of the numbers involved; nothing that is seen may be lost to it.
const slack = 1e-5;

fn visible(slot: u32, batch: MeshBatch) -> bool {
    let w = worlds[slot];
    let x = vec3<f32>(w.x.x, w.y.x, w.z.x);
    let y = vec3<f32>(w.x.y, w.y.y, w.z.y);
    let z = vec3<f32>(w.x.z, w.y.z, w.z.z);
    let origin = vec3<f32>(w.x.w, w.y.w, w.z.w);
    let turned = x * batch.centre.x + y * batch.centre.y + z * batch.centre.z;
    let centre = origin + turned;
    // The longest that a vector of unit length can become: the largest |scale|, or with shear the bound of Gershgorin.
    let xy = abs(dot(x, y));
    let yz = abs(dot(y, z));
    let zx = abs(dot(z, x));
    let stretch = sqrt(max(dot(x, x) + xy + zx, max(dot(y, y) + xy + yz, dot(z, z) + yz + zx)));
    let radius = length(batch.half_size) * stretch;
    let reach = length(origin) + length(batch.centre) * stretch + radius;
    var planes = view.planes;
    for (var i = 0; i < 6; i = i + 1) {
        let plane = planes[i];
        var bound = radius;
        if (view.mode == 2u) {
            bound = dot(batch.half_size, vec3<f32>(abs(dot(plane.xyz, x)), abs(dot(plane.xyz, y)), abs(dot(plane.xyz, z))));
        }
        if (dot(plane.xyz, centre) + plane.w < -(bound + slack * (reach + abs(plane.w)))) {
            return false;
        }
    }
    return true;
}

@compute @workgroup_size(256)
fn cull(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let at = pages[group.x];
    let slot = at.page * 256u + lane;
    if (lane < 8u) {
        atomicStore(&words[lane], 0u);
    }
    workgroupBarrier();
    if (places[slot].kind != 0u && (view.mode == 0u || visible(slot, batches[at.batch]))) {
        atomicOr(&words[lane >> 5u], 1u << (lane & 31u));
    }
    workgroupBarrier();
    if (lane < 8u) {
        seen[group.x * 8u + lane] = atomicLoad(&words[lane]);
    }
    if (lane == 0u) {
        var n = 0u;
        for (var w = 0u; w < 8u; w = w + 1u) {
            n = n + countOneBits(atomicLoad(&words[w]));
        }
        counts[group.x] = n;
    }
}

@compute @workgroup_size(256)
fn expand(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let at = pages[group.x];
    if (lane == 0u) {
        atomicStore(&total, 0u);
    }
    workgroupBarrier();
    var before = 0u;
    for (var i = at.first + lane; i < group.x; i = i + 256u) {
        before = before + counts[i];
    }
    if (before != 0u) {
        atomicAdd(&total, before);
    }
    workgroupBarrier();
    let offset = atomicLoad(&total);
    if (lane == 0u && group.x == at.last) {
        args[at.batch] = DrawArgs(batches[at.batch].index_count, offset + counts[group.x], 0u, 0, 0u);
    }
    let own = lane >> 5u;
    let word = seen[group.x * 8u + own];
    let bit = 1u << (lane & 31u);
    if ((word & bit) == 0u) {
        return;
    }
    var rank = offset + countOneBits(word & (bit - 1u));
    for (var w = 0u; w < own; w = w + 1u) {
        rank = rank + countOneBits(seen[group.x * 8u + w]);
    }
    index[at.first * 256u + rank] = at.page * 256u + lane;
}
