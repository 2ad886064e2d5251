package effects

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/gomotes/motes/components"
)

// key is a key of a file and the field that it sets.
type key struct {
	name  string
	index []int
	// count is the index of the field that counts the used elements of an array: UVRectsCount of
	// UVRects. Nil where all are used.
	count []int
	// even says that one number stands for the same along x, y and z.
	even bool
}

// keys are those of a struct type, in the order in which they are written. They are the names of its
// fields with a small beginning; what is pending is left out, and an inline struct gives its own.
func keys(of reflect.Type) []key {
	var found []key
	for i := range of.NumField() {
		field := of.Field(i)
		counts := strings.TrimSuffix(field.Name, "Count")
		counted, isCount := of.FieldByName(counts)
		isCount = isCount && counts != field.Name && counted.Type.Kind() == reflect.Array
		if !field.IsExported() || strings.HasPrefix(field.Name, "Pending") || isCount {
			continue
		}
		if field.Tag.Get("effect") == "inline" {
			for _, inner := range keys(field.Type) {
				inner.index = append([]int{i}, inner.index...)
				if inner.count != nil {
					inner.count = append([]int{i}, inner.count...)
				}
				found = append(found, inner)
			}
			continue
		}
		k := key{name: lowerFirst(field.Name), index: []int{i}}
		if count, ok := of.FieldByName(field.Name + "Count"); ok && field.Type.Kind() == reflect.Array {
			k.count = count.Index
		}
		k.even = of == reflect.TypeFor[components.Transform]() && field.Type == reflect.TypeFor[mgl32.Vec3]() && field.Name == "Scale"
		found = append(found, k)
	}
	slices.SortStableFunc(found, func(a, b key) int { return labelFirst(a) - labelFirst(b) })
	return found
}

// unset says whether the field of v equals its zero, as == does: also for −0.
func (k key) unset(v reflect.Value) bool {
	field := v.FieldByIndex(k.index)
	if k.count != nil {
		field = v.FieldByIndex(k.count)
	}
	return field.IsZero() || field.Comparable() && field.Equal(reflect.Zero(field.Type()))
}

func labelFirst(k key) int {
	if k.name == "label" {
		return 0
	}
	return 1
}

// names are those of all keys.
func names(keys []key) []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.name
	}
	return list
}

// lowerFirst makes uvRects of UVRects, and life of Life.
func lowerFirst(name string) string {
	letters := []rune(name)
	for i, letter := range letters {
		if !unicode.IsUpper(letter) || i > 0 && i+1 < len(letters) && unicode.IsLower(letters[i+1]) {
			break
		}
		letters[i] = unicode.ToLower(letter)
	}
	return string(letters)
}

// filePath is the path of a Go field as a file writes it: life.min of Life.Min.
func filePath(field string) string {
	parts := strings.Split(field, ".")
	for i, part := range parts {
		parts[i] = lowerFirst(part)
	}
	return strings.Join(parts, ".")
}

// isPair says whether a struct is two values of one type, numbers or vectors: a range, a colour range,
// or what something is at the start and at the end.
func isPair(of reflect.Type) bool {
	if of.Kind() != reflect.Struct || of.NumField() != 2 || of.Field(0).Type != of.Field(1).Type {
		return false
	}
	element := of.Field(0).Type
	return element.Kind() == reflect.Float32 || element.Kind() == reflect.Array && element.Elem().Kind() == reflect.Float32
}

// hasKind says whether the first key of a struct is its kind, so that the kind alone can stand for it.
func hasKind(keys []key) bool { return len(keys) > 0 && keys[0].name == "kind" }

// meant is the remedy for a word that is none of the candidates.
func meant(word string, candidates []string) string {
	best := nearest(word, candidates)
	if 2*distance(strings.ToLower(word), strings.ToLower(best)) > len(word) {
		return "remove it; there are " + strings.Join(candidates, ", ")
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// nearest is the candidate that needs the fewest letters changed to become the word; of two, the one
// that begins like it.
func nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, least := "", math.MaxInt
	for _, candidate := range candidates {
		lower := strings.ToLower(candidate)
		cost := 2 * distance(word, lower)
		if lower == "" || word == "" || lower[0] != word[0] {
			cost++
		}
		if cost < least {
			best, least = candidate, cost
		}
	}
	return best
}

// distance is the number of letters to add, drop or change (Levenshtein). Words are cut at 64 letters.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	x, y = x[:min(len(x), 64)], y[:min(len(y), 64)]
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			change := diagonal
			if x[i] != y[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
