/*
 * linear_ce.cu: the loss of a language model's last layer on Hopper, without its logits: 4,096 tokens x 128,256 words
 * would be 1.05 GB of bfloat16, written once and read once. No rung of this lab's ladder: its operands are tensor maps.
 * linear_ce_bench.cu has the line that builds it.
 *
 *     logit[t][v] = hidden[t] . weight[v]      hidden [T][K], weight [V][K] of bfloat16, sums in float
 *     lse[t]      = log sum_v exp(logit[t][v])
 *     loss[t]     = lse[t] - logit[t][target[t]],  0 where target[t] is outside of 0 .. V - 1
 *
 * 1. linear_ce_tiles is w16-tma-wgmma-gemm's mainloop. Where that stores a tile of 128 x 256, this one reduces it, in
 *    the registers where the sums lie: a thread has 64 words of two tokens, a quad all 256. Of each token go out the
 *    largest logit and the sum of exp(logit - largest): 8 bytes instead of 512.
 * 2. The target's logit is one of the sums of one tile: its thread writes it down.
 * 3. linear_ce_combine reads the pairs, V / 256 of each token, and has the loss.
 * The sums are never rounded to bfloat16: the loss is that of float logits.
 */
#ifndef W28_LINEAR_CE
#define W28_LINEAR_CE

#include "../../labs/w16-tma-wgmma-gemm/lab.h"

namespace hopper {
#include "../w16-tma-wgmma-gemm/ref.cu"

enum { CE_SMEM = STAGES * STAGE + 2 * STAGES * 8 };

/* Where the reduced tiles go: part [ceil(V/256)][T] of (largest, sum), picked [T]. */
struct ce_out {
    float2 *part;
    float *picked;
    const int *target;
    int T, V;
};

/* Words behind the last one weigh nothing; only the last tile of a row has some. */
static HOP void cut(float (&sum)[128], int first, int V)
{
#pragma unroll
    for (int i = 0; i < 128; i++)
        if (first + i / 4 * 8 + i % 2 >= V)
            sum[i] = -INFINITY;
}

/* The target's logit, where this thread has it: sums 2h + 0, 1 (mod 4) are those of row h. */
static HOP void pick(const float (&sum)[128], int h, int word, float *to)
{
    if (word < 0 || word >= BN || word / 2 % 4 != threadIdx.x % 4)
        return;
#pragma unroll
    for (int i = 0; i < 64; i++)
        if (word / 8 * 2 + word % 2 == i)
            *to = sum[i / 2 * 4 + 2 * h + i % 2];
}

static HOP float quad_max(float x)
{
    x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
    return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}

static HOP float quad_sum(float x)
{
    x += __shfl_xor_sync(~0u, x, 1);
    return x + __shfl_xor_sync(~0u, x, 2);
}

/* The pair of row h; four sums on the way, so that additions do not wait for one another. */
static HOP float2 reduce(const float (&sum)[128], int h)
{
    const float log2e = 1.4426950408889634f;
    float top[4] = { -INFINITY, -INFINITY, -INFINITY, -INFINITY }, all[4] = { 0, 0, 0, 0 };
#pragma unroll
    for (int i = 0; i < 64; i++)
        top[i % 4] = fmaxf(top[i % 4], sum[i / 2 * 4 + 2 * h + i % 2]);
    float most = quad_max(fmaxf(fmaxf(top[0], top[1]), fmaxf(top[2], top[3]))), away = -most * log2e;
#pragma unroll
    for (int i = 0; i < 64; i++)
        all[i % 4] += exp2_fast(fmaf(sum[i / 2 * 4 + 2 * h + i % 2], log2e, away));
    return make_float2(most, quad_sum((all[0] + all[1]) + (all[2] + all[3])));
}

/* The sums of a warpgroup, 64 tokens from `row` on, 256 words from `col` on. */
static HOP void ce_tile(const ce_out &o, float (&sum)[128], int row, int col, int t)
{
    if (col + BN > o.V)
        cut(sum, col + t % 4 * 2, o.V);
    row += t / 32 * 16 + t % 32 / 4;
#pragma unroll
    for (int h = 0; h < 2; h++) {
        int token = row + 8 * h;
        float2 pair = reduce(sum, h);
        if (token >= o.T)
            continue;
        pick(sum, h, o.target[token] < o.V ? o.target[token] - col : -1, &o.picked[token]);
        if (t % 4 == 0)
            o.part[(size_t)(col / BN) * o.T + token] = pair;
    }
}

static HOP void ce_consume(const ce_out &o, const ring &r, const tiles &all, int w, int t)
{
    float sum[128];
    turn at = { 0, 0 };
    for (int unit = blockIdx.x / CLUSTER; unit < all.rows * all.cols; unit += gridDim.x / CLUSTER) {
        int row, col, before = 0;
        corner(all, unit, &row, &col);
        for (int k = 0; k < all.turns; k++, advance(at)) {
            mbar_wait(&r.full[at.stage], at.parity);
            multiply(sum, r.stage + at.stage * STAGE, w, k);
            wgmma_wait<1>();
            if (k)
                give_back(&r.empty[before], t);
            before = at.stage;
        }
        wgmma_wait<0>();
        give_back(&r.empty[before], t);
        ce_tile(o, sum, row + 64 * w, col, t);
    }
}

/* Boxes are 128 rows x 64 elements. Any number of blocks, with CLUSTER 2 an even one. */
extern "C" __global__ void __launch_bounds__(384, 1)
#if CLUSTER > 1
    __cluster_dims__(CLUSTER, 1, 1)
#endif
    linear_ce_tiles(const __grid_constant__ tmap hidden, const __grid_constant__ tmap weight, const int *target,
                    float2 *part, float *picked, int T, int V, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    uint64_t *bars = (uint64_t *)(smem + STAGES * STAGE);
    ring r = { smem, bars, bars + STAGES };
    tiles all = tiles_of(T, V, K);
    int t = threadIdx.x % 128, group = threadIdx.x / 128;
    ring_init(r, 8 * CLUSTER);
    if (CLUSTER > 1)
        cluster_sync();
    else
        __syncthreads();
    if (group == 0) {
        setmaxnreg_dec<24>();
        if (t == 0)
            produce(&hidden, &weight, r, all);
    } else {
        setmaxnreg_inc<240>();
        ce_consume({ part, picked, target, T, V }, r, all, group - 1, t);
    }
    if (CLUSTER > 1)
        cluster_sync(); /* the other block may still arrive at barriers of this one */
}

static HOP float2 join(float2 a, float2 b)
{
    float most = fmaxf(a.x, b.x);
    return most == -INFINITY ? a : make_float2(most, a.y * __expf(a.x - most) + b.y * __expf(b.x - most));
}

/* 32 tokens a block of 32 x 16 threads: 16 threads share the pairs of a token. */
extern "C" __global__ void __launch_bounds__(512)
    linear_ce_combine(float *loss, float *lse, const float2 *part, const float *picked, const int *target, int T, int V)
{
    __shared__ float2 seen[16][32];
    int token = blockIdx.x * 32 + threadIdx.x, cols = (V + BN - 1) / BN;
    float2 mine = make_float2(-INFINITY, 0);
    if (token < T)
        for (int c = threadIdx.y; c < cols; c += 16)
            mine = join(mine, part[(size_t)c * T + token]);
    seen[threadIdx.y][threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.y || token >= T)
        return;
    for (int i = 1; i < 16; i++)
        mine = join(mine, seen[i][threadIdx.x]);
    float all = mine.x + logf(mine.y);
    lse[token] = all;
    loss[token] = target[token] >= 0 && target[token] < V ? all - picked[token] : 0;
}
}

#endif
