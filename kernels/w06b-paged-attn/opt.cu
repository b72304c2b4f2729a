/*
 * opt.cu: 16 bytes a lane, both products on the tensor cores, and the next tile always under way.
 *
 * The reference spends its time on shuffles. Here a warp takes 16 tokens at once, and a matrix
 * instruction, mma.m16n8k16, adds up what the shuffles did: its 8 columns are the query heads of the
 * group. Its fragments are filled straight from global memory, in loads of 16 bytes, because a sum does
 * not care for the order of its terms. The lane (g, t) of a fragment, g = lane/4 and t = lane%4, should
 * hold columns 2t, 2t+1, 2t+8, 2t+9 of row g; it holds columns 8t to 8t+7 of 32 instead, Q's fragment
 * does the same, and two instructions have seen 32 columns, each once.
 *
 *     scores    S (16 tokens x 8 heads) = K · Q'        K rows g, g+8:              4 lanes x 16 B a row
 *     output    O' (hd x 8 heads)      += V' · P        V rows 2t, 2t+1, 2t+8, +9:  8 lanes x 16 B a row
 *
 * V' wants pairs of tokens in a register where memory has pairs of columns: a byte permutation per
 * register. P is handed over in two halves, rounded and rest, so that nothing is lost against float.
 *
 * K of the next tile is requested as soon as this one's scores are known, V as soon as it is added: of
 * the 256 bytes a lane has for a tile, 128 or more are under way at any time, 48 KiB for three blocks
 * of 128 threads on an SM. The row of a token takes a look into the table; it is done a tile earlier still.
 */
#include "lab.h"

#define LOG2E 1.44269504088896f
#define FULL 0xffffffffu
#define TOKENS 16 /* of a tile: rows of one mma */

struct Cache {
    const uint4 *K, *V;
    const int *bt;
    int bs, Hkv, head, to;
};

/* Which row of the pool token `pos` is: times hd, its offset. Behind the last token, the last one's. */
static __device__ unsigned row(const Cache &c, int pos)
{
    pos = min(pos, c.to - 1);
    unsigned blk = (unsigned)pos / c.bs;
    return pos < 0 ? 0 : ((unsigned)c.bt[blk] * c.Hkv + c.head) * c.bs + (pos - blk * c.bs);
}

/* d += a·b: a is 16x16, b 16x8 of half, d 16x8 of float */
static __device__ void mma(float (&d)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/* What the blocks' warps leave for each other: accumulators as the lanes hold them. */
struct Meet {
    uint4 q[4][32]; /* and before that: Q's fragments, the same for all */
    float acc[WARPS][32][32], max[WARPS][GROUP], sum[WARPS][GROUP];

    /* The factor of each warp's accumulators for head h, and the head's log-sum-exp in `ret`. */
    __device__ void weights(int h, float (&w)[WARPS], float *ret) const
    {
        float top = -INFINITY, all = 0;
        for (int i = 0; i < WARPS; i++)
            top = fmaxf(top, max[i][h]);
        for (int i = 0; i < WARPS; i++) {
            w[i] = max[i][h] == -INFINITY ? 0 : exp2f(max[i][h] - top);
            all += w[i] * sum[i][h];
        }
        for (int i = 0; i < WARPS; i++)
            w[i] = all > 0 ? w[i] / all : 0;
        *ret = (top + log2f(all)) / LOG2E;
    }
};

template <int HD> struct Warp {
    static constexpr int J = HD / 32, HALVES = HD / 64, PER_ROW = HD / 8;
    int g, t;
    uint4 k[2][J], v[4][HALVES];
    float out[HALVES * 4][4]; /* columns 64h + 8g + 2i + {0, 1} of heads 2t, 2t+1 */
    float max, sum;           /* of head g; the sum is this lane's share */

    __device__ void load_k(const Cache &c, unsigned rows)
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            const uint4 *p = c.K + (size_t)__shfl_sync(FULL, rows, g + 8 * r) * PER_ROW + t;
#pragma unroll
            for (int j = 0; j < J; j++)
                k[r][j] = __ldg(p + 4 * j);
        }
    }

    __device__ void load_v(const Cache &c, unsigned rows)
    {
#pragma unroll
        for (int r = 0; r < 4; r++) {
            const uint4 *p = c.V + (size_t)__shfl_sync(FULL, rows, 2 * t + r % 2 + r / 2 * 8) * PER_ROW + g;
#pragma unroll
            for (int h = 0; h < HALVES; h++)
                v[r][h] = __ldg(p + 8 * h);
        }
    }

    /* Scores of head g for tokens 2t, 2t+1, 2t+8, 2t+9 of the tile */
    __device__ void score(const Meet &meet, float (&s)[4]) const
    {
        float d[4] = {0, 0, 0, 0};
#pragma unroll
        for (int j = 0; j < J; j++) {
            uint4 q = meet.q[j][4 * g + t];
            mma(d, k[0][j].x, k[1][j].x, k[0][j].y, k[1][j].y, q.x, q.y);
            mma(d, k[0][j].z, k[1][j].z, k[0][j].w, k[1][j].w, q.z, q.w);
        }
#pragma unroll
        for (int r = 0; r < 4; r++) { /* d has tokens by g and heads by t: exchange */
            int from = 8 * t + 4 * (r % 2) + g / 2;
            float even = __shfl_sync(FULL, d[r / 2 * 2], from);
            float odd = __shfl_sync(FULL, d[r / 2 * 2 + 1], from);
            s[r] = g % 2 ? odd : even;
        }
    }

    /* Scores become weights; what was summed up before is brought to the new maximum. */
    __device__ void soften(float (&s)[4], int left, float scale)
    {
        float top = max;
#pragma unroll
        for (int r = 0; r < 4; r++) {
            s[r] = 2 * t + r % 2 + r / 2 * 8 < left ? s[r] * scale : -INFINITY;
            top = fmaxf(top, s[r]);
        }
        top = fmaxf(top, __shfl_xor_sync(FULL, top, 1));
        top = fmaxf(top, __shfl_xor_sync(FULL, top, 2));
        float old = exp2f(max - top);
        max = top;
        sum *= old;
#pragma unroll
        for (int r = 0; r < 4; r++)
            sum += s[r] = exp2f(s[r] - top);
        float even = __shfl_sync(FULL, old, 8 * t), odd = __shfl_sync(FULL, old, 8 * t + 4);
#pragma unroll
        for (int i = 0; i < HALVES * 4; i++) {
            out[i][0] *= even;
            out[i][1] *= odd;
            out[i][2] *= even;
            out[i][3] *= odd;
        }
    }

    static __device__ unsigned pair(float a, float b)
    {
        half2 two = __floats2half2_rn(a, b);
        return *reinterpret_cast<unsigned *>(&two);
    }

    static __device__ float rest(float x) { return x - __half2float(__float2half(x)); }

    __device__ void add(const float (&p)[4])
    {
        unsigned b0 = pair(p[0], p[1]), b1 = pair(p[2], p[3]);
        unsigned rest0 = pair(rest(p[0]), rest(p[1])), rest1 = pair(rest(p[2]), rest(p[3]));
#pragma unroll
        for (int i = 0; i < HALVES * 4; i++) {
            unsigned w[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                uint4 x = v[r][i / 4];
                w[r] = i % 4 == 0 ? x.x : i % 4 == 1 ? x.y : i % 4 == 2 ? x.z : x.w;
            }
            unsigned a0 = __byte_perm(w[0], w[1], 0x5410), a1 = __byte_perm(w[0], w[1], 0x7632);
            unsigned a2 = __byte_perm(w[2], w[3], 0x5410), a3 = __byte_perm(w[2], w[3], 0x7632);
            mma(out[i], a0, a1, a2, a3, b0, b1);
            mma(out[i], a0, a1, a2, a3, rest0, rest1);
        }
    }

    __device__ void start(Meet &meet, const uint4 *Q, int group)
    {
        g = threadIdx.x % 32 / 4;
        t = threadIdx.x % 4;
        int j = threadIdx.x / 32;
        if (j < J)
            meet.q[j][4 * g + t] = g < group ? Q[g * PER_ROW + 4 * j + t] : make_uint4(0, 0, 0, 0);
        for (int i = 0; i < HALVES * 4; i++)
            for (int x = 0; x < 4; x++)
                out[i][x] = 0;
        max = -INFINITY;
        sum = 0;
    }

    __device__ void leave(Meet &meet)
    {
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        sum += __shfl_xor_sync(FULL, sum, 1);
        sum += __shfl_xor_sync(FULL, sum, 2);
        if (t == 0) {
            meet.max[warp][g] = max;
            meet.sum[warp][g] = sum;
        }
#pragma unroll
        for (int i = 0; i < HALVES * 16; i++)
            meet.acc[warp][i][lane] = out[i / 4][i % 4];
        __syncthreads();
    }
};

/* Tokens from..c.to-1; afterwards `meet` holds the accumulators of all warps. */
template <int HD>
static __device__ void attend(Meet &meet, const uint4 *Q, const Cache &c, int group, int from, float scale)
{
    int pos = from + threadIdx.x / 32 * TOKENS, lane = threadIdx.x % TOKENS;
    const int step = WARPS * TOKENS;
    Warp<HD> w;
    unsigned rows = row(c, pos + lane);
    w.start(meet, Q, group);
    if (pos < c.to) {
        w.load_k(c, rows);
        w.load_v(c, rows);
    }
    rows = row(c, pos + step + lane);
    __syncthreads();
    for (; pos < c.to; pos += step) {
        float s[4];
        unsigned after = row(c, pos + 2 * step + lane);
        w.score(meet, s);
        if (pos + step < c.to)
            w.load_k(c, rows);
        w.soften(s, c.to - pos, scale * LOG2E);
        w.add(s);
        if (pos + step < c.to)
            w.load_v(c, rows);
        rows = after;
    }
    w.leave(meet);
}

/* Eight neighbouring columns of one head, for each lane: warp u has columns from 64·(u/2) of heads 2t + u%2. */
template <int HD>
static __device__ bool collect(const Meet &meet, int group, float (&x)[8], int *h, int *col, float *lse)
{
    int u = threadIdx.x / 32, lane = threadIdx.x % 32;
    float w[WARPS];
    *h = lane % 4 * 2 + u % 2;
    *col = u / 2 * 64 + lane / 4 * 8;
    if (u >= HD / 32 || *h >= group)
        return false;
    meet.weights(*h, w, lse);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        x[i] = 0;
#pragma unroll
        for (int warp = 0; warp < WARPS; warp++)
            x[i] += w[warp] * meet.acc[warp][u / 2 * 16 + i * 2 + u % 2][lane];
    }
    return true;
}

template <int HD>
static __device__ void whole(Meet &meet, half *O, const half *Q, const Cache &c, int group, float scale)
{
    float x[8], lse;
    int h, col;
    attend<HD>(meet, reinterpret_cast<const uint4 *>(Q), c, group, 0, scale);
    if (!collect<HD>(meet, group, x, &h, &col, &lse))
        return;
    half2 two[4];
    for (int i = 0; i < 4; i++)
        two[i] = __floats2half2_rn(x[2 * i], x[2 * i + 1]);
    *reinterpret_cast<uint4 *>(O + h * HD + col) = *reinterpret_cast<uint4 *>(two);
}

template <int HD>
static __device__ void split(Meet &meet, float *part, float *lse, const half *Q, const Cache &c, int group, int from,
                             float scale)
{
    float x[8], log_sum;
    int h, col;
    attend<HD>(meet, reinterpret_cast<const uint4 *>(Q), c, group, from, scale);
    if (!collect<HD>(meet, group, x, &h, &col, &log_sum))
        return;
    size_t at = (((size_t)blockIdx.z * gridDim.y + c.head) * group + h) * gridDim.x + blockIdx.x;
    float4 *out = reinterpret_cast<float4 *>(part + at * HD + col);
    out[0] = make_float4(x[0], x[1], x[2], x[3]);
    out[1] = make_float4(x[4], x[5], x[6], x[7]);
    if (col == 0)
        lse[at] = log_sum;
}

static __device__ Cache cache(const half *Kc, const half *Vc, const int *bt, int bs, int Hkv, int head, int to)
{
    return Cache{reinterpret_cast<const uint4 *>(Kc), reinterpret_cast<const uint4 *>(Vc), bt, bs, Hkv, head, to};
}

extern "C" __global__ void __launch_bounds__(THREADS, 3)
    paged_attn(half *O, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len, int H, int Hkv,
               int hd, int bs, int max_blk, float scale)
{
    __shared__ __align__(16) Meet meet;
    int head = blockIdx.x, seq = blockIdx.y, group = H / Hkv;
    size_t at = ((size_t)seq * H + head * group) * hd;
    Cache c = cache(Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, len[seq]);
    if (hd == 128)
        whole<128>(meet, O + at, Q + at, c, group, scale);
    else
        whole<64>(meet, O + at, Q + at, c, group, scale);
}

extern "C" __global__ void __launch_bounds__(THREADS, 3)
    paged_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len,
                int H, int Hkv, int hd, int bs, int max_blk, float scale, int chunk)
{
    __shared__ __align__(16) Meet meet;
    int head = blockIdx.y, seq = blockIdx.z, group = H / Hkv;
    int from = blockIdx.x * chunk;
    Q += ((size_t)seq * H + head * group) * hd;
    Cache c = cache(Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, min(len[seq], from + chunk));
    if (hd == 128)
        split<128>(meet, part, lse, Q, c, group, from, scale);
    else
        split<64>(meet, part, lse, Q, c, group, from, scale);
}

/* The splits' rows are loaded eight at a time; their weights wait in shared memory. */
extern "C" __global__ void paged_merge(half *O, const float *part, const float *lse, int H, int hd, int splits)
{
    __shared__ float weight[THREADS];
    size_t row = (size_t)blockIdx.y * H + blockIdx.x;
    float top = -INFINITY, all = 0, x = 0;
    int tid = threadIdx.x;
    lse += row * splits;
    for (int i = 0; i < splits; i++)
        top = fmaxf(top, lse[i]);
    for (int base = 0; base < splits; base += THREADS) {
        int n = min(THREADS, splits - base);
        __syncthreads();
        if (tid < n)
            weight[tid] = lse[base + tid] == -INFINITY ? 0 : expf(lse[base + tid] - top);
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < n; i++) {
            float w = weight[i];
            if (tid < hd && w > 0)
                x += w * part[(row * splits + base + i) * hd + tid];
            all += w;
        }
    }
    if (tid < hd)
        O[row * hd + tid] = __float2half(all > 0 ? x / all : 0);
}
