/*
 * timing_lock.h: one timing at a time on a machine, however many runs there are. The lock is a file beside the cache,
 * named after the machine, because several machines may share a home while none of them shares its cores.
 */
#ifndef RUNNER_TIMING_LOCK_H
#define RUNNER_TIMING_LOCK_H

/* Waits until no other run times. A descriptor for timing_lock_release(), or -1 where `folder` takes no lock file: then
 * no run waits for another. */
int timing_lock_take(const char *folder);
void timing_lock_release(int lock);

#endif
