package gpu

// Access is how a node uses a resource. In a frame each resource has one version: first at most one node writes it, then
// nodes modify it in the order in which they were added, then nodes read it.
type Access uint8

const (
	// Read means that the node sees what all writers and modifiers of the frame made.
	Read Access = iota
	// Write means that the node makes the content anew and does not look at the old. At most one node of a frame does.
	Write
	// Modify means that the node changes what was there: from the frame's writer and earlier modifiers, or from the frame before.
	Modify
	accesses
)

var accessNames = [accesses]string{"reads", "writes", "modifies"}

// String returns "reads", "writes" or "modifies".
func (a Access) String() string {
	if a < accesses {
		return accessNames[a]
	}
	return "?"
}

// Resource is what nodes share: a *Buffer, a *Texture or a *Transient.
type Resource interface {
	Label() string
	mark() *graphMark
}

// graphMark is what a graph remembers of a resource during a frame, in the resource itself: so that no map is needed.
type graphMark struct {
	graph         *FrameGraph
	frame         uint64
	index, upload int32
}

func (b *Buffer) mark() *graphMark { return &b.graph }

func (t *Texture) mark() *graphMark { return &t.graph }

func (t *Transient) mark() *graphMark { return &t.graph }

// Use declares that a node uses a resource in its shaders or as vertex, index or indirect buffer.
type Use struct {
	Resource Resource
	Access   Access
}

// ComputeNode is a piece of a frame that dispatches. Nodes belong to the caller, who adds them by pointer in each frame
// and does not change them before Execute.
type ComputeNode struct {
	Label  string
	Uses   []Use
	Record func(*ComputePass)
}

// ColorAttachment is a texture that a raster node draws into.
type ColorAttachment struct {
	Target     Resource
	Resolve    Resource   // for a Target of several samples: gets their mean when the pass ends; may be nil
	Clear      bool       // start from ClearValue (a Write); otherwise from what is there (a Modify)
	ClearValue [4]float64 // red, green, blue, alpha
}

// DepthAttachment is the depth of a raster node.
type DepthAttachment struct {
	Target     Resource
	Clear      bool // start from ClearValue (a Write); otherwise from what is there (a Modify)
	ClearValue float32
	ReadOnly   bool // test only (a Read); the node may then also read the texture in its shaders
}

// RasterNode is a piece of a frame that draws. Attachments need no entry in Uses. Nodes belong to the caller, who adds
// them by pointer in each frame and does not change them before Execute.
type RasterNode struct {
	Label  string
	Color  []ColorAttachment
	Depth  *DepthAttachment
	Uses   []Use
	Record func(*RenderPass)
}
