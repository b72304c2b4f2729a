/*
 * w15b-epilogue-gemm: one mainloop, three epilogues. You write epilogue.cu.
 *
 *     A [M][K], B [N][K] (as a linear layer keeps its weights), D [M][N], res [M][N], bias [N]
 *     all bf16, row-major, dense
 *
 *     S[m][n] = Σ A[m][k] B[n][k]       in float
 *     gemm_plain       D = S
 *     gemm_bias_relu   D = max(S + bias[n], 0), of NaN NaN
 *     gemm_residual    D = res + S
 *
 * M is 1 or more; N and K are multiples of 8, so each row begins at a multiple of 16 bytes. Arrays begin at multiples
 * of 256 bytes and do not overlap. Behind the last row of an array may lie anything, NaN too. All sums and the whole
 * epilogue are in float: D is rounded once and written once, and never read. Elements of D that exist are all written.
 *
 * The runner launches grid (ceil(N/TILE), ceil(M/TILE)), blocks of THREADS threads, no dynamic shared memory. Kernels
 * are extern "C": the runner finds them by name.
 */
#ifndef W15B_EPILOGUE_GEMM_H
#define W15B_EPILOGUE_GEMM_H

#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <stddef.h>

typedef __nv_bfloat16 bf16;

enum { TILE = 128, THREADS = 256, DEEP = 32 /* of K, a turn: 64 bytes of a row */ };

/* Step 1: the mainloop, with an epilogue that only rounds. A and B come by cp.async, each element once a block. */
extern "C" __global__ void gemm_plain(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K);

/* Step 2: the same mainloop, called with another epilogue. */
extern "C" __global__ void gemm_bias_relu(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *bias, int M, int N, int K);

/* Step 3: and one that reads another tensor. */
extern "C" __global__ void gemm_residual(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *res, int M, int N, int K);

#ifdef __CUDACC__
/*
 * Four blocks of 8 x 8 bf16 from shared memory. Lane l brings the address of 16 bytes: of row l % 8 of block l / 8. It
 * gets in r[i] of block i, row l / 4, the columns 2 (l % 4) and the next, the first of them in the low half.
 */
static __device__ inline void ldmatrix_x4(unsigned r[4], const void *shared)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

/* d += a b for 16 x 8 x 16. Lane l, g = l / 4, t = l % 4:
 *
 *     a[0] row g,     k 2t, 2t+1        b[0] k 2t, 2t+1,       column g
 *     a[1] row g + 8, k 2t, 2t+1        b[1] k 2t+8, 2t+9,     column g
 *     a[2] row g,     k 2t+8, 2t+9      d[0], d[1] row g,      columns 2t, 2t+1
 *     a[3] row g + 8, k 2t+8, 2t+9      d[2], d[3] row g + 8,  columns 2t, 2t+1
 */
static __device__ inline void mma_bf16(float d[4], const unsigned a[4], const unsigned b[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

#endif
