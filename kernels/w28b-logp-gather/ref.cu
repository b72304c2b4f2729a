/*
 * ref.cu: eight logits a lane and load. A thread keeps the largest that it has seen and the sum of e^(x - largest); of
 * eight new ones it takes the largest first, so that the sum shrinks once for the eight. Two such loads are asked for
 * before either is used. 256 pairs of largest and sum meet by shuffles, then eight of them in shared memory.
 *
 * A row of 128,256 bf16 is 256 KB for two floats: what counts is how many bytes are under way. Exponentials are ex2
 * of numbers that were multiplied by log2(e), by the same FMA that takes the largest off.
 */
#include "lab.h"

#define VEC 8
#define LOG2E 1.44269504f

struct Sums {
    float top, sum; /* -INFINITY and 0: nothing was seen */
};

static __device__ float exp_of(float x)
{
    return exp2f(x * LOG2E);
}

static __device__ Sums both(Sums a, Sums b)
{
    float top = fmaxf(a.top, b.top);
    if (top == -INFINITY)
        return a;
    return {top, a.sum * exp_of(a.top - top) + b.sum * exp_of(b.top - top)};
}

static __device__ void eight(uint4 raw, float *x)
{
    const unsigned two[4] = {raw.x, raw.y, raw.z, raw.w};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        x[2 * k] = __uint_as_float(two[k] << 16);
        x[2 * k + 1] = __uint_as_float(two[k] & 0xffff0000);
    }
}

static __device__ void take(Sums &s, uint4 raw)
{
    float x[VEC], top = s.top, sum = 0;
    eight(raw, x);
#pragma unroll
    for (int k = 0; k < VEC; k++)
        top = fmaxf(top, x[k]);
#pragma unroll
    for (int k = 0; k < VEC; k++)
        sum += exp_of(x[k] - top);
    s.sum = s.sum * exp_of(s.top - top) + sum;
    s.top = top;
}

static __device__ Sums wide_row(const bf16 *row, int V)
{
    const uint4 *x = reinterpret_cast<const uint4 *>(row);
    Sums s = {-INFINITY, 0};
    int n = V / VEC, k = threadIdx.x;
    for (; k + THREADS < n; k += 2 * THREADS) {
        uint4 a = x[k], b = x[k + THREADS];
        take(s, a);
        take(s, b);
    }
    if (k < n) {
        uint4 a = x[k];
        take(s, a);
    }
    return s;
}

static __device__ Sums narrow_row(const bf16 *row, int V)
{
    Sums s = {-INFINITY, 0};
    for (int v = threadIdx.x; v < V; v += THREADS)
        s = both(s, {__bfloat162float(row[v]), 1});
    return s;
}

/* Of all threads of the block, in thread 0. */
static __device__ Sums block_sums(Sums s)
{
    __shared__ Sums place[WARPS];
    for (int d = 16; d; d /= 2)
        s = both(s, {__shfl_xor_sync(~0u, s.top, d), __shfl_xor_sync(~0u, s.sum, d)});
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = s;
    __syncthreads();
    for (int w = 1; threadIdx.x == 0 && w < WARPS; w++)
        s = both(s, place[w]);
    return s;
}

extern "C" __global__ void logp_gather(const bf16 *logits, const int *tok, float *lp, float *keep, int T, int V)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    int token = tok[t];
    const bf16 *row = logits + (size_t)t * V;
    Sums s = {0, 1};
    if (token != IGNORED)
        s = block_sums(V % VEC ? narrow_row(row, V) : wide_row(row, V));
    if (threadIdx.x)
        return;
    float rest = logf(s.sum);
    lp[t] = token == IGNORED ? 0 : __bfloat162float(row[token]) - s.top - rest;
    keep[2 * t] = s.top;
    keep[2 * t + 1] = rest;
}

/* Of element v: the row's slope times (1 at the token - softmax). */
static __device__ float slope_at(float x, float top, float rest, float g, int here)
{
    return g * (here ? 1 - exp_of(x - top - rest) : -exp_of(x - top - rest));
}

static __device__ unsigned narrow(float a, float b)
{
    __nv_bfloat162 two = __floats2bfloat162_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

extern "C" __global__ void logp_bwd(bf16 *logits, const int *tok, const float *keep, const float *g, int T, int V)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    int token = tok[t], counts = token != IGNORED;
    bf16 *row = logits + (size_t)t * V;
    float top = keep[2 * t], rest = keep[2 * t + 1], slope = g[t];
    if (V % VEC) {
        for (int v = threadIdx.x; v < V; v += THREADS)
            row[v] = __float2bfloat16(
                counts ? slope_at(__bfloat162float(row[v]), top, rest, slope, v == token) : 0);
        return;
    }
    uint4 *x = reinterpret_cast<uint4 *>(row);
    for (int k = threadIdx.x; k < V / VEC; k += THREADS) {
        float in[VEC];
        uint4 out = {0, 0, 0, 0};
        if (counts) {
            uint4 raw = x[k];
            eight(raw, in);
#pragma unroll
            for (int e = 0; e < VEC; e++)
                in[e] = slope_at(in[e], top, rest, slope, k * VEC + e == token);
            out = {narrow(in[0], in[1]), narrow(in[2], in[3]), narrow(in[4], in[5]), narrow(in[6], in[7])};
        }
        x[k] = out;
    }
}

static __device__ float pair_sum(const float *lp, const float *ref, int from, int to)
{
    float sum = 0;
    for (int k = from + threadIdx.x; k < to; k += PAIR_THREADS)
        sum += lp[k] - ref[k];
    return sum;
}

extern "C" __global__ void dpo_pairs(const float *lp, const float *ref, const int *from, float *margin, float *loss,
                                     float *dlp, float beta, int n)
{
    __shared__ float place[PAIR_THREADS / 32];
    int i = blockIdx.x, start = from[2 * i], middle = from[2 * i + 1], end = from[2 * i + 2];
    float gap = pair_sum(lp, ref, start, middle) - pair_sum(lp, ref, middle, end);
    for (int d = 16; d; d /= 2)
        gap += __shfl_xor_sync(~0u, gap, d);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = gap;
    __syncthreads();
    float m = beta * (place[0] + place[1]), e = expf(-fabsf(m));
    float pull = beta / n * (m > 0 ? e : 1) / (1 + e);
    if (threadIdx.x == 0) {
        margin[i] = m;
        loss[i] = fmaxf(-m, 0) + log1pf(e);
    }
    for (int k = start + threadIdx.x; k < end; k += PAIR_THREADS)
        dlp[k] = k < middle ? -pull : pull;
}
