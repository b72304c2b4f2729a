/*
 * w10b-layernorm-1pass: LayerNorm forward, one kernel, the tensor read once and written once.
 *
 *     x, y        bf16    [R][C]   rows, dense and row-major
 *     g, b        float   [C]      scale and shift of a column
 *     mean, rstd  float   [R]      kept for the backward pass
 *
 *     mean[r] = Σ x[r][c] / C
 *     var     = Σ (x[r][c] - mean[r])² / C           the biased variance: C, not C - 1
 *     rstd[r] = 1 / sqrt(var + eps)
 *     y[r][c] = (x[r][c] - mean[r]) · rstd[r] · g[c] + b[c]
 *
 * C is any number from 1 on, R too. Base pointers are multiples of 256 bytes, so that row r of x begins
 * at a multiple of 8 bytes when C is a multiple of 4, and of 16 bytes when it is one of 8. Nothing is
 * known beforehand of what you write.
 *
 * The runner launches blocks of 256 threads and any number of them, 1 to R: block k does the rows k,
 * k + gridDim.x, k + 2·gridDim.x and so on. The timed case has 396, three for each SM of an H200.
 *
 * Statistics are kept in float, at least. mean and rstd are judged to a relative 1e-5, also where all
 * values of a row lie around 10,000 and their variance is 1.
 */
#ifndef W10B_LAYERNORM_1PASS_H
#define W10B_LAYERNORM_1PASS_H

#include <cuda_bf16.h>
#include <stddef.h>

#define THREADS 256 /* of every block */
#define WARPS 8     /* THREADS / 32 */
#define CHUNK 4096  /* the longest row that must be loaded once only */

typedef __nv_bfloat16 bf16;

/*
 * Rows of up to CHUNK elements are loaded from global memory once, longer ones at most twice; y, mean
 * and rstd are stored once.
 */
extern "C" __global__ void ln_fwd(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd,
                                  int R, int C, float eps);

#endif
