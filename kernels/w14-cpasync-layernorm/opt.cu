/*
 * opt.cu: the ring without its barriers, for rows of 1,024, 2,048, 4,096 and 8,192.
 *
 * 1. A thread reads back only what it asked for itself. Its own wait is then enough: no barrier stands behind the
 *    wait, and none at the end of a turn.
 * 2. It takes its part of the row into registers at once, and with that the stage is free: the copy of a later row
 *    goes into it before the first sum. S stages have S rows on their way, not S - 1; the registers are one more
 *    stage. That is why even ln_async, which has one, computes beside its copy here.
 * 3. One barrier a row. All threads have as many elements, so means and sums of squared differences merge in pairs
 *    (Chan, Golub, LeVeque): (a + b)/2, and A + B + (a - b)²·n/2, both in the same shuffles.
 * 4. g and b stay in registers: a block has the same columns in every row.
 *
 * Other widths come by the widest copy that fits, with the barriers that let any thread read what any other asked for.
 */
#include "lab.h"

extern __shared__ float4 stage_memory[];

/* ---- any width -------------------------------------------------------------------------------------------- */

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

static __device__ void normalise(const float *row, const float *g, const float *b, float *y, int C, float eps,
                                 float (*place)[WARPS])
{
    float sum = 0, square = 0;
    for (int c = threadIdx.x; c < C; c += THREADS)
        sum += row[c];
    float mean = block_sum(sum, place[0]) / C;
    for (int c = threadIdx.x; c < C; c += THREADS)
        square += (row[c] - mean) * (row[c] - mean);
    float rstd = 1 / sqrtf(block_sum(square, place[1]) / C + eps);
    for (int c = threadIdx.x; c < C; c += THREADS)
        y[c] = (row[c] - mean) * rstd * g[c] + b[c];
}

/* N floats a copy, which divides C. */
template <int N> static __device__ void copy(float *to, const float *from, int C)
{
    for (int c = N * threadIdx.x; c < C; c += N * THREADS)
        __pipeline_memcpy_async(to + c, from + c, N * sizeof *to);
}

static __device__ void ask(float *to, const float *x, int row, int R, int C)
{
    const float *from = x + (size_t)row * C;
    if (row < R && C % 4 == 0)
        copy<4>(to, from, C);
    else if (row < R && C % 2 == 0)
        copy<2>(to, from, C);
    else if (row < R)
        copy<1>(to, from, C);
    __pipeline_commit();
}

template <int S>
static __device__ void any_width(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    float *rows = (float *)stage_memory;
    int step = gridDim.x;
    for (int k = 0; k < S - 1; k++)
        ask(rows + k * PITCH(C), x, blockIdx.x + k * step, R, C);
    for (int turn = 0, row = blockIdx.x; row < R; turn++, row += step) {
        ask(rows + (turn + S - 1) % S * PITCH(C), x, row + (S - 1) * step, R, C);
        __pipeline_wait_prior(S - 1);
        __syncthreads();
        normalise(rows + turn % S * PITCH(C), g, b, y + (size_t)row * C, C, eps, place);
        __syncthreads();
    }
}

/* ---- V float4s a thread: C = V * 4 * THREADS -------------------------------------------------------------- */

template <int V> struct Part {
    float4 v[V];

    __device__ void take(const float4 *from)
    {
#pragma unroll
        for (int i = 0; i < V; i++)
            v[i] = from[i * THREADS + threadIdx.x];
    }
};

/* Mean and sum of squared differences of n numbers; n is the same everywhere and doubles with each merge. */
struct Moments {
    float mean, m2;

    __device__ void across(int lanes, float n)
    {
        float theirs = __shfl_xor_sync(0xffffffff, mean, lanes), d = theirs - mean;
        m2 += __shfl_xor_sync(0xffffffff, m2, lanes) + d * d * (.5f * n);
        mean = .5f * (mean + theirs);
    }
};

template <int V> static __device__ Moments own(const Part<V> &p)
{
    const float *e = (const float *)p.v;
    Moments m = {0, 0};
#pragma unroll
    for (int k = 0; k < 4 * V; k++)
        m.mean += e[k];
    m.mean *= 1.f / (4 * V);
#pragma unroll
    for (int k = 0; k < 4 * V; k++)
        m.m2 += (e[k] - m.mean) * (e[k] - m.mean);
    return m;
}

/* The whole row's, for every thread. One barrier; `place` must rest for the next row. */
static __device__ Moments all(Moments m, float n, float2 *place)
{
    for (int lanes = 1; lanes < 32; lanes *= 2, n *= 2)
        m.across(lanes, n);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = make_float2(m.mean, m.m2);
    __syncthreads();
    float2 warp = place[threadIdx.x % WARPS];
    m = {warp.x, warp.y};
    for (int lanes = 1; lanes < WARPS; lanes *= 2, n *= 2)
        m.across(lanes, n);
    return m;
}

static __device__ float4 shifted(float4 v, float4 g, float4 b, float mean, float r)
{
    return make_float4((v.x - mean) * r * g.x + b.x, (v.y - mean) * r * g.y + b.y, (v.z - mean) * r * g.z + b.z,
                       (v.w - mean) * r * g.w + b.w);
}

template <int V> static __device__ void ask_own(float4 *stage, const float *x, int row, int R)
{
    const float4 *from = (const float4 *)(x + (size_t)row * (V * 4 * THREADS));
    if (row < R)
#pragma unroll
        for (int i = 0; i < V; i++)
            __pipeline_memcpy_async(stage + i * THREADS + threadIdx.x, from + i * THREADS + threadIdx.x, 16);
    __pipeline_commit();
}

/* S stages; S = 0: ordinary loads into registers. */
template <int S, int V>
static __device__ void whole(const float *x, const float *g, const float *b, float *y, int R, float eps)
{
    constexpr int C = V * 4 * THREADS, ROW = V * THREADS;
    __shared__ float2 place[2][WARPS];
    int step = gridDim.x;
    Part<V> scale, shift, now;
    for (int k = 0; k < S; k++)
        ask_own<V>(stage_memory + k * ROW, x, blockIdx.x + k * step, R);
    scale.take((const float4 *)g);
    shift.take((const float4 *)b);
    for (int turn = 0, row = blockIdx.x; row < R; turn++, row += step) {
        if (S) {
            float4 *stage = stage_memory + turn % (S ? S : 1) * ROW;
            __pipeline_wait_prior(S ? S - 1 : 0);
            now.take(stage);
            ask_own<V>(stage, x, row + S * step, R);
        } else {
            now.take((const float4 *)(x + (size_t)row * C));
        }
        Moments m = all(own(now), 4 * V, place[turn % 2]);
        float r = rsqrtf(m.m2 * (1.f / C) + eps);
        float4 *out = (float4 *)(y + (size_t)row * C);
#pragma unroll
        for (int i = 0; i < V; i++)
            __stcs(out + i * THREADS + threadIdx.x, shifted(now.v[i], scale.v[i], shift.v[i], m.mean, r));
    }
}

template <int S>
static __device__ void stream(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    if (C == 1024)
        whole<S, 1>(x, g, b, y, R, eps);
    else if (C == 2048)
        whole<S, 2>(x, g, b, y, R, eps);
    else if (C == 4096)
        whole<S, 4>(x, g, b, y, R, eps);
    else if (C == 8192)
        whole<S, 8>(x, g, b, y, R, eps);
    else
        any_width<S ? S : 1>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_sync(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    stream<0>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_async(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    stream<1>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_double(const float *x, const float *g, const float *b, float *y, int R, int C,
                                     float eps)
{
    stream<2>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_ring(const float *x, const float *g, const float *b, float *y, int R, int C, float eps,
                                   int stages)
{
    if (stages == 2)
        stream<2>(x, g, b, y, R, C, eps);
    else if (stages == 3)
        stream<3>(x, g, b, y, R, C, eps);
    else
        stream<4>(x, g, b, y, R, C, eps);
}
