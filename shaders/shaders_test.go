package shaders

import (
	"regexp"
	"strings"
	"testing"
)

// R16, R89, R90, R148, R149, T5: each module has its own entry points and no others, with the
// workgroup sizes that the host counts with, and the one declaration of the particle.
func TestModulesHaveTheirEntryPoints(t *testing.T) {
	entry := regexp.MustCompile(`(?s)@(compute|vertex|fragment)(?: @workgroup_size\((\d+)\))?\s+fn (\w+)`)
	for _, row := range []struct {
		what, source string
		want         []string
	}{
		{"integrate", ParticleIntegrate(), []string{"compute 256 integrate"}},
		{"scatter", ParticleScatter(), []string{"compute 64 scatter"}},
		{"compact", ParticleCompact(), []string{"compute 256 count", "compute 256 offsets", "compute 256 expand"}},
		{"billboard", ParticleBillboard(), []string{"vertex  vs_main", "fragment  fs_main", "fragment  fs_additive"}},
	} {
		var got []string
		for _, m := range entry.FindAllStringSubmatch(row.source, -1) {
			got = append(got, m[1]+" "+m[2]+" "+m[3])
		}
		if strings.Join(got, ", ") != strings.Join(row.want, ", ") {
			t.Errorf("%s has the entries %q, want %q", row.what, got, row.want)
		}
		if n := strings.Count(row.source, "struct Particle {"); n != 1 {
			t.Errorf("%s declares the particle %d times", row.what, n)
		}
	}
}

// R32, C32: no stage of a module binds more than the eight storage buffers that every device has.
func TestModulesStayWithinEightStorageBuffers(t *testing.T) {
	storage := regexp.MustCompile(`var<storage`)
	for what, source := range map[string]string{
		"integrate": ParticleIntegrate(), "scatter": ParticleScatter(), "compact": ParticleCompact(), "billboard": ParticleBillboard(),
	} {
		if n := len(storage.FindAllString(source, -1)); n < 1 || n > 8 {
			t.Errorf("%s binds %d storage buffers", what, n)
		}
	}
}

// Nothing that the compiler inside the native libraries refuses: naga 0.19 knows no overrides, no
// constant assertions and no extensions.
func TestModulesKeepToWhatEveryCompilerKnows(t *testing.T) {
	refused := regexp.MustCompile(`\b(override|const_assert|diagnostic|requires|enable)\b[^.]`)
	comment := regexp.MustCompile(`//[^\n]*`)
	for what, source := range map[string]string{
		"integrate": ParticleIntegrate(), "scatter": ParticleScatter(), "compact": ParticleCompact(), "billboard": ParticleBillboard(),
	} {
		if found := refused.FindString(comment.ReplaceAllString(source, "")); found != "" {
			t.Errorf("%s uses %q", what, found)
		}
	}
}
