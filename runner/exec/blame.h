/* blame.h: builds of the submission, and whose doing it is when one fails. */
#ifndef RUNNER_BLAME_H
#define RUNNER_BLAME_H

#include "job.h"

typedef int build_fn(struct job *j, struct build_result *ret, struct err *e);

/* make() of the submission. -1 also where it failed and that is not the submission's doing: the machine has no room, is
 * too busy or too slow, or lacks the compiler. */
int job_build(struct job *j, build_fn *make, struct build_result *ret, struct err *e);

#endif
