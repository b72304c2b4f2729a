/*
 * g02-memspaces: one 7x7 stencil through four memory spaces, and a walk that measures a fifth figure.
 *
 * Images are float, row-major, dense, H rows of W; H and W may be any size, 0 too (nothing is launched
 * then). Each stencil computes, for every pixel,
 *
 *     out[y][x] = sum over i, j of w[i][j] * in[y + i - 3][x + j - 3]            i, j = 0 to 6
 *
 * A pixel outside of the image counts as 0, or, where `clamp` is not 0, as the nearest one inside. The
 * order of the sum is yours. The runner launches, sizes in threads:
 *
 *     stencil_global, _const, _tiled   grid (ceil(W/32), ceil(H/8)),   block (32, 8)
 *     stencil_window                   grid (ceil(W/64), ceil(H/64)),  block (64, 4)
 *     chase                            grid (1),                       block (1)
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G02_MEMSPACES_H
#define G02_MEMSPACES_H

#include <stddef.h>

#define RADIUS 3
#define TAPS 7    /* 2 * RADIUS + 1 */
#define TILE_X 32 /* a block of the first three kernels: pixels and threads */
#define TILE_Y 8
#define WIDE 64   /* a block of stencil_window: pixels along each side */
#define RUN 16    /* pixels down a column that one of its threads computes */

/* The weights of stencil_const, _tiled and _window, times 1/64: row by row, element 7*i + j. */
__constant__ float W7[TAPS * TAPS] = {
#define S(a, b, c, d, e, f, g) a / 64.f, b / 64.f, c / 64.f, d / 64.f, e / 64.f, f / 64.f, g / 64.f
    S(-15, -2, 11, 24, -12, 1, 14),
    S(27, -9, 4, 17, -19, -6, 7),
    S(20, -16, -3, 10, 23, -13, 0),
    S(13, 26, -10, 3, 16, -20, -7),
    S(6, 19, -17, -4, 9, 22, -14),
    S(-1, 12, 25, -11, 2, 15, 28),
    S(-8, 5, 18, -18, -5, 8, 21)
#undef S
};

/* Image and weights from global memory, any 49 weights `w`; no shared memory. It is there to be measured. */
extern "C" __global__ void stencil_global(float *out, const float *in, const float *w, int H, int W, int clamp);

/* Weights W7 from constant memory, the image through the read-only path (__ldg); no shared memory. */
extern "C" __global__ void stencil_const(float *out, const float *in, int H, int W, int clamp);

/* Weights W7; the block's pixels and their halo of 3 on each side come from global memory once, into one
 * shared tile of 38 x 14 floats (2,128 to 2,304 bytes with padding); one barrier, no bank conflict. */
extern "C" __global__ void stencil_tiled(float *out, const float *in, int H, int W, int clamp);

/* The same with 64 x 64 pixels and one tile of 70 x 70 floats (19,600 to 20,160 bytes). A thread owns RUN
 * pixels of one column, and each value that it reads from the tile serves all sums that want it: sixteen
 * sums in registers, nothing in local memory. */
extern "C" __global__ void stencil_window(float *out, const float *in, int H, int W, int clamp);

/* *out = the element reached from element 0 by `steps` hops i = next[i]. Every load waits for the one before
 * it, so the time divided by `steps` is the latency of whatever memory holds `next`. One load a hop. */
extern "C" __global__ void chase(int *out, const int *next, int steps);

#endif
