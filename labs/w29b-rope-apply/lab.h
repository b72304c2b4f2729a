/*
 * w29b-rope-apply: rotary positions in half precision: the table, q and k in place, their gradients, and a k that goes
 * turned into the cache.
 *
 *     q, dq    half   [T][H][hd]           a row for each head of each token
 *     k, v, dk half   [T][Hkv][hd]         Hkv heads, as many as H or fewer
 *     cs       float  [rows][hd]           a row: first hd/2 values scale * cos, then as many of scale * sin
 *     pos      int    [T]                  the row of cs that belongs to the token; in any order, some more than once
 *     Kc, Vc   half   [blocks][Hkv][bs][hd] the cache: a block has bs slots for each head
 *     slot     int    [T]                  slot n is slot n % bs of block n / bs; negative: the token is a pad
 *
 * All arrays are dense and row-major. hd is even, from 2 to 256; bs and H and Hkv are at least 1; T may be 0. Base
 * pointers are multiples of 256 bytes. Pair i of a head (a, b) turns by the angle of column i: it becomes
 * (a cos - b sin, a sin + b cos), computed in float, at least, and rounded once. A pad holds anything, NaN as well.
 *
 * rope_table gets one thread or more for each pair of the table, the others max(T, 1) blocks, one a token; all blocks
 * have THREADS threads. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W29B_ROPE_APPLY_H
#define W29B_ROPE_APPLY_H

#include <cuda_fp16.h>
#include <stddef.h>

#define THREADS 128
#define WARPS 4 /* THREADS / 32 */

/* Pair i is channels i and i + hd/2, or channels 2i and 2i + 1: lab.h of w29-rope-yarn has the same two. */
enum { HALVES, NEIGHBOURS };

/* cs. Row r is position at[r], from 0 to 2^20, and pair i turns by at[r] * inv[i] radians; inv[i] is above 0 and at
 * most 1. Each value is within 5e-7 * scale, and no thread has local memory. */
extern "C" __global__ void rope_table(float *cs, const int *at, const double *inv, float scale, int rows, int hd);

/* q and k in place. Each element is loaded once and stored once; the table's row is loaded once for many heads. */
extern "C" __global__ void rope_apply(half *q, half *k, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                      int layout);

/* In place: gradients of q and k after rope_apply become those of q and k before it. */
extern "C" __global__ void rope_bwd(half *dq, half *dk, const int *pos, const float *cs, int T, int H, int Hkv, int hd,
                                    int layout);

/* rope_apply with the cache: q turns in place, k turns into its slot of Kc, and v is copied into its slot of Vc; k and
 * v stay as they are. Of a pad nothing is loaded or stored, and no two tokens have the same slot. */
extern "C" __global__ void rope_append(half *q, const half *k, const half *v, half *Kc, half *Vc, const int *slot,
                                       const int *pos, const float *cs, int T, int H, int Hkv, int hd, int bs,
                                       int layout);

#endif
