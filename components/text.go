package components

import (
	"fmt"
	"strings"
)

// Kinds are written as words in files: "additive", "sphere", "gpu". The words of a type stand in the
// order of its constants, so a new kind is a new word at the end of its list.
var (
	blendingWords   = words{"blending", []string{"additive", "alpha"}}
	driverKindWords = words{"kind of driver", []string{"auto", "gpu", "cpu", "manual"}}
	shapeKindWords  = words{"kind of shape", []string{
		"point", "box", "sphere", "plane", "hemisphere", "sphere-surface", "cone", "disc", "ring", "line", "box-surface",
	}}
	velocityKindWords = words{"kind of velocity", []string{"fixed", "cone", "sphere", "box"}}
	spaceWords        = words{"space", []string{"world", "local"}}
	fullPolicyWords   = words{"policy for full pools", []string{"drops-new", "replaces-oldest", "grows"}}
	hiddenPolicyWords = words{"policy for hidden pools", []string{"simulates", "pauses", "catches-up"}}
)

// MarshalText writes the mode as a word: additive or alpha.
func (b Blending) MarshalText() ([]byte, error) { return writeWord(b, blendingWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (b *Blending) UnmarshalText(text []byte) error { return readWord(b, blendingWords, text) }

// MarshalText writes the kind as a word: auto, gpu, cpu or manual.
func (k DriverKind) MarshalText() ([]byte, error) { return writeWord(k, driverKindWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (k *DriverKind) UnmarshalText(text []byte) error { return readWord(k, driverKindWords, text) }

// MarshalText writes the kind as a word: point, box, sphere, plane, hemisphere, sphere-surface, cone, disc, ring,
// line or box-surface.
func (k ShapeKind) MarshalText() ([]byte, error) { return writeWord(k, shapeKindWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (k *ShapeKind) UnmarshalText(text []byte) error { return readWord(k, shapeKindWords, text) }

// MarshalText writes the kind as a word: fixed, cone, sphere or box.
func (k VelocityKind) MarshalText() ([]byte, error) { return writeWord(k, velocityKindWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (k *VelocityKind) UnmarshalText(text []byte) error { return readWord(k, velocityKindWords, text) }

// MarshalText writes the space as a word: world or local.
func (s Space) MarshalText() ([]byte, error) { return writeWord(s, spaceWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (s *Space) UnmarshalText(text []byte) error { return readWord(s, spaceWords, text) }

// MarshalText writes the policy as a word: drops-new, replaces-oldest or grows.
func (p FullPolicy) MarshalText() ([]byte, error) { return writeWord(p, fullPolicyWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (p *FullPolicy) UnmarshalText(text []byte) error { return readWord(p, fullPolicyWords, text) }

// MarshalText writes the policy as a word: simulates, pauses or catches-up.
func (p HiddenPolicy) MarshalText() ([]byte, error) { return writeWord(p, hiddenPolicyWords) }

// UnmarshalText reads the word, or returns a [WordError].
func (p *HiddenPolicy) UnmarshalText(text []byte) error { return readWord(p, hiddenPolicyWords, text) }

// WordError says that a kind has no word, or that a word names no kind. Match it with errors.As.
type WordError struct {
	What  string   // what it should be, for example: kind of shape
	Word  string   // the word, or the kind that has none
	Valid []string // the words there are
}

// Error reads like: "ball" is no kind of shape; it must be point, box, sphere or plane.
func (e *WordError) Error() string { return fmt.Sprintf("%q is no %s; %s", e.Word, e.What, e.Remedy()) }

// Remedy lists the words there are.
func (e *WordError) Remedy() string {
	last := len(e.Valid) - 1
	if last == 0 {
		return "it must be " + e.Valid[0]
	}
	return "it must be " + strings.Join(e.Valid[:last], ", ") + " or " + e.Valid[last]
}

// words are the names of the kinds of one type, by their value.
type words struct {
	what string
	list []string
}

func writeWord[K interface {
	~uint32
	String() string
}](kind K, w words) ([]byte, error) {
	if int64(kind) >= int64(len(w.list)) {
		return nil, &WordError{What: w.what, Word: kind.String(), Valid: w.list}
	}
	return []byte(w.list[kind]), nil
}

func readWord[K ~uint32](kind *K, w words, text []byte) error {
	for i, word := range w.list {
		if word == string(text) {
			*kind = K(i)
			return nil
		}
	}
	return &WordError{What: w.what, Word: string(text), Valid: w.list}
}
