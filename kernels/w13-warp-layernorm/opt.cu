/*
 * opt.cu: the same steps with more bytes under way.
 *
 * Where C is a multiple of four a lane loads and stores float4: a quarter of the requests, and the addresses of a warp
 * still lie side by side. All of a lane's loads are issued before the first is used. x and y pass through once, so they
 * are marked as streaming and leave L1 to g and b, which every row wants again.
 *
 * ln_block asks for its next row before it reduces this one: a block that waits at its barrier has loads under way all
 * the same. That takes 32 registers more. compact asks for four times 32 columns before it votes on the first, since
 * a ballot waits for what it votes on; all_finite reads float4.
 */
#include "lab.h"

static const unsigned ALL = 0xffffffff; /* lanes that take part */

/* Of two floats the larger, or NaN if one is: fmaxf would drop it. */
static __device__ float larger(float a, float b)
{
    return a > b || a != a ? a : b;
}

/* The sum of the warp's lanes, in every lane. */
static __device__ float warp_sum(float v)
{
#pragma unroll
    for (int d = WARP / 2; d; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

static __device__ float warp_max(float v)
{
#pragma unroll
    for (int d = WARP / 2; d; d /= 2)
        v = larger(v, __shfl_xor_sync(ALL, v, d));
    return v;
}

/* The sum of the block's threads, in every thread. `place` rests until the next barrier but one. */
static __device__ float block_sum(float v, float *place)
{
    int lane = threadIdx.x % WARP;
    v = warp_sum(v);
    if (lane == 0)
        place[threadIdx.x / WARP] = v;
    __syncthreads();
    v = place[lane % WARPS];
#pragma unroll
    for (int d = WARPS / 2; d; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

extern "C" __global__ void warp_all(float *sum, float *top, const float *x, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float s = warp_sum(i < n ? x[i] : 0);
    float t = warp_max(i < n ? x[i] : -INFINITY);
    if (i < n) {
        sum[i] = s;
        top[i] = t;
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------- */

enum { HELD = SHORT / WARP, VEC = 4 };

/* A thread's elements of a row that STEP threads share: single ones, or WIDE, four neighbours at a time. */
template <int STEP, bool WIDE> struct Row {
    float v[HELD];

    static __device__ int column(int e)
    {
        int first = threadIdx.x % STEP;
        return WIDE ? (e / VEC * STEP + first) * VEC + e % VEC : e * STEP + first;
    }
    __device__ void load(const float *x, int C)
    {
#pragma unroll
        for (int e = 0; e < HELD; e += WIDE ? VEC : 1) {
            int c = column(e);
            if (WIDE) {
                float4 q = make_float4(0, 0, 0, 0);
                if (c < C)
                    q = __ldcs(reinterpret_cast<const float4 *>(x + c));
                v[e] = q.x, v[e + 1] = q.y, v[e + 2] = q.z, v[e + 3] = q.w;
            } else {
                v[e] = c < C ? __ldcs(x + c) : 0;
            }
        }
    }
    __device__ float sum() const
    {
        float s = 0;
#pragma unroll
        for (int e = 0; e < HELD; e++)
            s += v[e];
        return s;
    }
    __device__ float squares(float mean, int C) const
    {
        float s = 0;
#pragma unroll
        for (int e = 0; e < HELD; e++)
            if (column(e) < C)
                s += (v[e] - mean) * (v[e] - mean);
        return s;
    }
    __device__ void store(float *y, const float *g, const float *b, float mean, float rstd, int C) const
    {
#pragma unroll
        for (int e = 0; e < HELD; e += WIDE ? VEC : 1) {
            int c = column(e);
            if (c >= C)
                continue;
            if (WIDE) {
                float4 s = *reinterpret_cast<const float4 *>(g + c), t = *reinterpret_cast<const float4 *>(b + c);
                __stcs(reinterpret_cast<float4 *>(y + c),
                       make_float4((v[e] - mean) * rstd * s.x + t.x, (v[e + 1] - mean) * rstd * s.y + t.y,
                                   (v[e + 2] - mean) * rstd * s.z + t.z, (v[e + 3] - mean) * rstd * s.w + t.w));
            } else {
                __stcs(y + c, (v[e] - mean) * rstd * g[c] + b[c]);
            }
        }
    }
};

template <bool WIDE>
static __device__ void one_warp(float *y, const float *x, const float *g, const float *b, int C, float eps)
{
    Row<WARP, WIDE> row;
    row.load(x, C);
    float mean = warp_sum(row.sum()) / C;
    float var = warp_sum(row.squares(mean, C)) / C;
    row.store(y, g, b, mean, rsqrtf(var + eps), C);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    ln_warp(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    int r = blockIdx.x * WARPS + threadIdx.x / WARP;
    if (r >= R)
        return; /* with all its lanes */
    size_t at = (size_t)r * C;
    if (C % VEC == 0)
        one_warp<true>(y + at, x + at, g, b, C, eps);
    else
        one_warp<false>(y + at, x + at, g, b, C, eps);
}

template <bool WIDE>
static __device__ void rows(float *y, const float *x, const float *g, const float *b, int R, int C, float eps,
                            float (*place)[WARPS])
{
    Row<THREADS, WIDE> next;
    next.load(x + (size_t)blockIdx.x * C, C);
    for (int r = blockIdx.x; r < R; r += gridDim.x) {
        Row<THREADS, WIDE> row = next;
        if (r + (int)gridDim.x < R)
            next.load(x + (size_t)(r + gridDim.x) * C, C);
        float mean = block_sum(row.sum(), place[0]) / C;
        float var = block_sum(row.squares(mean, C), place[1]) / C;
        row.store(y + (size_t)r * C, g, b, mean, rsqrtf(var + eps), C);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    ln_block(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    if (C % VEC == 0)
        rows<true>(y, x, g, b, R, C, eps, place);
    else
        rows<false>(y, x, g, b, R, C, eps, place);
}

/* ---- packing ---------------------------------------------------------------------------------------------- */

/* Votes of the lanes below this one. */
static __device__ int rank_in(unsigned votes, int lane)
{
    return __popc(votes & ((1u << lane) - 1));
}

enum { AHEAD = 4 }; /* times 32 columns that are asked for before the first ballot */

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int lane = threadIdx.x % WARP, row = blockIdx.x * WARPS + threadIdx.x / WARP, at = 0;
    if (row >= R)
        return;
    p += (size_t)row * C;
    out += (size_t)row * C;
    for (int from = 0; from < C; from += AHEAD * WARP) {
        bool keep[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            int c = from + k * WARP + lane;
            keep[k] = c < C && p[c] >= least;
        }
#pragma unroll
        for (int k = 0; k < AHEAD && from + k * WARP < C; k++) {
            unsigned votes = __ballot_sync(ALL, keep[k]);
            if (keep[k])
                out[at + rank_in(votes, lane)] = from + k * WARP + lane;
            at += __popc(votes);
        }
    }
    if (lane == 0)
        count[row] = at;
}

extern "C" __global__ void append(int *out, int *count, const float *v, float least, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % WARP, at = 0;
    bool keep = i < n && v[i] >= least;
    unsigned votes = __ballot_sync(ALL, keep);
    if (!votes)
        return; /* the word is the same in all lanes */
    if (lane == 0)
        at = atomicAdd(count, __popc(votes));
    at = __shfl_sync(ALL, at, 0);
    if (keep)
        out[at + rank_in(votes, lane)] = i;
}

extern "C" __global__ void all_finite(int *bad, const float *x, int n)
{
    const float4 *quads = reinterpret_cast<const float4 *>(x);
    long long first = (long long)blockIdx.x * THREADS + threadIdx.x, step = (long long)gridDim.x * THREADS;
    bool mine = false;
    for (long long q = first; q < n / 4; q += step) {
        float4 v = __ldcs(quads + q);
        mine |= !(isfinite(v.x) && isfinite(v.y) && isfinite(v.z) && isfinite(v.w));
    }
    if (first < n % 4)
        mine |= !isfinite(x[n / 4 * 4 + first]);
    if (__any_sync(ALL, mine) && threadIdx.x % WARP == 0)
        atomicOr(bad, 1);
}
