/*
 * w17-flash-hopper: attention forward on Hopper's own instructions, from two products in a row to a kernel of three
 * roles, in bfloat16 and in FP8. You write flash.cu.
 *
 *   Q, O   [heads][S][d]            all heads of all sequences, one after the other
 *   K, V   [heads / group][S][d]    head h reads key/value head h / group
 *   LSE    [heads][S]               float
 *
 *   s[i][j] = scale (Q[i] . K[j])   for the keys j that row i may see: all, or j <= i where `causal` is not 0
 *   O[i]    = sum_j exp(s[i][j]) V[j] / sum_j exp(s[i][j])
 *   LSE[i]  = log sum_j exp(s[i][j])
 *
 * A kernel gets Q, K, V and O as tensor maps with three dimensions, head, row, column. What a map says is there is
 * heads x S x d, also where the memory holds more: behind the end of a row, and behind the last row of a head, may
 * stand NaN and infinities. What a box has outside of its head arrives as 0, and is not stored. Boxes have rows of 128
 * bytes (64 bfloat16 or 128 e4m3) and the swizzle of 128 bytes: of a box in shared memory the 16 bytes with number c of
 * row r stand in place c ^ (r % 8). A box begins at a multiple of 1,024 bytes. S is 1 or more; scale is greater
 * than 0, and need not be 1 / sqrt(d).
 *
 *     kernel         d     grid                      block   boxes, rows a head          dynamic shared memory
 *     two_products   64    (S/64, heads)   S: 64 n   128     Q, K, V 64                  none
 *     flash_sync     128   (ceil(S/64), heads)       128     Q, O 64; K, V 128           SYNC_SMEM
 *     flash_ring     128   (ceil(S/128), heads)      384     Q, O 64; K, V 128           RING_SMEM
 *     flash_hop      128   any number of blocks      384     Q, O 64; K, V 128           HOP_SMEM
 *     flash_fp8      128   any number of blocks      384     Q, O 64; K, V 128           FP8_SMEM
 *
 * A box has one head, the rows of the table, and 128 bytes of columns: of d = 128 in bfloat16 a tile is two boxes, side
 * by side. Scores, sums of weights and O are held in float; weights are rounded to the format of V for the second
 * product. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W17_FLASH_HOPPER_H
#define W17_FLASH_HOPPER_H

#include <cuda_bf16.h>

#include <ridge/hop.h>

enum {
    KEYS = 128, /* rows of K and V in a tile; rows of a block of scales */
    SYNC_SMEM = 80 * 1024 + 1024,
    RING_SMEM = 160 * 1024 + 1024,
    HOP_SMEM = 224 * 1024 + 1024,
    FP8_SMEM = 208 * 1024 + 1024
};

/* Step 1: C = bf16(Q K^T) V, without a softmax: per head, 64 rows of Q a block and the head's first 64 keys. The sums
 * of the first product become the left operand of the second where they are, in registers. C is [heads][S][64], float.
 * K and V have as many heads as Q. */
extern "C" __global__ void two_products(float *C, const __grid_constant__ tmap Q, const __grid_constant__ tmap K,
                                        const __grid_constant__ tmap V, int S);

/* Step 2: attention by one warpgroup, 64 rows of Q a block: load a tile of K and V, wait, multiply, wait, fold,
 * multiply, wait, and again. No tile that no row of the block sees is loaded. */
extern "C" __global__ void flash_sync(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
                                      const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group,
                                      float scale, int causal);

/* Step 3: 128 rows of Q a block. A warpgroup that has given up its registers loads as far ahead as a ring of two stages
 * has room, two others multiply. No barrier of the block in the loop. */
extern "C" __global__ void flash_ring(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
                                      const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group,
                                      float scale, int causal);

/* Step 4: the two consumers take turns: while the one multiplies, the other has its softmax. Within a warpgroup the
 * scores of the next tile are under way beside the output of this one. Blocks are persistent: each goes on with another
 * 128 rows, in an order that is yours. */
extern "C" __global__ void flash_hop(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
                                     const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int heads,
                                     int group, float scale, int causal);

/* Step 5: the same with Q, K and V in e4m3. Each block of 128 rows of each head has a scale, greater than 0, by which
 * its elements are to be multiplied: sq [heads][ceil(S/128)], sk and sv [heads / group][ceil(S/128)]. wgmma wants V's
 * tile transposed, and nobody has done that for you. O is bfloat16. Weights down to 2^-14 of their row's largest count
 * at their size: e4m3 has numbers for them if all are multiplied by a power of two first. */
extern "C" __global__ void flash_fp8(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
                                     const __grid_constant__ tmap K, const __grid_constant__ tmap V, const float *sq,
                                     const float *sk, const float *sv, int S, int heads, int group, float scale,
                                     int causal);

#endif
