package house

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// toCome are the requirements that docs/requirements.md may leave open.
var toCome = []int{107, 134, 136}

// Every requirement is in docs/requirements.md once, with tests that exist.
func TestEveryRequirementNamesItsTests(t *testing.T) {
	tests := testNames(t)
	document, err := os.ReadFile(filepath.Join(root, "docs/requirements.md"))
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| R(\d+)(?:–R(\d+))? \| (.+?) \| (.+?) \|$`)
	shown := map[int]int{}
	for _, m := range row.FindAllStringSubmatch(string(document), -1) {
		first, _ := strconv.Atoi(m[1])
		last := first
		if m[2] != "" {
			last, _ = strconv.Atoi(m[2])
		}
		for n := first; n <= last; n++ {
			shown[n]++
		}
		if m[4] == "**to come**" {
			if first != last || !slices.Contains(toCome, first) {
				t.Errorf("R%d may not be left open", first)
			}
			continue
		}
		for name := range strings.SplitSeq(m[4], ", ") {
			if !tests[name] {
				t.Errorf("R%s is said to be shown by %s, which is no test", m[1], name)
			}
		}
	}
	for n := 1; n <= 206; n++ {
		want := 1
		if n >= 158 && n <= 177 {
			want = 0
		}
		if shown[n] != want {
			t.Errorf("R%d is in docs/requirements.md %d times, want %d", n, shown[n], want)
		}
	}
}

// testNames are the functions that go test runs.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)
	sources(t, func(_ string, content []byte) {
		for _, m := range function.FindAllSubmatch(content, -1) {
			names[string(m[1])] = true
		}
	}, "_test.go")
	return names
}

// The cases that the project claims to handle are named by the tests that show them.
func TestCasesAreNamedByTests(t *testing.T) {
	var tests bytes.Buffer
	sources(t, func(path string, content []byte) {
		if !strings.HasPrefix(path, "tests/house/") { // this list is no test of them
			tests.Write(content)
		}
	}, "_test.go")
	for _, code := range []string{
		"C1", "C2", "C3", "C4", "C5", "C7", "C8", "C9", "C10", "C12", "C13", "C15", "C16", "C17", "C18", "C19", "C20",
		"C22", "C23", "C25", "C26", "C27", "C28", "C29", "C30", "C34", "C35",
	} {
		if !regexp.MustCompile(`\b` + code + `\b`).Match(tests.Bytes()) {
			t.Errorf("no test names %s", code)
		}
	}
}
