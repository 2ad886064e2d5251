package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gomotes/motes/components"
	"github.com/gomotes/motes/gpu"
	"github.com/gomotes/motes/systems"
)

// source makes values out of the fuzzer's bytes: mostly such as games use, now and then such as
// break things. After the last byte all are zero.
type source struct{ data []byte }

func (s *source) byte() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

var awkward = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32,
	math.SmallestNonzeroFloat32, -1, 1e6, -1e6, 1e-6, 65504, 360, 600, 100, 1e8,
}

func (s *source) float() float32 {
	switch b := s.byte(); {
	case b < 110:
		return 0
	case b < 250:
		return float32(b-110) / 35 // 0 to 4
	default:
		return awkward[int(s.byte())%len(awkward)]
	}
}

// fill sets every field of a component that is there for games to set.
func (s *source) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float32:
		v.SetFloat(float64(s.float()))
	case reflect.Bool:
		v.SetBool(s.byte() > 230)
	case reflect.Uint32:
		v.SetUint(uint64(s.byte() % 12 / 2))
		if s.byte() > 252 {
			v.SetUint(1 << 31)
		}
	case reflect.Uint64, reflect.Int:
		// Label, Seed, MaxParticles and Order are set by the test.
	case reflect.Struct:
		for i := range v.NumField() {
			s.fill(v.Field(i))
		}
		if r, ok := v.Addr().Interface().(*components.Range); ok && r.Min > r.Max && s.byte() < 250 {
			r.Min, r.Max = r.Max, r.Min
		}
		if r, ok := v.Addr().Interface().(*components.ColorRange); ok && s.byte() < 250 {
			for i := range r.Min {
				if r.Min[i] > r.Max[i] {
					r.Min[i], r.Max[i] = r.Max[i], r.Min[i]
				}
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			s.fill(v.Index(i))
		}
	}
}

// mend sets the fields that Validate refuses back to zero, so that what is left can be tried.
func mend(component interface{ Validate() error }) {
	for err := component.Validate(); err != nil; err = component.Validate() {
		var field *components.FieldError
		if !errors.As(err, &field) {
			return
		}
		name, _, _ := strings.Cut(field.Field, ".")
		name, _, _ = strings.Cut(name, "[")
		v := reflect.ValueOf(component).Elem().FieldByName(name)
		switch name {
		case "MaxParticles":
			v.SetInt(100)
		case "UVRects": // none is in use then
			reflect.ValueOf(component).Elem().FieldByName("UVRectsCount").SetZero()
		default:
			v.SetZero()
		}
	}
}

// Whatever Validate accepts runs for 120 steps: no number that is none, no error, no disagreement
// on who lives, nothing left on the device. Whatever it refuses is told and changes nothing.
func FuzzComponents(f *testing.F) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 96 {
		seed := make([]byte, 700)
		for i := range seed {
			seed[i] = byte(random.IntN(256))
		}
		f.Add(seed)
	}
	f.Add([]byte{})
	var quiet *gpu.ParticleSnapshot
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &source{data}
		kind := components.DriverKind(s.byte()%3) + components.DriverGPU
		e, p, at := components.Emitter{Label: "fuzzed"}, components.Pool{Label: "fuzzed"}, components.Transform{}
		p.MaxParticles = int(s.byte())*16 + int(s.byte()%2)
		s.fill(reflect.ValueOf(&e).Elem())
		s.fill(reflect.ValueOf(&p).Elem())
		s.fill(reflect.ValueOf(&at).Elem())
		e.PendingBurst %= 1000
		e.Rate, e.TimeScale = min(e.Rate, 3000), min(e.TimeScale, 4) // what it does is the same beyond, and slow
		if s.byte() < 190 {
			mend(&e)
			mend(&p)
			mend(&at)
		}
		good := e.Validate() == nil && p.Validate() == nil && at.Validate() == nil

		w := newWorldOn(t, kind, &systems.ParticlePlugin{})
		keeper := w.driven(components.Pool{Label: "keeper", MaxParticles: 200}, components.DriverGPU)
		w.addEmitter(components.Emitter{Seed: 1, Rate: 60, Life: components.Exactly(1), Speed: components.Exactly(1)}, components.Transform{}, keeper)
		w.ticks(2, 1./60)
		pool := w.addPool(p)
		entity := w.addEmitter(e, at, pool)
		err := w.tick(1. / 60)
		if good != (err == nil) {
			t.Fatalf("Validate accepts: %v; the step says %v\n%+v\n%+v\n%+v", good, err, e, p, at)
		}
		if told := w.plugin.Err(pool) != nil || w.plugin.Err(entity) != nil; told == good {
			t.Fatalf("Validate accepts: %v; the plugin says %v and %v", good, w.plugin.Err(pool), w.plugin.Err(entity))
		}
		w.ticks(119, 1./60)
		if w.plugin.DevicePool(pool) != nil {
			finite(t, w.read(pool), w.plugin.Alive(pool))
		}
		if p.Validate() != nil && w.plugin.Alive(pool) != 0 {
			t.Fatalf("a refused pool has %d particles", w.plugin.Alive(pool))
		}
		if e.Validate() != nil && w.plugin.Alive(entity) != 0 {
			t.Fatalf("a refused emitter has %d particles", w.plugin.Alive(entity))
		}
		kept := w.read(keeper)
		if quiet == nil {
			quiet = kept
		} else if diff := cmp.Diff(quiet.PositionExpiry[:100], kept.PositionExpiry[:100]); diff != "" {
			t.Fatalf("the neighbour is disturbed:\n%s", diff)
		}
	})
}

// finite checks what is drawn.
func finite(t *testing.T, s *gpu.ParticleSnapshot, alive int) {
	t.Helper()
	if int(s.Args[1]) != alive {
		t.Fatalf("%d on the device, %d on the CPU", s.Args[1], alive)
	}
	for _, slot := range s.Living {
		for _, lanes := range [][4]float32{s.PositionExpiry[slot], s.VelocityMaxLife[slot], s.SizeSpin[slot], s.Color[slot], s.UVRect[slot]} {
			for _, v := range lanes {
				if v-v != 0 {
					t.Fatalf("slot %d holds %v: %v %v %v", slot, v, s.PositionExpiry[slot], s.VelocityMaxLife[slot], s.SizeSpin[slot])
				}
			}
		}
	}
	unique(t, s)
}
