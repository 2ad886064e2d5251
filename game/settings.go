package game

import "fmt"

// setting is one number of an effect and what it may be.
type setting struct {
	field     string
	value     float32
	low, high float32
	remedy    string // what it must be, in words
}

// checkSettings returns nil, or an error that names the first number that is out of its range or not finite.
func checkSettings(effect string, settings ...setting) error {
	for _, s := range settings {
		if !(s.value >= s.low && s.value <= s.high) {
			return fmt.Errorf("%s: %s is %v; it must be %s", effect, s.field, s.value, s.remedy)
		}
	}
	return nil
}

// most is the largest number that a setting without an upper bound may be.
const most = 1e9
