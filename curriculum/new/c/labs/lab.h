/*
 * lab.h: the interface of @ID@. Skeleton, reference and harness all include this one file.
 *
 * Matrices are dense, row-major, and lie anywhere (no alignment). No argument overlaps another. R and C may
 * be 0, and need not be a multiple of anything. Values are finite, and below 1e15 in magnitude.
 */
#ifndef @GUARD@_LAB_H
#define @GUARD@_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/*
 * RMSNorm of each row: y[r][c] = w[c] · x[r][c] / sqrt(mean of x[r][k]² over k + eps).
 * x and y are R×C, w has C elements, eps > 0. A row of zeros gives zeros.
 */
void rmsnorm(int64_t R, int64_t C, float eps, const float *x, const float *w, float *y);

#endif
