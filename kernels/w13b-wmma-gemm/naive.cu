/*
 * naive.cu: the four products on float lanes, one element of C a thread at a time, each read of A and B from global
 * memory. It is what the formula says and what every step is held against; no tensor core is asked.
 */
#include "lab.h"

static __device__ float at(const half *A, const half *B, int r, int c, int K, int step_k, int step_c)
{
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += __half2float(A[(size_t)r * K + k]) * __half2float(B[(size_t)k * step_k + (size_t)c * step_c]);
    return sum;
}

extern "C" __global__ void wmma_direct(float *C, const half *A, const half *B, int M, int N, int K)
{
    for (int e = threadIdx.x; e < 64 * TILE; e += SMALL_THREADS) {
        int r = blockIdx.y * 64 + e / TILE, c = blockIdx.x * TILE + e % TILE;
        if (r < M)
            C[(size_t)r * N + c] = at(A, B, r, c, K, N, 1);
    }
}

static __device__ void tile(float *C, const half *A, const half *B, int M, int N, int K, int step_k, int step_c)
{
    for (int e = threadIdx.x; e < BIG * BIG; e += THREADS) {
        int r = blockIdx.y * BIG + e / BIG, c = blockIdx.x * BIG + e % BIG;
        if (r < M && c < N)
            C[(size_t)r * N + c] = at(A, B, r, c, K, step_k, step_c);
    }
}

extern "C" __global__ void hgemm_wmma(float *C, const half *A, const half *B, int M, int N, int K)
{
    tile(C, A, B, M, N, K, N, 1);
}

extern "C" __global__ void hgemm_nt(float *C, const half *A, const half *Bt, int M, int N, int K)
{
    tile(C, A, Bt, M, N, K, 1, K);
}

extern "C" __global__ void mma_bias(float *C, float *top, const half *A, const half *Bt, const float *bias, int M,
                                    int N, int K)
{
    int r = blockIdx.y * 64 + threadIdx.x;
    if (threadIdx.x >= 64 || r >= M)
        return;
    float most = -INFINITY;
    for (int j = 0; j < 8; j++) {
        int c = blockIdx.x * 8 + j;
        float v = at(A, Bt, r, c, K, 1, K) + bias[c];
        C[(size_t)r * N + c] = v;
        most = fmaxf(most, v);
    }
    top[(size_t)blockIdx.x * M + r] = most;
}
