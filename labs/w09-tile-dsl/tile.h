/*
 * tile.h: Triton's model in CUDA C++. Given; read it once, write block programs on it, change nothing.
 *
 * A program is a block of threads that acts as one. It says which elements it wants, and computes with tiles of them.
 * Which thread holds which element, where warps meet and what passes through shared memory is decided in here:
 *
 *     int pid = program_id();                          which program am I?
 *     auto at = arange<BLOCK>() + pid * BLOCK;         the offsets pid·BLOCK .. pid·BLOCK + BLOCK - 1
 *     auto in = at < n;                                a mask: those that exist
 *     auto x = load(p, at, in, 0.f);                   a tile; where the mask is false it holds 0 and nothing is read
 *     store(q, at, x * 2.f, in);                       where the mask is false nothing is written
 *
 * Tiles know + - * /, with tiles and with numbers, exp(), and the reductions max() and sum(), which every thread of
 * the program must reach. Compile-time numbers (BLOCK, BM...) are template arguments: one kernel for each.
 *
 * arange<BLOCK, 4>() is a promise: pointer plus offset is a multiple of 16 bytes wherever the program is. Then a lane
 * holds four neighbours and moves them by one instruction. A broken promise is a misaligned access.
 *
 * Matrices of bfloat16 for dot(): rows and columns are two aranges, their masks are joined by &, masked elements
 * are 0.
 *
 *     auto a = load2<WARPS>(A, rows, cols, ld, (rows < M) & (cols < K));
 *     sums<BM, BN, WARPS> acc;                         float, begins as zeros
 *     dot(acc, a, b);                                  acc += a·b on tensor cores
 *     store2(C, rows, cols, ld, acc, (rows < M) & (cols < N));
 *
 * A loaded tile is waited for where it is used, not where it is loaded.
 */
#ifndef TILE_H
#define TILE_H

#include <cuda_bf16.h>
#include <mma.h>

#define TILE_THREADS 128 /* of a program of one dimension: four warps, Triton's default */

typedef __nv_bfloat16 bf16;

static __device__ inline int program_id(int axis = 0)
{
    return axis == 0 ? blockIdx.x : axis == 1 ? blockIdx.y : blockIdx.z;
}

/* ---- offsets and masks ---------------------------------------------------------------------------------- */

/* The offsets first .. first + N - 1; V neighbours belong to one lane. */
template <int N, int V> struct span {
    long long first;
};

/* Of those, the first `count` exist: 0 to N. */
template <int N, int V> struct mask {
    int count;
};

template <int N, int V = 1> static __device__ inline span<N, V> arange()
{
    return {0};
}

template <int N, int V> static __device__ inline span<N, V> operator+(span<N, V> s, long long by)
{
    return {s.first + by};
}

template <int N, int V> static __device__ inline mask<N, V> operator<(span<N, V> s, long long end)
{
    long long left = end - s.first;
    return {left < 0 ? 0 : left > N ? N : (int)left};
}

/* ---- tiles of one dimension ----------------------------------------------------------------------------- */

template <int N, int V> struct tile {
    static_assert(V == 1 || V == 4, "one element a lane, or 16 bytes");
    static_assert(N % (TILE_THREADS * V) == 0, "BLOCK is a multiple of 128 lanes times V");
    static constexpr int HELD = N / TILE_THREADS; /* elements of a thread */
    float v[HELD];

    /* Which element of the tile is this thread's e-th? */
    static __device__ int index(int e) { return (e / V * TILE_THREADS + (int)threadIdx.x) * V + e % V; }
};

template <int N, int V>
static __device__ inline tile<N, V> load(const float *p, span<N, V> at, mask<N, V> in, float other)
{
    tile<N, V> t;
    p += at.first;
#pragma unroll
    for (int e = 0; e < t.HELD; e += V) {
        int i = t.index(e);
        if constexpr (V == 4) {
            if (i + 4 <= in.count) {
                float4 four = *reinterpret_cast<const float4 *>(p + i);
                t.v[e] = four.x, t.v[e + 1] = four.y, t.v[e + 2] = four.z, t.v[e + 3] = four.w;
                continue;
            }
        }
#pragma unroll
        for (int k = 0; k < V; k++)
            t.v[e + k] = i + k < in.count ? p[i + k] : other;
    }
    return t;
}

template <int N, int V>
static __device__ inline void store(float *p, span<N, V> at, const tile<N, V> &t, mask<N, V> in)
{
    p += at.first;
#pragma unroll
    for (int e = 0; e < t.HELD; e += V) {
        int i = t.index(e);
        if constexpr (V == 4) {
            if (i + 4 <= in.count) {
                *reinterpret_cast<float4 *>(p + i) = make_float4(t.v[e], t.v[e + 1], t.v[e + 2], t.v[e + 3]);
                continue;
            }
        }
#pragma unroll
        for (int k = 0; k < V; k++)
            if (i + k < in.count)
                p[i + k] = t.v[e + k];
    }
}

/* f of each element. */
template <int N, int V, class F> static __device__ inline tile<N, V> map(const tile<N, V> &a, F f)
{
    tile<N, V> t;
#pragma unroll
    for (int e = 0; e < t.HELD; e++)
        t.v[e] = f(a.v[e]);
    return t;
}

template <int N, int V> static __device__ inline tile<N, V> exp(const tile<N, V> &a)
{
    return map(a, [](float x) { return expf(x); });
}

#define TILE_OPERATOR(op)                                                                                            \
    template <int N, int V>                                                                                          \
    static __device__ inline tile<N, V> operator op(const tile<N, V> &a, const tile<N, V> &b)                        \
    {                                                                                                                \
        tile<N, V> t;                                                                                                \
        _Pragma("unroll") for (int e = 0; e < t.HELD; e++) t.v[e] = a.v[e] op b.v[e];                                \
        return t;                                                                                                    \
    }                                                                                                                \
    template <int N, int V> static __device__ inline tile<N, V> operator op(const tile<N, V> &a, float b)            \
    {                                                                                                                \
        return map(a, [b](float x) { return x op b; });                                                              \
    }                                                                                                                \
    template <int N, int V> static __device__ inline tile<N, V> operator op(float a, const tile<N, V> &b)            \
    {                                                                                                                \
        return map(b, [a](float x) { return a op x; });                                                              \
    }
TILE_OPERATOR(+)
TILE_OPERATOR(-)
TILE_OPERATOR(*)
TILE_OPERATOR(/)
#undef TILE_OPERATOR

/* One number of each thread into one for all: shuffles, then four places in shared memory. */
template <class F> static __device__ inline float across(float x, F f)
{
    __shared__ float place[TILE_THREADS / 32];
    for (int d = 16; d; d /= 2)
        x = f(x, __shfl_xor_sync(0xffffffff, x, d));
    __syncthreads(); /* nobody reads the places of an earlier reduction any longer */
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = x;
    __syncthreads();
    x = place[0];
    for (int w = 1; w < TILE_THREADS / 32; w++)
        x = f(x, place[w]);
    return x;
}

template <int N, int V, class F> static __device__ inline float reduce(const tile<N, V> &t, F f)
{
    float x = t.v[0];
#pragma unroll
    for (int e = 1; e < t.HELD; e++)
        x = f(x, t.v[e]);
    return across(x, f);
}

template <int N, int V> static __device__ inline float max(const tile<N, V> &t)
{
    return reduce(t, [](float a, float b) { return fmaxf(a, b); });
}

template <int N, int V> static __device__ inline float sum(const tile<N, V> &t)
{
    return reduce(t, [](float a, float b) { return a + b; });
}

/* ---- matrices for dot ----------------------------------------------------------------------------------- */

struct mask2 {
    int rows, cols;
};

template <int R, int C> static __device__ inline mask2 operator&(mask<R, 1> r, mask<C, 1> c)
{
    return {r.count, c.count};
}

/* Eight neighbours of which `count` exist; at once where the row allows it. */
static __device__ inline uint4 chunk(const bf16 *p, int count, bool aligned)
{
    unsigned word[4] = {0, 0, 0, 0};
    if (count >= 8 && aligned)
        return *reinterpret_cast<const uint4 *>(p);
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (k < count)
            word[k / 2] |= (unsigned)__bfloat16_as_ushort(p[k]) << k % 2 * 16;
    return make_uint4(word[0], word[1], word[2], word[3]);
}

#ifdef TILE_HOPPER
#include "hopper.h"
#else

/* R x C bfloat16, in chunks of eight neighbours of a row: chunk e·threads + t is thread t's e-th. */
template <int R, int C, int WARPS> struct matrix {
    static_assert(R * C % (256 * WARPS) == 0, "every thread has whole chunks of eight");
    static constexpr int HELD = R * C / 8 / (32 * WARPS);
    uint4 v[HELD];

    static __device__ int row(int e) { return (e * 32 * WARPS + (int)threadIdx.x) / (C / 8); }
    static __device__ int col(int e) { return (e * 32 * WARPS + (int)threadIdx.x) % (C / 8) * 8; }
};

template <int WARPS, int R, int C>
static __device__ inline matrix<R, C, WARPS> load2(const bf16 *p, span<R, 1> rows, span<C, 1> cols, int ld, mask2 in)
{
    matrix<R, C, WARPS> m;
    bool aligned = ld % 8 == 0 && cols.first % 8 == 0;
    p += rows.first * ld + cols.first;
#pragma unroll
    for (int e = 0; e < m.HELD; e++) {
        int r = m.row(e), c = m.col(e);
        m.v[e] = chunk(p + (long long)r * ld + c, r < in.rows ? in.cols - c : 0, aligned);
    }
    return m;
}

/* BM x BN sums in the registers of WARPS warps, two of them one above the other. */
template <int BM, int BN, int WARPS> struct sums {
    static constexpr int WM = BM / 2, WN = BN / (WARPS / 2); /* a warp's part */
    static_assert(WM % 16 == 0 && WN % 16 == 0, "a warp's part is made of 16 x 16");
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> part[WM / 16][WN / 16];
    int turn;

    __device__ sums() : turn(0)
    {
        for (int i = 0; i < WM / 16; i++)
            for (int j = 0; j < WN / 16; j++)
                nvcuda::wmma::fill_fragment(part[i][j], 0.f);
    }
    static __device__ int row() { return (int)threadIdx.x / 32 % 2 * WM; }
    static __device__ int col() { return (int)threadIdx.x / 64 * WN; }
};

template <int R, int C, int WARPS> static __device__ inline void stage(bf16 *to, const matrix<R, C, WARPS> &m)
{
#pragma unroll
    for (int e = 0; e < m.HELD; e++)
        *reinterpret_cast<uint4 *>(to + m.row(e) * (C + 8) + m.col(e)) = m.v[e];
}

/*
 * acc += a·b. The operands pass through shared memory, in rows padded by 16 bytes so that no bank conflicts. There
 * are two places, used in turn: whoever writes one has passed the barrier that all reach after reading it.
 */
template <int BM, int BN, int BK, int WARPS>
static __device__ inline void dot(sums<BM, BN, WARPS> &acc, const matrix<BM, BK, WARPS> &a,
                                  const matrix<BK, BN, WARPS> &b)
{
    using namespace nvcuda;
    typedef sums<BM, BN, WARPS> S;
    constexpr int LA = BK + 8, LB = BN + 8;
    __shared__ __align__(32) bf16 place_a[2][BM * LA], place_b[2][BK * LB];
    bf16 *pa = place_a[acc.turn], *pb = place_b[acc.turn];
    acc.turn ^= 1;
    stage(pa, a);
    stage(pb, b);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> u[S::WM / 16];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> w[S::WN / 16];
#pragma unroll
        for (int i = 0; i < S::WM / 16; i++)
            wmma::load_matrix_sync(u[i], pa + (S::row() + 16 * i) * LA + k, LA);
#pragma unroll
        for (int j = 0; j < S::WN / 16; j++)
            wmma::load_matrix_sync(w[j], pb + k * LB + S::col() + 16 * j, LB);
#pragma unroll
        for (int i = 0; i < S::WM / 16; i++)
#pragma unroll
            for (int j = 0; j < S::WN / 16; j++)
                wmma::mma_sync(acc.part[i][j], u[i], w[j], acc.part[i][j]);
    }
}

template <int BM, int BN, int WARPS>
static __device__ inline void store2(float *p, span<BM, 1> rows, span<BN, 1> cols, int ld,
                                     const sums<BM, BN, WARPS> &acc, mask2 in)
{
    using namespace nvcuda;
    typedef sums<BM, BN, WARPS> S;
    __shared__ __align__(32) float edge[WARPS][256];
    float *piece = edge[threadIdx.x / 32];
    bool aligned = ld % 8 == 0 && cols.first % 8 == 0;
    p += rows.first * ld + cols.first;
#pragma unroll
    for (int i = 0; i < S::WM / 16; i++)
#pragma unroll
        for (int j = 0; j < S::WN / 16; j++) {
            int r = S::row() + 16 * i, c = S::col() + 16 * j;
            if (aligned && r + 16 <= in.rows && c + 16 <= in.cols) {
                wmma::store_matrix_sync(p + (long long)r * ld + c, acc.part[i][j], ld, wmma::mem_row_major);
                continue;
            }
            wmma::store_matrix_sync(piece, acc.part[i][j], 16, wmma::mem_row_major);
            __syncwarp();
            for (int e = threadIdx.x % 32; e < 256; e += 32)
                if (r + e / 16 < in.rows && c + e % 16 < in.cols)
                    p[(long long)(r + e / 16) * ld + c + e % 16] = piece[e];
            __syncwarp();
        }
}

#endif /* TILE_HOPPER */

#endif
