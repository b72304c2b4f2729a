/*
 * ref.cu: five kernels from a router's choices to the sums of its experts' answers.
 *
 * Step 1, sort_choices. A counting sort whose counters are a warp's own: 32 warps have 32 parts of the choices, one
 * behind the other, and walk through them 32 at a time. Lanes with the same expert find each other by __match_any_sync;
 * a lane's place among them is the number of those before it, and the first of them adds all to the warp's counter. So
 * loads and stores are 128 bytes side by side, and the order is that of the choices, in every run. Between the two
 * walks each counter becomes the first row of its warp and expert.
 *
 * Step 2, tile_list. An inclusive sum over ceil(n_e / 128) says where an expert's tiles end. Then entry i looks for its
 * expert by bisection: thread i writes entry i, also if one expert has all tiles.
 *
 * Steps 3 and 5, permute and unpermute. A warp has a token, lane j its choice j; a lane moves 16 bytes. Permute reads
 * once and writes k times; unpermute reads k rows and sums them where they meet, so that nobody else writes there.
 *
 * Step 4, grouped_gemm. The product of w13b-wmma-gemm, 128 x 128 a block, 64 x 32 a warp, the next turn's octets
 * in registers while this one is multiplied; tiles of two turns in shared memory, one barrier a turn. What is new is
 * where it begins and ends: the list gives expert and first row, off[e + 1] the last one. Rows behind that belong to
 * somebody else: they are not loaded (zeros are) and not stored.
 */
#include "lab.h"

#include <mma.h>

using namespace nvcuda;

namespace {

constexpr int WARPS = SORT_THREADS / 32;
constexpr unsigned ALL = 0xffffffff;

/* Σ v of the lanes up to this one. */
__device__ int up_to_here(int v)
{
    int lane = threadIdx.x % 32;
    for (int step = 1; step < 32; step *= 2) {
        int below = __shfl_up_sync(ALL, v, step);
        v += lane >= step ? below : 0;
    }
    return v;
}

/* first[e] = Σ size[i], i < e, for e of 0 to E: by one whole warp. */
__device__ void sum_up(int *first, const int *size, int E)
{
    int lane = threadIdx.x % 32, sum = 0;
    for (int from = 0; from < E; from += 32) {
        int v = from + lane < E ? size[from + lane] : 0, end = up_to_here(v);
        if (from + lane < E)
            first[from + lane] = sum + end - v;
        sum += __shfl_sync(ALL, end, 31);
    }
    if (lane == 0)
        first[E] = sum;
}

/* Walks through a warp's part, 32 choices at a time; next[e] counts the choices of e that it has met. */
template <class Met> __device__ void walk(int *next, const int *idx, int n, Met met)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, part = (n + SORT_THREADS - 1) / SORT_THREADS * 32;
    for (int i = warp * part + lane, k = 0; k < part; k += 32, i += 32) {
        int e = i < n ? idx[i] : -1;
        unsigned same = __match_any_sync(ALL, e);
        int before = __popc(same & ((1u << lane) - 1));
        if (i < n)
            met(i, e < 0 ? -1 : next[e] + before);
        __syncwarp();
        if (e >= 0 && before == 0)
            next[e] += __popc(same);
        __syncwarp();
    }
}

} // namespace

extern "C" __global__ void __launch_bounds__(SORT_THREADS)
    sort_choices(int *off, int *place, const int *idx, int n, int E)
{
    __shared__ int next[WARPS][MAX_E], size[MAX_E], first[MAX_E + 1];
    int *mine = next[threadIdx.x / 32];
    for (int e = threadIdx.x % 32; e < E; e += 32)
        mine[e] = 0;
    __syncwarp();
    walk(mine, idx, n, [](int, int) {});
    __syncthreads();
    int e = threadIdx.x, sum = 0;
    for (int w = 0; e < E && w < WARPS; w++) {
        int count = next[w][e];
        next[w][e] = sum;
        sum += count;
    }
    if (e < E)
        size[e] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        sum_up(first, size, E);
    __syncthreads();
    for (int i = threadIdx.x % 32; i < E; i += 32)
        mine[i] += first[i];
    if (e <= E)
        off[e] = first[e];
    __syncwarp();
    walk(mine, idx, n, [=](int i, int row) { place[i] = row; });
}

extern "C" __global__ void __launch_bounds__(THREADS) tile_list(int *tiles, const int *off, int E, int room)
{
    __shared__ int count[MAX_E], first[MAX_E + 1], begin[MAX_E];
    for (int e = threadIdx.x; e < E; e += THREADS) {
        begin[e] = off[e];
        count[e] = (off[e + 1] - begin[e] + TILE - 1) / TILE;
    }
    __syncthreads();
    if (threadIdx.x < 32)
        sum_up(first, count, E);
    __syncthreads();
    for (int i = threadIdx.x; i < room; i += THREADS) {
        int e = 0;
        for (int step = MAX_E / 2; step; step /= 2) /* the last expert whose tiles begin at i or before */
            if (e + step < E && first[e + step] <= i)
                e += step;
        int2 tile = i < first[E] ? make_int2(e, begin[e] + (i - first[e]) * TILE) : make_int2(-1, 0);
        reinterpret_cast<int2 *>(tiles)[i] = tile;
    }
}

/* ---- rows to experts and back --------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(THREADS)
    permute(bf16 *sorted, const bf16 *x, const int *place, int T, int k, int d)
{
    int t = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (t >= T)
        return;
    int mine = lane < k ? place[(size_t)t * k + lane] : -1;
    for (int from = 0; from < d; from += 256) {
        int c = from + lane * 8;
        uint4 octet = {};
        if (c < d)
            octet = *reinterpret_cast<const uint4 *>(x + (size_t)t * d + c);
        for (int j = 0; j < k; j++) {
            int row = __shfl_sync(ALL, mine, j);
            if (row >= 0 && c < d)
                *reinterpret_cast<uint4 *>(sorted + (size_t)row * d + c) = octet;
        }
    }
}

namespace {

/* sum += weight · the eight at `from`. */
__device__ void add_octet(float2 (&sum)[4], float weight, const bf16 *from)
{
    uint4 octet = *reinterpret_cast<const uint4 *>(from);
    const __nv_bfloat162 *pair = reinterpret_cast<const __nv_bfloat162 *>(&octet);
    for (int p = 0; p < 4; p++) {
        float2 v = __bfloat1622float2(pair[p]);
        sum[p].x += weight * v.x;
        sum[p].y += weight * v.y;
    }
}

__device__ uint4 rounded(const float2 (&sum)[4])
{
    uint4 octet;
    __nv_bfloat162 *pair = reinterpret_cast<__nv_bfloat162 *>(&octet);
    for (int p = 0; p < 4; p++)
        pair[p] = __floats2bfloat162_rn(sum[p].x, sum[p].y);
    return octet;
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    unpermute(bf16 *out, const bf16 *answers, const int *place, const float *w, int T, int k, int d)
{
    int t = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (t >= T)
        return;
    int mine = lane < k ? place[(size_t)t * k + lane] : -1;
    float weight = lane < k ? w[(size_t)t * k + lane] : 0;
    for (int from = 0; from < d; from += 256) {
        int c = from + lane * 8;
        float2 sum[4] = {};
        for (int j = 0; j < k; j++) {
            int row = __shfl_sync(ALL, mine, j);
            float by = __shfl_sync(ALL, weight, j);
            if (row >= 0 && c < d)
                add_octet(sum, by, answers + (size_t)row * d + c);
        }
        if (c < d)
            *reinterpret_cast<uint4 *>(out + (size_t)t * d + c) = rounded(sum);
    }
}

/* ---- the product ------------------------------------------------------------------------------------------------ */

/* What a block makes: rows first to end - 1 of one expert, columns col to col + 127. */
struct Work {
    const bf16 *W; /* the expert's */
    int first, end, col;
};

/* False if the list has no tile for this block. */
static __device__ bool find_work(Work *work, const bf16 *W, const int *off, const int *tiles, int d, int ff)
{
    int2 tile = reinterpret_cast<const int2 *>(tiles)[blockIdx.y];
    if (tile.x < 0)
        return false;
    work->W = W + (size_t)tile.x * ff * d;
    work->first = tile.y;
    work->end = min(tile.y + TILE, off[tile.x + 1]);
    work->col = blockIdx.x * TILE;
    return true;
}

#ifndef OWN_PRODUCT
namespace {

constexpr int FRAG = 16, LD = DEEP + 8, LD_C = FRAG + 8; /* rows padded, so that a fragment's meet in no bank */
constexpr int SIZE = TILE * LD;

typedef wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, bf16, wmma::row_major> frag_left;
typedef wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, bf16, wmma::col_major> frag_right;
typedef wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> frag_sum;

/* Octets of a turn's two tiles, two of each a thread: eight lanes have eight rows, four times 16 bytes of them. */
struct Turn {
    uint4 a[2], b[2];

    static __device__ int row(int i)
    {
        int e = threadIdx.x + i * THREADS;
        return e / 32 * 8 + e % 8;
    }
    static __device__ int column()
    {
        return threadIdx.x / 8 % 4 * 8;
    }
    /* Of rows that are not this expert's, or not there, zeros. */
    __device__ void ask(const Work &work, const bf16 *rows, int d, int ff, int k0)
    {
        int k = k0 + column();
        for (int i = 0; i < 2; i++) {
            int r = work.first + row(i), c = work.col + row(i);
            a[i] = b[i] = make_uint4(0, 0, 0, 0);
            if (r < work.end && k < d)
                a[i] = *reinterpret_cast<const uint4 *>(rows + (size_t)r * d + k);
            if (c < ff && k < d)
                b[i] = *reinterpret_cast<const uint4 *>(work.W + (size_t)c * d + k);
        }
    }
    __device__ void put(bf16 *left, bf16 *right) const
    {
        for (int i = 0; i < 2; i++) {
            *reinterpret_cast<uint4 *>(left + row(i) * LD + column()) = a[i];
            *reinterpret_cast<uint4 *>(right + row(i) * LD + column()) = b[i];
        }
    }
};

/* One turn's products of a warp: rows from wr on, columns from wc on. */
__device__ void multiply(frag_sum (&sum)[4][2], const bf16 *left, const bf16 *right, int wr, int wc)
{
#pragma unroll
    for (int k = 0; k < DEEP; k += FRAG) {
        frag_left u[4];
        frag_right v[2];
        for (int i = 0; i < 4; i++)
            wmma::load_matrix_sync(u[i], left + (wr + FRAG * i) * LD + k, LD);
        for (int j = 0; j < 2; j++)
            wmma::load_matrix_sync(v[j], right + (wc + FRAG * j) * LD + k, LD);
        for (int i = 0; i < 8; i++)
            wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);
    }
}

/* 16 x 16 sums through the warp's piece of shared memory: a lane rounds and stores four columns of two rows. Rows are
 * 24 floats apart, so eight lanes that read 16 bytes have a row and the next but one. */
__device__ void finish(bf16 *y, float *piece, const frag_sum &sum, int ff, int row, int end, int col)
{
    int lane = threadIdx.x % 32, c = lane % 4 * 4;
    wmma::store_matrix_sync(piece, sum, LD_C, wmma::mem_row_major);
    __syncwarp();
    for (int r = lane / 8 % 2 + lane / 4 % 2 * 2 + lane / 16 * 4; r < FRAG; r += 8) {
        float4 v = *reinterpret_cast<const float4 *>(piece + r * LD_C + c);
        uint2 four;
        __nv_bfloat162 *pair = reinterpret_cast<__nv_bfloat162 *>(&four);
        pair[0] = __floats2bfloat162_rn(v.x, v.y);
        pair[1] = __floats2bfloat162_rn(v.z, v.w);
        if (row + r < end && col + c < ff)
            *reinterpret_cast<uint2 *>(y + (size_t)(row + r) * ff + col + c) = four;
    }
    __syncwarp();
}

typedef bf16 Buffers[2][2][SIZE]; /* of two turns, a tile of rows and one of W */

__device__ void product(bf16 *y, const bf16 *rows, const Work &work, int d, int ff, Buffers &buffers)
{
    int warp = threadIdx.x / 32, wr = warp % 2 * 64, wc = warp / 2 * 32;
    frag_sum sum[4][2];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i / 2][i % 2], 0.f);
    Turn next;
    next.ask(work, rows, d, ff, 0);
    for (int k0 = 0; k0 < d; k0 += DEEP) {
        bf16 (*now)[SIZE] = buffers[k0 / DEEP % 2];
        next.put(now[0], now[1]);
        __syncthreads(); /* what this buffer held two turns ago was read before the barrier of the last one */
        if (k0 + DEEP < d)
            next.ask(work, rows, d, ff, k0 + DEEP);
        multiply(sum, now[0], now[1], wr, wc);
    }
    __syncthreads();
    float *piece = reinterpret_cast<float *>(buffers) + warp * FRAG * LD_C;
    for (int i = 0; i < 8; i++)
        finish(y, piece, sum[i / 2][i % 2], ff, work.first + wr + i / 2 * FRAG, work.end, work.col + wc + i % 2 * FRAG);
}

} // namespace

#ifndef OWN_TILES
extern "C" __global__ void __launch_bounds__(THREADS, 2)
    grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *tiles, int E, int d, int ff)
{
    __shared__ __align__(32) Buffers buffers;
    Work work;
    if (find_work(&work, W, off, tiles, d, ff))
        product(y, rows, work, d, ff, buffers);
}
#endif
#endif
