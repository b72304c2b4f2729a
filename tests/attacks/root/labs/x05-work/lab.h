/*
 * x05-work: the lab of several ranks whose virtual time is attacked.
 */
#ifndef X05_WORK_H
#define X05_WORK_H

#include <ridge/ranks.h>

/* y[i] = 2 x[i] + 1 for 0 <= i < n, which takes 10 ns each. The harness's. */
void work(float *y, const float *x, int64_t n);

/* y[i] = sum of 2 x[i] + 1 over all ranks, the same bits on each. 0 <= i < n. */
void step(comm_t *c, float *y, const float *x, int64_t n);

#endif
