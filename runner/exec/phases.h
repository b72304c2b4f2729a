/*
 * phases.h: what a job runs, in order: build, correct, sanitize, profile, perf; or fakes. phase_NAME.c defines it.
 *
 * A phase appends to the raw report (ridge.raw/1) and says on stdout, as JSON lines, what it is doing. It returns 0
 * when it did its work, whatever that says of the learner; -1 is our own fault, with `e` set. A later phase needs what
 * the earlier ones left in the job: build its object, correct its verdict.
 */
#ifndef RUNNER_PHASES_H
#define RUNNER_PHASES_H

#include "job.h"

int phase_build(struct job *j, struct err *e);
int phase_correct(struct job *j, struct err *e);
int phase_perf(struct job *j, struct err *e);
int phase_fakes(struct job *j, struct err *e);

/* Of a lab that says what it `serves`: the engine behind an address of this machine, until somebody ends the job or the
 * engine ends, which the report's `error` then says. */
int phase_serve(struct job *j, struct err *e);

/* Of C, on this machine's processor: what the sanitizers find, and what ctrace counts line by line. */
int phase_sanitize(struct job *j, struct err *e);
int phase_profile(struct job *j, struct err *e);

#endif
