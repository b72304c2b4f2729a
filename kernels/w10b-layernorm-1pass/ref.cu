/*
 * ref.cu: one pass over memory, two over registers.
 *
 * Step 1, the row stays. A thread loads 16 elements of a row at most and keeps them as floats; 256
 * threads hold 4,096. Mean, squared differences and y are three walks over registers, and cost
 * nothing that a kernel waiting for HBM would notice. From memory the row comes once.
 *
 * Step 2, four elements a lane: 8 bytes of x and y, and 16 of g and b. A request of a warp
 * is 256 or 512 bytes in one piece, and all four of a thread are asked for before the first is used.
 * Why not 16 bytes of x? Its eight columns are two float4s of g, and those of the next lane 32 bytes further:
 * each request for g would use half of every sector. It needs C to be a multiple of four; other rows
 * take the same way with one element a lane.
 *
 * Step 3, sums by shuffles. Five within a warp, then eight numbers in shared memory and one barrier,
 * after which everybody adds the eight up for himself. The two sums of a row have a place each, so
 * that the barrier of one also protects the other from the next row: two barriers a row, not twenty.
 *
 * Step 4, longer rows. Pieces of 4,096, each with its own mean and sum of squared differences,
 * merged as Chan, Golub and LeVeque do it. Then the row is read again. Two reads, not three, and never
 * a difference of large squares.
 */
#include "lab.h"

#define VEC 4                  /* elements of a load */
#define HELD (CHUNK / THREADS) /* elements of a thread, at most */

/* Column of a thread's element e within a piece. */
template <bool WIDE> static __device__ int column(int e)
{
    return WIDE ? (e / VEC * THREADS + (int)threadIdx.x) * VEC + e % VEC : e * THREADS + (int)threadIdx.x;
}

static __device__ void widen(unsigned two, float *v)
{
    v[0] = __uint_as_float(two << 16);
    v[1] = __uint_as_float(two & 0xffff0000);
}

static __device__ unsigned narrow(float a, float b)
{
    __nv_bfloat162 two = __floats2bfloat162_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* A thread's elements of the n at p; those that do not exist are left alone. */
template <bool WIDE> static __device__ void load(float *v, const bf16 *p, int n)
{
    uint2 raw[HELD / VEC];
#pragma unroll
    for (int e = 0; e < HELD; e += VEC)
        if (WIDE && column<WIDE>(e) < n)
            raw[e / VEC] = *reinterpret_cast<const uint2 *>(p + column<WIDE>(e));
#pragma unroll
    for (int e = 0; e < HELD; e++)
        if (WIDE && e % VEC == 0 && column<WIDE>(e) < n) {
            widen(raw[e / VEC].x, v + e);
            widen(raw[e / VEC].y, v + e + 2);
        } else if (!WIDE && column<WIDE>(e) < n) {
            v[e] = __bfloat162float(p[column<WIDE>(e)]);
        }
}

/* The sum over the block, for every thread. `place` is free again after the next barrier. */
static __device__ float block_sum(float v, float *place)
{
    float all = 0;
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += place[w];
    return all;
}

/* Of `n` numbers: their mean and the sum of squared differences from it. */
struct Moments {
    float n, mean, m2;

    __device__ void merge(float more, float their_mean, float their_m2)
    {
        float both = n + more, d = their_mean - mean;
        mean += d * (more / both);
        m2 += their_m2 + d * d * (n * (more / both));
        n = both;
    }
};

/* Two walks over registers: all n elements of a piece are somewhere in the block. */
template <bool WIDE> static __device__ void take(Moments &m, const float *v, int n, float (*place)[WARPS])
{
    float sum = 0, square = 0;
#pragma unroll
    for (int e = 0; e < HELD; e++)
        if (column<WIDE>(e) < n)
            sum += v[e];
    float mean = block_sum(sum, place[0]) / n;
#pragma unroll
    for (int e = 0; e < HELD; e++)
        if (column<WIDE>(e) < n)
            square += (v[e] - mean) * (v[e] - mean);
    m.merge(n, mean, block_sum(square, place[1]));
}

/* Four neighbours of y: v is what x held. */
static __device__ uint2 four(const float *v, const float *g, const float *b, float mean, float rstd)
{
    float4 scale = *reinterpret_cast<const float4 *>(g), shift = *reinterpret_cast<const float4 *>(b);
    return make_uint2(narrow((v[0] - mean) * rstd * scale.x + shift.x, (v[1] - mean) * rstd * scale.y + shift.y),
                      narrow((v[2] - mean) * rstd * scale.z + shift.z, (v[3] - mean) * rstd * scale.w + shift.w));
}

template <bool WIDE>
static __device__ void store(bf16 *y, const float *v, const float *g, const float *b, int n, float mean, float rstd)
{
#pragma unroll
    for (int e = 0; e < HELD; e++) {
        int c = column<WIDE>(e);
        if (WIDE && e % VEC == 0 && c < n)
            *reinterpret_cast<uint2 *>(y + c) = four(v + e, g + c, b + c, mean, rstd);
        else if (!WIDE && c < n)
            y[c] = __float2bfloat16((v[e] - mean) * rstd * g[c] + b[c]);
    }
}

template <bool WIDE>
static __device__ void one_row(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd,
                               int C, float eps, float (*place)[WARPS])
{
    float v[HELD];
    Moments m = {0, 0, 0};
    for (int at = 0; at < C; at += CHUNK) {
        load<WIDE>(v, x + at, min(CHUNK, C - at));
        take<WIDE>(m, v, min(CHUNK, C - at), place);
    }
    float r = 1 / sqrtf(m.m2 / C + eps);
    for (int at = 0; at < C; at += CHUNK) {
        if (C > CHUNK) /* what is in registers is the last piece */
            load<WIDE>(v, x + at, min(CHUNK, C - at));
        store<WIDE>(y + at, v, g + at, b + at, min(CHUNK, C - at), m.mean, r);
    }
    if (threadIdx.x == 0) {
        *mean = m.mean;
        *rstd = r;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 3)
    ln_fwd(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        size_t at = (size_t)row * C;
        if (C % VEC == 0)
            one_row<true>(x + at, g, b, y + at, mean + row, rstd + row, C, eps, place);
        else
            one_row<false>(x + at, g, b, y + at, mean + row, rstd + row, C, eps, place);
    }
}
