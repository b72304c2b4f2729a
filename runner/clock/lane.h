/*
 * lane.h: one timing at a time on a machine, however many runs there are. A lock beside the cache, named after the
 * machine: homes are shared, cores are not.
 */
#ifndef RUNNER_LANE_H
#define RUNNER_LANE_H

/* Waits for its turn. A descriptor for lane_leave(), or -1 where the folder takes no lock: then nobody waits. */
int lane_enter(const char *folder);
void lane_leave(int lane);

#endif
