package effects

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// ending is that of effect files.
const ending = ".json"

// Library loads effects by name from a folder and notices when their files change. It is for one
// goroutine at a time. The effects it returns are shared: copy one before changing it.
type Library struct {
	files  fs.FS
	loaded map[string]*entry
}

// entry is an effect and the file it was read from.
type entry struct {
	effect  *Effect
	content []byte // that was read last
	wrong   error  // what Parse said of the content
	stamp   stamp
	said    string // the error that Reload returned last, while it lasts
}

// stamp tells whether a file may have changed since it was read.
type stamp struct {
	modified time.Time
	size     int64
	settled  bool // it was read so late after it was modified that another change would show
}

// resolution is how close together two changes can be and still have the same time in a file system.
const resolution = 2 * time.Second

// NewLibrary is the effects of a folder, such as os.DirFS("assets/effects") or an embed.FS. Links out of
// the folder are followed as the file system follows them: os.OpenRoot has one that does not.
func NewLibrary(files fs.FS) *Library {
	return &Library{files: files, loaded: make(map[string]*entry)}
}

// Load returns the effect of a name: "fire" is fire.json, "magic/bolt" is bolt.json in the folder
// magic. The file is read the first time; see Reload for changes. The errors are those of Parse, or of
// the file system, for which errors.Is(err, fs.ErrNotExist) holds where there is no such file.
func (l *Library) Load(name string) (*Effect, error) {
	if e := l.loaded[name]; e != nil {
		return e.effect, nil
	}
	if l.files == nil {
		return nil, fmt.Errorf("effect %q: %w: the library has no files; make it with NewLibrary(os.DirFS(folder)) or an embed.FS",
			name, fs.ErrInvalid)
	}
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, `\:`) {
		return nil, fmt.Errorf("effect %q: %w: it must be the name of a file in the library's folder, such as fire or magic/bolt",
			name, fs.ErrInvalid)
	}
	e, err := l.read(name)
	if err != nil {
		return nil, l.missing(name, err)
	}
	if e.effect, err = Parse(name+ending, e.content); err != nil {
		return nil, err
	}
	l.loaded[name] = e
	return e.effect, nil
}

// Reload reads again the files that changed since they were loaded, and returns the names of the
// effects that are different now: Load has the new ones, [Instance.Apply] brings them into the world.
// Where a file is wrong or gone the old effect stays, and the error says so once, until the file
// changes again. It costs a look at the time of each loaded file.
func (l *Library) Reload() (changed []string, err error) {
	var errs []error
	for _, name := range l.names() {
		e := l.loaded[name]
		different, err := l.reload(name, e)
		if different {
			changed = append(changed, name)
		}
		switch {
		case err == nil:
			e.said = ""
		case err.Error() != e.said:
			e.said = err.Error()
			errs = append(errs, fmt.Errorf("effect %q stays as it was: %w", name, err))
		}
	}
	return changed, errors.Join(errs...)
}

// names are those of the loaded effects, in order.
func (l *Library) names() []string {
	names := make([]string, 0, len(l.loaded))
	for name := range l.loaded {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// reload brings one entry up to date, or says why that cannot be.
func (l *Library) reload(name string, e *entry) (different bool, err error) {
	if info, err := fs.Stat(l.files, name+ending); err == nil && e.stamp.settled &&
		e.stamp.modified.Equal(info.ModTime()) && e.stamp.size == info.Size() {
		return false, e.wrong
	}
	now, err := l.read(name)
	if err != nil {
		return false, err
	}
	e.stamp = now.stamp
	if bytes.Equal(now.content, e.content) {
		return false, e.wrong
	}
	var effect *Effect
	e.content = now.content
	if effect, e.wrong = Parse(name+ending, now.content); e.wrong != nil {
		return false, e.wrong
	}
	different = !e.effect.equal(effect)
	e.effect = effect
	return different, nil
}

// read is a file as it is now.
func (l *Library) read(name string) (*entry, error) {
	info, err := fs.Stat(l.files, name+ending)
	if err != nil {
		return nil, err
	}
	content, err := fs.ReadFile(l.files, name+ending)
	if err != nil {
		return nil, err
	}
	settled := !info.ModTime().IsZero() && time.Since(info.ModTime()) > resolution
	return &entry{content: content, stamp: stamp{info.ModTime(), info.Size(), settled}}, nil
}

// missing says which file there is instead.
func (l *Library) missing(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("effect %q: %w", name, err)
	}
	if strings.HasSuffix(name, ending) {
		return fmt.Errorf("effect %q: %w; leave %s out of the name", name, err, ending)
	}
	found, globErr := fs.Glob(l.files, "*"+ending)
	if globErr != nil || len(found) == 0 {
		return fmt.Errorf("effect %q: %w; the library's folder has no %s files", name, err, ending)
	}
	for i, file := range found {
		found[i] = strings.TrimSuffix(file, ending)
	}
	return fmt.Errorf("effect %q: %w; did you mean %q?", name, err, nearest(name, found))
}

// equal says whether two effects are the same.
func (e *Effect) equal(other *Effect) bool {
	return e.Name == other.Name && slices.Equal(e.Pools, other.Pools) && slices.Equal(e.Emitters, other.Emitters)
}
