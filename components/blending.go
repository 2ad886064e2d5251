package components

import "fmt"

// Blending is how a particle's colour joins what is behind it.
type Blending uint32

const (
	// Additive adds light: colour · alpha + behind. For fire, sparks and magic. The zero value.
	Additive Blending = iota
	// Alpha covers: colour · alpha + behind · (1 − alpha). For smoke, snow and steam.
	Alpha
	blendings
)

// String returns the name of the mode.
func (b Blending) String() string {
	switch b {
	case Additive:
		return "Additive"
	case Alpha:
		return "Alpha"
	}
	return fmt.Sprintf("Blending(%d)", uint32(b))
}
