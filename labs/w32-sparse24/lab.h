/*
 * w32-sparse24: weights of which two in four are left, in the order in which mma.sp wants them.
 *
 *     W       half      [M][K]          rows, dense and row-major; a group is four neighbours, 4q to 4q + 3 of a row
 *     val     half      [M/16][K/32][32 lanes][8]   tiles of 16 rows x 32 columns; of lane l = 4g + t the kept two of
 *                       group t of row g, of group t of row g + 8, of group t + 4 of row g, of group t + 4 of row
 *                       g + 8, each two in the order of their columns. Rows and groups count within the tile.
 *     meta    unsigned  [M/16][K/64][32 lanes]      tiles of 16 x 64; of lane l = 4g + t nibble i (bits 4i to 4i +
 *                       3) is of group 4t + i of row g, nibble 4 + i of the same group of row g + 8. A nibble is
 *                       the place of the first of the kept two, 0 to 3, and four times that of the second; first <
 *                       second.
 *     X       half      [N][K]          a token a row
 *
 * M is a multiple of 16 and K of 64, both positive; K = 8,192 is usual. W and X are finite. Base pointers are
 * multiples of 256 bytes.
 * Sums are in float, at least; the same input gives the same bits each time.
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W32_SPARSE24_H
#define W32_SPARSE24_H

#include <cuda_fp16.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 256
#define WARPS 8          /* THREADS / 32 */
#define BATCH 8          /* most tokens of gemv16 and spmv24 */
#define ROWS 32          /* of a block of gemv16 and spmv24 */
#define TILE_M 128       /* of a block of gemm24: rows of W, */
#define TILE_N 256       /* and tokens */
#define GEMM_SMEM 167936 /* bytes of dynamic shared memory of gemm24: four stages of 41 KiB */

/* Keeps of each group the two that are largest in magnitude, of equal ones those that come first. lost[m]: how many
 * weights of row m that are not 0 are gone; 0 when W was 2:4 already. -0 counts as 0, and is kept as it is. M/16
 * blocks of THREADS, 16 rows each. Each weight is loaded once, val and meta are stored once. */
extern "C" __global__ void compress24(const half *W, half *val, unsigned *meta, int *lost, int M, int K);

/* Y[b][m] = sum over k of W[m][k] X[b][k], for 1 to BATCH tokens. ceil(M / ROWS) blocks of THREADS. */
extern "C" __global__ void gemv16(const half *W, const half *X, float *Y, int M, int K, int B);

/* The same from val and meta. */
extern "C" __global__ void spmv24(const half *val, const unsigned *meta, const half *X, float *Y, int M, int K, int B);

/* Y[n][m], rounded once, for any N of tokens from 1 on. ceil(M / TILE_M) x ceil(N / TILE_N) blocks of THREADS. */
extern "C" __global__ void gemm24(const half *val, const unsigned *meta, const half *X, half *Y, int M, int K, int N);

/* ---- instructions, given ------------------------------------------------------------------------------------- */

/* Lane l = 4g + t has of D (16 x 8) d[0], d[1]: row g, columns 2t, 2t + 1; d[2], d[3]: row g + 8. */

/* D += A (16 x 16) B (16 x 8). Of A the lane has the pairs (row g, k = 2t, 2t + 1), (g + 8, 2t), (g, 2t + 8),
 * (g + 8, 2t + 8), of B those of column g, k = 2t and 2t + 8. */
__device__ __forceinline__ void mma(float (&d)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* D += A (16 x 32, of which 16 columns are left) B (32 x 8). Of A the lane has the kept pairs as val has them, in
 * order; of B the pairs of column g, k = 2t, 2t + 8, 2t + 16, 2t + 24. The nibbles come from meta of lanes t = 2 S
 * and 2 S + 1: those of groups 0 to 3 from the one, of 4 to 7 from the other, row g in the low half, row g +
 * 8 in the high one. */
template <int S>
__device__ __forceinline__ void mma_sp(float (&d)[4], uint4 a, uint32_t b0, uint32_t b1, uint32_t b2, uint32_t b3,
                                       uint32_t meta)
{
    if constexpr (S == 0)
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1), "r"(b2), "r"(b3), "r"(meta));
    else
        asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                     "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 1;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1), "r"(b2), "r"(b3), "r"(meta));
}

__device__ __forceinline__ uint32_t shared_at(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

/* Four 8 x 8 matrices of halves: lane l gives the address of row l % 8 of matrix l / 8, and gets of each matrix
 * elements 2t, 2t + 1 of row g. */
__device__ __forceinline__ void ldmatrix(uint32_t (&r)[4], const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_at(row)) : "memory");
}

/* 16 bytes into shared memory, or 16 zeros where there is nothing to copy; `from` is then not looked at. */
__device__ __forceinline__ void copy16(void *to, const void *from, bool there)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_at(to)), "l"(from), "r"(there ? 16 : 0)
                 : "memory");
}
__device__ __forceinline__ void copies_end()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
/* Until at most N groups of this thread's copies are under way. */
template <int N> __device__ __forceinline__ void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

#endif
