/*
 * x03-sum: the lab of several ranks that attacks are made on.
 */
#ifndef X03_SUM_H
#define X03_SUM_H

#include <ridge/ranks.h>

/* y[i] = sum of x[i] over all ranks, the same bits on each. 0 <= i < n. */
void sum(comm_t *c, float *y, const float *x, int64_t n);

/* The right answer, so that an attack has a truth to spoil. */
__attribute__((unused)) static void honest(comm_t *c, float *y, const float *x, int64_t n)
{
    comm_all_reduce(c, x, y, n, COMM_F32, COMM_SUM);
}

#endif
