/*
 * w02-transpose: four kernels, three shapes of launch.
 *
 * All matrices are float, row-major, dense: `in` has R rows of C, `out` has C rows of R. R, C and n
 * may be zero (nothing is launched then) and need not be multiples of anything. The runner launches:
 *
 *     vadd                      grid (min(⌈n/256⌉, 4096)),  block (256)
 *     transpose_naive, _tiled   grid (⌈C/32⌉, ⌈R/32⌉),      block (32, 8)
 *     transpose_wide            grid (⌈C/64⌉, ⌈R/64⌉),      block (32, 8)
 *
 * so a block of 256 threads owns one 32×32 tile of `in`, four elements a thread, or one 64×64 tile,
 * sixteen. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W02_TRANSPOSE_H
#define W02_TRANSPOSE_H

#include <stddef.h>

#define TILE 32 /* elements along one side of a tile */
#define WIDE 64 /* the same of transpose_wide */
#define ROWS 8  /* blockDim.y: rows of a tile that one pass covers */

/* c[i] = a[i] + b[i] for every i < n, with a grid-stride loop: the grid may be smaller than n. */
extern "C" __global__ void vadd(const float *a, const float *b, float *c, size_t n);

/* out[x·R + y] = in[y·C + x], straight from global memory to global memory. */
extern "C" __global__ void transpose_naive(float *out, const float *in, int R, int C);

/* The same through one 32×32 tile in shared memory: rows in, rows out, one barrier, no bank
 * conflict, at most 4,352 bytes of shared memory. */
extern "C" __global__ void transpose_tiled(float *out, const float *in, int R, int C);

/* The same through one 64×64 tile, at most 17,408 bytes: rows of 256 bytes on both sides, and enough
 * loads in flight to keep up with a plain copy. */
extern "C" __global__ void transpose_wide(float *out, const float *in, int R, int C);

#endif
