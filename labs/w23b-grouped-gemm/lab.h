/*
 * w23b-grouped-gemm: the product of a mixture's experts, without capacity and without padding to it. You write
 * grouped.cu.
 *
 *     idx [T][k]   a token's choices: an expert, 0 to E - 1, or -1 for a choice that was dropped. No other values.
 *     n = T k      choices; choice i = t k + j belongs to token t. R of them are not dropped.
 *     rows         the R choices sorted by expert, within an expert by i: expert e has rows off[e] to off[e + 1] - 1
 *
 * T is 1 or more, k 1 to 32, E 1 to MAX_E, d and ff are multiples of 8. Two choices of a token may name the same
 * expert. An expert may have no row at all, or all of them; in steps 1 and 2 there may be no row at all. Arrays are
 * dense, row-major, begin at multiples of 256 bytes and do not overlap. Behind the end of an array may stand anything.
 *
 * Each kernel is launched once: the host knows n, E and the shapes, and nothing of what the router chose.
 *
 *     kernel         grid                         block
 *     sort_choices   1                            SORT_THREADS
 *     tile_list      1                            THREADS
 *     permute        ceil(T/8)                    THREADS        warp w of a block has token 8 blockIdx.x + w
 *     grouped_gemm   ceil(ff/TILE) x room         THREADS        blockIdx.y is the tile's number in the list
 *     unpermute      ceil(T/8)                    THREADS        as in permute
 *
 * No dynamic shared memory. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W23B_GROUPED_GEMM_H
#define W23B_GROUPED_GEMM_H

#include <cuda_bf16.h>
#include <cuda_pipeline.h>

typedef __nv_bfloat16 bf16;

enum { TILE = 128 /* rows, and columns, of a block of the product */, DEEP = 32 /* of d, a turn */, THREADS = 256,
       SORT_THREADS = 1024, MAX_E = 256 };

/* Step 1: off [E + 1] and place [n]: place[i] is the row of choice i, or -1 if it was dropped. off[0] is 0, off[E] is
 * R. The order within an expert is that of i, in every run. idx is read twice at most. */
extern "C" __global__ void sort_choices(int *off, int *place, const int *idx, int n, int E);

/* Step 2: the tiles of the product. tiles [room][2]: of tile i its expert and its first row. Experts in order, none of
 * those without rows; tiles of an expert begin at off[e], off[e] + TILE and so on, so that no tile has rows of two
 * experts. Entries that are left over are -1, 0. room is at least the number of tiles: off[E] / TILE + E always is. */
extern "C" __global__ void tile_list(int *tiles, const int *off, int E, int room);

/* Step 3: sorted[place[i]] = x[i / k], for every choice that was not dropped. x [T][d] is read once. */
extern "C" __global__ void permute(bf16 *sorted, const bf16 *x, const int *place, int T, int k, int d);

/* Step 4: y[r] = W[e] rows[r] for the expert e of row r. rows [R][d], W [E][ff][d] (as a linear layer keeps its
 * weights), y [R][ff]; sums in float by tensor cores, rounded once. Rows of an expert meet no other expert's. */
extern "C" __global__ void grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *tiles,
                                        int E, int d, int ff);

/* Step 5: out[t] = Σ w[t k + j] answers[place[t k + j]] over the choices that were not dropped, in the order of j, in
 * float, rounded once; zeros if all were dropped. answers [R][d], out [T][d], w [T][k]. The weight of a dropped choice
 * may be NaN. Each row of answers is read once, out is written once, no atomics. */
extern "C" __global__ void unpermute(bf16 *out, const bf16 *answers, const int *place, const float *w, int T, int k,
                                     int d);

#endif
