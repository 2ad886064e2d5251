package components

import ark "github.com/mlange-42/ark/ecs"

// ChildOf relates an entity to its parent: its [Transform] is then seen from the parent's place. A parent
// without a Transform stands at the origin.
//
// When the parent is removed, the child stays where it was and its Transform is seen from the parent's
// last place; the step tells so once. Remove ChildOf to make it a root, whose Transform is seen from
// the origin. A ring of parents is told too, and stays where it was.
type ChildOf struct {
	ark.RelationMarker
}
