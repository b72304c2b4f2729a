/*
 * lab.h: the interface of the drill window: causal attention whose rows see w keys, with capped scores.
 *
 *   Q, K, V, O  [H][S][64]  half, row-major, dense        LSE  [H][S]  float
 *
 *   s[i][j] = scale · (Q[i] · K[j]), and with cap > 0  cap · tanh(s / cap)     for the keys j of i - w + 1 … i, j >= 0
 *   O[i]    = Σ_j exp(s[i][j]) V[j] / Σ_j exp(s[i][j])
 *   LSE[i]  = log Σ_j exp(s[i][j])                                            natural logarithm
 *
 * S >= 1 and w >= 1 are any; w >= S is plain causal attention. Sums accumulate in float. The runner launches grid
 * (⌈S/128⌉, H), block (256), 98,304 bytes of dynamic shared memory: block (x, y) owns the 128 rows from 128·x of head y.
 */
#ifndef W04B_WINDOW_H
#define W04B_WINDOW_H

#include <cuda_fp16.h>

enum {
    ROWS = 128,    /* query rows of a block */
    THREADS = 256, /* of a block */
    WIDTH = 64,    /* d */
    SMEM = 98304   /* bytes of dynamic shared memory of a block */
};

extern "C" __global__ void flash_window(const half *Q, const half *K, const half *V, half *O, float *LSE, int S,
                                        float scale, int w, float cap);

#endif
