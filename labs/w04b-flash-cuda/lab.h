/*
 * w04b-flash-cuda: attention forward, one kernel, fp16 in and out. You write flash.cu.
 *
 *   Q, O   [B][H][S][d]      half, row-major, dense
 *   K, V   [B][Hkv][S][d]    half; query head h reads key/value head h / (H/Hkv)
 *   LSE    [B][H][S]         float
 *
 *   s[i][j] = scale · (Q[i] · K[j])                 for the keys j that row i may see
 *   O[i]    = Σ_j exp(s[i][j]) V[j] / Σ_j exp(s[i][j])
 *   LSE[i]  = log Σ_j exp(s[i][j])                  natural logarithm
 *
 * causal = 0: every row sees every key. causal = c > 0: row i sees the keys j <= i - (c - 1), so 1 is
 * the usual mask and the first c - 1 rows see nothing: their O is 0 and their LSE is -INFINITY.
 * Scores, weights' sum and the output accumulate in float; weights may be rounded to half for the
 * second product. S >= 1 and any; d is 64 or 128; Hkv divides H; all arrays begin at multiples of 16
 * bytes and hold fewer than 2^31 elements.
 *
 * The runner launches
 *
 *     grid (⌈S/128⌉, B·H), block (256), 98,304 bytes of dynamic shared memory
 *
 * so block (x, y) owns the 128 query rows from 128·x of head y % H of batch y / H, with eight warps.
 * Shared memory is yours to divide: extern __shared__ gives its beginning.
 */
#ifndef W04B_FLASH_CUDA_H
#define W04B_FLASH_CUDA_H

#include <cuda_fp16.h>

enum {
    ROWS = 128,     /* query rows of a block */
    THREADS = 256,  /* of a block */
    SMEM = 98304    /* bytes of dynamic shared memory of a block */
};

extern "C" __global__ void flash_fwd(const half *Q, const half *K, const half *V, half *O, float *LSE,
                                     int B, int H, int Hkv, int S, int d, float scale, int causal);

#endif
