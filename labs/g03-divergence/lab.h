/*
 * g03-divergence: four ways in which the lanes of a warp part, and what brings them together again.
 *
 * Arrays are dense and begin at a multiple of 256 bytes; inputs and outputs do not overlap. n, R and C may be 0, and
 * need not fit the launch. An index fits in an int. The runner launches:
 *
 *     mix_branch     grid (max(1, ceil(n/256))),   block (256)   a thread has one element
 *     mix_pairs      grid (max(1, ceil(n/512))),   block (256)   a thread has two
 *     first_above    grid (max(1, ceil(R/256))),   block (256)   a warp has 32 rows
 *     walk_binned    grid (max(1, ceil(n/TILE))),  block (TILE)  a block has TILE elements
 *     compact        grid (max(1, ceil(n/256))),   block (256)   a thread has one element
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G03_DIVERGENCE_H
#define G03_DIVERGENCE_H

#define TILE 512 /* elements, and threads, of a block of walk_binned */
#define BINS 32  /* steps[i] lies in 0 .. BINS - 1 */
#define ROUNDS 6 /* of each recipe below */

/* The recipe of even elements: rounds of xorshift (Marsaglia, 2003). */
static __device__ inline unsigned even_mix(unsigned v)
{
    for (int k = 0; k < ROUNDS; k++) {
        v ^= v << 13;
        v ^= v >> 17;
        v ^= v << 5;
    }
    return v;
}

/* The recipe of odd elements: rounds of a linear congruence, with a shift between them. */
static __device__ inline unsigned odd_mix(unsigned v)
{
    for (int k = 0; k < ROUNDS; k++) {
        v = v * 1664525u + 1013904223u;
        v ^= v >> 15;
    }
    return v;
}

/* One step of walk_binned. */
static __device__ inline unsigned walk_step(unsigned v)
{
    return odd_mix(even_mix(v));
}

/* y[i] = even_mix(x[i]) where i is even, odd_mix(x[i]) where i is odd. Element i belongs to thread i, and the branch
 * is inside the warp: this kernel is there to be measured. */
extern "C" __global__ void mix_branch(unsigned *y, const unsigned *x, long long n);

/* The same y. Thread t has the elements 2t and 2t + 1. */
extern "C" __global__ void mix_pairs(unsigned *y, const unsigned *x, long long n);

/* y[r] = the least c with x[r][c] > limit[r], or C where there is none; x is R x C. A NaN is above nothing, and nothing
 * is above a NaN; both may be infinite, too. A row is read in order, and no further than 32 columns beyond the group of
 * 32 that has the answer. */
extern "C" __global__ void first_above(int *y, const float *x, const float *limit, int R, int C);

/* y[i] = x[i] after steps[i] times walk_step. Lanes of a warp should have walks of about the same length. */
extern "C" __global__ void walk_binned(unsigned *y, const unsigned *x, const int *steps, long long n);

/* *total = how many i have x[i] > 0, and out[0] .. out[*total - 1] = those i, in any order. *total is 0 when the kernel
 * starts; out has n places, and those from *total on are never looked at. */
extern "C" __global__ void compact(int *out, int *total, const float *x, long long n);

#endif
