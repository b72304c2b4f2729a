/*
 * phase_ranks.h: labs of several ranks: what a case says of them, what the hub says of a trial, and what is counted.
 */
#ifndef RUNNER_PHASE_RANKS_H
#define RUNNER_PHASE_RANKS_H

#include "case_memory.h"
#include "job.h"

/* Reads what the case's fields say of its ranks, and checks that split buffers can be split. 0; -1 with a sentence. */
int ranks_spec(struct job *j, struct case_memory *b, struct err *e);

int ranks_orders(const struct case_memory *b); /* how many orders of delivery a case is run under */
/* After case_memory_go(): sets the order of delivery number k; 0 is the model's own. */
void ranks_order(const struct job *j, const struct case_memory *b, struct proc *p, int k);

/* The hub's verdict on the last trial: SAID_FINE, or `msg` says. */
enum proto_said ranks_verdict(struct proc *p, char *msg, size_t n);

/* Puts the timeline of the last trial into the report, or with `keep` 0 forgets it. */
void ranks_timeline(struct job *j, const struct case_memory *b, struct proc *p, int keep);

int ranks_profile(struct job *j, struct err *e);
int ranks_bench(struct job *j, const struct lab_bench *bench, struct err *e); /* metric="fewer:NAME" */

#endif
