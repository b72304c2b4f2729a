/*
 * judging.h: whether timed runs computed what they were asked for.
 *
 * A time counts for nothing where the result may be wrong, and judging costs time. Each run of the learner's is judged
 * at as many positions as its own time is worth, all of them where that is cheap. Where only a whole output can be
 * judged and that takes long, or where all positions are too many for one run, copies of a few runs are kept (kept.h)
 * and judged after the race. What is judged is drawn from the kernel's random source when the run is over.
 *
 * Nothing here starts or times a child.
 */
#ifndef RUNNER_JUDGING_H
#define RUNNER_JUDGING_H

#include "job.h"
#include "kept.h"

enum judged { JUDGED_REFERENCE, JUDGED_LEARNER };

struct judging {
    struct job *j;
    struct case_memory *b;
    double race_s;               /* what the race may take */
    double verify_s, position_s; /* what the last verification cost, and each position of it */
    int runs[2], whole[2];       /* judged at all, and whole */
    struct kept kept;
};

struct judged_run {
    struct proc *p; /* which stands still */
    enum judged whose;
    int counts;           /* the run's time counts, too: this run does not only warm up */
    double wall, seconds; /* what it took, and what counts of that */
};

/* 0 nothing is wrong, so far as is known; 1 it is, and `msg` says how; -1 our own fault. */
int judging_run(struct judging *g, const struct judged_run *run, char *msg, size_t n, struct err *e);
/* All of its output, now. */
int judging_whole(struct judging *g, struct proc *p, enum judged whose, struct verify_result *v, char *msg, size_t n,
                  struct err *e);
/* The copies, when the race has taken so many seconds. p: the learner's child, whose inputs b shows; they are gone. */
int judging_after(struct judging *g, struct proc *p, double spent, char *msg, size_t n, struct err *e);
void judging_finish(struct judging *g);

#endif
