/*
 * width.h: cases of warps that have 64 lanes. A case says so by its field `warp`; the emulator has a device of that
 * width, and the submission is built for it a second time, from the same sources.
 *
 * One width is in use at a time: job.object, job.traced and job.build.profile are of that width, and the other's
 * programs rest in job.resting. A lab without such cases has one width, and all of this does nothing.
 */
#ifndef RUNNER_WIDTH_H
#define RUNNER_WIDTH_H

#include "job.h"

/* Whether c (NULL: none) has a width that is not in use. */
int width_differs(const struct job *j, const struct lab_case *c);

/* Puts c's width in use (NULL: the lab's first, 32). 1: the programs are others now, and children that run the former
 * ones are of no more use; 0: nothing changed. */
int width_use(struct job *j, const struct lab_case *c);

#endif
