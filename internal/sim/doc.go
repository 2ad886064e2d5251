// Package sim is the CPU's knowledge of a particle pool: who is born, where and with
// which random numbers, which slot each particle has, and when it dies; and, for pools that
// the CPU drives, where each particle is. It needs neither a device nor a world, and the same seed gives the same births everywhere.
package sim
