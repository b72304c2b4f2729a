/*
 * w13-warp-layernorm: what the 32 lanes of a warp can do among themselves. You write warp.cu.
 *
 * Arrays are dense, rows are row-major, and bases are multiples of 256 bytes, so that row r of x begins at a multiple
 * of 16 bytes only where C is a multiple of 4. All sizes are 1 or more and need not be a multiple of anything; every
 * index into an array fits in an int. A block has THREADS threads. "Warp w" counts over the whole grid: threads 32w to
 * 32w + 31 of it, and its lane l is thread 32w + l. The runner launches:
 *
 *     warp_all, append      grid (ceil(n / THREADS))     thread i sees element i; in the last block some have none
 *     ln_warp, compact      grid (ceil(R / WARPS))       warp w does row w; in the last block some have none
 *     ln_block              grid (1 to R)                block k does the rows k, k + gridDim.x, k + 2·gridDim.x ...
 *     all_finite            grid (1 to ceil(n / THREADS))    threads stride over x by the whole grid
 *
 * The mask of a shuffle or a vote names all lanes that reach it, and no other that is still running; a lane that has
 * ended may stand in it, but nobody reads that lane. Which bits a sum has is yours, within the rounding of a sum of so
 * many floats.
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W13_WARP_LAYERNORM_H
#define W13_WARP_LAYERNORM_H

#include <stddef.h>

enum {
    WARP = 32,     /* lanes of a warp */
    THREADS = 256, /* of a block */
    WARPS = 8,     /* of a block */
    SHORT = 1024,  /* longest row of ln_warp */
    LONG = 8192    /* longest row of ln_block */
};

/* Of the up to 32 elements that a warp sees: their sum and their largest, in every lane. sum[i] and top[i], for each
 * i < n, are those of the warp of thread i. A NaN among the elements makes both NaN. No shared memory. */
extern "C" __global__ void warp_all(float *sum, float *top, const float *x, int n);

/*
 * LayerNorm of R rows of C elements; eps is above 0:
 *
 *     mean = Σ x[r][c] / C        var = Σ (x[r][c] - mean)² / C
 *     y[r][c] = (x[r][c] - mean) / sqrt(var + eps) · g[c] + b[c]
 *
 * x is loaded once and y is stored once. Rows may lie around 10,000 with a variance of 1.
 *
 * ln_warp: C is at most SHORT, a row belongs to one warp: no shared memory and no barrier.
 * ln_block: C is at most LONG, a row belongs to one block, which waits for all of its threads at most twice a row.
 */
extern "C" __global__ void ln_warp(float *y, const float *x, const float *g, const float *b, int R, int C, float eps);
extern "C" __global__ void ln_block(float *y, const float *x, const float *g, const float *b, int R, int C, float eps);

/* Of each row of p, the columns c with p[r][c] >= least, in rising order: out[r][0], out[r][1], and so on; count[r]
 * says how many. The rest of row r of out stays as it is. A NaN is not kept. No atomics, no shared memory. */
extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C);

/* The same of one long row, v, by all warps together: the indices i with v[i] >= least, packed from out[0] on. *count
 * is 0 when the kernel starts and how many there are when it ends. What one warp keeps lies together and in rising
 * order; the warps' pieces come in any order. The rest of out stays as it is. At most one atomic a warp. */
extern "C" __global__ void append(int *out, int *count, const float *v, float least, int n);

/* *bad is 0 when the kernel starts. When it ends it is 1 if an element of x is NaN or infinite, else still 0. At most
 * one atomic a warp. */
extern "C" __global__ void all_finite(int *bad, const float *x, int n);

#endif
