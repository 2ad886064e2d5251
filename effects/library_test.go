package effects

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// folder is a library's folder whose files the test writes.
type folder struct {
	t    *testing.T
	path string
}

func (f folder) write(name, content string) {
	f.t.Helper()
	path := filepath.Join(f.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f folder) remove(name string) {
	f.t.Helper()
	if err := os.Remove(filepath.Join(f.path, name)); err != nil {
		f.t.Fatal(err)
	}
}

func newFolder(t *testing.T) (folder, *Library) {
	t.Helper()
	f := folder{t, t.TempDir()}
	return f, NewLibrary(os.DirFS(f.path))
}

const (
	slow  = `{"emitters": [{"label": "a", "rate": 1}]}`
	fast  = `{"emitters": [{"label": "a", "rate": 9}]}`
	wrong = `{"emitters": [{"label": "a", "rate": -9}]}`
)

func (l *Library) mustLoad(t *testing.T, name string) *Effect {
	t.Helper()
	e, err := l.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// reloads calls Reload and checks what it says.
func (l *Library) reloads(t *testing.T, what, trouble string, changed ...string) {
	t.Helper()
	got, err := l.Reload()
	if !slices.Equal(got, changed) {
		t.Errorf("%s: changed are %q, want %q", what, got, changed)
	}
	if trouble == "" && err != nil || trouble != "" && (err == nil || !strings.Contains(err.Error(), trouble)) {
		t.Errorf("%s: the error is %v", what, err)
	}
}

func TestEffectsAreLoadedByName(t *testing.T) {
	f, l := newFolder(t)
	f.write("fire.json", slow)
	f.write("magic/bolt.json", fast)
	if e := l.mustLoad(t, "fire"); e.Name != "fire" || e.Emitters[0].Emitter.Rate != 1 || l.mustLoad(t, "fire") != e {
		t.Errorf("got %+v", e)
	}
	if e := l.mustLoad(t, "magic/bolt"); e.Name != "bolt" || e.Emitters[0].Emitter.Rate != 9 {
		t.Errorf("got %+v", e)
	}
	if e, err := NewLibrary(os.DirFS("testdata")).Load("campfire"); err != nil || e.Name != "campfire" {
		t.Errorf("got %+v, %v", e, err)
	}
}

func TestNamesStayInsideTheFolder(t *testing.T) {
	f, _ := newFolder(t)
	f.write("secret.json", slow)
	f.write("effects/fire.json", slow)
	l := NewLibrary(os.DirFS(filepath.Join(f.path, "effects")))
	for _, name := range []string{"../secret", "/secret", "", ".", "..", "a/../../secret", "./fire", "fire/", `..\secret`, "c:secret", "a//b"} {
		if e, err := l.Load(name); !errors.Is(err, fs.ErrInvalid) || e != nil {
			t.Errorf("%q: %+v, %v", name, e, err)
		}
	}
}

func TestWhatIsNotThereIsSaidWithWhatIs(t *testing.T) {
	f, l := newFolder(t)
	if _, err := l.Load("fire"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "has no .json files") {
		t.Errorf("an empty folder: %v", err)
	}
	f.write("fire.json", slow)
	f.write("smoke.json", slow)
	if _, err := l.Load("smokey"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), `did you mean "smoke"?`) {
		t.Errorf("a misspelt name: %v", err)
	}
	if _, err := l.Load("fire.json"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "leave .json out") {
		t.Errorf("a file's name: %v", err)
	}
	f.write("bad.json", wrong)
	if e, err := l.Load("bad"); err == nil || !strings.HasPrefix(err.Error(), "bad.json:1: ") || e != nil {
		t.Errorf("a wrong file: %+v, %v", e, err)
	}
	f.write("bad.json", slow)
	l.mustLoad(t, "bad") // it was put right, and is read again
}

func TestReloadFollowsTheFiles(t *testing.T) {
	f, l := newFolder(t)
	f.write("fire.json", slow)
	f.write("other.json", slow)
	before, other := l.mustLoad(t, "fire"), l.mustLoad(t, "other")
	l.reloads(t, "nothing changed", "")
	f.write("fire.json", fast)
	l.reloads(t, "another rate", "", "fire")
	after := l.mustLoad(t, "fire")
	if after.Emitters[0].Emitter.Rate != 9 || before.Emitters[0].Emitter.Rate != 1 || l.mustLoad(t, "other") != other {
		t.Errorf("after %+v, before %+v", after, before)
	}
	l.reloads(t, "nothing more", "")
	f.write("fire.json", "  "+fast+"\n")
	l.reloads(t, "other spaces alone", "")
	f.write("fire.json", slow)
	f.write("other.json", fast)
	l.reloads(t, "both", "", "fire", "other")
}

func TestAWrongFileLeavesTheOldEffectAndIsToldOnce(t *testing.T) {
	f, l := newFolder(t)
	f.write("fire.json", slow)
	f.write("other.json", slow)
	before := l.mustLoad(t, "fire")
	l.mustLoad(t, "other")
	f.write("fire.json", wrong)
	f.write("other.json", fast)
	l.reloads(t, "wrong", `effect "fire" stays as it was: fire.json:1: emitter "a": rate is -9`, "other")
	if l.mustLoad(t, "fire") != before {
		t.Error("the old effect is lost")
	}
	l.reloads(t, "still wrong", "")
	f.write("fire.json", "{")
	l.reloads(t, "wrong in another way", "fire.json:1:1")
	f.write("fire.json", slow)
	l.reloads(t, "as it was before", "")
	f.write("fire.json", wrong)
	l.reloads(t, "wrong again", "rate is -9")
	f.write("fire.json", fast)
	l.reloads(t, "right", "", "fire")
	f.remove("fire.json")
	l.reloads(t, "gone", "no such file")
	l.reloads(t, "still gone", "")
	if e := l.mustLoad(t, "fire"); e.Emitters[0].Emitter.Rate != 9 {
		t.Errorf("the effect of the file that is gone is %+v", e)
	}
	f.write("fire.json", fast)
	l.reloads(t, "back", "")
	f.remove("fire.json")
	l.reloads(t, "gone again", "no such file")
}

// counting counts how often files are opened to be read.
type counting struct {
	fstest.MapFS
	reads int
}

func (c *counting) ReadFile(name string) ([]byte, error) {
	c.reads++
	return c.MapFS.ReadFile(name)
}

func TestReloadReadsOnlyFilesWhoseTimeChanged(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	files := &counting{MapFS: fstest.MapFS{"fire.json": {Data: []byte(slow), ModTime: old}}}
	l := NewLibrary(files)
	l.mustLoad(t, "fire")
	l.reloads(t, "an old file", "")
	if files.reads != 1 {
		t.Errorf("it was read %d times", files.reads)
	}
	files.MapFS["fire.json"] = &fstest.MapFile{Data: []byte(fast), ModTime: old.Add(time.Second)}
	l.reloads(t, "a newer file", "", "fire")
	l.reloads(t, "no newer file", "")
	if files.reads != 2 {
		t.Errorf("it was read %d times", files.reads)
	}
	files.MapFS["fire.json"] = &fstest.MapFile{Data: []byte(slow + "\n"), ModTime: old.Add(time.Second)}
	l.reloads(t, "a longer file of the same time", "", "fire")
	files.MapFS["fire.json"] = &fstest.MapFile{Data: []byte(fast), ModTime: old.Add(time.Second)}
	l.reloads(t, "a shorter file of the same time", "", "fire")
	// Some file systems tell times to a second or two: what was written just before it was read is
	// read again, and so is a file without a time.
	for _, modified := range []time.Time{time.Now(), {}} {
		files.MapFS["fire.json"] = &fstest.MapFile{Data: []byte(slow), ModTime: modified}
		l.reloads(t, "a file of now", "", "fire")
		files.MapFS["fire.json"] = &fstest.MapFile{Data: []byte(fast), ModTime: modified}
		l.reloads(t, "changed at the same time", "", "fire")
	}
}
