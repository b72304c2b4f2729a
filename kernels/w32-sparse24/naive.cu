/*
 * naive.cu: a thread an output, each weight by its own arithmetic from lab.h's layout. Right, and what "just skip the
 * zeros" looks like: loads of two bytes, all over.
 */
#include "lab.h"

/* Where the kept ones of group q of row m begin. */
static __device__ size_t pair_at(int m, int q, int K)
{
    int lane = m % 8 * 4 + q % 4, slot = q % 8 / 4 * 4 + m % 16 / 8 * 2;
    return (((size_t)(m / 16) * (K / 32) + q / 8) * 32 + lane) * 8 + slot;
}

static __device__ unsigned nibble_at(const unsigned *meta, int m, int q, int K)
{
    unsigned word = meta[((size_t)(m / 16) * (K / 64) + q / 16) * 32 + m % 8 * 4 + q % 16 / 4];
    return word >> (m % 16 / 8 * 16 + q % 4 * 4) & 15;
}

static __device__ float row_times(const half *val, const unsigned *meta, const half *x, int m, int K)
{
    float sum = 0;
    for (int q = 0; q < K / 4; q++) {
        const half *kept = val + pair_at(m, q, K);
        unsigned n = nibble_at(meta, m, q, K);
        sum += __half2float(kept[0]) * __half2float(x[4 * q + n % 4]);
        sum += __half2float(kept[1]) * __half2float(x[4 * q + n / 4]);
    }
    return sum;
}

static __device__ int size_of(half h)
{
    return __half_as_ushort(h) & 0x7fff;
}

/* 16 threads of the block have a row each. */
extern "C" __global__ void compress24(const half *W, half *val, unsigned *meta, int *lost, int M, int K)
{
    int m = blockIdx.x * 16 + threadIdx.x, gone = 0;
    if (threadIdx.x >= 16)
        return;
    for (int q = 0; q < K / 4; q++) {
        const half *w = W + (size_t)m * K + 4 * q;
        int best = 0, next = -1, all = 0;
        for (int i = 1; i < 4; i++)
            best = size_of(w[i]) > size_of(w[best]) ? i : best;
        for (int i = 0; i < 4; i++)
            if (i != best && (next < 0 || size_of(w[i]) > size_of(w[next])))
                next = i;
        int first = min(best, next), second = max(best, next);
        for (int i = 0; i < 4; i++)
            all += size_of(w[i]) > 0;
        gone += all - (size_of(w[first]) > 0) - (size_of(w[second]) > 0);
        val[pair_at(m, q, K)] = w[first];
        val[pair_at(m, q, K) + 1] = w[second];
        unsigned char *byte = (unsigned char *)(meta + ((size_t)(m / 16) * (K / 64) + q / 16) * 32 + m % 8 * 4 +
                                                q % 16 / 4) + m % 16 / 8 * 2 + q % 4 / 2;
        unsigned n = first | second << 2;
        *byte = q % 2 ? *byte | n << 4 : n;
    }
    lost[m] = gone;
}

extern "C" __global__ void gemv16(const half *W, const half *X, float *Y, int M, int K, int B)
{
    int m = blockIdx.x * ROWS + threadIdx.x % ROWS, b = threadIdx.x / ROWS;
    float sum = 0;
    if (m >= M || b >= B)
        return;
    for (int k = 0; k < K; k++)
        sum += __half2float(W[(size_t)m * K + k]) * __half2float(X[(size_t)b * K + k]);
    Y[(size_t)b * M + m] = sum;
}

extern "C" __global__ void spmv24(const half *val, const unsigned *meta, const half *X, float *Y, int M, int K, int B)
{
    int m = blockIdx.x * ROWS + threadIdx.x % ROWS, b = threadIdx.x / ROWS;
    if (m < M && b < B)
        Y[(size_t)b * M + m] = row_times(val, meta, X + (size_t)b * K, m, K);
}

extern "C" __global__ void gemm24(const half *val, const unsigned *meta, const half *X, half *Y, int M, int K, int N)
{
    for (int i = threadIdx.x; i < TILE_M * TILE_N; i += THREADS) {
        int m = blockIdx.x * TILE_M + i % TILE_M, n = blockIdx.y * TILE_N + i / TILE_M;
        if (m < M && n < N)
            Y[(size_t)n * M + m] = __float2half(row_times(val, meta, X + (size_t)n * K, m, K));
    }
}
