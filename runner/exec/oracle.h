/*
 * oracle.h: a lab's oracle.c, loaded. Whoever wrote the lab wrote it: one that did not come with Ridge lives in a
 * process of its own, in a box without network and with its own folder's files, that sees the case's memory in place
 * and never meets the submission. One of Ridge's own is loaded here, which is a fork and two switches a case cheaper.
 *
 * The process is a fork of ours, made when it is first needed, and again when memory has been shared since.
 */
#ifndef RUNNER_ORACLE_H
#define RUNNER_ORACLE_H

#include <stdint.h>

#include "ridge/oracle.h"
#include "runner/base/util.h"

struct oracle;

enum { ORACLE_DIRS = 4, ORACLE_WALL_S = 60 };

struct oracle_spec {
    const char *so;                 /* the shared object that build_oracle() made */
    const char *dirs[ORACLE_DIRS];  /* that it may read; NULL ends them */
    double wall_s;                  /* for one answer; 0: ORACLE_WALL_S */
    int own;                        /* the oracle came with Ridge */
};

struct oracle *oracle_open(const struct oracle_spec *spec, struct err *e); /* copies the strings */
void oracle_close(struct oracle *o);

/*
 * What oracle.c (ridge/oracle.h) defines under these names: 0, or -1 with a sentence when it is not there, refuses the
 * case, calls what it may not, ends, or gives no answer in time: never the learner's fault.
 */
int oracle_fill(struct oracle *o, const char *fn, struct ridge_case *c, const char *buffer, uint64_t seed,
                struct err *e);
int oracle_values(struct oracle *o, const char *fn, const struct ridge_case *c, const char *out, const size_t *index,
                  size_t n, double *want, double *scale, struct err *e);
int oracle_judge(struct oracle *o, const char *fn, const struct ridge_case *c, struct ridge_verdict *ret,
                 struct err *e);

/* Memory that such a process sees as it is: buffers to be filled lie there. NULL when there is none. */
void *oracle_memory(size_t bytes);
void oracle_memory_free(void *at); /* NULL is none */

/* Says that a mapping is shared already, and so seen by that process, until the mapping is unmapped. */
void oracle_shares(const void *at, size_t bytes);
void oracle_unshares(const void *at);

#endif
