package gpu

import (
	"errors"
	"strings"
)

// What can be wrong with a frame graph, for errors.Is.
var (
	// ErrCycle: nodes wait for each other.
	ErrCycle = errors.New("cycle in the frame graph")
	// ErrMissingWriter: a transient texture is read or modified, and nothing writes it.
	ErrMissingWriter = errors.New("missing writer in the frame graph")
	// ErrManyWriters: two nodes write one resource.
	ErrManyWriters = errors.New("several writers in the frame graph")
	// ErrMismatch: attachments of a node differ in size or sample count, or have a format or usage that does not fit.
	ErrMismatch = errors.New("mismatched attachments")
	// ErrFeedback: a node uses its own attachment in its shaders, or attaches a texture twice.
	ErrFeedback = errors.New("attachment used twice in a node")
	// ErrNode: a node is described incompletely.
	ErrNode = errors.New("incomplete node")
)

// GraphError is an error of a frame graph. Nothing of the frame was uploaded or submitted.
type GraphError struct {
	Nodes    []string // labels of the nodes involved
	Resource string   // label of the resource involved, or ""
	Detail   string   // the sentence, with names
	Cause    error    // one of the Err values of this package, or an error of the driver
}

// Error returns a sentence that names nodes and resources.
func (e *GraphError) Error() string { return "frame graph: " + e.Detail }

// Unwrap returns Cause.
func (e *GraphError) Unwrap() error { return e.Cause }

// quoted joins labels as "a", "b" and "c".
func quoted(labels []string) string {
	var s strings.Builder
	for i, label := range labels {
		switch {
		case i > 0 && i == len(labels)-1:
			s.WriteString(" and ")
		case i > 0:
			s.WriteString(", ")
		}
		s.WriteString(`"` + label + `"`)
	}
	return s.String()
}
