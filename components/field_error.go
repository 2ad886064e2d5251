package components

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
)

// FieldError says that one field of a component has a value it cannot have. Match it with errors.As.
type FieldError struct {
	Label  string // what it is and its label, for example: emitter "fire"
	Field  string // the path of the field, for example: Life.Min
	Value  any    // what it holds
	Remedy string // what it must hold instead, for example: it must be between 1 and 8 388 608
}

// Error reads like: emitter "fire": Rate is NaN; it must be a finite number of particles per second.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: %s is %v; %s", e.Label, e.Field, e.Value, e.Remedy)
}

// check gathers the errors of one component.
type check struct {
	kind, label string
	errs        []error
}

func (c *check) fail(field string, value any, remedy string) {
	name := c.kind
	if c.label != "" {
		name = fmt.Sprintf("%s %q", c.kind, c.label)
	}
	c.errs = append(c.errs, &FieldError{Label: name, Field: field, Value: value, Remedy: remedy})
}

func (c *check) err() error { return errors.Join(c.errs...) }

// within requires a finite value of low to high.
func (c *check) within(field string, value, low, high float32, unit string) {
	if value >= low && value <= high { // false for NaN
		return
	}
	if !finite(value) {
		if unit != "" {
			unit = " of " + unit
		}
		c.fail(field, value, "it must be a finite number"+unit+", "+bounds(low, high))
		return
	}
	c.fail(field, value, "it must be "+bounds(low, high)+of(unit))
}

// vector requires three finite components, none greater than MaxMagnitude.
func (c *check) vector(field string, v mgl32.Vec3, unit string) {
	for i := range 3 {
		if abs(v[i]) <= MaxMagnitude {
			continue // the usual case names nothing, and so allocates nothing
		}
		c.within(field+"["+strconv.Itoa(i)+"]", v[i], -MaxMagnitude, MaxMagnitude, unit)
	}
}

// interval requires both ends within low to high, and in order.
func (c *check) interval(minField, maxField string, minValue, maxValue, low, high float32, unit string) {
	before := len(c.errs)
	c.within(minField, minValue, low, high, unit)
	c.within(maxField, maxValue, low, high, unit)
	if len(c.errs) == before && minValue > maxValue {
		c.fail(minField, minValue, fmt.Sprintf("it must not be greater than %s, which is %v", maxField, maxValue))
	}
}

func (c *check) span(field string, r Range, low, high float32, unit string) {
	c.interval(field+".Min", field+".Max", r.Min, r.Max, low, high, unit)
}

func (c *check) blending(b Blending) {
	if b >= blendings {
		c.fail("Blending", b, "it must be Additive or Alpha")
	}
}

func of(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

func bounds(low, high float32) string {
	return "between " + number(low) + " and " + number(high)
}

// number writes integers in groups of three digits.
func number(v float32) string {
	if v != float32(math.Trunc(float64(v))) || abs(v) < 1000 {
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	}
	digits := strconv.FormatInt(int64(abs(v)), 10)
	out := ""
	for len(digits) > 3 {
		out = " " + digits[len(digits)-3:] + out
		digits = digits[:len(digits)-3]
	}
	if v < 0 {
		digits = "-" + digits
	}
	return digits + out
}

func abs(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

func finite(v float32) bool { return v-v == 0 }
