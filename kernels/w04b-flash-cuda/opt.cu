/*
 * opt.cu: the same loop on mma.sync, with nothing in shared memory but K and V.
 *
 * PTX says where a fragment's elements lie (g = lane / 4, t = lane % 4): an accumulator of 16x8 has
 * columns 2t and 2t + 1 of rows g and g + 8 in one lane, and so have the halves of a left operand.
 * Four things follow.
 *
 * 1. A row of scores lies in four lanes: its maximum takes two shuffles; its sum stays split over
 *    them until the end. ref.cu sends each score through shared memory, 12 bytes in all.
 * 2. Weights, rounded to half in place, are the left operand of the second product.
 * 3. Loads go by cp.async, a tile ahead, with one barrier a tile: when a warp passes it, everybody is
 *    done with the tile before, and what was asked for then has had a whole turn to arrive.
 * 4. The scores of the next tile are asked for before the softmax of this one. They do not depend on
 *    each other, so the tensor cores work while exponentials are computed. That is why K runs one
 *    tile ahead of V.
 *
 * Rows of K and V are swizzled instead of padded: the 16 bytes with index c of row r stand at c XOR
 * (r mod 8), so eight rows of one column of chunks lie in 32 banks, and four tiles and Q are 96 KiB
 * to the byte. In ldmatrix r mod 8 is lane mod 8, so the swizzle costs one XOR an address.
 *
 * What limits it: each warp of 16 rows reads the whole tile, 16 FLOP for each byte of shared memory.
 */
#include "lab.h"

#include <stdint.h>

namespace {

constexpr int BC = 64, M = 16; /* keys of a tile; rows of a warp */
constexpr float LOG2_E = 1.44269504088896f, LN_2 = 0.693147180559945f;

/* ---- what PTX has and CUDA C++ has not ------------------------------------------------------------- */

/* 16 bytes from global to shared memory, or 16 zeros when `real` is not set. */
__device__ void copy_async(uint32_t to, const half *from, bool real)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(real ? 16 : 0) : "memory");
}

__device__ void commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int LEFT> __device__ void wait() /* until at most LEFT of this thread's groups are under way */
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* Four 8x8 blocks of halves; lane k gives the address of row k % 8 of block k / 8. */
__device__ void load_blocks(uint32_t *r, uint32_t at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

__device__ void load_blocks_transposed(uint32_t *r, uint32_t at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

/* c += a b, 16x8 += 16x16 16x8 */
__device__ void multiply(float *c, const uint32_t *a, const uint32_t *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ float power_of_two(float x) /* without exp2f's detour for results below 2^-126 */
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

__device__ uint32_t pack(float low, float high)
{
    half2 h = __floats2half2_rn(low, high);
    return *reinterpret_cast<uint32_t *>(&h);
}

/* ---- tiles ----------------------------------------------------------------------------------------- */

/* Shared memory of a block: Q, then two tiles of K, then two of V; later O in the place of Q. */
template <int D> struct tiles {
    static constexpr int ROW = 2 * D, TILE = BC * ROW; /* bytes */
    uint32_t q, k, v;
    __device__ tiles(const char *smem)
    {
        q = (uint32_t)__cvta_generic_to_shared(smem);
        k = q + ROWS * ROW;
        v = k + 2 * TILE;
    }
    static __device__ uint32_t at(int row, int chunk) { return row * ROW + ((chunk ^ (row & 7)) << 4); }
};
static_assert((ROWS + 4 * BC) * 2 * 128 == SMEM, "Q and two tiles each of K and V");

/* `rows` rows from global memory, 16 bytes a thread at a time; those past `valid` become zero. */
template <int D> __device__ void fetch(uint32_t to, const half *from, int rows, int valid)
{
    constexpr int CHUNKS = D / 8;
#pragma unroll
    for (int k = 0; k < rows * CHUNKS / THREADS; k++) {
        int id = threadIdx.x + k * THREADS, r = id / CHUNKS, c = id % CHUNKS;
        copy_async(to + tiles<D>::at(r, c), from + (r < valid ? (size_t)r * D + c * 8 : 0), r < valid);
    }
}

/* What a warp keeps in registers; a lane has rows g and g + 8 of the 16. */
template <int D> struct state {
    uint32_t q[D / 16][4];
    float o[D / 8][4];
    float m[2], l[2]; /* maximum of unscaled scores; this lane's part of the sum of weights */
};

/* s = this warp's rows of Q times a tile of K */
template <int D> __device__ void scores(float (*s)[4], const state<D> &w, uint32_t k)
{
    int lane = threadIdx.x % 32, row = lane / 16 * 8 + lane % 8, chunk = lane / 8 % 2;
#pragma unroll
    for (int n = 0; n < BC / 8; n++)
        s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0;
#pragma unroll
    for (int x = 0; x < D / 16; x++)
#pragma unroll
        for (int n = 0; n < BC / 16; n++) {
            uint32_t b[4];
            load_blocks(b, k + n * 16 * tiles<D>::ROW + tiles<D>::at(row, 2 * x + chunk));
            multiply(s[2 * n], w.q[x], b);
            multiply(s[2 * n + 1], w.q[x], b + 2);
        }
}

/* Keys that a row does not see: its first `seen[h]` of the tile count. */
__device__ void hide(float (*s)[4], const int *seen)
{
    int column = threadIdx.x % 4 * 2;
#pragma unroll
    for (int n = 0; n < BC / 8; n++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            if (n * 8 + column + e % 2 >= seen[e / 2])
                s[n][e] = -INFINITY;
}

/* Fold a tile into m and l; scores become weights, O is rescaled. */
template <int D> __device__ void fold(float (*s)[4], state<D> &w, float c)
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float top = w.m[h], sum = 0;
#pragma unroll
        for (int n = 0; n < BC / 8; n++)
            top = fmaxf(top, fmaxf(s[n][2 * h], s[n][2 * h + 1]));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 1));
        top = fmaxf(top, __shfl_xor_sync(~0u, top, 2));
        float base = top == -INFINITY ? 0 : top * c, alpha = power_of_two(w.m[h] * c - base);
#pragma unroll
        for (int n = 0; n < BC / 8; n++)
#pragma unroll
            for (int e = 2 * h; e < 2 * h + 2; e++)
                sum += s[n][e] = power_of_two(s[n][e] * c - base);
        w.l[h] = w.l[h] * alpha + sum;
        w.m[h] = top;
#pragma unroll
        for (int n = 0; n < D / 8; n++) {
            w.o[n][2 * h] *= alpha;
            w.o[n][2 * h + 1] *= alpha;
        }
    }
}

/* O += weights times a tile of V */
template <int D> __device__ void add(state<D> &w, const float (*p)[4], uint32_t v)
{
    int lane = threadIdx.x % 32, row = lane % 16, chunk = lane / 16;
#pragma unroll
    for (int k = 0; k < BC / 16; k++) {
        const float *left = p[2 * k], *right = p[2 * k + 1];
        uint32_t a[4] = { pack(left[0], left[1]), pack(left[2], left[3]), pack(right[0], right[1]),
                          pack(right[2], right[3]) };
#pragma unroll
        for (int x = 0; x < D / 16; x++) {
            uint32_t b[4];
            load_blocks_transposed(b, v + k * 16 * tiles<D>::ROW + tiles<D>::at(row, 2 * x + chunk));
            multiply(w.o[2 * x], a, b);
            multiply(w.o[2 * x + 1], a, b + 2);
        }
    }
}

template <int D> __device__ void load_q(state<D> &w, uint32_t q)
{
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * M + lane % 16, chunk = lane / 16;
#pragma unroll
    for (int x = 0; x < D / 16; x++)
        load_blocks(w.q[x], q + tiles<D>::at(row, 2 * x + chunk));
#pragma unroll
    for (int n = 0; n < D / 8; n++)
        w.o[n][0] = w.o[n][1] = w.o[n][2] = w.o[n][3] = 0;
    w.m[0] = w.m[1] = -INFINITY;
    w.l[0] = w.l[1] = 0;
}

/* O / l through this warp's rows of Q, whole rows at a time, to global memory; and LSE. */
template <int D> __device__ void store(state<D> &w, char *smem, half *o, float *lse, int rows, float c)
{
    int lane = threadIdx.x % 32, first = threadIdx.x / 32 * M;
#pragma unroll
    for (int h = 0; h < 2; h++) {
        int row = first + lane / 4 + 8 * h;
        float l = w.l[h];
        l += __shfl_xor_sync(~0u, l, 1);
        l += __shfl_xor_sync(~0u, l, 2);
        float inv = l > 0 ? 1 / l : 0;
#pragma unroll
        for (int n = 0; n < D / 8; n++)
            *reinterpret_cast<uint32_t *>(smem + tiles<D>::at(row, n) + lane % 4 * 4) =
                pack(w.o[n][2 * h] * inv, w.o[n][2 * h + 1] * inv);
        if (lane % 4 == 0 && row < rows)
            lse[row] = l > 0 ? (w.m[h] * c + log2f(l)) * LN_2 : -INFINITY;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < M * D / 8 / 32; k++) {
        int id = lane + k * 32, row = first + id / (D / 8), chunk = id % (D / 8);
        uint4 x = *reinterpret_cast<const uint4 *>(smem + tiles<D>::at(row, chunk));
        if (row < rows)
            *reinterpret_cast<uint4 *>(o + (size_t)row * D + chunk * 8) = x;
    }
}

/* Keys that row i sees: always the first ones. */
__device__ int visible(int i, int S, int causal)
{
    return causal ? max(min(i - causal + 2, S), 0) : S;
}

/* Hide what this warp's rows do not see of the tile at j0: on most tiles, nothing. */
__device__ void mask(float (*s)[4], const int *seen, int least, int j0)
{
    if (j0 + BC <= least)
        return;
    int here[2] = { seen[0] - j0, seen[1] - j0 };
    hide(s, here);
}

/* Tile t of K and tile t - 1 of V on their way, in one group; beyond the last tile the group is empty. */
template <int D> __device__ void fetch_tiles(const tiles<D> &at, const half *k, const half *v, int t, int n, int S)
{
    if (t < n)
        fetch<D>(at.k + t % 2 * tiles<D>::TILE, k + (size_t)t * BC * D, BC, S - t * BC);
    if (t <= n)
        fetch<D>(at.v + (t - 1) % 2 * tiles<D>::TILE, v + (size_t)(t - 1) * BC * D, BC, S - (t - 1) * BC);
    commit();
}

/* All tiles of keys: the scores of tile t + 1 are asked for before tile t is folded. */
template <int D> __device__ void stream(state<D> &w, const tiles<D> &at, const half *k, const half *v, int n, int S,
                                        const int *seen, int least, float c)
{
    float s[BC / 8][4], next[BC / 8][4];
    fetch_tiles<D>(at, k, v, 1, n, S);
    wait<1>();
    __syncthreads(); /* Q and the first tile of K are there */
    load_q<D>(w, at.q);
    scores<D>(s, w, at.k);
#pragma unroll 1
    for (int t = 0; t < n - 1; t++) {
        wait<0>();
        __syncthreads(); /* K of t + 1 and V of t are there; K of t and V of t - 1 are no longer read */
        fetch_tiles<D>(at, k, v, t + 2, n, S);
        mask(s, seen, least, t * BC);
        scores<D>(next, w, at.k + (t + 1) % 2 * tiles<D>::TILE);
        fold<D>(s, w, c);
        add<D>(w, s, at.v + t % 2 * tiles<D>::TILE);
#pragma unroll
        for (int e = 0; e < BC / 2; e++)
            s[e / 4][e % 4] = next[e / 4][e % 4];
    }
    wait<0>();
    __syncthreads();
    mask(s, seen, least, (n - 1) * BC);
    fold<D>(s, w, c);
    add<D>(w, s, at.v + (n - 1) % 2 * tiles<D>::TILE);
}

template <int D> __device__ void attend(char *smem, const half *q, const half *k, const half *v, half *o, float *lse,
                                        int i0, int S, float scale, int causal)
{
    int mine = i0 + threadIdx.x / 32 * M, g = mine + threadIdx.x % 32 / 4, rows = min(S - i0, ROWS);
    int seen[2] = { visible(g, S, causal), visible(g + 8, S, causal) };
    int n = (visible(i0 + rows - 1, S, causal) + BC - 1) / BC;
    tiles<D> at(smem);
    state<D> w;
    fetch<D>(at.q, q + (size_t)i0 * D, ROWS, rows);
    if (n) {
        fetch<D>(at.k, k, BC, S);
        commit();
        stream<D>(w, at, k, v, n, S, seen, visible(mine, S, causal), scale * LOG2_E);
    } else {
        commit();
        wait<0>();
        __syncthreads();
        load_q<D>(w, at.q);
    }
    store<D>(w, smem, o + (size_t)i0 * D, lse + i0, rows, scale * LOG2_E);
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    flash_fwd(const half *Q, const half *K, const half *V, half *O, float *LSE, int B, int H, int Hkv, int S, int d,
              float scale, int causal)
{
    extern __shared__ __align__(128) char smem[];
    int y = blockIdx.y, kv = y / H * Hkv + y % H / (H / Hkv);
    int x = causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x; /* with a mask the longest rows begin first */
    size_t rows = (size_t)y * S, keys = (size_t)kv * S * d;
    if (d == 64)
        attend<64>(smem, Q + rows * d, K + keys, V + keys, O + rows * d, LSE + rows, x * ROWS, S, scale, causal);
    else
        attend<128>(smem, Q + rows * d, K + keys, V + keys, O + rows * d, LSE + rows, x * ROWS, S, scale, causal);
}
