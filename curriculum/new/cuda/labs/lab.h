/*
 * lab.h: the interface of @ID@. Skeleton, reference and harness all include this one file.
 *
 * Matrices are dense and row-major; no argument overlaps another. C may be anything from 1 on and need not be a
 * multiple of anything. Values are finite, and below 1e15 in magnitude. The runner launches one block of THREADS
 * threads for each row, and nothing when there are no rows.
 */
#ifndef @GUARD@_LAB_H
#define @GUARD@_LAB_H

#include <math.h>
#include <stddef.h>

enum { THREADS = 128 };

/*
 * RMSNorm of each row: y[r][c] = w[c] · x[r][c] / sqrt(mean of x[r][k]² over k + eps).
 * x and y are R×C, w has C elements, eps > 0. A row of zeros gives zeros. blockIdx.x is the row.
 */
extern "C" __global__ void rmsnorm(float *y, const float *x, const float *w, int C, float eps);

#endif
