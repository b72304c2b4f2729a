/*
 * w31b-fp8-gemm: a product of eight-bit floats with a scale for each block, from the quantisers to a persistent kernel
 * that adds its partial sums outside of the tensor cores. You write fp8.cu.
 *
 *     A  [M][K]   codes of e4m3, activations      sA [K/128][M4]              float, a scale for 1 x 128 elements
 *     B  [N][K]   codes of e4m3, weights          sB [ceil(N/128)][K/128]     float, a scale for 128 x 128 elements
 *     D  [M][N]   bfloat16
 *
 *     D[m][n] = sum over the blocks b of K:  sA[b][m] sB[n/128][b] (sum over the 128 k of b: A[m][k] B[n][k])
 *
 * M4 is M rounded up to a multiple of 4: scales of neighbouring rows lie side by side, and behind the last one may stand
 * NaN. K is a multiple of 128 and N of 8, M is 1 or more. A scale may be 0. The inner sum is the tensor cores'; the
 * outer one is made of float multiply-adds, one for each element of D and each block: no sum of more than 128 products
 * stays in an accumulator of the tensor cores, which keeps fewer digits of e4m3 than a float has.
 *
 *     kernel        grid                             block   boxes, rows x elements               dynamic shared memory
 *     quant_rows    (K/128, ceil(M/64))              256     -                                    none
 *     quant_tiles   (K/128, ceil(N/128))             256     -                                    none
 *     gemm_mma      (ceil(N/64), ceil(M/64))         128     -                                    none
 *     gemm_single   (ceil(N/128), ceil(M/64))        128     A 64 x 128, B 128 x 128              none
 *     gemm_fp8      any even number of blocks        384     A, B 128 x 128, sA 1 x 128, D 64 x 64    FP8_SMEM bytes
 *
 * FP8_SMEM is all that a block of an H200 may have: gemm_fp8's barriers lie in it, too, and not in __shared__ variables.
 *
 * Matrices without a map are dense. What a map says is there is M x K, N x K, K/128 x M and M x N, also where rows in
 * memory are longer: behind them may stand NaN. Boxes of A, B and D have rows of 128 bytes and the swizzle of 128 bytes
 * (in shared memory the 16 bytes with number c of row r stand in place c ^ (r % 8)) and begin at multiples of 1,024;
 * the box of sA is 512 bytes as they are, and begins at a multiple of 128. What a box has outside of its matrix arrives
 * as 0 and is not stored. Kernels are extern "C": the runner finds them by name.
 */
#ifndef W31B_FP8_GEMM_H
#define W31B_FP8_GEMM_H

#include <cuda_bf16.h>

#include <ridge/hop.h>

enum { BLOCK = 128, FP8_SMEM = 227 * 1024 };

/* Step 1: X [M][K] of bfloat16 to codes and scales, a scale for each 1 x 128: the largest magnitude over 448, and each
 * code the nearest to its element over that scale, ties to even. A block of zeros has scale 0 and codes of value 0.
 * Elements are finite, and a largest magnitude is 0 or at least 2^-110. */
extern "C" __global__ void quant_rows(uint8_t *A, float *sA, const __nv_bfloat16 *X, int M, int K);

/* Step 2: the same for weights W [N][K] with a scale for each 128 x 128 (fewer rows in the last). */
extern "C" __global__ void quant_tiles(uint8_t *B, float *sB, const __nv_bfloat16 *W, int N, int K);

/* Step 3: 64 x 64 of D a block, from mma_m16n8k32() below; operands come straight from memory into registers. */
extern "C" __global__ void gemm_mma(__nv_bfloat16 *D, const uint8_t *A, const float *sA, const uint8_t *B,
                                    const float *sB, int M, int N, int K);

/* Step 4: 64 x 128 of D a block by one warpgroup and wgmma, one stage of shared memory. */
extern "C" __global__ void gemm_single(__nv_bfloat16 *D, const __grid_constant__ tmap A, const float *sA,
                                       const __grid_constant__ tmap B, const float *sB, int M, int N, int K);

/* Step 5: tiles of 256 x 128, two warpgroups that multiply and promote, one that only loads, scales of A included;
 * block b of g takes the tiles b, b + g, b + 2g and so on of an order that is yours. D is written by TMA. */
extern "C" __global__ void gemm_fp8(const __grid_constant__ tmap D, const __grid_constant__ tmap A,
                                    const __grid_constant__ tmap sA, const __grid_constant__ tmap B, const float *sB,
                                    int M, int N, int K);

/* Given: d += a b of a warp, 16 x 32 by 32 x 8 of e4m3. Of lane 4g + t, four codes a register, the first in the lowest
 * byte: a[0] row g, columns 4t to 4t + 3; a[1] row g + 8; a[2] and a[3] the same rows, 16 columns on; b[0] column g of b,
 * rows 4t to 4t + 3; b[1] 16 rows on; d[0], d[1] row g, columns 2t and 2t + 1; d[2], d[3] row g + 8. */
HOP void mma_m16n8k32(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* Given: the compiler uses sums of a wgmma, which are written behind its back, only after this. Call it behind
 * wgmma_wait<0>(), before anything else touches them. */
template <int N> __device__ __forceinline__ void landed(float (&d)[N])
{
#pragma unroll
    for (int i = 0; i < N; i++)
        asm volatile("" : "+f"(d[i])::"memory");
}

#endif
