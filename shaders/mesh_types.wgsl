// What the mesh kernels share. A page is 256 neighbouring slots of one batch, and one workgroup.

// Where a slot's mesh stands: kind 0 is nothing, 1 is translation (a), unit quaternion (b) and scale (c), 2 is the rows
// of an affine matrix.
struct MeshPlace {
    a: vec4<f32>,
    b: vec4<f32>,
    c: vec4<f32>,
    kind: u32,
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

// Rows of a world matrix.
struct MeshWorld {
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
}

// A page in the list that is ordered by batch; first and last are the ends of its batch in that list.
struct MeshPage {
    page: u32,
    batch: u32,
    first: u32,
    last: u32,
}

// The box round a batch's mesh, in the mesh's own space, and how many indices a draw has.
struct MeshBatch {
    centre: vec3<f32>,
    index_count: u32,
    half_size: vec3<f32>,
    pad: u32,
}
