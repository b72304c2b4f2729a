/*
 * w14-cpasync-layernorm: LayerNorm whose rows stream through shared memory, in four steps, each a kernel of its own.
 *
 *     x, y   float [R][C]   rows, dense and row-major; they do not overlap
 *     g, b   float [C]      scale and shift of a column
 *
 *     mean    = Σ x[r][c] / C
 *     var     = Σ (x[r][c] - mean)² / C              the biased variance: C, not C - 1
 *     y[r][c] = (x[r][c] - mean) · (1 / sqrt(var + eps)) · g[c] + b[c]
 *
 * R is any number from 0 on, C from 1 on. A NaN or an infinity in a row makes that row NaN and no other. Base pointers
 * are multiples of 256 bytes. Sums are kept in float, at least, and must be right around 10,000 with a variance of 1.
 *
 * Launch: blocks of THREADS threads, any number of them from 1 to max(R, 1). Block k does the rows k, k + gridDim.x,
 * k + 2·gridDim.x and so on, one after another. Nothing is known beforehand of y.
 *
 * Shared memory: the launch brings, as dynamic shared memory, the stages and not a byte more:
 *
 *     ln_sync, ln_async   1 stage       ln_double   2 stages       ln_ring   `stages` of them, 2 to MAX_STAGES
 *
 * A stage is PITCH(C) floats and begins at a multiple of 16 bytes. Up to 512 bytes of static shared memory, for what
 * warps tell each other, are yours.
 *
 * Copies: where C is a multiple of 4, x, g and b are loaded and y is stored 16 bytes a lane. Elsewhere rows begin at
 * addresses that do not allow that: cp.async copies 4, 8 or 16 bytes, from and to multiples of as many. From step 2 on
 * x comes by the widest of them that C allows: 8 bytes a lane where C is even, 4 where it is odd.
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W14_CPASYNC_LAYERNORM_H
#define W14_CPASYNC_LAYERNORM_H

#include <cuda_pipeline.h>
#include <stddef.h>

#define THREADS 256                   /* of every block */
#define WARPS 8                       /* THREADS / 32 */
#define MAX_STAGES 4                  /* of ln_ring */
#define PITCH(C) (((C) + 3) / 4 * 4)  /* floats of a stage */

/* Step 1: ordinary loads put a row into the stage, through registers; then the row is normalised. To be measured. */
extern "C" __global__ void ln_sync(const float *x, const float *g, const float *b, float *y, int R, int C, float eps);

/* Step 2: cp.async puts the row there and the block waits for it: the same waiting, without the registers. From here
 * on every byte of x comes by cp.async, once. */
extern "C" __global__ void ln_async(const float *x, const float *g, const float *b, float *y, int R, int C, float eps);

/* Step 3: the next row is on its way into the other stage while this one is normalised. */
extern "C" __global__ void ln_double(const float *x, const float *g, const float *b, float *y, int R, int C,
                                     float eps);

/* Step 4: the same with `stages` stages, so that up to stages - 1 rows are on their way. */
extern "C" __global__ void ln_ring(const float *x, const float *g, const float *b, float *y, int R, int C, float eps,
                                   int stages);

#endif
