package gpu

import (
	"fmt"
	"time"

	"github.com/cogentcore/webgpu/wgpu"
)

// FrameGraph collects what a frame does, as nodes that declare what they use, in any order. Execute orders them, drops
// those whose results nobody uses, merges neighbours into passes, gives transient textures memory, and submits once. In
// the steady state a frame allocates nothing but what the binding does.
type FrameGraph struct {
	device *Device
	frame  uint64
	done   bool  // the nodes are those of a past frame; the next Add starts anew
	err    error // the first mistake in the Add methods

	nodes     []graphNode
	uses      []graphUse
	resources []graphResource
	edges     []graphEdge
	kept      []Resource
	uploads   []graphUpload
	then      []func() // called after the uploads

	order    []int32 // of the nodes that are kept, set by compile
	passes   []graphPass
	stack    []int32
	compiled bool
	failure  error // of compile

	pool    []pooledTexture
	compute ComputePass
	render  RenderPass
	begin   renderBegin
	profile profiler
	stats   FrameStats
}

// FrameStats says what a frame came to.
type FrameStats struct {
	Nodes          int // added
	Pruned         int // of them dropped, as nobody uses their results
	ComputePasses  int
	RenderPasses   int
	Uploads        int
	UploadBytes    uint64
	Transients     int           // transient textures used
	TransientBytes uint64        // memory of the pool behind them
	CPU            time.Duration // from the start of Execute or Encode to its end
}

// graphUpload is a write to a buffer before the frame's commands.
type graphUpload struct {
	buffer *Buffer
	offset uint64
	data   []byte
	before int32 // the previous upload to the same buffer, or −1
}

// NewFrameGraph returns an empty graph. Its textures and measuring memory are released with the device, or by Release.
func NewFrameGraph(d *Device) *FrameGraph {
	g := &FrameGraph{device: d, frame: 1}
	if d != nil {
		d.graphs = append(d.graphs, g)
	}
	return g
}

// AddCompute adds a node to the frame.
func (g *FrameGraph) AddCompute(n *ComputeNode) {
	g.startFrame()
	g.nodes = append(g.nodes, graphNode{compute: n})
}

// AddRaster adds a node to the frame.
func (g *FrameGraph) AddRaster(n *RasterNode) {
	g.startFrame()
	g.nodes = append(g.nodes, graphNode{raster: n})
}

// AddUpload has Execute write data to a buffer before the commands of the frame; data must stay as it is until then.
// Offset and length are multiples of 4. Two uploads of a frame to the same bytes are refused: all commands would see the
// last. A graph that is refused uploads nothing. No data is no upload.
func (g *FrameGraph) AddUpload(b *Buffer, offset uint64, data []byte) {
	g.startFrame()
	if g.err != nil || len(data) == 0 {
		return
	}
	if b == nil {
		g.err = &GraphError{Detail: "an upload to nil", Cause: ErrUsage}
		return
	}
	g.err = g.checkUpload(b, offset, data)
	if g.err != nil {
		return
	}
	mark := b.mark()
	if mark.graph != g || mark.frame != g.frame {
		*mark = graphMark{g, g.frame, -1, -1}
	}
	for i := mark.upload; i >= 0; i = g.uploads[i].before {
		other := &g.uploads[i]
		if offset < other.offset+uint64(len(other.data)) && other.offset < offset+uint64(len(data)) {
			g.err = &GraphError{nil, b.label, fmt.Sprintf("two uploads to buffer %q overlap at offset %d", b.label, max(offset, other.offset)), ErrRange}
			return
		}
	}
	g.uploads = append(g.uploads, graphUpload{b, offset, data, mark.upload})
	mark.upload = int32(len(g.uploads) - 1)
}

func (g *FrameGraph) checkUpload(b *Buffer, offset uint64, data []byte) error {
	err := b.usable(g.device)
	if err == nil {
		err = b.writable(offset, data)
	}
	if err != nil {
		return &GraphError{nil, b.label, "upload: " + err.Error(), err}
	}
	return nil
}

// Then has f called when the frame's uploads are written, unless the frame is reset or refused.
func (g *FrameGraph) Then(f func()) {
	g.startFrame()
	g.then = append(g.then, f)
}

// Keep makes a transient a result of the frame: nodes that write it are not dropped. Buffers and textures always are.
func (g *FrameGraph) Keep(r Resource) {
	g.startFrame()
	if r != nil {
		g.kept = append(g.kept, r)
	}
}

// Serial is the number of the frame that nodes are added to; it grows with every Execute, Encode and Reset.
func (g *FrameGraph) Serial() uint64 {
	if g.done {
		return g.frame + 1
	}
	return g.frame
}

// startFrame forgets the last frame, whose nodes stay until then for Dump, and marks the compiled order as old.
func (g *FrameGraph) startFrame() {
	if g.done {
		g.Reset()
	}
	g.compiled = false
}

// Reset forgets all that was added since the last Execute.
func (g *FrameGraph) Reset() {
	g.done, g.compiled, g.err, g.failure = false, false, nil, nil
	clear(g.nodes)
	clear(g.resources)
	clear(g.uploads)
	clear(g.kept)
	clear(g.then)
	g.nodes, g.uses, g.resources, g.edges = g.nodes[:0], g.uses[:0], g.resources[:0], g.edges[:0]
	g.uploads, g.kept, g.then = g.uploads[:0], g.kept[:0], g.then[:0]
	g.order, g.passes = g.order[:0], g.passes[:0]
	g.frame++
}

// Execute carries the frame out and forgets its nodes, in case of an error too. An error names nodes and resources; nothing
// was uploaded or submitted then.
func (g *FrameGraph) Execute() error {
	began := time.Now()
	err := g.execute()
	g.finish(began)
	return err
}

func (g *FrameGraph) execute() error {
	if err := g.prepare(); err != nil {
		return err
	}
	if len(g.passes) == 0 {
		return g.upload()
	}
	enc, err := g.device.ref.CreateCommandEncoder(nil)
	if err != nil {
		return &GraphError{Detail: err.Error(), Cause: err}
	}
	defer enc.Release()
	if err := g.encode(enc); err != nil {
		return err
	}
	commands, err := enc.Finish(nil)
	if err != nil {
		return &GraphError{Detail: err.Error(), Cause: err}
	}
	defer commands.Release()
	if err := g.upload(); err != nil {
		return err
	}
	g.device.queue.Submit(commands)
	g.drawn()
	return nil
}

// Encode records the frame into a host's encoder instead of submitting it, and writes the uploads. The host submits before
// it writes to the same buffers again; after an error it must not submit the encoder.
func (g *FrameGraph) Encode(enc *wgpu.CommandEncoder) error {
	began := time.Now()
	err := g.prepare()
	if err == nil && enc == nil {
		err = &GraphError{Detail: "Encode is given a nil encoder", Cause: ErrUsage}
	}
	if err == nil {
		err = g.encode(enc)
	}
	if err == nil {
		err = g.upload()
	}
	g.finish(began)
	return err
}

// prepare compiles the frame and places its transients.
func (g *FrameGraph) prepare() error {
	if g.done {
		g.Reset()
	}
	if g.device == nil {
		return &GraphError{Detail: "the graph was made with a nil device", Cause: ErrUsage}
	}
	if g.device.closed {
		return &GraphError{Detail: "device " + g.device.label + " is closed", Cause: ErrUseAfterRelease}
	}
	if err := g.compile(); err != nil {
		return err
	}
	return g.place()
}

func (g *FrameGraph) upload() error {
	for i := range g.uploads {
		u := &g.uploads[i]
		if err := u.buffer.Write(u.offset, u.data); err != nil {
			return &GraphError{nil, u.buffer.label, "upload: " + err.Error(), err}
		}
	}
	for _, f := range g.then {
		f()
	}
	return nil
}

// finish ends the frame, whatever became of it.
func (g *FrameGraph) finish(began time.Time) {
	s := FrameStats{Nodes: len(g.nodes), Uploads: len(g.uploads)}
	if g.failure == nil {
		s.Pruned = len(g.nodes) - len(g.order)
	}
	for i := range g.passes {
		if g.passes[i].raster {
			s.RenderPasses++
		} else {
			s.ComputePasses++
		}
	}
	for i := range g.uploads {
		s.UploadBytes += uint64(len(g.uploads[i].data))
	}
	for i := range g.resources {
		if t := g.resources[i].transient; t != nil {
			if t.texture != nil {
				s.Transients++
			}
			t.texture = nil
		}
	}
	for i := range g.pool {
		s.TransientBytes += g.pool[i].texture.bytes
	}
	g.trimPool()
	g.done = true
	s.CPU = time.Since(began)
	g.stats = s
}

// Stats describes the last frame that was executed or encoded.
func (g *FrameGraph) Stats() FrameStats { return g.stats }

// Release frees the pool of textures and the memory for measuring. The graph stays usable.
func (g *FrameGraph) Release() {
	for i := range g.pool {
		g.pool[i].texture.Release()
	}
	clear(g.pool)
	g.pool = g.pool[:0]
	g.profile.release()
}
