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
    double race_s;               /* seconds that the race may take */
    double verify_s, position_s; /* seconds of the last verification, and of each of its positions */
    int runs[2], whole[2];       /* how many runs were judged at all, and how many at every position */
    struct kept kept;
};

struct judged_run {
    struct proc *p; /* the child that ran, which stands still */
    enum judged whose;
    int counts;           /* 1: the run's time counts; 0: the run only warms up */
    double wall, seconds; /* seconds that the run took, and those of them that count */
};

/* 0: the outputs are right, as far as was judged; 1: they are wrong, and `msg` says how; -1: our own fault. */
int judging_run(struct judging *g, const struct judged_run *run, char *msg, size_t n, struct err *e);
/* Judges all outputs of a child's last run now. */
int judging_whole(struct judging *g, struct proc *p, enum judged whose, struct verify_result *v, char *msg, size_t n,
                  struct err *e);
/* Judges the kept copies, after a race of `spent` seconds. p: the learner's child, whose inputs are overwritten. */
int judging_after(struct judging *g, struct proc *p, double spent, char *msg, size_t n, struct err *e);
void judging_finish(struct judging *g);

#endif
