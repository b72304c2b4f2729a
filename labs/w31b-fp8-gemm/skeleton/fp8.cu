#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* Who shares a scale, and how do 16 lanes agree on the largest of 128? What is a block of zeros divided by? */
extern "C" __global__ void __launch_bounds__(256)
    quant_rows(uint8_t *A, float *sA, const __nv_bfloat16 *X, int M, int K)
{
    /* yours */
}

/* 256 threads share one scale. Nobody knows it before all have looked: where do the elements wait? */
extern "C" __global__ void __launch_bounds__(256)
    quant_tiles(uint8_t *B, float *sB, const __nv_bfloat16 *W, int N, int K)
{
    /* yours */
}

/* Two sets of sums: the block's, which the tensor cores make, and the total, which you add to. */
extern "C" __global__ void __launch_bounds__(128)
    gemm_mma(__nv_bfloat16 *D, const uint8_t *A, const float *sA, const uint8_t *B, const float *sB, int M, int N, int K)
{
    /* yours */
}

/* As in week 16; between the wait for the products and the next load stands the promotion. */
extern "C" __global__ void __launch_bounds__(128)
    gemm_single(__nv_bfloat16 *D, const __grid_constant__ tmap A, const float *sA, const __grid_constant__ tmap B,
                const float *sB, int M, int N, int K)
{
    /* yours */
}

/* Three roles. How many sums has a thread, of which kind, and when does a stage go back? */
extern "C" __global__ void __launch_bounds__(384, 1)
    gemm_fp8(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap sA,
             const __grid_constant__ tmap B, const float *sB, int M, int N, int K)
{
    /* yours */
}
