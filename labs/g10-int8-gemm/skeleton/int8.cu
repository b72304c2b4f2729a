#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* What has to be known of a row before its first code, and where is the row in the meantime? */
extern "C" __global__ void __launch_bounds__(256) quantise_rows(int8_t *q, float *s, const bf16 *x, int M, int K)
{
    /* yours */
}

/* Two reductions over a row. Which of the two do the codes depend on? */
extern "C" __global__ void __launch_bounds__(256)
    norm_quantise(int8_t *q, float *s, const bf16 *x, const bf16 *gain, int M, int K)
{
    /* yours */
}

/* 128 bytes of K a turn: how many elements is that, how many products, and how far are they apart? */
extern "C" __global__ void __launch_bounds__(128)
    gemm_s32(int *C, const __grid_constant__ tmap A, const __grid_constant__ tmap B, int M, int N, int K)
{
    /* yours */
}

/* Three roles, a ring, scales on the way out. How wide should a tile be where there are few of them? */
extern "C" __global__ void __launch_bounds__(384, 1)
    gemm_w8a8(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap B,
              const float *sa, const float *sb, int M, int N, int K)
{
    /* yours */
}

/* Which two codes does one mask pick, and what are they as bf16? */
extern "C" __global__ void __launch_bounds__(256)
    gemv_w4(bf16 *y, const uint32_t *w, const bf16 *scale, const uint8_t *zero, const bf16 *x, int M, int N, int K)
{
    /* yours */
}
