/*
 * opt.cu: the same pass over memory, without the pauses.
 *
 * ref.cu asks for a row, waits, computes, stores, and only then asks for the next. While it computes, none
 * of the block's loads is under way. And every row has g and b from L1 again, twice the row's own
 * traffic. Four changes, for rows of 4,096, where each thread has two whole vectors of eight:
 *
 * 1. The next four rows are asked for before this one is used, by cp.async, which needs no register for what
 *    is on its way: it lands in a ring of five rows in shared memory. A thread reads back only what it asked
 *    for itself, so that no barrier stands between. One block an SM has 32 KiB of loads under way, which is enough: on
 *    an H200 a grid of 132 blocks ran at 0.91 of the copy's rate, one of 396 at 0.86.
 * 2. g and b stay. A block does 124 rows, or 41, and a thread always the same columns: 32 registers, loaded once. It also
 *    frees x: with 16 bytes of x a lane, the float4s of g that a lane needs lie 32 bytes apart from lane to lane and use
 *    half of each sector. Here a warp loads them side by side and deals them out by shuffles: dear on every row, not
 *    once a block.
 * 3. A row stays packed, two elements a register, and is widened anew on each walk: a shift or a mask.
 * 4. One barrier a row. Every thread has the same number of elements, so means and sums of squared
 *    differences merge pairwise without a division: (a + b)/2 and A + B + (a - b)²·n/2. Both go
 *    through the same eight steps and one place in shared memory, which has two copies in turn.
 *
 * x goes past L1, y is marked as used once (st.cs).
 *
 * Other widths keep the row in shared memory, packed, and loop over it: few registers for any C.
 */
#include "lab.h"

#include <cuda_pipeline.h>

#define VEC 8      /* elements of a 16-byte load */
#define VECS 2     /* of them a thread has in a row of 4,096 */
#define BLOCKS_SM 3
#define AHEAD 5    /* rows of the ring: one in use, the others under way */

static __device__ void widen(unsigned two, float *v)
{
    v[0] = __uint_as_float(two << 16);
    v[1] = __uint_as_float(two & 0xffff0000);
}

static __device__ void widen(uint4 raw, float *v)
{
    widen(raw.x, v);
    widen(raw.y, v + 2);
    widen(raw.z, v + 4);
    widen(raw.w, v + 6);
}

static __device__ unsigned narrow(float a, float b)
{
    __nv_bfloat162 two = __floats2bfloat162_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* ---- rows of 4,096 -------------------------------------------------------------------------------------- */

struct Row {
    uint4 raw[VECS];

    __device__ void take(const uint4 *slot)
    {
#pragma unroll
        for (int i = 0; i < VECS; i++)
            raw[i] = slot[i * THREADS + threadIdx.x];
    }
};

/* A row on its way into `slot`; one group for the wait, also where there is no row any more. */
static __device__ void ask(uint4 *slot, const bf16 *x, int row, int R)
{
    const uint4 *from = reinterpret_cast<const uint4 *>(x + (size_t)row * (VECS * VEC * THREADS));
    if (row < R)
#pragma unroll
        for (int i = 0; i < VECS; i++)
            __pipeline_memcpy_async(slot + i * THREADS + threadIdx.x, from + i * THREADS + threadIdx.x, sizeof *slot);
    __pipeline_commit();
}

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

static __device__ Moments own(const Row &row)
{
    Moments m = {0, 0};
    float v[VEC];
#pragma unroll
    for (int i = 0; i < VECS; i++) {
        widen(row.raw[i], v);
        for (int k = 0; k < VEC; k++)
            m.mean += v[k];
    }
    m.mean *= 1.f / (VECS * VEC);
#pragma unroll
    for (int i = 0; i < VECS; i++) {
        widen(row.raw[i], v);
        for (int k = 0; k < VEC; k++)
            m.m2 += (v[k] - m.mean) * (v[k] - m.mean);
    }
    return m;
}

/* The whole row's, for every thread. One barrier; `place` must rest for the next row. */
static __device__ Moments all(Moments m, float2 *place)
{
    float n = VECS * VEC;
#pragma unroll
    for (int lanes = 1; lanes < 32; lanes *= 2, n *= 2)
        m.across(lanes, n);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = make_float2(m.mean, m.m2);
    __syncthreads();
    float2 warp = place[threadIdx.x % WARPS];
    m = {warp.x, warp.y};
#pragma unroll
    for (int lanes = 1; lanes < WARPS; lanes *= 2, n *= 2)
        m.across(lanes, n);
    return m;
}

/* Lane L's eight of the warp's 256 floats: of 64 float4s, loaded side by side, those of number 2L and 2L + 1. */
static __device__ void deal(float *mine, const float *from)
{
    int lane = threadIdx.x % 32;
    float4 two[2] = {__ldg(reinterpret_cast<const float4 *>(from) + lane),
                     __ldg(reinterpret_cast<const float4 *>(from) + 32 + lane)};
    const float *low = reinterpret_cast<const float *>(two), *high = low + 4;
#pragma unroll
    for (int k = 0; k < VEC; k++) {
        int owner = (2 * lane + k / 4) % 32;
        float a = __shfl_sync(0xffffffff, low[k % 4], owner), b = __shfl_sync(0xffffffff, high[k % 4], owner);
        mine[k] = lane < 16 ? a : b;
    }
}

/* What g and b are for eight columns. */
struct Columns {
    float g[VEC], b[VEC];

    __device__ void load(const float *from_g, const float *from_b)
    {
#pragma unroll
        for (int k = 0; k < VEC; k += 4) {
            *reinterpret_cast<float4 *>(g + k) = __ldg(reinterpret_cast<const float4 *>(from_g + k));
            *reinterpret_cast<float4 *>(b + k) = __ldg(reinterpret_cast<const float4 *>(from_b + k));
        }
    }
    /* The same for a warp together, whose first lane's columns begin there. */
    __device__ void share(const float *from_g, const float *from_b)
    {
        deal(g, from_g);
        deal(b, from_b);
    }
    /* Eight elements become eight of y. */
    __device__ uint4 finish(uint4 raw, float mean, float rstd) const
    {
        float v[VEC];
        widen(raw, v);
#pragma unroll
        for (int k = 0; k < VEC; k++)
            v[k] = (v[k] - mean) * rstd * g[k] + b[k];
        return make_uint4(narrow(v[0], v[1]), narrow(v[2], v[3]), narrow(v[4], v[5]), narrow(v[6], v[7]));
    }
};

static __device__ void whole(uint4 (*ring)[VECS * THREADS], const bf16 *x, const float *g, const float *b, bf16 *y,
                             float *mean, float *rstd, int R, float eps)
{
    constexpr int C = VECS * VEC * THREADS;
    __shared__ float2 place[2][WARPS];
    Columns columns[VECS];
    int stride = gridDim.x, first = threadIdx.x / 32 * 32; /* of the warp */
    for (int k = 0; k < AHEAD - 1; k++)
        ask(ring[k], x, blockIdx.x + k * stride, R);
#pragma unroll
    for (int i = 0; i < VECS; i++)
        columns[i].share(g + (i * THREADS + first) * VEC, b + (i * THREADS + first) * VEC);
    for (int turn = 0, row = blockIdx.x; row < R; turn++, row += stride) {
        Row now;
        ask(ring[(turn + AHEAD - 1) % AHEAD], x, row + (AHEAD - 1) * stride, R);
        __pipeline_wait_prior(AHEAD - 1);
        now.take(ring[turn % AHEAD]);
        Moments m = all(own(now), place[turn % 2]);
        float r = rsqrtf(m.m2 * (1.f / C) + eps);
        uint4 *out = reinterpret_cast<uint4 *>(y + (size_t)row * C);
#pragma unroll
        for (int i = 0; i < VECS; i++)
            __stcs(out + i * THREADS + threadIdx.x, columns[i].finish(now.raw[i], m.mean, r));
        if (threadIdx.x == 0) {
            mean[row] = m.mean;
            rstd[row] = r;
        }
    }
}

/* ---- all other rows: pieces of at most 4,096 wait in shared memory --------------------------------------- */

/* W elements at a time, 8 or 1. A thread reads back only what it put there, so no barrier is needed. */
template <int W> struct Piece {
    bf16 *held;
    int n;

    __device__ void load(const bf16 *p, int count)
    {
        n = count;
#pragma unroll 1
        for (int c = threadIdx.x * W; c < n; c += THREADS * W)
            if (W == VEC)
                *reinterpret_cast<uint4 *>(held + c) = __ldcs(reinterpret_cast<const uint4 *>(p + c));
            else
                held[c] = p[c];
    }
    __device__ void get(int c, float *v) const
    {
        if (W == VEC)
            widen(*reinterpret_cast<const uint4 *>(held + c), v);
        else
            v[0] = __bfloat162float(held[c]);
    }
    /* Σ (v - from)^power over the block, power 1 or 2. */
    __device__ float sum(float from, int power, float *place) const
    {
        float s = 0, v[W];
#pragma unroll 1
        for (int c = threadIdx.x * W; c < n; c += THREADS * W) {
            get(c, v);
            for (int k = 0; k < W; k++)
                s += power == 2 ? (v[k] - from) * (v[k] - from) : v[k] - from;
        }
        for (int d = 16; d; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        if (threadIdx.x % 32 == 0)
            place[threadIdx.x / 32] = s;
        __syncthreads();
        s = 0;
        for (int w = 0; w < WARPS; w++)
            s += place[w];
        return s;
    }
    __device__ void store(bf16 *y, const float *g, const float *b, float mean, float rstd) const
    {
        for (int c = threadIdx.x * W; c < n; c += THREADS * W)
            if (W == VEC) {
                Columns here;
                here.load(g + c, b + c);
                *reinterpret_cast<uint4 *>(y + c) =
                    here.finish(*reinterpret_cast<const uint4 *>(held + c), mean, rstd);
            } else {
                y[c] = __float2bfloat16((__bfloat162float(held[c]) - mean) * rstd * g[c] + b[c]);
            }
    }
};

template <int W>
static __device__ void any(Piece<W> p, const bf16 *x, const float *g, const float *b, bf16 *y, float *mean,
                           float *rstd, int C, float eps)
{
    __shared__ float place[2][WARPS];
    float m = 0, m2 = 0;
    for (int at = 0; at < C; at += CHUNK) {
        p.load(x + at, min(CHUNK, C - at));
        float piece = p.sum(0, 1, place[0]) / p.n, d = piece - m, part = (float)p.n / (at + p.n);
        m += d * part;
        m2 += p.sum(piece, 2, place[1]) + d * d * (at * part);
    }
    float r = rsqrtf(m2 / C + eps);
    for (int at = 0; at < C; at += CHUNK) {
        if (C > CHUNK) /* what waits is the last piece */
            p.load(x + at, min(CHUNK, C - at));
        p.store(y + at, g + at, b + at, m, r);
    }
    if (threadIdx.x == 0) {
        *mean = m;
        *rstd = r;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS_SM)
    ln_fwd(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd, int R, int C, float eps)
{
    __shared__ uint4 ring[AHEAD][CHUNK / VEC];
    if (C == VECS * VEC * THREADS) {
        whole(ring, x, g, b, y, mean, rstd, R, eps);
        return;
    }
    bf16 *piece = reinterpret_cast<bf16 *>(ring);
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        size_t at = (size_t)row * C;
        if (C % VEC == 0)
            any(Piece<VEC>{piece, 0}, x + at, g, b, y + at, mean + row, rstd + row, C, eps);
        else
            any(Piece<1>{piece, 0}, x + at, g, b, y + at, mean + row, rstd + row, C, eps);
    }
}
