/*
 * w16-tma-wgmma-gemm: a product on Hopper's own instructions, from one copied tile to a persistent kernel. You write
 * hopper.cu.
 *
 *     D = A Bt^T     A [M][K] and Bt [N][K] of bfloat16, D [M][N] of bfloat16 (of float in step 2), row-major
 *
 * A kernel gets its matrices as tensor maps (tmap): the runner encodes them, and you copy boxes by coordinates. What a
 * map says is there is M x K and N x K, also where the rows in memory are longer: behind the end of a row may stand NaN
 * and infinities. What a box has outside of the matrix arrives as 0. All maps have boxes of 64 columns, 128 bytes, and
 * the swizzle of 128 bytes: of a box in shared memory the 16 bytes with number c of row r stand in place c ^ (r % 8) of
 * that row. A box begins at a multiple of 1,024 bytes; dynamic shared memory begins behind your __shared__ variables,
 * at any multiple of 16: round up, the sizes below have room for that. M is 1 or more, N and K are multiples of 8. Sums
 * are in float.
 *
 *     kernel         grid                               block    boxes, rows x columns    dynamic shared memory
 *     tma_tile       (ceil(N/64), ceil(M/64))           128      X 64 x 64                none
 *     wgmma_tile     (M/64)           M: 64 g           128      A 64 x 64, Bt 64 x 64    none
 *     gemm_single    (ceil(N/128), ceil(M/64))          128      A 64 x 64, Bt 128 x 64   none
 *     gemm_ring      (ceil(N/128), ceil(M/128))         160      A, Bt 128 x 64           RING_SMEM bytes
 *     gemm_hop       any even number of blocks          384      A, Bt 128 x 64; D 64 x 64    HOP_SMEM bytes
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W16_TMA_WGMMA_GEMM_H
#define W16_TMA_WGMMA_GEMM_H

#include <cuda_bf16.h>

#include <ridge/hop.h>

enum { RING_SMEM = 4 * 32768 + 1024, HOP_SMEM = 225 * 1024 };

/* Step 1: a block copies its box of X [M][N] into shared memory and from there to Y, which is [64 ceil(M/64)]
 * [64 ceil(N/64)], dense: zeros where X has no element. One thread starts the copy, all wait for its bytes; Y is
 * written 16 bytes a thread. */
extern "C" __global__ void tma_tile(const __grid_constant__ tmap X, __nv_bfloat16 *Y, int M, int N);

/* Step 2: one warpgroup, one tile, K = 64: C [M][64] = A [M][64] Bt [64][64]^T, in float. Block b has the rows from
 * 64 b on. Four products of 64 x 64 x 16. */
extern "C" __global__ void wgmma_tile(float *C, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt);

/* Step 3: any K. 64 x 128 of D a block, one stage in shared memory: load, wait, multiply, wait, and again. */
extern "C" __global__ void gemm_single(__nv_bfloat16 *D, const __grid_constant__ tmap A,
                                       const __grid_constant__ tmap Bt, int M, int N, int K);

/* Step 4: 128 x 128 of D a block, a ring of stages. Warps 0 to 3 multiply; warp 4, the producer, loads as far ahead as
 * the ring has room. Between the two stand two mbarriers a stage, and no barrier of the block in the loop. */
extern "C" __global__ void gemm_ring(__nv_bfloat16 *D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt,
                                     int M, int N, int K);

/* Step 5: tiles of 128 x 256, two warpgroups of consumers with 64 x 256 each, a producer that has given up its
 * registers, and blocks that go on with the next tile: block b of g takes the tiles b, b + g, b + 2g and so on of an
 * order that is yours. Some blocks may have no tile. D is written by TMA from shared memory. */
extern "C" __global__ void gemm_hop(const __grid_constant__ tmap D, const __grid_constant__ tmap A,
                                    const __grid_constant__ tmap Bt, int M, int N, int K);

#endif
