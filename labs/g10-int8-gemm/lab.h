/*
 * g10-int8-gemm: a linear layer in eight bits, from the bf16 activations to the bf16 result, and one in four bits for a
 * handful of tokens. You write int8.cu.
 *
 *     X [M][K] bf16 activations     q [M][K] int8 codes, s [M] their scales: q s stands for X, one scale a row
 *     B [N][K] int8 weights, sb [N] their scales, made beforehand                 D [M][N] bf16
 *
 *     D[m][n] = sa[m] sb[n] Σ A[m][k] B[n][k]        the sum in int32, exact; one rounding, to bf16
 *
 * All arrays are dense, row-major, and begin at multiples of 256 bytes. M is 1 or more, N a multiple of 8, K a multiple
 * of 16, 32 for gemv_w4, and at most MAX_K. Inputs are finite; a magnitude that is not 0 lies between 2^-40 and 2^40.
 *
 * The two products of int8 get their matrices as tensor maps (tmap), which the runner encodes, with the swizzle of 128
 * bytes: of a box in shared memory the 16 bytes with number c of row r stand in place c ^ (r % 8) of that row. A box
 * begins at a multiple of 1,024 bytes. What a box has outside of the matrix arrives as 0 and is not stored.
 *
 *     kernel           grid                         block   boxes, rows x columns               dynamic shared memory
 *     quantise_rows    M                            256
 *     norm_quantise    M                            256
 *     gemm_s32         ceil(N/128) x ceil(M/64)     128     A 64 x 128, B 64 x 128              none
 *     gemm_w8a8        any number of blocks         384     A 128 x 128, B 64 x 128, D 64 x 64  GEMM_SMEM bytes
 *     gemv_w4          ceil(N/32)                   256                                         none
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G10_INT8_GEMM_H
#define G10_INT8_GEMM_H

#include <cuda_bf16.h>

#include <ridge/hop.h>

typedef __nv_bfloat16 bf16;

enum { MAX_K = 16384, GEMM_SMEM = 225 * 1024, GROUP = 128 /* weights of a row that share a scale in gemv_w4 */ };
#define EPS 1e-5f

/* Step 1: each row by its largest magnitude, t = max |x|. s = t / 127 and q = x · (127 / t) to the nearest integer,
 * ties to even; both quotients and the product in float. -128 does not appear. A row of zeros has s = 0 and codes
 * 0. x is read once. */
extern "C" __global__ void quantise_rows(int8_t *q, float *s, const bf16 *x, int M, int K);

/* Step 2: RMSNorm and the same in one pass. y[k] = x[k] gain[k] / sqrt(Σ x² / K + EPS) is quantised, and never stored.
 * x is read once. q is the code next to y / s, within a hundredth of a step, and s within 1e-5 relatively. */
extern "C" __global__ void norm_quantise(int8_t *q, float *s, const bf16 *x, const bf16 *gain, int M, int K);

/* Step 3: C = A B^T, exact. 64 x 128 of C a block, one stage: two kinds of boxes, 128 bytes of K a turn. */
extern "C" __global__ void gemm_s32(int *C, const __grid_constant__ tmap A, const __grid_constant__ tmap B, int M,
                                    int N, int K);

/* Step 4: D as above. Warpgroup 0 loads, the two others multiply; a ring of stages; block b of g takes the tiles b,
 * b + g, b + 2g and so on of an order that is yours. Their size is yours, too, by the shape: where tiles of 128 x 256
 * give every block work, TMA brings no more than those need. Some blocks may have no tile. D is written by TMA from
 * shared memory, the sums are not written at all. */
extern "C" __global__ void gemm_w8a8(const __grid_constant__ tmap D, const __grid_constant__ tmap A,
                                     const __grid_constant__ tmap B, const float *sa, const float *sb, int M, int N,
                                     int K);

/*
 * Step 5: y[m][n] = Σ d (c - z) x[m][k] for M of 1 to 8 tokens, weights in four bits: c 0 to 15 is the code, d and z
 * are the scale and zero point, 0 to 15, of its group of 128 along k: scale[k / GROUP][n], zero[k / GROUP][n]; the
 * last group may be short. A row of w has K / 8 words of eight codes: of word j, code 8 j + i stands in bits 4 p to 4 p + 3 with
 * p = i / 2 + 4 (i % 2). So one mask picks two neighbours, one in each half of the word. Sums in float; each word is
 * read once, and x once for the 32 rows of w of a block.
 */
extern "C" __global__ void gemv_w4(bf16 *y, const uint32_t *w, const bf16 *scale, const uint8_t *zero, const bf16 *x,
                                   int M, int N, int K);

#ifdef __CUDACC__
/* d += a b for 16 x 8 x 16, by a warp. Lane l, g = l / 4, t = l % 4:
 *
 *     a[0] row g,     k 2t, 2t+1        b[0] k 2t, 2t+1,       column g
 *     a[1] row g + 8, k 2t, 2t+1        b[1] k 2t+8, 2t+9,     column g
 *     a[2] row g,     k 2t+8, 2t+9      d[0], d[1] row g,      columns 2t, 2t+1
 *     a[3] row g + 8, k 2t+8, 2t+9      d[2], d[3] row g + 8,  columns 2t, 2t+1
 */
static __device__ inline void mma_bf16(float (&d)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

#endif
