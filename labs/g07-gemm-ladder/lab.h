/*
 * g07-gemm-ladder: one product, six kernels. You write gemm.cu.
 *
 *     C = A B        A [M][K], B [K][N], C [M][N], row-major, dense; any size, 0 too
 *
 * gemm_wmma reads bfloat16; all others read float; every C is float and every sum is kept in float. With
 * K = 0 every element of C is 0; with M or N = 0 nothing is launched. Arrays begin at multiples of 256
 * bytes and hold fewer than 2^31 elements; a row begins at a multiple of 16 bytes only where its length
 * says so. The runner launches, sizes in threads:
 *
 *     gemm_naive, _coalesced, _tiled   grid (⌈N/32⌉, ⌈M/32⌉),      block (32, 32)
 *     gemm_register, gemm_wmma         grid (⌈N/128⌉, ⌈M/128⌉),    block (256)
 *     gemm_async                       grid (⌈M/128⌉ · ⌈N/256⌉),   block (256), 98,304 bytes of dynamic
 *                                      shared memory; which block computes which tile is your decision
 *
 * Tiles of C are 32 x 32 in the first three kernels, 128 x 128 in the next two and 128 x 256 in gemm_async.
 */
#ifndef G07_GEMM_LADDER_H
#define G07_GEMM_LADDER_H

#include <cuda_bf16.h>

enum {
    SIDE = 32,            /* of the small tile */
    BIG = 128,            /* of the big one; rows of gemm_async's */
    BIG_THREADS = 256,    /* of a block of gemm_register and gemm_wmma */
    ASYNC_COLS = 256,     /* of C in the tile of a block of gemm_async */
    ASYNC_THREADS = 256,  /* of such a block */
    ASYNC_SMEM = 98304,   /* bytes of its dynamic shared memory */
    GROUP = 8             /* rows of tiles that gemm_async walks down before it steps to the next column */
};

/* One thread, one element; threadIdx.x runs down a column of C. It is there to be measured. */
extern "C" __global__ void gemm_naive(float *C, const float *A, const float *B, int M, int N, int K);

/* The same with threadIdx.x along a row of C. */
extern "C" __global__ void gemm_coalesced(float *C, const float *A, const float *B, int M, int N, int K);

/* The block stages 32 x 32 of A and of B in shared memory, turn by turn; each is loaded once a block. */
extern "C" __global__ void gemm_tiled(float *C, const float *A, const float *B, int M, int N, int K);

/* 128 x 128 elements a block, 8 x 8 of them in the registers of a thread. */
extern "C" __global__ void gemm_register(float *C, const float *A, const float *B, int M, int N, int K);

/* The big tile on tensor cores: nvcuda::wmma, 16 x 16 x 16, bfloat16 in, float sums. */
extern "C" __global__ void gemm_wmma(float *C, const __nv_bfloat16 *A, const __nv_bfloat16 *B, int M, int N,
                                     int K);

/* float again and no tensor cores: cp.async fills one buffer while another is used, a thread owns 128 elements
 * of 128 x 256, and blocks go through C in groups of GROUP rows of tiles. */
extern "C" __global__ void gemm_async(float *C, const float *A, const float *B, int M, int N, int K);

#endif
