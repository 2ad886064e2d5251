// Reads the step table that a module binds under the name table.

fn emitter_row(emitter: u32) -> EmitterRow {
    let a = bitcast<vec4<f32>>(table.lanes[emitter * 4u]);
    let b = table.lanes[emitter * 4u + 1u];
    let c = table.lanes[emitter * 4u + 2u];
    let d = table.lanes[emitter * 4u + 3u];
    var row: EmitterRow;
    row.impulse = array<f32, 3>(a.x, a.y, a.z);
    row.damping = a.w;
    row.dt = bitcast<f32>(b.x);
    row.clock = bitcast<f32>(b.y);
    row.rebase = bitcast<f32>(b.z);
    row.flags = b.w;
    row.size_start = bitcast<f32>(c.x);
    row.size_end = bitcast<f32>(c.y);
    row.color_start = array<u32, 2>(c.z, c.w);
    row.color_end = array<u32, 2>(d.x, d.y);
    row.place = d.z;
    return row;
}
