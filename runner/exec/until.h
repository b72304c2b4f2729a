/* until.h: with job.until, a run ends with the first failure that says this. */
#ifndef RUNNER_UNTIL_H
#define RUNNER_UNTIL_H

#include "job.h"

/* A case with drawn fields ends nothing: another draw might not show the failure. */
int until_case(const struct job *j, const struct lab_case *c, const char *status, const char *message);
int until_gate(const struct job *j); /* a gate is broken by what has been counted so far */

typedef int each_fn(struct job *j, const struct lab_run *run, void *of, struct err *e);
typedef int wanted_fn(const struct job *j, const struct lab_run *run);

/* one() for each wanted call of each case until one() is not 0, which is returned, or the run is over. */
int until_each(struct job *j, wanted_fn *wanted, each_fn *one, void *of, struct err *e);

#endif
