/*
 * worker.h: one job that another machine's `ridge grade` wrote, run here: ridge worker.
 */
#ifndef RUNNER_WORKER_H
#define RUNNER_WORKER_H

#include <jansson.h>

#include "runner/base/util.h"

enum { WORKER_NO_JOB = 66 }; /* exit status: the file of the job is not there */

struct far_worker {
    const char *root, *cache, *program; /* as in runner_request */
    volatile int *interrupted;
};

/* Runs the job in a file and writes the result whole (synced, renamed) or not at all. Returns an exit status. */
int worker_file(const struct far_worker *w, const char *job, const char *result, struct err *e);

/* Reads jobs line by line from standard input and answers on standard output, until the other side hangs up; a run
 * under way is then cancelled. Returns an exit status. */
int worker_stream(const struct far_worker *w, struct err *e);

#endif
