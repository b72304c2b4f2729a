/*
 * ref.cu: a warp takes a token, its lanes take the row, and the whole group is served from one load.
 *
 * Step 1, lanes along the row. A row of hd halves is 2 or 4 of them a lane, 4 or 8 bytes: a request of
 * a warp is exactly one row, every byte of its sectors used.
 *
 * Step 2, one read for the group. The lane has its columns of all query heads of the group in
 * registers; a row of K, once loaded, meets each of them. That is the point of grouped heads: bytes
 * go down by the size of the group only if the kernel reads once and uses it for all.
 *
 * Step 3, no score is ever stored. Each warp carries a running maximum, sum and weighted row for each
 * head (the online softmax), and rescales them when the maximum grows.
 *
 * Step 4, four rows of K and four of V are loaded before the first is used: eight requests in flight.
 *
 * Step 5, the four warps have seen different tokens. They meet once, in shared memory, and are merged
 * as splits are: rescaled to the common maximum. paged_merge does the same across blocks.
 *
 * What it spends: five shuffles for each token and head. With four heads that is 20 of the about 28
 * cycles that an SM of an H200 has for a token, were its bandwidth fully used.
 */
#include "lab.h"

#define LOG2E 1.44269504088896f
#define AHEAD 4 /* rows of K, and of V, that a warp loads before it uses the first */

struct Cache {
    const half *K, *V;
    const int *bt;
    int bs, Hkv, head, hd;
};

/* Where the row of token `pos` begins. In 64 bits: a pool has more than 2^31 elements. */
static __device__ size_t row(const Cache &c, int pos)
{
    return (((size_t)c.bt[pos / c.bs] * c.Hkv + c.head) * c.bs + pos % c.bs) * c.hd;
}

static __device__ void widen(unsigned two, float *x)
{
    float2 f = __half22float2(*reinterpret_cast<half2 *>(&two));
    x[0] = f.x;
    x[1] = f.y;
}

/* A lane's share of a row, W halves, as it came. */
template <int W> struct Raw;
template <> struct Raw<2> {
    unsigned x;
    __device__ void load(const half *p) { x = *reinterpret_cast<const unsigned *>(p); }
    __device__ void to(float *f) const { widen(x, f); }
    static __device__ void put(float *p, const float *f)
    {
        *reinterpret_cast<float2 *>(p) = make_float2(f[0], f[1]);
    }
};
template <> struct Raw<4> {
    uint2 x;
    __device__ void load(const half *p) { x = *reinterpret_cast<const uint2 *>(p); }
    __device__ void to(float *f) const
    {
        widen(x.x, f);
        widen(x.y, f + 2);
    }
    static __device__ void put(float *p, const float *f)
    {
        *reinterpret_cast<float4 *>(p) = make_float4(f[0], f[1], f[2], f[3]);
    }
};

/* One head of one warp: what the online softmax carries. Scores are in powers of two. */
template <int W> struct Carry {
    float q[W], acc[W], max, sum;

    __device__ void start(const half *p, float scale)
    {
        Raw<W> raw;
        raw.load(p);
        raw.to(q);
        for (int c = 0; c < W; c++) {
            q[c] *= scale * LOG2E;
            acc[c] = 0;
        }
        max = -INFINITY;
        sum = 0;
    }

    __device__ void take(const float *k, const float *v)
    {
        float s = 0;
        for (int c = 0; c < W; c++)
            s += q[c] * k[c];
        for (int d = 16; d; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        float top = fmaxf(max, s), old = exp2f(max - top), p = exp2f(s - top);
        for (int c = 0; c < W; c++)
            acc[c] = acc[c] * old + p * v[c];
        sum = sum * old + p;
        max = top;
    }
};

/* The four warps' carries, side by side. */
struct Meet {
    float acc[WARPS][GROUP][128], max[WARPS][GROUP], sum[WARPS][GROUP];

    /* Column `col` of head h, divided by the sum; `ret` is its log-sum-exp. */
    __device__ float column(int h, int col, float *ret) const
    {
        float top = -INFINITY, x = 0, all = 0;
        for (int w = 0; w < WARPS; w++)
            top = fmaxf(top, max[w][h]);
        for (int w = 0; w < WARPS; w++) {
            float part = max[w][h] == -INFINITY ? 0 : exp2f(max[w][h] - top);
            x += part * acc[w][h][col];
            all += part * sum[w][h];
        }
        *ret = (top + log2f(all)) / LOG2E;
        return all > 0 ? x / all : 0;
    }
};

/* Tokens from..to-1 for all heads of the group; every thread of the block calls it. */
template <int W>
static __device__ void attend(Meet &meet, const half *Q, const Cache &c, int group, int from, int to, float scale)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    Carry<W> head[GROUP];
#pragma unroll
    for (int h = 0; h < GROUP; h++)
        if (h < group)
            head[h].start(Q + h * c.hd + lane * W, scale);

    for (int pos = from + warp * AHEAD; pos < to; pos += WARPS * AHEAD) {
        Raw<W> k[AHEAD], v[AHEAD];
        size_t mine = row(c, min(pos + lane % AHEAD, to - 1)); /* one look into the table for all */
#pragma unroll
        for (int a = 0; a < AHEAD; a++)
            if (pos + a < to) {
                size_t at = __shfl_sync(0xffffffff, mine, a) + lane * W;
                k[a].load(c.K + at);
                v[a].load(c.V + at);
            }
#pragma unroll
        for (int a = 0; a < AHEAD; a++)
            if (pos + a < to) {
                float fk[W], fv[W];
                k[a].to(fk);
                v[a].to(fv);
#pragma unroll
                for (int h = 0; h < GROUP; h++)
                    if (h < group)
                        head[h].take(fk, fv);
            }
    }
#pragma unroll
    for (int h = 0; h < GROUP; h++)
        if (h < group) {
            Raw<W>::put(meet.acc[warp][h] + lane * W, head[h].acc);
            if (lane == 0) {
                meet.max[warp][h] = head[h].max;
                meet.sum[warp][h] = head[h].sum;
            }
        }
    __syncthreads();
}

template <int W>
static __device__ void whole(Meet &meet, half *O, const half *Q, const Cache &c, int group, int n, float scale)
{
    attend<W>(meet, Q, c, group, 0, n, scale);
    for (int i = threadIdx.x; i < group * 32 * W; i += THREADS) {
        float lse;
        O[i] = __float2half(meet.column(i / (32 * W), i % (32 * W), &lse));
    }
}

template <int W>
static __device__ void split(Meet &meet, float *part, float *lse, const half *Q, const Cache &c, int group, int from,
                             int to, float scale)
{
    attend<W>(meet, Q, c, group, from, to, scale);
    for (int i = threadIdx.x; i < group * 32 * W; i += THREADS) {
        int h = i / (32 * W), col = i % (32 * W);
        float log_sum;
        size_t at = (size_t)h * gridDim.x;
        part[at * c.hd + col] = meet.column(h, col, &log_sum);
        if (col == 0)
            lse[at] = log_sum;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    paged_attn(half *O, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len, int H, int Hkv,
               int hd, int bs, int max_blk, float scale)
{
    __shared__ Meet meet;
    int head = blockIdx.x, seq = blockIdx.y, group = H / Hkv;
    size_t at = ((size_t)seq * H + head * group) * hd;
    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, hd};
    if (hd == 128)
        whole<4>(meet, O + at, Q + at, c, group, len[seq], scale);
    else
        whole<2>(meet, O + at, Q + at, c, group, len[seq], scale);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    paged_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len,
                int H, int Hkv, int hd, int bs, int max_blk, float scale, int chunk)
{
    __shared__ Meet meet;
    int head = blockIdx.y, seq = blockIdx.z, group = H / Hkv;
    int from = blockIdx.x * chunk, to = min(len[seq], from + chunk);
    size_t first = (size_t)seq * H + head * group, out = first * gridDim.x + blockIdx.x;
    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, hd};
    if (hd == 128)
        split<4>(meet, part + out * hd, lse + out, Q + first * hd, c, group, from, to, scale);
    else
        split<2>(meet, part + out * hd, lse + out, Q + first * hd, c, group, from, to, scale);
}

extern "C" __global__ void paged_merge(half *O, const float *part, const float *lse, int H, int hd, int splits)
{
    size_t row = (size_t)blockIdx.y * H + blockIdx.x;
    const float *weight = lse + row * splits;
    float top = -INFINITY, all = 0, x = 0;
    int col = threadIdx.x;
    if (col >= hd)
        return;
    for (int i = 0; i < splits; i++)
        top = fmaxf(top, weight[i]);
    for (int i = 0; i < splits; i++)
        if (weight[i] != -INFINITY) { /* 0 times NaN is NaN */
            float w = expf(weight[i] - top);
            x += w * part[(row * splits + i) * hd + col];
            all += w;
        }
    O[row * hd + col] = __float2half(all > 0 ? x / all : 0);
}
