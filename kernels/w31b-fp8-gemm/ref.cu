/*
 * ref.cu: the reference. gemm_fp8 has tiles of 256 x 128: each of two warpgroups owns 128 rows, as two halves of 64, so
 * that 128 sums a thread are float's and 64 the tensor cores'. At the dense rates a half's four products take four times
 * as long as the promotion of its 64 sums, so while one warpgroup promotes, the other's products keep the tensor cores
 * busy. Nothing has to say whose turn it is: named barriers that do lose a per cent or two (bench.cu with trials.cuh). A
 * stage goes back before its last half is promoted.
 *
 * Scales of A come with their tile, by TMA; the one of B is asked for a turn ahead.
 *
 * STAGES and OUTS are for the other rungs, the others for what was tried besides (trials.cuh): pairs of blocks that share
 * A, tiles of 128 x 128, groups of other sizes, and named barriers that give each warpgroup its turn.
 */
#include "lab.h"

#ifndef STAGES
#define STAGES 4
#endif
#ifndef CLUSTER
#define CLUSTER 1
#endif
#ifndef HALVES
#define HALVES 2
#endif
#ifndef OUTS
#define OUTS 1
#endif
#ifndef GROUP
#define GROUP 16
#endif
#ifndef TURNS
#define TURNS 0
#endif

typedef __nv_bfloat16 bf;
enum { ROW = 128 }; /* bytes of a row of a box */

/* ---- steps 1 and 2: codes and scales ---------------------------------------------------------------------------- */

static HOP void unpack(float (&x)[8], const uint4 &v)
{
    const uint32_t w[4] = { v.x, v.y, v.z, v.w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
        x[2 * i] = __uint_as_float(w[i] << 16);
        x[2 * i + 1] = __uint_as_float(w[i] & 0xffff0000);
    }
}

static HOP float largest(const float (&x)[8])
{
    float top = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        top = fmaxf(top, fabsf(x[i]));
    return top;
}

/* Over a scale that is 0 where all are 0. */
static HOP uint2 codes(const float (&x)[8], float scale)
{
    float y[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        y[i] = scale > 0 ? x[i] / scale : 0;
    return make_uint2(pack_e4m3(y[0], y[1], y[2], y[3]), pack_e4m3(y[4], y[5], y[6], y[7]));
}

/* A warp has eight rows, two at a time: 16 lanes hold the 128 elements of one. */
extern "C" __global__ void __launch_bounds__(256) quant_rows(uint8_t *A, float *sA, const bf *X, int M, int K)
{
    int lane = threadIdx.x % 32, first = blockIdx.y * 64 + threadIdx.x / 32 * 8, col = blockIdx.x * BLOCK + lane % 16 * 8;
    int M4 = (M + 3) / 4 * 4;
    float mine = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int row = first + 2 * i + lane / 16;
        float x[8];
        unpack(x, row < M ? *(const uint4 *)(X + (size_t)row * K + col) : make_uint4(0, 0, 0, 0));
        float top = largest(x);
#pragma unroll
        for (int d = 8; d; d /= 2)
            top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
        float scale = top / 448;
        if (row < M)
            *(uint2 *)(A + (size_t)row * K + col) = codes(x, scale);
        float other = __shfl_sync(~0u, scale, lane % 2 * 16);
        mine = lane / 2 == i ? other : mine;
    }
    if (lane < 8 && first + lane < M)
        sA[(size_t)blockIdx.x * M4 + first + lane] = mine;
}

/* A thread keeps its 64 elements in registers until the block's largest is known. */
extern "C" __global__ void __launch_bounds__(256) quant_tiles(uint8_t *B, float *sB, const bf *W, int N, int K)
{
    __shared__ float tops[8];
    int t = threadIdx.x, first = blockIdx.y * BLOCK + t / 16, col = blockIdx.x * BLOCK + t % 16 * 8;
    uint4 v[8];
    float x[8], top = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int row = first + 16 * i;
        v[i] = row < N ? *(const uint4 *)(W + (size_t)row * K + col) : make_uint4(0, 0, 0, 0);
        unpack(x, v[i]);
        top = fmaxf(top, largest(x));
    }
#pragma unroll
    for (int d = 16; d; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(~0u, top, d));
    if (t % 32 == 0)
        tops[t / 32] = top;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; i++)
        top = fmaxf(top, tops[i]);
    float scale = top / 448;
#pragma unroll
    for (int i = 0; i < 8; i++)
        if (first + 16 * i < N) {
            unpack(x, v[i]);
            *(uint2 *)(B + (size_t)(first + 16 * i) * K + col) = codes(x, scale);
        }
    if (t == 0)
        sB[blockIdx.y * gridDim.x + blockIdx.x] = scale;
}

/* ---- step 3: by warps, from memory ------------------------------------------------------------------------------ */

/* Products may take the k of a block in any order, if A and B agree: a lane's 16 bytes side by side serve as four
 * registers, of two steps. */
static HOP uint4 load16(const uint8_t *row, bool there, int at)
{
    return there ? *(const uint4 *)(row + at) : make_uint4(0, 0, 0, 0);
}

extern "C" __global__ void __launch_bounds__(128)
    gemm_mma(bf *D, const uint8_t *A, const float *sA, const uint8_t *B, const float *sB, int M, int N, int K)
{
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, M4 = (M + 3) / 4 * 4;
    int row = blockIdx.y * 64 + threadIdx.x / 32 * 16 + g, col = blockIdx.x * 64;
    const uint8_t *upper = A + (size_t)row * K, *lower = upper + 8 * (size_t)K;
    const float *scale = sB + col / BLOCK * (K / BLOCK);
    float total[8][4] = {};
    for (int b = 0; b < K / BLOCK; b++) {
        float part[8][4] = {};
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int at = b * BLOCK + half * 64 + 16 * t;
            uint4 u = load16(upper, row < M, at), l = load16(lower, row + 8 < M, at);
            uint32_t a[2][4] = { { u.x, l.x, u.y, l.y }, { u.z, l.z, u.w, l.w } };
#pragma unroll
            for (int n = 0; n < 8; n++) {
                int c = col + 8 * n + g;
                uint4 v = load16(B + (size_t)c * K, c < N, at);
                uint32_t x[2] = { v.x, v.y }, y[2] = { v.z, v.w };
                mma_m16n8k32(part[n], a[0], x);
                mma_m16n8k32(part[n], a[1], y);
            }
        }
        float up = row < M ? sA[(size_t)b * M4 + row] * scale[b] : 0;
        float low = row + 8 < M ? sA[(size_t)b * M4 + row + 8] * scale[b] : 0;
#pragma unroll
        for (int n = 0; n < 8; n++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                total[n][i] = fmaf(part[n][i], i < 2 ? up : low, total[n][i]);
    }
#pragma unroll
    for (int n = 0; n < 8; n++) {
        int c = col + 8 * n + 2 * t;
        if (row < M && c < N)
            *(uint32_t *)(D + (size_t)row * N + c) = pack_bf16(total[n][0], total[n][1]);
        if (row + 8 < M && c < N)
            *(uint32_t *)(D + (size_t)(row + 8) * N + c) = pack_bf16(total[n][2], total[n][3]);
    }
}

/* ---- step 4: a warpgroup, one stage ----------------------------------------------------------------------------- */

/* 64 x 128 sums of one block of K, from tiles with the swizzle; `sum` is begun anew. */
static HOP void multiply(float (&sum)[64], const unsigned char *a, const unsigned char *b)
{
    uint64_t left = smem_desc(a), right = smem_desc(b);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n128k32_e4m3(sum, left + 2 * i, right + 2 * i, i); /* 32 bytes on: an address counts 16 */
    wgmma_commit();
}

/* Rows of the thread: the upper ones have sums 0, 1, 4, 5 and so on. */
static HOP void promote(float *total, const float (&part)[64], float up, float low)
{
#pragma unroll
    for (int i = 0; i < 64; i++)
        total[i] = fmaf(part[i], i / 2 % 2 ? low : up, total[i]);
}

extern "C" __global__ void __launch_bounds__(128)
    gemm_single(bf *D, const __grid_constant__ tmap A, const float *sA, const __grid_constant__ tmap B, const float *sB,
                int M, int N, int K)
{
    __shared__ __align__(1024) unsigned char a[64 * ROW], b[128 * ROW];
    __shared__ uint64_t full;
    int t = threadIdx.x, col = blockIdx.x * 128, turns = K / BLOCK, M4 = (M + 3) / 4 * 4;
    int row = blockIdx.y * 64 + t / 32 * 16 + t % 32 / 4;
    float part[64], total[64] = {};
    if (t == 0) {
        mbar_init(&full, 1);
        fence_mbar_init();
    }
    __syncthreads();
    for (int k = 0; k < turns; k++) {
        if (t == 0) {
            mbar_arrive_expect(&full, sizeof a + sizeof b);
            tma_load_2d(a, &A, k * BLOCK, blockIdx.y * 64, &full);
            tma_load_2d(b, &B, k * BLOCK, col, &full);
        }
        float both = sB[blockIdx.x * turns + k];
        float up = row < M ? sA[(size_t)k * M4 + row] * both : 0;
        float low = row + 8 < M ? sA[(size_t)k * M4 + row + 8] * both : 0;
        mbar_wait(&full, k % 2);
        multiply(part, a, b);
        wgmma_wait<0>();
        landed(part);
        promote(total, part, up, low);
        __syncthreads(); /* nobody's products read the tiles any more */
    }
    col += t % 4 * 2;
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
        int r = row + i / 2 % 2 * 8, c = col + i / 4 * 8;
        if (r < M && c < N)
            *(uint32_t *)(D + (size_t)r * N + c) = pack_bf16(total[i], total[i + 1]);
    }
}

/* ---- step 5: persistent, with roles ----------------------------------------------------------------------------- */

enum {
    BM = 128 * HALVES,
    BN = 128,
    TILE = (BM + BN) * ROW,
    SCALES = BM * 4,
    OUT = 64 * ROW,
    ROWS = GROUP / HALVES /* tile rows of a group */
};

/* Whose turn it is: the stage, and the parity of its phase. */
struct turn {
    int stage, parity;
};

static HOP void advance(turn &t)
{
    if (++t.stage == STAGES) {
        t.stage = 0;
        t.parity ^= 1;
    }
}

/* Stages in shared memory: tiles of A and B, and behind all of them the scales of A. */
struct ring {
    unsigned char *tile, *scales;
    uint64_t *full, *empty;
};

/* The tiles of a launch: units of CLUSTER tiles side by side, in groups of ROWS rows of units. */
struct tiles {
    int rows, cols, turns, wide, rank; /* wide: rows of scales of B */
};

static HOP tiles tiles_of(int M, int N, int K)
{
    int rank = CLUSTER > 1 ? (int)cluster_rank() : 0;
    return { (M + BM - 1) / BM, (N + CLUSTER * BN - 1) / (CLUSTER * BN), K / BLOCK, (N + BN - 1) / BN,
             rank };
}

static HOP void corner(const tiles &all, int unit, int *row, int *col)
{
    int group = unit / (ROWS * all.cols), in = unit % (ROWS * all.cols), high = min(all.rows - group * ROWS, +ROWS);
    *row = (group * ROWS + in % high) * BM;
    *col = (in / high * CLUSTER + all.rank) * BN;
}

/* 128 rows of A with their scales; in a pair of blocks for both. */
static HOP void load_rows(const tmap *A, const tmap *sA, unsigned char *to, unsigned char *scales, int k, int row,
                          uint64_t *full)
{
#if CLUSTER > 1
    tma_load_2d_multicast(to, A, k * BLOCK, row, full, 3);
    tma_load_2d_multicast(scales, sA, row, k, full, 3);
#else
    tma_load_2d(to, A, k * BLOCK, row, full);
    tma_load_2d(scales, sA, row, k, full);
#endif
}

static HOP void produce(const tmap *A, const tmap *sA, const tmap *B, const ring &r, const tiles &all)
{
    turn at = { 0, 0 };
    for (int unit = blockIdx.x / CLUSTER; unit < all.rows * all.cols; unit += gridDim.x / CLUSTER) {
        int row, col;
        corner(all, unit, &row, &col);
        for (int k = 0; k < all.turns; k++, advance(at)) {
            unsigned char *to = r.tile + at.stage * TILE, *scales = r.scales + at.stage * SCALES;
            uint64_t *full = &r.full[at.stage];
            mbar_wait(&r.empty[at.stage], at.parity ^ 1);
            mbar_arrive_expect(full, TILE + SCALES);
            for (int i = all.rank; i < HALVES; i += CLUSTER)
                load_rows(A, sA, to + i * 128 * ROW, scales + i * 512, k, row + i * 128, full);
            tma_load_2d(to + BM * ROW, B, k * BLOCK, col, full);
        }
    }
}

/* By each warp, which speaks for itself: in a pair to both blocks, since both write into this stage. */
static HOP void give_back(uint64_t *empty, int t)
{
#if CLUSTER > 1
    if (t % 32 < CLUSTER)
        mbar_arrive_at(empty, t % 32);
#else
    if (t % 32 == 0)
        mbar_arrive(empty);
#endif
}

/* 64 x 64 sums to `to`, as TMA wants them with its swizzle. */
static HOP void stage_out(unsigned char *to, const float *sum, int t)
{
    int lane = t % 32, row = t / 32 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const float *v = sum + 8 * j;
        stmatrix_x4(to + row * ROW + ((2 * j + lane / 16 ^ row % 8) << 4), pack_bf16(v[0], v[1]), pack_bf16(v[2], v[3]),
                    pack_bf16(v[4], v[5]), pack_bf16(v[6], v[7]));
    }
}

/* The sums of warpgroup w, HALVES times 64 x 128, in boxes of 64 x 64 through OUTS buffers. */
static HOP void store_tile(const tmap *D, unsigned char *out, const float *total, int row, int col, int w, int t)
{
#pragma unroll
    for (int c = 0; c < 2 * HALVES; c++) {
        unsigned char *to = out + c % OUTS * OUT;
        if (t == 0)
            bulk_wait_read<OUTS - 1>(); /* what was in this buffer has left */
        named_sync(1 + w, 128);
        stage_out(to, total + 32 * c, t);
        fence_proxy_async();
        named_sync(1 + w, 128);
        if (t == 0) {
            tma_store_2d(D, col + c % 2 * 64, row + c / 2 * 64, to);
            bulk_commit();
        }
    }
}

/* One stage: the products of each half, and their promotion. */
static HOP void multiply_stage(float (&total)[64 * HALVES], const ring &r, int stage, float both, int w, int t)
{
    const unsigned char *a = r.tile + stage * TILE + w * HALVES * 64 * ROW, *b = r.tile + stage * TILE + BM * ROW;
    const float *scale = (const float *)(r.scales + stage * SCALES) + w * HALVES * 64 + t / 32 * 16 + t % 32 / 4;
    float part[64], up[HALVES], low[HALVES];
#pragma unroll
    for (int h = 0; h < HALVES; h++) {
        up[h] = scale[64 * h] * both;
        low[h] = scale[64 * h + 8] * both;
    }
#pragma unroll
    for (int h = 0; h < HALVES; h++) {
#if TURNS
        named_sync(3 + w, 256);
#endif
        multiply(part, a + h * 64 * ROW, b);
#if TURNS
        named_arrive(3 + (w ^ 1), 256);
#endif
        wgmma_wait<0>();
        landed(part);
        if (h == HALVES - 1)
            give_back(&r.empty[stage], t);
        promote(total + 64 * h, part, up[h], low[h]);
    }
}

static HOP void consume(const tmap *D, const float *sB, const ring &r, const tiles &all, unsigned char *out, int w,
                        int t)
{
    turn at = { 0, 0 };
#if TURNS
    if (w == 1)
        named_arrive(3, 256); /* warpgroup 0 begins */
#endif
    for (int unit = blockIdx.x / CLUSTER; unit < all.rows * all.cols; unit += gridDim.x / CLUSTER) {
        int row, col;
        corner(all, unit, &row, &col);
        /* of a pair the right tile may lie outside of D: its sums are zeros, and nobody stores them */
        const float *scale = sB + min(col / BN, all.wide - 1) * all.turns;
        float total[64 * HALVES] = {}, next = scale[0];
        for (int k = 0; k < all.turns; k++, advance(at)) {
            float both = next;
            if (k + 1 < all.turns)
                next = scale[k + 1];
            mbar_wait(&r.full[at.stage], at.parity);
            multiply_stage(total, r, at.stage, both, w, t);
        }
        store_tile(D, out, total, row + 64 * HALVES * w, col, w, t);
    }
#if TURNS
    if (w == 0)
        named_sync(3, 256); /* the last turn that was handed over */
#endif
    if (t == 0)
        bulk_wait<0>();
}

extern "C" __global__ void __launch_bounds__(384, 1)
#if CLUSTER > 1
    __cluster_dims__(CLUSTER, 1, 1)
#endif
    gemm_fp8(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap sA,
             const __grid_constant__ tmap B, const float *sB, int M, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    unsigned char *scales = smem + STAGES * TILE, *out = scales + (STAGES * SCALES + 1023) / 1024 * 1024;
    uint64_t *bars = (uint64_t *)(out + 2 * OUTS * OUT);
    ring r = { smem, scales, bars, bars + STAGES };
    tiles all = tiles_of(M, N, K);
    int t = threadIdx.x % 128, group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            mbar_init(&r.full[i], 1);
            mbar_init(&r.empty[i], 8 * CLUSTER);
        }
        fence_mbar_init();
    }
    if (CLUSTER > 1)
        cluster_sync();
    else
        __syncthreads();
    if (group == 0) {
        setmaxnreg_dec<40>();
        if (t == 0)
            produce(&A, &sA, &B, r, all);
    } else {
        setmaxnreg_inc<232>();
        consume(&D, sB, r, all, out + (group - 1) * OUTS * OUT, group - 1, t);
    }
    if (CLUSTER > 1)
        cluster_sync(); /* the other block may still arrive at barriers of this one */
}
