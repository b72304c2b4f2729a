/*
 * lab.h: the interface of lab c01-simd-gemm, fast matrix multiplication on one CPU.
 *
 * Six functions, one contract:
 *
 *     C = A · B        A is M×K, B is K×N, C is M×N, all float32, all row-major.
 *
 *   - Row-major: element (i,j) of a matrix with W columns lies at [i*W + j]. The row strides of
 *     A, B and C are therefore K, N and N.
 *   - C is overwritten. Whatever it held before (the tests fill it with NaN) must not be read
 *     into the result.
 *   - M, N and K may be anything from 0 up. K = 0 is an empty sum: C becomes all zeros.
 *   - Pointers are aligned for float (4 bytes) and no better. C overlaps neither A nor B.
 *   - i*W + j does not fit an int for large matrices: compute offsets in size_t.
 *   - Rounding is free within the usual bound for a dot product of length K, so you may reorder
 *     sums and use fused multiply-add. Compiler flags that rewrite arithmetic are not needed.
 */
#ifndef C01_SIMD_GEMM_LAB_H
#define C01_SIMD_GEMM_LAB_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1. Three loops in the order of the textbook. */
void sgemm_ijk(int M, int N, int K, const float *A, const float *B, float *C);

/* 2. The same three loops, reordered so that the inner one walks along rows. */
void sgemm_ikj(int M, int N, int K, const float *A, const float *B, float *C);

/* 3. Loops over square tiles, so that a piece of B is used again while it is still in a cache. */
void sgemm_tiled(int M, int N, int K, const float *A, const float *B, float *C);

/* 4. A 6×16 tile of C held in twelve AVX2 registers while k runs. */
void sgemm_simd(int M, int N, int K, const float *A, const float *B, float *C);

/* 5. The same tile, fed from copies of A and B laid out in the order in which it reads them. */
void sgemm_packed(int M, int N, int K, const float *A, const float *B, float *C);

/* 6. Stage 5 on two cores. The calling thread and at most one helper; both done on return. */
void sgemm_threads(int M, int N, int K, const float *A, const float *B, float *C);

/*
 * Vector code without special compiler flags: mark a function with one of these and the compiler
 * may use those instructions inside it, and only there. Call it after asking the CPU.
 *
 *     LAB_AVX2 static void tile_avx2(...) { __m256 x = _mm256_setzero_ps(); ... }
 *     if (lab_has_avx2()) tile_avx2(...); else tile_plain(...);
 */
#define LAB_AVX2 __attribute__((target("avx2,fma")))
#define LAB_AVX512 __attribute__((target("avx512f,avx2,fma")))

static inline int lab_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static inline int lab_has_avx512(void)
{
    return lab_has_avx2() && __builtin_cpu_supports("avx512f");
}

/*
 * The profile counts accesses by instrumentation, and gcc does not instrument the load inside
 * _mm256_broadcast_ss. So it is written so that it does; the instruction is the same.
 */
#define _mm256_broadcast_ss(p) _mm256_set1_ps(*(const float *)(p))

#ifdef __cplusplus
}
#endif
#endif
