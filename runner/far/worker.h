/*
 * worker.h: one job that another machine's `ridge grade` wrote, run here: ridge worker.
 */
#ifndef RUNNER_WORKER_H
#define RUNNER_WORKER_H

#include <jansson.h>

#include "runner/base/util.h"

enum { WORKER_NO_JOB = 66 }; /* exit status: the job is not there */

struct worker {
    const char *root, *cache, *program; /* as in runner_request */
    volatile int *interrupted;
};

/* Runs the job in a file and writes the result: whole, synced and renamed, or not at all. An exit status. */
int worker_file(const struct worker *w, const char *job, const char *result, struct err *e);

/* Jobs line by line from standard input, answers to standard output, until the other side hangs up; what runs then is
 * ended. An exit status. */
int worker_stream(const struct worker *w, struct err *e);

#endif
