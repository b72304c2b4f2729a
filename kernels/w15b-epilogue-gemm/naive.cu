/*
 * naive.cu: the definition. A thread has 64 elements of the block's tile and sums each by itself; the epilogue is a
 * parameter already, since that costs nothing.
 */
#include "lab.h"

struct Identity {
    __device__ float operator()(float sum, int, int) const
    {
        return sum;
    }
};

struct BiasRelu {
    const bf16 *bias;
    __device__ float operator()(float sum, int, int col) const
    {
        float v = sum + __bfloat162float(bias[col]);
        return v < 0 ? 0 : v;
    }
};

struct Residual {
    const bf16 *res;
    int N;
    __device__ float operator()(float sum, int row, int col) const
    {
        return sum + __bfloat162float(res[(size_t)row * N + col]);
    }
};

template <class Epilogue>
static __device__ void product(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K, Epilogue epilogue)
{
    int col = blockIdx.x * TILE + threadIdx.x % TILE;
    for (int r = threadIdx.x / TILE; r < TILE; r += THREADS / TILE) {
        int row = blockIdx.y * TILE + r;
        float sum = 0;
        if (row >= M || col >= N)
            break;
        for (int k = 0; k < K; k++)
            sum += __bfloat162float(A[(size_t)row * K + k]) * __bfloat162float(B[(size_t)col * K + k]);
        D[(size_t)row * N + col] = __float2bfloat16(epilogue(sum, row, col));
    }
}

extern "C" __global__ void gemm_plain(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K)
{
    product(D, A, B, M, N, K, Identity{});
}

extern "C" __global__ void gemm_bias_relu(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *bias, int M, int N, int K)
{
    product(D, A, B, M, N, K, BiasRelu{bias});
}

extern "C" __global__ void gemm_residual(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *res, int M, int N, int K)
{
    product(D, A, B, M, N, K, Residual{res, N});
}
