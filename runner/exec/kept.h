/*
 * kept.h: timed runs whose outputs are judged whole, after the race.
 *
 * A verifier may be too slow to judge each timed output. Copies of a few runs are kept, inputs and outputs, and judged
 * when the race is over. The kernel's random source decides after each run whether its copy is kept, so that nobody
 * can know beforehand which one counts. Half of the copies are of runs that were no slower than the middle of those
 * before them: a submission that skips its work in fewer runs than that moves no median.
 *
 * Nothing here starts a child, reads a clock or writes to the report.
 */
#ifndef RUNNER_KEPT_H
#define RUNNER_KEPT_H

#include <stddef.h>

#include "case_memory.h"

enum { KEPT_MOST = 4, KEPT_TIMES = 256 };

struct kept_run {
    void *in, *out; /* as in the child; behind the outputs stand the inputs of inout buffers */
};

struct kept {
    struct kept_run run[KEPT_MOST];
    size_t room, slots, in_size, out_size; /* slots: how much of the room is for runs no slower than the middle */
    size_t offered, fast;                  /* fast: how many of the offered runs were no slower than the middle */
    double seconds[KEPT_TIMES];
};

/* No memory is taken yet. kept_finish() either way. */
void kept_open(struct kept *k, const struct case_memory *b);
void kept_finish(struct kept *k);

/* A run that has ended, of a child that stands still: 0, or -1 with a sentence. */
int kept_offer(struct kept *k, const struct case_memory *b, struct proc *p, double seconds, struct err *e);

/* Put the n-th copy where the case's verifier looks, those of the faster half first; `p` is the child whose inputs `b`
 * shows. 0: there is none. */
int kept_show(const struct kept *k, size_t n, struct case_memory *b, struct proc *p);

#endif
