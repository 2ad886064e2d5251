// Package ecs has what the ark entity component system leaves to its users: systems
// with a life cycle, stages that order them, plugins that bring several at once, and
// the time they run on.
//
// A program makes a [Schedule], adds plugins and systems, and calls [Schedule.Run] once
// a frame with the seconds that passed:
//
//	world := ark.NewWorld()
//	schedule := ecs.NewSchedule()
//	if err := schedule.AddSystem(ecs.StageUpdate, &movement{}); err != nil {
//		return err
//	}
//	for running {
//		if err := schedule.Run(world, secondsSinceLastFrame); err != nil {
//			return err
//		}
//	}
//	return schedule.Close(world)
//
// The package itself is also called ecs in ark; Motes imports that one as ark.
package ecs
