/*
 * w13b-wmma-gemm: one product on tensor cores, by nvcuda::wmma and one step below. You write wmma.cu.
 *
 *     C = A B        A [M][K] and B [K][N] of half, C [M][N] of float, row-major, dense
 *     Bt [N][K]      B turned, as a linear layer keeps its weights: Bt[n][k] is B[k][n]
 *
 * Every sum is kept in float. Sizes are 1 or more. Arrays begin at multiples of 256 bytes; a row begins at a multiple
 * of 16 bytes only where its length says so, and behind the end of a row the next one begins: it may hold infinities.
 * The runner launches:
 *
 *     wmma_direct             grid (N/16, ceil(M/64)),              block (128)    M, N, K multiples of 16
 *     hgemm_wmma, hgemm_nt    grid (ceil(N/128), ceil(M/128)),      block (256)    any sizes
 *     mma_bias                grid (N/8, ceil(M/64)),               block (128)    M, K multiples of 16, N of 8
 *
 * In a block of wmma_direct or mma_bias warp w has the rows from 64 · blockIdx.y + 16 w on, if M has them.
 */
#ifndef W13B_WMMA_GEMM_H
#define W13B_WMMA_GEMM_H

#include <cuda_fp16.h>

enum { TILE = 16, BIG = 128, THREADS = 256, SMALL_THREADS = 128 };

/* Step 1: a warp makes one 16 x 16 tile of C, and loads its fragments from global memory. No shared memory. */
extern "C" __global__ void wmma_direct(float *C, const half *A, const half *B, int M, int N, int K);

/* Step 2: 128 x 128 of C a block; A and B pass through shared memory, and each element is loaded once a block. */
extern "C" __global__ void hgemm_wmma(float *C, const half *A, const half *B, int M, int N, int K);

/* Step 3: the same product from Bt. Nothing is turned by hand: a fragment can be column-major. */
extern "C" __global__ void hgemm_nt(float *C, const half *A, const half *Bt, int M, int N, int K);

/*
 * Step 4: without WMMA. A warp makes 16 x 8 of C = A B + bias by mma.sync, from registers that you fill by the layout
 * of the PTX manual: C[m][n] has bias[n] added, and top[n / 8][m] is the largest of the 8 elements of row m that the
 * warp made, bias included. top is [N/8][M]. No shared memory.
 */
extern "C" __global__ void mma_bias(float *C, float *top, const half *A, const half *Bt, const float *bias, int M,
                                    int N, int K);

#ifdef __CUDACC__
/* d += a b for 16 x 8 x 16. Lane l, g = l / 4, t = l % 4; each register of a and b holds two halves, the one of the
 * lower column (of b: of the lower k) in its low 16 bits:
 *
 *     a[0] row g,     k 2t, 2t+1        b[0] k 2t, 2t+1,       column g
 *     a[1] row g + 8, k 2t, 2t+1        b[1] k 2t+8, 2t+9,     column g
 *     a[2] row g,     k 2t+8, 2t+9      d[0], d[1] row g,      columns 2t, 2t+1
 *     a[3] row g + 8, k 2t+8, 2t+9      d[2], d[3] row g + 8,  columns 2t, 2t+1
 */
static __device__ inline void mma_m16n8k16(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

#endif
