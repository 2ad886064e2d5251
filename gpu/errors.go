package gpu

import (
	"errors"
	"fmt"
)

// What can be wrong with a call, for errors.Is. The messages of the errors themselves name the object, the field, the
// value and the remedy.
var (
	// ErrNoAdapter: no graphics device fits what was asked for.
	ErrNoAdapter = errors.New("no graphics device")
	// ErrLimit: a size or count is zero or beyond what the device allows.
	ErrLimit = errors.New("outside the device's limits")
	// ErrUsage: an object is used for what it was not made for, or described inconsistently.
	ErrUsage = errors.New("wrong use of an object")
	// ErrRange: an offset or length is misaligned or lies outside its object.
	ErrRange = errors.New("outside the object")
	// ErrUseAfterRelease: an object or its device was released before.
	ErrUseAfterRelease = errors.New("used after release")
	// ErrForeign: an object belongs to another device.
	ErrForeign = errors.New("object of another device")
	// ErrShader: the compiler refused a shader or pipeline.
	ErrShader = errors.New("shader refused")
	// ErrLeak: a device was closed before all its objects were released.
	ErrLeak = errors.New("objects left on a closed device")
)

// Error is an error of one object of a device.
type Error struct {
	Object string // what it is: "buffer", "render pipeline"
	Label  string
	Detail string // what is wrong, with the value and the remedy
	Cause  error  // one of the Err values of this package, or an error of the driver
}

// Error returns a sentence like: buffer "streams": Size is 0; it must be between 1 and 268435456.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %q: %s", e.Object, e.Label, e.Detail)
}

// Unwrap returns Cause.
func (e *Error) Unwrap() error { return e.Cause }

// driverError is an error that the binding returned for an object.
func driverError(object, label string, cause error) error {
	return &Error{Object: object, Label: label, Detail: cause.Error(), Cause: cause}
}
