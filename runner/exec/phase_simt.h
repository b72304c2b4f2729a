/*
 * phase_simt.h: what the emulator finds wrong and counts. All of it runs a traced program, whichever backend judged
 * the results: a GPU does not tell of a race or a sector.
 */
#ifndef RUNNER_PHASE_SIMT_H
#define RUNNER_PHASE_SIMT_H

#include "case_memory.h"
#include "job.h"

/* Runs one call in a traced program: 1 all is right; 0 the report says what is not; -1 our own fault. *p: a child to
 * take, or NULL to start one; NULL afterwards when it is of no more use. */
int simt_look(struct job *j, const char *program, struct proc **p, struct case_memory *b, struct err *e);

/* Puts the counters and lines of one call with one case into the report. */
int simt_count(struct job *j, const char *program, const struct lab_run *run, struct err *e);

/* Runs the smallest failed cases under the checks for races and memory: report["found"] is the first error. */
int simt_explain(struct job *j, const struct case_set *s, struct err *e);

/* The first error in what `program` has written, as a sentence; 0 when there is none. */
int simt_note(struct job *j, struct proc *p, const char *program, char *ret, size_t n);

int simt_sanitize(struct job *j, struct err *e);
int simt_profile(struct job *j, struct err *e);
int simt_bench(struct job *j, const struct lab_bench *bench, struct err *e); /* metric="fewer:NAME" */

#endif
