/*
 * naive.cu: a block of threads a row, a block of weights a thread, an element at a time, as the formats' definition has
 * them. Each column of x walks over the row anew. Right, and every load is one byte or two.
 */
#include "lab.h"

static __device__ float half_at(uint16_t bits)
{
    return __half2float(__ushort_as_half(bits));
}

/* Integers of 16 elements of x with the codes that `code` gives. */
template <class C> static __device__ int dot_of(const int8_t *q, int n, C code)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += code(i) * q[i];
    return sum;
}

static __device__ float block_dot(const struct q4_0 &w, const int8_t *q, const float *d, const int16_t *)
{
    return half_at(w.d) * d[0] * dot_of(q, 32, [&](int i) {
               return (i < 16 ? w.qs[i] & 15 : w.qs[i - 16] >> 4) - 8;
           });
}

static __device__ float block_dot(const struct q8_0 &w, const int8_t *q, const float *d, const int16_t *)
{
    return half_at(w.d) * d[0] * dot_of(q, 32, [&](int i) { return (int)w.qs[i]; });
}

static __device__ float block_dot(const struct q4_K &w, const int8_t *q, const float *d, const int16_t *s)
{
    float sum = 0;
    for (int j = 0; j < 8; j++) {
        int low = j < 4 ? w.scales[j] & 63 : (w.scales[4 + j] & 15) | w.scales[j - 4] >> 6 << 4;
        int m = j < 4 ? w.scales[4 + j] & 63 : w.scales[4 + j] >> 4 | w.scales[j] >> 6 << 4;
        int dot = dot_of(q + 32 * j, 32, [&](int i) { return w.qs[j / 2 * 32 + i] >> j % 2 * 4 & 15; });
        sum += d[j] * (half_at(w.d) * low * dot - half_at(w.dmin) * m * (s[2 * j] + s[2 * j + 1]));
    }
    return sum;
}

static __device__ float block_dot(const struct q6_K &w, const int8_t *q, const float *d, const int16_t *)
{
    float sum = 0;
    for (int j = 0; j < 16; j++) {
        int half = j / 8, quarter = j / 2 % 4, part = j % 2 * 16;
        int dot = dot_of(q + 16 * j, 16, [&](int i) {
            int low = w.ql[half * 64 + quarter % 2 * 32 + part + i], high = w.qh[half * 32 + part + i];
            return ((low >> quarter / 2 * 4 & 15) | (high >> 2 * quarter & 3) << 4) - 32;
        });
        sum += half_at(w.d) * w.scales[j] * d[j / 2] * dot;
    }
    return sum;
}

static __device__ float block_sum(float v)
{
    __shared__ float part[WARPS];
    float all = 0;
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += part[w];
    return all;
}

template <int BLOCK, class W>
static __device__ void product(float *y, const W *w, const int8_t *xq, const float *xd, const int16_t *xs, int N, int K,
                               int B)
{
    int blocks = K / BLOCK;
    for (int row = blockIdx.x; row < N; row += gridDim.x)
        for (int b = 0; b < B; b++) {
            float sum = 0;
            for (int k = threadIdx.x; k < blocks; k += THREADS) {
                size_t at = (size_t)b * K + (size_t)k * BLOCK;
                sum += block_dot(w[(size_t)row * blocks + k], xq + at, xd + at / 32, xs + at / 16);
            }
            sum = block_sum(sum);
            if (threadIdx.x == 0)
                y[(size_t)b * N + row] = sum;
        }
}

#define GEMV(name, format, size)                                                                                       \
    extern "C" __global__ void name(float *y, const struct format *W, const int8_t *xq, const float *xd,               \
                                    const int16_t *xs, int N, int K, int B)                                            \
    {                                                                                                                  \
        product<size>(y, W, xq, xd, xs, N, K, B);                                                                      \
    }

GEMV(gemv_q4_0, q4_0, QK)
GEMV(gemv_q8_0, q8_0, QK)
GEMV(gemv_q4_K, q4_K, QK_K)
GEMV(gemv_q6_K, q6_K, QK_K)

/* A thread a block of 32; threads that have none go home. */
extern "C" __global__ void quantise_x(int8_t *xq, float *xd, int16_t *xs, const float *x, int K, int B)
{
    size_t n = (size_t)blockIdx.x * THREADS + threadIdx.x;
    if (n >= (size_t)B * K / QK)
        return;
    float most = 0;
    for (int i = 0; i < QK; i++)
        most = fmaxf(most, fabsf(x[n * QK + i]));
    float d = most / 127, inverse = d != 0 ? 1 / d : 0;
    xd[n] = d;
    for (int part = 0; part < 2; part++) {
        int sum = 0;
        for (int i = 0; i < 16; i++) {
            size_t at = n * QK + part * 16 + i;
            xq[at] = (int8_t)roundf(x[at] * inverse);
            sum += xq[at];
        }
        xs[2 * n + part] = (int16_t)sum;
    }
}

#undef GEMV
