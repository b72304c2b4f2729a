/*
 * g09-rmsnorm-bwd: RMSNorm and its gradient, every tensor through memory once.
 *
 *     x, y, dy, dx  bf16    [R][C]        rows, dense and row-major
 *     g, dg         float   [C]           gain of a column, and its gradient
 *     rstd          float   [R]           kept by the forward pass for the backward pass
 *     part          float   [gridDim.x][C] what each block contributes to dg
 *
 *     rstd[r]  = 1 / sqrt(Σ x[r][c]² / C + eps)
 *     y[r][c]  = x[r][c] · rstd[r] · g[c]
 *     dx[r][c] = ∂L/∂x[r][c],  dg[c] = ∂L/∂g[c]     for a loss L with dy[r][c] = ∂L/∂y[r][c]
 *
 * C is any number from 1 to MAX_C, R any from 0 on. Base pointers are multiples of 256 bytes, so row r of x begins at
 * a multiple of 8 bytes when C is a multiple of 4, and of 16 bytes when it is one of 8. No two buffers overlap.
 * |x| and |dy| stay below 1e15, and come near it: no product on your way may leave the range of float. A NaN in a row
 * of x makes all of its y, rstd and dx NaN, and all of its block's part; a NaN in dy makes its row of dx NaN and its
 * column of its block's part. Other rows and columns do not notice. Nothing is known beforehand of what you write.
 *
 * rms_fwd, rms_dx and rms_bwd get blocks of 256 threads and G of them, from 1 to R (1 where R is 0): block k does the
 * rows k, k + G, k + 2·G and so on. Blocks may start in any order, and one may have to end before another can start.
 *
 * The order of a sum is yours, but the same input must give the same bits each time: no atomics on floats. Sums are
 * kept in float, at least.
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G09_RMSNORM_BWD_H
#define G09_RMSNORM_BWD_H

#include <cuda_bf16.h>
#include <stddef.h>

#define THREADS 256 /* of a block of the first three */
#define WARPS 8     /* THREADS / 32 */
#define MAX_C 8192  /* the longest row: 32 elements a thread */
#define LANES 32    /* columns of a block of rms_dg */
#define GROUPS 8    /* its threads for each column */

typedef __nv_bfloat16 bf16;

/* y and rstd. x is loaded once. */
extern "C" __global__ void rms_fwd(const bf16 *x, const float *g, bf16 *y, float *rstd, int R, int C, float eps);

/* dx alone, with the rstd of the forward pass. x and dy are loaded once each. */
extern "C" __global__ void rms_dx(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, int R,
                                  int C);

/* dx, and part[k][c] = what the rows of block k contribute to dg[c]; 0 for a block without rows. x and dy are loaded
 * once each, dx is stored once, and so is part. */
extern "C" __global__ void rms_bwd(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx,
                                   float *part, int R, int C);

/* dg[c] = part[0][c] + ... + part[P-1][c], P at least 1. Grid (ceil(C/LANES)), block (LANES, GROUPS). */
extern "C" __global__ void rms_dg(const float *part, float *dg, int P, int C);

#endif
