/*
 * case_run.h: one call of one case in a child that is there: inputs, the call, its outputs, and what they are worth.
 *
 * case_run() says how it ended and nothing to the report: what that means for a milestone is the phase's to say.
 */
#ifndef RUNNER_CASE_RUN_H
#define RUNNER_CASE_RUN_H

#include "case_memory.h"
#include "job.h"
#include "verify.h"

struct case_run {
    struct proc *p;
    double limit_s; /* the trial's limit */
    int keep;       /* 1: the inputs that are there stay; 0: new ones are drawn from `seed` */
    uint64_t seed;
    int order;      /* the order of delivery between ranks; 0 is the model's own */
    int timeline;   /* 1: the ranks' timeline is wanted */
    uint32_t batch; /* launches inside one pair of events */
    int unjudged;   /* 1: nobody looks at the outputs, which stay in the child */
    int unverified; /* 1: the outputs are taken, and not compared */
    size_t sample;  /* positions to be compared, which are drawn when the child has stopped; 0: all */
};

struct case_end {
    enum { CASE_RIGHT, CASE_WRONG, CASE_BROKE, CASE_CONDEMNED } how;
    enum proc_state state; /* of CASE_BROKE: proc_why() has the sentence */
    enum proto_said said;  /* of CASE_CONDEMNED: the verdict of who carried the messages; `text` is the sentence */
    char text[VERDICT_TEXT];
    double wall, cpu;
    struct verify_result v; /* of CASE_RIGHT and CASE_WRONG; v.pass is 1 otherwise */
};

/* 0 with *ret; -1 our own fault. */
int case_run(struct job *j, struct case_memory *b, const struct case_run *run, struct case_end *ret, struct err *e);

#endif
