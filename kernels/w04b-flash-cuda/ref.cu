/*
 * ref.cu: FlashAttention's loop on tensor cores, through WMMA.
 *
 * A block owns 128 query rows, a warp 16 of them. Step 1, the block's rows of Q pass through shared
 * memory once and stay in registers, as fragments. Step 2, for each tile of 64 keys: the block
 * loads K and V, rows padded by 16 bytes so that the eight rows of a fragment's block lie in
 * different banks; each warp multiplies its 16 rows by the tile (m16n16k16, half times half into
 * float); the scores go to shared memory, because WMMA does not say which lane holds which element
 * and a row's maximum must know; two lanes fold each row into m and l and leave the weights there in
 * half; the warp multiplies them by V onto O. Step 3, divide, and store O and LSE once.
 *
 * Why it is faster than naive.cu: K and V are read once for 128 rows in place of once for each row,
 * whole sectors at a time, and all but the softmax runs on the tensor cores.
 *
 * O stays in registers for the whole loop. To rescale it a lane has to know the rows of its
 * elements, and it asks: it loads a matrix whose element (r, c) is r, in the accumulators' layout,
 * whatever that is.
 *
 * What is left: scores and weights travel through shared memory, four bytes out and back and two
 * more out and in for each score; loads and products take turns behind barriers. opt.cu removes both.
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
    float m, l; /* maximum of the unscaled scores; sum of weights measured against it */
};

/* Column of this lane's j-th score: the two lanes of a row interleave, rows 4 apart are shifted
 * against each other, and so 32 lanes read 32 banks. */
__device__ int column(int j)
{
    int lane = threadIdx.x % 32;
    return (2 * j + (lane & 1) + 2 * (lane / 8)) % BC;
}

/* Fold a tile's scores of one row into its state; `seen` keys of the tile count. */
template <int D> __device__ void fold(const layout<D> &t, row_state &row, int seen, float c)
{
    int r = threadIdx.x % 32 / 2;
    float s[BC / 2], top = row.m, sum = 0;
#pragma unroll
    for (int j = 0; j < BC / 2; j++) {
        int col = column(j);
        s[j] = col < seen ? t.s[r * LD_S + col] : -INFINITY;
        top = fmaxf(top, s[j]);
    }
    top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
    float base = top == -INFINITY ? 0 : top * c; /* a row that has seen nothing subtracts 0 */
#pragma unroll
    for (int j = 0; j < BC / 2; j++) {
        float p = exp2f(s[j] * c - base);
        t.p[r * LD_S + column(j)] = __float2half(p);
        sum += p;
    }
    float alpha = exp2f(row.m * c - base);
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

/* Keys that row i sees: always the first ones. */
__device__ int visible(int i, int S, int causal)
{
    return causal ? max(min(i - causal + 2, S), 0) : S;
}

template <int D> __device__ void attend(char *smem, const half *q, const half *k, const half *v, half *o,
                                        float *lse, int i0, int S, float scale, int causal)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = i0 + warp * M + lane / 2, rows = min(S - i0, ROWS);
    layout<D> t(smem, warp);
    frag_a fq[D / 16];
    frag_c fo[D / 16], row_of;
    row_state row = { -INFINITY, 0 };
    load_q<D>(t, q + (size_t)i0 * D, rows, fq, row_of);
    for (int x = 0; x < D / 16; x++)
        wmma::fill_fragment(fo[x], 0.0f);
    int mine = visible(i, S, causal), last = visible(i0 + rows - 1, S, causal);
    for (int j0 = 0; j0 < last; j0 += BC) {
        __syncthreads(); /* everybody is done with the tile before, or with Q */
        load_rows<D>(t.k, k + (size_t)j0 * D, BC, S - j0);
        load_rows<D>(t.v, v + (size_t)j0 * D, BC, S - j0);
        __syncthreads();
        multiply_qk<D>(t, fq);
        __syncwarp();
        fold<D>(t, row, mine - j0, scale * LOG2_E);
        __syncwarp();
        multiply_pv<D>(t, row_of, fo);
    }
    __syncwarp();
    if (lane % 2 == 0)
        t.alpha[lane / 2] = row.l > 0 ? 1 / row.l : 0;
    if (lane % 2 == 0 && i < S)
        lse[i] = row.l > 0 ? (row.m * (scale * LOG2_E) + log2f(row.l)) * LN_2 : -INFINITY;
    __syncthreads();
    store_o<D>(reinterpret_cast<float *>(smem), t, fo, row_of, o + (size_t)i0 * D, rows);
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    flash_fwd(const half *Q, const half *K, const half *V, half *O, float *LSE, int B, int H, int Hkv, int S, int d,
              float scale, int causal)
{
    extern __shared__ __align__(128) char smem[];
    int y = blockIdx.y, kv = y / H * Hkv + y % H / (H / Hkv), i0 = blockIdx.x * ROWS;
    size_t rows = (size_t)y * S, keys = (size_t)kv * S * d;
    if (d == 64)
        attend<64>(smem, Q + rows * d, K + keys, V + keys, O + rows * d, LSE + rows, i0, S, scale, causal);
    else
        attend<128>(smem, Q + rows * d, K + keys, V + keys, O + rows * d, LSE + rows, i0, S, scale, causal);
}
