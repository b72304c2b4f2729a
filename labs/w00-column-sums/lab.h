/*
 * lab.h: the interface of w00-column-sums. Skeleton, reference and your file all include this one file.
 *
 * A matrix of R rows and C columns lies in memory row after row, without gaps: the element in row r and column c is
 * x[r * C + c].
 */
#ifndef W00_COLUMN_SUMS_LAB_H
#define W00_COLUMN_SUMS_LAB_H

#include <stdint.h>

/*
 * y[c] = the sum of column c of x, over all R rows. R may be 0: then every sum is 0. C is at least 1. Neither has an upper
 * bound. What y holds before the call has no meaning, and y overlaps no part of x, which stays as it is.
 *
 * Elements are finite. Plain float additions are exact enough, in any order of the rows. One thread does the work:
 * a lab's code may start no others unless its lab.h says so.
 */
void column_sums(int64_t R, int64_t C, const float *x, float *y);

#endif
