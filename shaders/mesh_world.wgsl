// World matrices of a run of slots: translation · rotation · scale, or the matrix itself.

struct Span {
    first: u32,
    count: u32,
    pad0: u32,
    pad1: u32,
}

@group(0) @binding(0) var<uniform> span: Span;
@group(0) @binding(1) var<storage, read> places: array<MeshPlace>;
@group(0) @binding(2) var<storage, read_write> worlds: array<MeshWorld>;

@compute @workgroup_size(256)
fn world(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= span.count) {
        return;
    }
    let slot = span.first + id.x;
    let place = places[slot];
    if (place.kind != 1u) {
        worlds[slot] = MeshWorld(place.a, place.b, place.c);
        return;
    }
    let q = place.b;
    let s = place.c;
    worlds[slot] = MeshWorld(
        vec4<f32>((1.0 - 2.0 * (q.y * q.y + q.z * q.z)) * s.x, 2.0 * (q.x * q.y - q.w * q.z) * s.y,
            2.0 * (q.x * q.z + q.w * q.y) * s.z, place.a.x),
        vec4<f32>(2.0 * (q.x * q.y + q.w * q.z) * s.x, (1.0 - 2.0 * (q.x * q.x + q.z * q.z)) * s.y,
            2.0 * (q.y * q.z - q.w * q.x) * s.z, place.a.y),
        vec4<f32>(2.0 * (q.x * q.z - q.w * q.y) * s.x, 2.0 * (q.y * q.z + q.w * q.x) * s.y,
            (1.0 - 2.0 * (q.x * q.x + q.y * q.y)) * s.z, place.a.z),
    );
}
