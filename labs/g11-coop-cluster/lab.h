/*
 * g11-coop-cluster: blocks that wait for one another, all of a grid or eight of a cluster, and read each other's shared
 * memory.
 *
 * Arrays are dense and begin at a multiple of 256 bytes; inputs and outputs do not overlap. n may be any number from 0 on,
 * with no relation to the launch: there may be blocks, and clusters, without a single element. T is the number of all
 * threads of the grid, and thread t has the elements t, t + T, t + 2T and so on. The runner launches:
 *
 *     center_grid, softmax_grid              grid (blocks), block (THREADS), as a cooperative launch: all blocks are
 *                                            resident together, and `this_grid().sync()` is allowed
 *     sum_cluster, bins_block, bins_cluster  grid (CLUSTER * clusters), block (THREADS), an ordinary launch: that
 *                                            CLUSTER neighbouring blocks are a cluster says the kernel's own attribute,
 *                                            __cluster_dims__(CLUSTER, 1, 1)
 *
 * `blocks` and `clusters` are 1 or more. Kernels are extern "C": the runner finds them by name.
 */
#ifndef G11_COOP_CLUSTER_H
#define G11_COOP_CLUSTER_H

#include <cooperative_groups.h>
#include <stddef.h>

#define THREADS 256
#define CLUSTER 8            /* blocks; the largest that every GPU with clusters takes */
#define BINS 2048
#define SHARE (BINS / CLUSTER) /* bins that one block of a cluster keeps */

/* Step 1. y[i] = x[i] - max, the largest of all x. An x may be -infinity, but not all of them are (where n > 0); none is
 * NaN or +infinity. `work` is yours: gridDim.x floats, of which nothing is known beforehand; a grid may have more blocks
 * than a block has threads. x is read twice: once for the largest, once for y. */
extern "C" __global__ void center_grid(float *y, float *work, const float *x, long long n);

/* Step 2. The softmax of one long row, in one launch: y[i] = exp(x[i] - max) / Σ exp(x[k] - max). An x may be -infinity,
 * which gives 0, but not all of them are (where n > 0); none is NaN or +infinity. `work` is yours: 2 * gridDim.x floats.
 * x is read twice. */
extern "C" __global__ void softmax_grid(float *y, float *work, const float *x, long long n);

/* Step 3. part[c] = the sum of the elements of all threads of cluster c, from which one block of the cluster collects what
 * the others have in their shared memory. No atomics. */
extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) sum_cluster(float *part, const float *x, long long n);

/* Step 4, to be measured. bins[v] += how often v stands in x, 0 <= x[i] < BINS: each block counts all bins in its own
 * shared memory and then adds them to `bins`. */
extern "C" __global__ void bins_block(int *bins, const int *x, long long n);

/* Step 5. The same counts, of which each block of a cluster keeps SHARE, in its shared memory, and counts for the others:
 * block r of the cluster has the bins r * SHARE to (r + 1) * SHARE - 1. At the end it adds those to `bins`. */
extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) bins_cluster(int *bins, const int *x, long long n);

#endif
