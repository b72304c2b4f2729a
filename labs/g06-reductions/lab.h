/*
 * g06-reductions: many numbers become one, four times over, and a scan that reads each number once.
 *
 * Elements are dense; n may be any number from 0 on, also with no relation to the launch. x begins at a multiple of
 * 256 bytes. An empty sum is 0. A NaN anywhere in a range makes its sum NaN, an infinity makes it infinite, and a
 * sum of -0s is 0 of either sign. The runner launches, T being 256 in most cases:
 *
 *     sum_interleaved, _sequential   grid (max(1, ceil(n/T))),          block (T), T from 1 to MAX_THREADS
 *     sum_first_add                  grid (max(1, ceil(n/(2*T)))),      block (T), T from 1 to MAX_THREADS
 *     sum_total                      grid (ceil(n/(4*T)), 1 to BLOCKS), block (T), T a multiple of 32
 *     scan                           grid (max(1, ceil(n/TILE))),       block (256)
 *
 * The order of a sum is yours, but the same input must give the same bits each time: no atomics on floats. Blocks
 * may start in any order, and a block may have to end before another one can start.
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G06_REDUCTIONS_H
#define G06_REDUCTIONS_H

#include <stddef.h>

#define MAX_THREADS 1024
#define BLOCKS 1056 /* of sum_total, at most: eight for each SM of an H200 */
#define TILE 2048   /* elements that a block of scan handles: 8 a thread */

/* part[b] = the sum of x[b*T] to x[b*T + T - 1], by a tree in shared memory whose steps pair elements that are
 * 1, 2, 4, ... apart: step d leaves a sum in every 2d-th place. It is there to be measured. */
extern "C" __global__ void sum_interleaved(float *part, const float *x, long long n);

/* The same sums by a tree that adds the upper half to the lower: the threads that work are the first ones. */
extern "C" __global__ void sum_sequential(float *part, const float *x, long long n);

/* part[b] = the sum of x[b*2T] to x[b*2T + 2T - 1]: each thread adds two elements as it loads them. */
extern "C" __global__ void sum_first_add(float *part, const float *x, long long n);

/* *out = the sum of all of x, in one launch. Threads stride over x, warps reduce with shuffles, each block leaves its
 * sum in `part` (gridDim.x floats, yours), and the block that is the last to do so adds those up. `ticket` is 0 when
 * the kernel starts and must be 0 again when it ends. */
extern "C" __global__ void sum_total(float *out, float *part, unsigned *ticket, const float *x, long long n);

/* y[i] = x[0] + ... + x[i], exact: all sums fit in an int. Each element is read once and written once. `state` is
 * 1 + gridDim.x words, all 0 when the kernel starts; what they mean is yours. */
extern "C" __global__ void scan(int *y, unsigned long long *state, const int *x, long long n);

#endif
