/*
 * naive.cu: the formula, six times. One thread walks along a row of A and down a column of B, one element of C.
 *
 * gemm_naive has threadIdx.x down a column of C, so the lanes of a warp want 32 elements of A that stand K apart: 32
 * sectors for 128 bytes. gemm_coalesced exchanges the two indices and nothing else. All others are gemm_coalesced
 * under the launch that they will have, walking their tile with the block's threads: 2 loads for each multiply-add,
 * whatever the tile is called. Tiles begin to pay when what was loaded is used more than once.
 */
#include "lab.h"

template <class T> static __device__ float dot(const T *a, const T *b, int N, int K)
{
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += (float)a[k] * (float)b[(size_t)k * N];
    return sum;
}

/* The tile of `rows` x `cols` elements at (row, col), with the whole block. */
template <class T>
static __device__ void walk(float *C, const T *A, const T *B, int M, int N, int K, int row, int col, int rows, int cols)
{
    int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
    for (int e = t; e < rows * cols; e += threads) {
        int r = row + e / cols, c = col + e % cols;
        if (r < M && c < N)
            C[(size_t)r * N + c] = dot(A + (size_t)r * K, B + c, N, K);
    }
}

extern "C" __global__ void gemm_naive(float *C, const float *A, const float *B, int M, int N, int K)
{
    int r = blockIdx.y * SIDE + threadIdx.x, c = blockIdx.x * SIDE + threadIdx.y;
    if (r < M && c < N)
        C[(size_t)r * N + c] = dot(A + (size_t)r * K, B + c, N, K);
}

extern "C" __global__ void gemm_coalesced(float *C, const float *A, const float *B, int M, int N, int K)
{
    walk(C, A, B, M, N, K, blockIdx.y * SIDE, blockIdx.x * SIDE, SIDE, SIDE);
}

extern "C" __global__ void gemm_tiled(float *C, const float *A, const float *B, int M, int N, int K)
{
    walk(C, A, B, M, N, K, blockIdx.y * SIDE, blockIdx.x * SIDE, SIDE, SIDE);
}

extern "C" __global__ void gemm_register(float *C, const float *A, const float *B, int M, int N, int K)
{
    walk(C, A, B, M, N, K, blockIdx.y * BIG, blockIdx.x * BIG, BIG, BIG);
}

extern "C" __global__ void gemm_wmma(float *C, const __nv_bfloat16 *A, const __nv_bfloat16 *B, int M, int N,
                                     int K)
{
    walk(C, A, B, M, N, K, blockIdx.y * BIG, blockIdx.x * BIG, BIG, BIG);
}

extern "C" __global__ void gemm_async(float *C, const float *A, const float *B, int M, int N, int K)
{
    int cols = (N + ASYNC_COLS - 1) / ASYNC_COLS;
    walk(C, A, B, M, N, K, blockIdx.x / cols * BIG, blockIdx.x % cols * ASYNC_COLS, BIG, ASYNC_COLS);
}
