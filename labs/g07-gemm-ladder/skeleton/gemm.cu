#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* One thread, one element of C. threadIdx.x moves down a column, so that you can measure what it costs. */
extern "C" __global__ void gemm_naive(float *C, const float *A, const float *B, int M, int N, int K)
{
    /* yours */
}

/* Exchange two letters. */
extern "C" __global__ void gemm_coalesced(float *C, const float *A, const float *B, int M, int N, int K)
{
    /* yours */
}

/* 1,024 threads load 1,024 elements of A and as many of B, and all use all of them. What is loaded where the
 * matrix has ended? Which threads may leave before the last barrier? */
extern "C" __global__ void gemm_tiled(float *C, const float *A, const float *B, int M, int N, int K)
{
    /* yours */
}

/* 8 x 8 sums in registers. Turn A's tile while you store it, so that a thread finds the eight elements of its
 * column side by side, and pad its rows. */
extern "C" __global__ void gemm_register(float *C, const float *A, const float *B, int M, int N, int K)
{
    /* yours */
}

/* #include <mma.h>. Eight warps, each with 64 x 32 of the tile: eight accumulators. */
extern "C" __global__ void gemm_wmma(float *C, const __nv_bfloat16 *A, const __nv_bfloat16 *B, int M, int N, int K)
{
    /* yours */
}

/* #include <cuda_pipeline.h>. Which 128 x 256 are yours is up to you: blockIdx.x only counts. Ask for the next turn's
 * tiles before you use this turn's. */
extern "C" __global__ void gemm_async(float *C, const float *A, const float *B, int M, int N, int K)
{
    /* yours */
}
