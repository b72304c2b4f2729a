/*
 * ref.c: one row after the other, added to all sums at once. The matrix is read in the order in which it lies in
 * memory, so each line comes in once and is used whole; the sums are one row long and stay in the cache.
 */
#include "lab.h"

void column_sums(int64_t R, int64_t C, const float *x, float *y)
{
    for (int64_t c = 0; c < C; c++)
        y[c] = 0;
    for (int64_t r = 0; r < R; r++)
        for (int64_t c = 0; c < C; c++)
            y[c] += x[r * C + c];
}
