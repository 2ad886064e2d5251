// Package house checks the rules of the house that a compiler does not: which way imports
// point, how long files are, and that what the README shows compiles.
package house

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/gomotes/motes"
	root   = "../.."
)

// sources calls f for every file of the project with one of the endings.
func sources(t *testing.T, f func(path string, content []byte), endings ...string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (strings.HasPrefix(name, ".") && name != ".." || name == "out" || name == "bin") {
			return fs.SkipDir
		}
		for _, ending := range endings {
			if !d.IsDir() && strings.HasSuffix(name, ending) {
				content, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				relative, err := filepath.Rel(root, path)
				if err != nil {
					return err
				}
				f(filepath.ToSlash(relative), content)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rules say what the packages under a folder may import, beside the standard library.
var rules = []struct {
	folder  string
	allowed []string
}{
	{"shaders", nil},
	{"components", []string{"github.com/go-gl/mathgl", "github.com/mlange-42/ark"}},
	{"ecs", []string{"github.com/mlange-42/ark"}},
	{"gpu", []string{module + "/shaders", "github.com/cogentcore/webgpu"}},
	{"internal/sim", []string{module + "/components", "github.com/go-gl/mathgl"}},
	{"densesim", []string{module + "/components", module + "/internal/sim", "github.com/go-gl/mathgl"}},
	{"effects", []string{module + "/components", "github.com/go-gl/mathgl", "github.com/mlange-42/ark"}},
	{"systems", []string{
		module + "/components", module + "/ecs", module + "/gpu", module + "/internal/sim",
		"github.com/go-gl/mathgl", "github.com/mlange-42/ark",
	}},
	{"game", []string{
		module + "/components", module + "/ecs", module + "/gpu", module + "/systems",
		"github.com/go-gl", "github.com/mlange-42/ark", "github.com/cogentcore/webgpu",
	}},
}

func TestImportsPointOneWay(t *testing.T) {
	checked := 0
	sources(t, func(path string, content []byte) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		for _, rule := range rules {
			if !strings.HasPrefix(path, rule.folder+"/") {
				continue
			}
			checked++
			file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				name, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if !allowed(name, rule.allowed) {
					t.Errorf("%s imports %s; %s may import %s", path, name, rule.folder, strings.Join(rule.allowed, ", "))
				}
			}
		}
	}, ".go")
	if checked < 50 {
		t.Errorf("only %d files were checked", checked)
	}
}

func allowed(name string, prefixes []string) bool {
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return true // the standard library, and cgo
	}
	for _, prefix := range prefixes {
		if name == prefix || strings.HasPrefix(name, prefix+"/") {
			return true
		}
	}
	return false
}

// Only gpu, and the one file that describes a window to it, know the binding.
func TestBindingStaysInsideGPU(t *testing.T) {
	sources(t, func(path string, content []byte) {
		if strings.HasPrefix(path, "gpu/") || strings.HasPrefix(path, "examples/host/") || strings.HasPrefix(path, "tests/") ||
			path == "game/window.go" || strings.HasSuffix(path, "_test.go") {
			return
		}
		if bytes.Contains(content, []byte(`"github.com/cogentcore/webgpu/`)) {
			t.Errorf("%s imports the WebGPU binding", path)
		}
	}, ".go")
}

func TestFilesAreOneIdeaLong(t *testing.T) {
	sources(t, func(path string, content []byte) {
		if lines := bytes.Count(content, []byte("\n")); lines > 450 {
			t.Errorf("%s has %d lines; 450 is the most", path, lines)
		}
	}, ".go", ".wgsl")
}

func TestNothingIsLeftOpenInTheCode(t *testing.T) {
	open := regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b|t\.Skip` + `\(`)
	sources(t, func(path string, content []byte) {
		if found := open.Find(content); found != nil {
			t.Errorf("%s: %s", path, found)
		}
	}, ".go", ".wgsl")
}

// snippetHead makes a file of a function that the README shows.
const snippetHead = `package main

import (
	"math"
	"os"

	"github.com/cogentcore/webgpu/wgpu"
	"github.com/go-gl/mathgl/mgl32"
	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/ecs"
	"github.com/gomotes/motes/effects"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

var (
	_ = math.Pi
	_ = os.Args
	_ mgl32.Vec3
	_ *effects.Effect
	_ *wgpu.Device
	_ *ark.World
	_ components.Pool
	_ *ecs.Schedule
	_ *gpu.Device
	_ systems.View
)

func main() {}

`

// The README's programs and functions are what users copy.
func TestProgramsOfTheREADMECompile(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(programs) < 3 {
		t.Fatalf("the README has %d programs", len(programs))
	}
	for _, program := range programs {
		folder, err := os.MkdirTemp(".", "readme")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		source := program[1]
		if !bytes.HasPrefix(source, []byte("package ")) {
			source = append([]byte(snippetHead), source...)
		}
		if err := os.WriteFile(filepath.Join(folder, "main.go"), source, 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "vet", "./"+folder).CombinedOutput(); err != nil {
			t.Errorf("a program of the README does not compile: %v\n%s", err, out)
		}
	}
}
