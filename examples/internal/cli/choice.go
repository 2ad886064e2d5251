package cli

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// Flag adds a flag of an example's own.
type Flag func(*flag.FlagSet)

// Choice is a flag whose value is one of a few words, the first unless the command line says otherwise.
func Choice(target *string, name, usage string, words ...string) Flag {
	*target = words[0]
	return func(f *flag.FlagSet) {
		f.Func(name, fmt.Sprintf("%s: `%s` (%s)", usage, strings.Join(words, "|"), words[0]), func(s string) error {
			if !slices.Contains(words, s) {
				return errors.New("it must be " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1])
			}
			*target = s
			return nil
		})
	}
}
