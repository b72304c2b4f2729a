/*
 * naive.cu: what works first. Rows are read twice, codes are written one byte a thread, tiles of 64 columns are
 * loaded, waited for, multiplied and waited for in turn, by one warpgroup while the two others stand by, and four-bit
 * weights are unpacked one at a time.
 */
#include "lab.h"

enum { ROW = 128, TOKENS = 8 };

/* The sum, or with `top` the maximum, of all 256 threads of a block. */
static __device__ float block_all(float v, bool top)
{
    __shared__ float part[8];
    for (int d = 16; d; d /= 2) {
        float o = __shfl_xor_sync(~0u, v, d);
        v = top ? fmaxf(v, o) : v + o;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < 8; w++)
        v = top ? fmaxf(v, part[w]) : v + part[w];
    return v;
}

static __device__ float element(const bf16 *x, const bf16 *gain, int k)
{
    return gain ? __bfloat162float(x[k]) * __bfloat162float(gain[k]) : __bfloat162float(x[k]);
}

static __device__ float one_row(int8_t *q, const bf16 *x, const bf16 *gain, int K)
{
    float top = 0;
    for (int k = threadIdx.x; k < K; k += blockDim.x)
        top = fmaxf(top, fabsf(element(x, gain, k)));
    top = block_all(top, true);
    float factor = top > 0 ? 127 / top : 0;
    for (int k = threadIdx.x; k < K; k += blockDim.x)
        q[k] = (int8_t)rintf(element(x, gain, k) * factor);
    return top / 127;
}

extern "C" __global__ void __launch_bounds__(256) quantise_rows(int8_t *q, float *s, const bf16 *x, int M, int K)
{
    size_t row = blockIdx.x;
    float scale = one_row(q + row * K, x + row * K, nullptr, K);
    if (threadIdx.x == 0)
        s[row] = scale;
}

extern "C" __global__ void __launch_bounds__(256)
    norm_quantise(int8_t *q, float *s, const bf16 *x, const bf16 *gain, int M, int K)
{
    size_t row = blockIdx.x;
    float sum = 0, scale = one_row(q + row * K, x + row * K, gain, K);
    for (int k = threadIdx.x; k < K; k += blockDim.x)
        sum += __bfloat162float(x[row * K + k]) * __bfloat162float(x[row * K + k]);
    sum = block_all(sum, false);
    if (threadIdx.x == 0)
        s[row] = scale / sqrtf(sum / K + EPS);
}

/* One turn after the other, by the first 128 threads of a block; WIDE is 64 or 128 columns. */
template <int WIDE>
static HOP void product(int (&sum)[WIDE / 2], const tmap *A, const tmap *B, unsigned char *a, unsigned char *b,
                        uint64_t *full, int row, int col, int turns, int &parity)
{
    for (int turn = 0; turn < turns; turn++, parity ^= 1) {
        if (threadIdx.x == 0) {
            int high = WIDE == 64 ? 128 : 64; /* of gemm_w8a8's box of A, and of gemm_s32's */
            mbar_arrive_expect(full, (high + WIDE) * ROW);
            tma_load_2d(a, A, turn * ROW, row, full);
            for (int n = 0; n < WIDE; n += 64)
                tma_load_2d(b + n * ROW, B, turn * ROW, col + n, full);
        }
        mbar_wait(full, parity);
        wgmma_fence();
#pragma unroll
        for (int k = 0; k < 4; k++)
            if constexpr (WIDE == 64)
                wgmma_m64n64k32_s8(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), turn | k);
            else
                wgmma_m64n128k32_s8(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), turn | k);
        wgmma_commit();
        wgmma_wait<0>();
        named_sync(1, 128);
    }
}

static HOP void init_one(uint64_t *bar)
{
    if (threadIdx.x == 0) {
        mbar_init(bar, 1);
        fence_mbar_init();
    }
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(128)
    gemm_s32(int *C, const __grid_constant__ tmap A, const __grid_constant__ tmap B, int M, int N, int K)
{
    __shared__ __align__(1024) unsigned char a[64 * ROW], b[128 * ROW];
    __shared__ uint64_t full;
    int t = threadIdx.x, row = blockIdx.y * 64, col = blockIdx.x * 128, parity = 0, sum[64];
    init_one(&full);
    product<128>(sum, &A, &B, a, b, &full, row, col, (K + ROW - 1) / ROW, parity);
#pragma unroll
    for (int i = 0; i < 64; i++) {
        int r = row + t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8, c = col + i / 4 * 8 + t % 4 * 2 + i % 2;
        if (r < M && c < N)
            C[(size_t)r * N + c] = sum[i];
    }
}

extern "C" __global__ void __launch_bounds__(384)
    gemm_w8a8(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap B,
              const float *sa, const float *sb, int M, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    unsigned char *a = smem, *b = a + 128 * ROW, *out = b + 64 * ROW;
    uint64_t *full = (uint64_t *)(out + 64 * ROW);
    int t = threadIdx.x, high = (M + 63) / 64, wide = (N + 63) / 64, parity = 0, sum[32];
    init_one(full);
    if (t >= 128)
        return;
    for (int tile = blockIdx.x; tile < high * wide; tile += gridDim.x) {
        int row = tile / wide * 64, col = tile % wide * 64;
        product<64>(sum, &A, &B, a, b, full, row, col, (K + ROW - 1) / ROW, parity);
#pragma unroll
        for (int i = 0; i < 32; i += 2) {
            int r = t / 32 * 16 + t % 32 / 4 + i / 2 % 2 * 8, c = i / 4 * 8 + t % 4 * 2;
            float s = row + r < M ? sa[row + r] : 0, u = 0, v = 0;
            if (col + c < N) {
                u = (float)sum[i] * s * sb[col + c];
                v = (float)sum[i + 1] * s * sb[col + c + 1];
            }
            *(__nv_bfloat162 *)(out + r * ROW + ((c / 8 ^ r % 8) << 4) + c % 8 * 2) = __floats2bfloat162_rn(u, v);
        }
        fence_proxy_async();
        named_sync(1, 128);
        if (t == 0) {
            tma_store_2d(&D, col, row, out);
            bulk_commit();
            bulk_wait<0>();
        }
        named_sync(1, 128);
    }
}

extern "C" __global__ void __launch_bounds__(256)
    gemv_w4(bf16 *y, const uint32_t *w, const bf16 *scale, const uint8_t *zero, const bf16 *x, int M, int N, int K)
{
    int n = blockIdx.x * 32 + threadIdx.x / 8, t = threadIdx.x % 8;
    float sum[TOKENS] = { 0 };
    for (int j = t; n < N && j < K / 8; j += 8) {
        uint32_t word = w[(size_t)n * (K / 8) + j];
        size_t group = (size_t)(j * 8 / GROUP) * N + n;
        for (int i = 0; i < 8; i++) {
            int code = word >> 4 * (i / 2 + 4 * (i % 2)) & 15;
            float v = __bfloat162float(scale[group]) * (float)(code - zero[group]);
            for (int m = 0; m < M; m++)
                sum[m] += v * __bfloat162float(x[(size_t)m * K + j * 8 + i]);
        }
    }
    for (int m = 0; m < M; m++) {
        for (int d = 4; d; d /= 2)
            sum[m] += __shfl_xor_sync(~0u, sum[m], d, 8);
        if (n < N && t == 0)
            y[(size_t)m * N + n] = __float2bfloat16(sum[m]);
    }
}
