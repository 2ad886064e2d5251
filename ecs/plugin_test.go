package ecs_test

import (
	"errors"
	"testing"

	ark "github.com/mlange-42/ark/ecs"

	"github.com/gomotes/motes/ecs"
)

// counting is a plugin that counts how often it was built.
type counting struct {
	name  string
	built int
	err   error
}

func (c *counting) Name() string { return c.name }

func (c *counting) Build(*ark.World, *ecs.Schedule) error {
	c.built++
	return c.err
}

// R203: a plugin is registered once in a world, through whichever schedule.
func TestPluginIsRefusedASecondTime(t *testing.T) {
	w := ark.NewWorld()
	first, second := &counting{name: "p"}, &counting{name: "p"}
	if err := ecs.NewSchedule().AddPlugin(w, first); err != nil {
		t.Fatal(err)
	}
	if err := ecs.NewSchedule().AddPlugin(w, second); !errors.Is(err, ecs.ErrPluginRegistered) || second.built != 0 {
		t.Errorf("got %v, built %d times", err, second.built)
	}
	if err := ecs.NewSchedule().AddPlugin(w, &counting{name: "other"}); err != nil {
		t.Errorf("another plugin: %v", err)
	}
	if err := ecs.NewSchedule().AddPlugin(ark.NewWorld(), second); err != nil {
		t.Errorf("another world: %v", err)
	}
}

func TestPluginCanBeRegisteredAfterAReset(t *testing.T) {
	w := ark.NewWorld()
	p := &counting{name: "p"}
	for range 3 {
		if err := ecs.NewSchedule().AddPlugin(w, p); err != nil {
			t.Fatal(err)
		}
		w.Reset()
	}
	if p.built != 3 {
		t.Errorf("built %d times", p.built)
	}
}

func TestPluginThatFailsToBuildIsNotRegistered(t *testing.T) {
	w := ark.NewWorld()
	p := &counting{name: "p", err: errors.New("no texture")}
	if err := ecs.NewSchedule().AddPlugin(w, p); !errors.Is(err, p.err) {
		t.Errorf("got %v", err)
	}
	p.err = nil
	if err := ecs.NewSchedule().AddPlugin(w, p); err != nil {
		t.Errorf("the second attempt: %v", err)
	}
}
