/*
 * w19b-wave64: four kernels from machines of 32 lanes that have to be right on one of 64 as well. You write wave.cu.
 *
 * The same source is built twice: for a device whose waves have 32 lanes (NVIDIA calls them warps) and for one whose
 * waves have 64 (AMD's CDNA, a wavefront). wave_size() tells which, and is known when the kernel is compiled.
 *
 * A block has blockDim.x threads, a multiple of 32 up to 1,024 that need not be a multiple of wave_size(). Wave k of a
 * block is its threads k·wave_size() on, as many as there are: the last one of a block may have half the lanes, and
 * lanes that do not exist answer no shuffle. "Waves of a block" below are ⌈blockDim.x / wave_size()⌉. The masks of
 * shuffles and votes are 64 bits wide, or 32 where that is enough: name the lanes that are there. A vote may name lanes
 * that have returned, which say nothing: CUDA wants those that have not. A shuffle from one has no value.
 *
 * Arrays are dense and rows are row-major. All sizes are 1 or more and need not be a multiple of anything. Each element
 * of an input is loaded once, by one thread. Scores may be NaN, which is never >= least, or infinite, as least may be.
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W19B_WAVE64_H
#define W19B_WAVE64_H

#include <stddef.h>

/* Lanes of a wave: 32 or 64. */
static __device__ constexpr int wave_size(void)
{
    return warpSize;
}

/* Grid ⌈n / blockDim.x⌉; thread i of the grid sees x[i], and in the last block some see nothing. sum[i], for each
 * i < n, is the sum of the elements that the wave of thread i sees. No shared memory. Which bits the sum has is yours,
 * within the rounding of a sum of so many floats. */
extern "C" __global__ void wave_sum(float *sum, const float *x, int n);

/* Of each row of p (R×C), the columns c with p[r][c] >= least, in rising order: out[r][0], out[r][1], and so on;
 * count[r] says how many. The rest of row r of out stays as it is. Grid ⌈R / waves of a block⌉; wave k, counted over
 * the whole grid, does row k. No atomics, no shared memory. */
extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C);

/* The indices i with v[i] >= least, packed from out[0] on. *count is 0 when the kernel starts, and how many there are
 * when it ends. What one wave keeps lies together and in rising order; the waves' pieces come in any order. The rest of
 * out stays as it is. Grid ⌈n / blockDim.x⌉, thread i sees v[i]. At most one atomic a wave. */
extern "C" __global__ void pack(int *out, int *count, const float *v, float least, int n);

/* out[c][r] = in[r][c], in of R×C. Block (x, y) does the columns from x·wave_size() and the rows from y·wave_size() on,
 * wave_size() of each: grid (⌈C / wave_size()⌉, ⌈R / wave_size()⌉). Both sides of global memory are walked along rows;
 * the tile lies in shared memory, where no lane waits for another's bank. */
extern "C" __global__ void transpose(float *out, const float *in, int R, int C);

#endif
