/*
 * rows.h: rows of probabilities for what checks speculative decoding: whole multiples of 1/units, so that a row adds up
 * to exactly 1 and p - q is exact.
 */
#ifndef SPECULATIVE_ROWS_H
#define SPECULATIVE_ROWS_H

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Whole units in proportion to the weights w[n]; they add up to `units`. */
static inline void apportion(const double *w, int n, double units, float *row)
{
    double sum = 0, left = units;
    int largest = 0;
    for (int x = 0; x < n; x++) {
        sum += w[x];
        largest = w[x] > w[largest] ? x : largest;
    }
    for (int x = 0; x < n; x++) {
        row[x] = (float)floor(units * w[x] / sum);
        left -= row[x];
    }
    row[largest] += (float)left;
    for (int x = 0; x < n; x++)
        row[x] /= (float)units;
}

/* q is p with `amount` moved from even to odd tokens: the overlap is 1 - amount, whatever p is. */
static inline void shifted(const float *p, int n, double amount, double units, float *q)
{
    double left = floor(amount * units) / units, each = left;
    memcpy(q, p, (size_t)n * sizeof *q);
    for (int x = 0; x < n && left > 0; x += 2) {
        double take = fmin(left, q[x]);
        q[x] -= (float)take;
        left -= take;
    }
    each -= left;
    q[1] += (float)each;
}

#endif
