/*
 * ref.cu: the reference of w04b with two changes.
 *
 * The loop over tiles begins where the block's first row begins to see: at most four tiles of 64 keys for 128 rows and
 * w = 128, whatever S is. Inside the first tiles a row masks what lies before its own window, as it masks what lies
 * behind its diagonal. The cap bends a score before anything is compared with it: the maximum is one of bent scores.
 */
#include "lab.h"

#include <mma.h>

using namespace nvcuda;

namespace {

constexpr int BC = 64, M = 16; /* keys of a tile; rows of a warp */
constexpr int PAD = 8;         /* halves or floats after a row, against bank conflicts */
constexpr int LD_S = BC + PAD;                       /* of scores (float) and of weights (half) */
constexpr float LOG2_E = 1.44269504088896f, LN_2 = 0.693147180559945f;

typedef wmma::fragment<wmma::matrix_a, M, 16, 16, half, wmma::row_major> frag_a;
typedef wmma::fragment<wmma::matrix_b, M, 16, 16, half, wmma::col_major> frag_k; /* K transposed */
typedef wmma::fragment<wmma::matrix_b, M, 16, 16, half, wmma::row_major> frag_v;
typedef wmma::fragment<wmma::accumulator, M, 16, 16, float> frag_c;

/* Shared memory of a block: D+8 halves a row of K and V, then scores, weights, factors of rows. */
template <int D> struct layout {
    static constexpr int LD = D + PAD;
    half *k, *v;
    float *s, *alpha; /* of this warp */
    half *p;          /* of this warp */

    __device__ layout(char *smem, int warp)
    {
        k = reinterpret_cast<half *>(smem);
        v = k + BC * LD;
        float *scores = reinterpret_cast<float *>(v + BC * LD);
        float *factors = scores + ROWS * LD_S;
        s = scores + warp * M * LD_S;
        alpha = factors + warp * M;
        p = reinterpret_cast<half *>(factors + ROWS) + warp * M * LD_S;
    }
};
static_assert(2 * BC * (128 + PAD) * 2 + ROWS * LD_S * 6 + ROWS * 4 <= SMEM, "the tiles fit");
static_assert(ROWS == 2 * BC, "the rows of Q pass through the tiles of K and V");
static_assert(ROWS * (128 + PAD) * 4 <= 2 * BC * (128 + PAD) * 2 + ROWS * LD_S * 4, "O passes through them");

/* `rows` rows of D halves to shared memory, 16 bytes a lane; those past `valid` become zero. */
template <int D> __device__ void load_rows(half *to, const half *from, int rows, int valid)
{
    constexpr int CHUNKS = D / 8;
    for (int t = threadIdx.x; t < rows * CHUNKS; t += THREADS) {
        int r = t / CHUNKS, c = t % CHUNKS * 8;
        uint4 x = make_uint4(0, 0, 0, 0);
        if (r < valid)
            x = *reinterpret_cast<const uint4 *>(from + (size_t)r * D + c);
        *reinterpret_cast<uint4 *>(to + r * layout<D>::LD + c) = x;
    }
}

/* What two lanes keep of a row between tiles: both the same. */
struct row_state {
    float m, l; /* maximum of the bent scores; sum of weights measured against it */
};

/* Column of this lane's j-th score: the two lanes of a row interleave, rows 4 apart are shifted
 * against each other, and so 32 lanes read 32 banks. */
__device__ int column(int j)
{
    int lane = threadIdx.x % 32;
    return (2 * j + (lane & 1) + 2 * (lane / 8)) % BC;
}

/* In units of log 2. */
__device__ float bent(float s, float scale, float cap)
{
    s *= scale;
    return (cap > 0 ? cap * tanhf(s / cap) : s) * LOG2_E;
}

/* Fold a tile's scores of one row into its state; the keys from `from` to before `to` of the tile count. */
template <int D> __device__ void fold(const layout<D> &t, row_state &row, int from, int to, float scale, float cap)
{
    int r = threadIdx.x % 32 / 2;
    float s[BC / 2], top = row.m, sum = 0;
#pragma unroll
    for (int j = 0; j < BC / 2; j++) {
        int col = column(j);
        s[j] = col >= from && col < to ? bent(t.s[r * LD_S + col], scale, cap) : -INFINITY;
        top = fmaxf(top, s[j]);
    }
    top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
    float base = top == -INFINITY ? 0 : top; /* a row that has seen nothing subtracts 0 */
#pragma unroll
    for (int j = 0; j < BC / 2; j++) {
        float p = exp2f(s[j] - base);
        t.p[r * LD_S + column(j)] = __float2half(p);
        sum += p;
    }
    float alpha = exp2f(row.m - base);
    row.l = row.l * alpha + sum + __shfl_xor_sync(~0u, sum, 1);
    row.m = top;
    if (threadIdx.x % 2 == 0)
        t.alpha[r] = alpha;
}

/* Scores of this warp's rows against the tile, to shared memory. */
template <int D> __device__ void multiply_qk(const layout<D> &t, const frag_a *q)
{
#pragma unroll 1 /* one accumulator at a time: O and Q hold 128 registers at d = 128 */
    for (int n = 0; n < BC / 16; n++) {
        frag_c s;
        wmma::fill_fragment(s, 0.0f);
#pragma unroll
        for (int x = 0; x < D / 16; x++) {
            frag_k k;
            wmma::load_matrix_sync(k, t.k + n * 16 * layout<D>::LD + x * 16, layout<D>::LD);
            wmma::mma_sync(s, q[x], k, s);
        }
        wmma::store_matrix_sync(t.s + n * 16, s, LD_S, wmma::mem_row_major);
    }
}

/* O = diag(alpha) O + P V, for this warp's rows. */
template <int D> __device__ void multiply_pv(const layout<D> &t, const frag_c &row_of, frag_c *o)
{
    float alpha[frag_c::num_elements];
#pragma unroll
    for (int e = 0; e < row_of.num_elements; e++)
        alpha[e] = t.alpha[(int)row_of.x[e]];
#pragma unroll
    for (int x = 0; x < D / 16; x++)
#pragma unroll
        for (int e = 0; e < row_of.num_elements; e++)
            o[x].x[e] *= alpha[e];
#pragma unroll 1 /* one fragment of weights at a time: registers are short */
    for (int k = 0; k < BC / 16; k++) {
        frag_a p;
        wmma::load_matrix_sync(p, t.p + k * 16, LD_S);
#pragma unroll
        for (int x = 0; x < D / 16; x++) {
            frag_v v;
            wmma::load_matrix_sync(v, t.v + k * 16 * layout<D>::LD + x * 16, layout<D>::LD);
            wmma::mma_sync(o[x], p, v, o[x]);
        }
    }
}

/* Rows of Q through the tiles' memory into fragments, and the row of each accumulator element. */
template <int D> __device__ void load_q(const layout<D> &t, const half *q, int rows, frag_a *to, frag_c &row_of)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    load_rows<D>(t.k, q, ROWS, rows);
    for (int r = 0; r < M; r++)
        if (lane < 16)
            t.s[r * LD_S + lane] = (float)r;
    __syncthreads();
#pragma unroll
    for (int x = 0; x < D / 16; x++)
        wmma::load_matrix_sync(to[x], t.k + warp * M * layout<D>::LD + x * 16, layout<D>::LD);
    wmma::load_matrix_sync(row_of, t.s, LD_S, wmma::mem_row_major);
}

/* O / l through shared memory, whole rows of it at a time, to global memory. */
template <int D> __device__ void store_o(float *stage, const layout<D> &t, frag_c *o, const frag_c &row_of,
                                         half *to, int rows)
{
    constexpr int LD = D + PAD, PAIRS = D / 2;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float *mine = stage + warp * M * LD;
#pragma unroll
    for (int x = 0; x < D / 16; x++) {
#pragma unroll
        for (int e = 0; e < row_of.num_elements; e++)
            o[x].x[e] *= t.alpha[(int)row_of.x[e]];
        wmma::store_matrix_sync(mine + x * 16, o[x], LD, wmma::mem_row_major);
    }
    __syncwarp();
    for (int k = lane; k < M * PAIRS; k += 32) {
        int r = k / PAIRS, c = k % PAIRS * 2;
        float2 x = *reinterpret_cast<const float2 *>(mine + r * LD + c);
        if (warp * M + r < rows)
            *reinterpret_cast<half2 *>(to + (size_t)(warp * M + r) * D + c) = __floats2half2_rn(x.x, x.y);
    }
}

template <int D> __device__ void attend(char *smem, const half *q, const half *k, const half *v, half *o,
                                        float *lse, int i0, int S, float scale, int w, float cap)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = i0 + warp * M + lane / 2, rows = min(S - i0, ROWS);
    layout<D> t(smem, warp);
    frag_a fq[D / 16];
    frag_c fo[D / 16], row_of;
    row_state row = { -INFINITY, 0 };
    load_q<D>(t, q + (size_t)i0 * D, rows, fq, row_of);
    for (int x = 0; x < D / 16; x++)
        wmma::fill_fragment(fo[x], 0.0f);
    int first = max(i0 - w + 1, 0) / BC * BC;
    for (int j0 = first; j0 < i0 + rows; j0 += BC) {
        __syncthreads(); /* everybody is done with the tile before, or with Q */
        load_rows<D>(t.k, k + (size_t)j0 * D, BC, S - j0);
        load_rows<D>(t.v, v + (size_t)j0 * D, BC, S - j0);
        __syncthreads();
        multiply_qk<D>(t, fq);
        __syncwarp();
        fold<D>(t, row, i - w + 1 - j0, i + 1 - j0, scale, cap);
        __syncwarp();
        multiply_pv<D>(t, row_of, fo);
    }
    __syncwarp();
    if (lane % 2 == 0)
        t.alpha[lane / 2] = row.l > 0 ? 1 / row.l : 0;
    if (lane % 2 == 0 && i < S)
        lse[i] = row.l > 0 ? (row.m + log2f(row.l)) * LN_2 : -INFINITY;
    __syncthreads();
    store_o<D>(reinterpret_cast<float *>(smem), t, fo, row_of, o + (size_t)i0 * D, rows);
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    flash_window(const half *Q, const half *K, const half *V, half *O, float *LSE, int S, float scale, int w, float cap)
{
    extern __shared__ __align__(128) char smem[];
    size_t rows = (size_t)blockIdx.y * S, at = rows * WIDTH;
    attend<WIDTH>(smem, Q + at, K + at, V + at, O + at, LSE + rows, blockIdx.x * ROWS, S, scale, w, cap);
}
