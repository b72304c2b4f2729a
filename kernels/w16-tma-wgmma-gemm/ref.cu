/*
 * ref.cu: the reference. Its last kernel is as fast as cuBLAS on an H200 (bench.cu): 128 x 256 tiles, of which two
 * warpgroups hold 64 x 256 sums each, four stages of 48 KiB, and a producer that is as far ahead as the ring has room.
 * One group of products stays in flight while the next stage is waited for, so a stage is given back one turn late.
 * Tiles are taken in groups of 16 tile rows, whose operands L2 still holds. D leaves through shared memory and TMA, two
 * buffers a warpgroup, while the next tile's products run.
 *
 * STAGES and CLUSTER are for the other rungs: naive.cu has one stage, opt.cu pairs of blocks that share Bt.
 */
#include "lab.h"

#ifndef STAGES
#define STAGES 4
#endif
#ifndef CLUSTER
#define CLUSTER 1
#endif

typedef __nv_bfloat16 bf;
enum { BOX = 64, ROW = 128 }; /* columns of a box, and their bytes */

static HOP uint32_t pack(float lo, float hi)
{
    __nv_bfloat162 v = __floats2bfloat162_rn(lo, hi);
    return *(uint32_t *)&v;
}

/* One barrier that one arrival ends, ready for all threads of the block. */
static HOP void init_one(uint64_t *bar)
{
    if (threadIdx.x == 0) {
        mbar_init(bar, 1);
        fence_mbar_init();
    }
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(128) tma_tile(const __grid_constant__ tmap X, bf *Y, int M, int N)
{
    __shared__ __align__(1024) unsigned char box[BOX * ROW];
    __shared__ uint64_t full;
    int x = blockIdx.x * BOX, y = blockIdx.y * BOX, width = (N + BOX - 1) / BOX * BOX;
    init_one(&full);
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, sizeof box);
        tma_load_2d(box, &X, x, y, &full);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < BOX * ROW / 16; i += 128) {
        int r = i / 8, c = i % 8;
        *(uint4 *)(Y + (size_t)(y + r) * width + x + 8 * c) = *(const uint4 *)(box + r * ROW + ((c ^ r % 8) << 4));
    }
}

extern "C" __global__ void __launch_bounds__(128)
    wgmma_tile(float *C, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt)
{
    __shared__ __align__(1024) unsigned char a[BOX * ROW], b[BOX * ROW];
    __shared__ uint64_t full;
    int t = threadIdx.x, row = blockIdx.x * 64 + t / 32 * 16 + t % 32 / 4;
    float sum[32];
    init_one(&full);
    if (t == 0) {
        mbar_arrive_expect(&full, sizeof a + sizeof b);
        tma_load_2d(a, &A, 0, blockIdx.x * 64, &full);
        tma_load_2d(b, &Bt, 0, 0, &full);
    }
    mbar_wait(&full, 0);
    wgmma_fence();
#pragma unroll
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), k);
    wgmma_commit();
    wgmma_wait<0>();
#pragma unroll
    for (int i = 0; i < 32; i += 2)
        *(float2 *)(C + (size_t)(row + i / 2 % 2 * 8) * 64 + i / 4 * 8 + t % 4 * 2) = make_float2(sum[i], sum[i + 1]);
}

/* The sums of a warpgroup, 64 x 128, to D where D has such elements. */
static HOP void store_sums(bf *D, int M, int N, int row, int col, const float *sum, int t)
{
    row += t / 32 * 16 + t % 32 / 4;
    col += t % 4 * 2;
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
        int r = row + i / 2 % 2 * 8, c = col + i / 4 * 8;
        if (r < M && c < N)
            *(uint32_t *)(D + (size_t)r * N + c) = pack(sum[i], sum[i + 1]);
    }
}

extern "C" __global__ void __launch_bounds__(128)
    gemm_single(bf *D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M, int N, int K)
{
    __shared__ __align__(1024) unsigned char a[64 * ROW], b[128 * ROW];
    __shared__ uint64_t full;
    int row = blockIdx.y * 64, col = blockIdx.x * 128, turns = (K + BOX - 1) / BOX;
    float sum[64];
    init_one(&full);
    for (int turn = 0; turn < turns; turn++) {
        if (threadIdx.x == 0) {
            mbar_arrive_expect(&full, sizeof a + sizeof b);
            tma_load_2d(a, &A, turn * BOX, row, &full);
            tma_load_2d(b, &Bt, turn * BOX, col, &full);
        }
        mbar_wait(&full, turn % 2);
        wgmma_fence();
#pragma unroll
        for (int k = 0; k < 4; k++)
            wgmma_m64n128k16(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), turn | k);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads(); /* nobody's products read the tiles any more */
    }
    store_sums(D, M, N, row, col, sum, threadIdx.x);
}

/* ---- the ring --------------------------------------------------------------------------------------------------- */

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

/* The barriers of a ring behind its stages: a stage is full by one arrival and its bytes, empty by `arrivals`. */
struct ring {
    unsigned char *stage;
    uint64_t *full, *empty;
};

static HOP void ring_init(const ring &r, int arrivals)
{
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            mbar_init(&r.full[i], 1);
            mbar_init(&r.empty[i], arrivals);
        }
        fence_mbar_init();
    }
}

enum { RING_STAGE = 2 * 128 * ROW };

extern "C" __global__ void __launch_bounds__(160)
    gemm_ring(bf *D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    ring r = { smem, (uint64_t *)(smem + STAGES * RING_STAGE), (uint64_t *)(smem + STAGES * RING_STAGE) + STAGES };
    int row = blockIdx.y * 128, col = blockIdx.x * 128, turns = (K + BOX - 1) / BOX, t = threadIdx.x;
    turn at = { 0, 0 };
    ring_init(r, 4);
    __syncthreads();
    if (t >= 128) {
        for (int k = 0; k < turns && t == 128; k++, advance(at)) {
            unsigned char *to = r.stage + at.stage * RING_STAGE;
            mbar_wait(&r.empty[at.stage], at.parity ^ 1);
            mbar_arrive_expect(&r.full[at.stage], RING_STAGE);
            tma_load_2d(to, &A, k * BOX, row, &r.full[at.stage]);
            tma_load_2d(to + 128 * ROW, &Bt, k * BOX, col, &r.full[at.stage]);
        }
        return;
    }
    float upper[64], lower[64];
    for (int k = 0; k < turns; k++, advance(at)) {
        unsigned char *a = r.stage + at.stage * RING_STAGE, *b = a + 128 * ROW;
        mbar_wait(&r.full[at.stage], at.parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 4; i++) {
            wgmma_m64n128k16(upper, smem_desc(a + 32 * i), smem_desc(b + 32 * i), k | i);
            wgmma_m64n128k16(lower, smem_desc(a + 64 * ROW + 32 * i), smem_desc(b + 32 * i), k | i);
        }
        wgmma_commit();
        wgmma_wait<0>();
        if (t % 32 == 0)
            mbar_arrive(&r.empty[at.stage]);
    }
    store_sums(D, M, N, row, col, upper, t);
    store_sums(D, M, N, row + 64, col, lower, t);
}

/* ---- persistent, with roles ------------------------------------------------------------------------------------- */

enum { BM = 128, BN = 256, STAGE = (BM + BN) * ROW, OUT = 64 * ROW, GROUP = 16 / CLUSTER };

/* The tiles of a launch: units of CLUSTER tiles, one below the other, in groups of GROUP rows of units. */
struct tiles {
    int rows, cols, turns, rank;
};

static HOP tiles tiles_of(int M, int N, int K)
{
    int rank = CLUSTER > 1 ? (int)cluster_rank() : 0;
    return { (M + CLUSTER * BM - 1) / (CLUSTER * BM), (N + BN - 1) / BN, (K + BOX - 1) / BOX, rank };
}

static HOP void corner(const tiles &all, int unit, int *row, int *col)
{
    int group = unit / (GROUP * all.cols), in = unit % (GROUP * all.cols), high = min(all.rows - group * GROUP, +GROUP);
    *row = ((group * GROUP + in % high) * CLUSTER + all.rank) * BM;
    *col = in / high * BN;
}

/* A's 128 rows and Bt's 256; in a pair of blocks each loads half of Bt's, for both. */
static HOP void load_stage(const tmap *A, const tmap *Bt, unsigned char *to, int k, int row, int col, int rank,
                           uint64_t *full)
{
    unsigned char *b = to + BM * ROW;
    mbar_arrive_expect(full, STAGE);
    tma_load_2d(to, A, k, row, full);
#if CLUSTER > 1
    tma_load_2d_multicast(b + rank * 128 * ROW, Bt, k, col + rank * 128, full, 3);
#else
    tma_load_2d(b, Bt, k, col, full);
    tma_load_2d(b + 128 * ROW, Bt, k, col + 128, full);
#endif
}

static HOP void produce(const tmap *A, const tmap *Bt, const ring &r, const tiles &all)
{
    turn at = { 0, 0 };
    for (int unit = blockIdx.x / CLUSTER; unit < all.rows * all.cols; unit += gridDim.x / CLUSTER) {
        int row, col;
        corner(all, unit, &row, &col);
        for (int k = 0; k < all.turns; k++, advance(at)) {
            mbar_wait(&r.empty[at.stage], at.parity ^ 1);
            load_stage(A, Bt, r.stage + at.stage * STAGE, k * BOX, row, col, all.rank, &r.full[at.stage]);
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

/* How sums become elements of D: rounded, and nothing else. */
struct Identity {
    HOP void begin(int, int)
    {
    }
    HOP uint32_t round(int, float lo, float hi) const
    {
        return pack(lo, hi);
    }
};

/* Box c of a warpgroup's four, 64 x 64 sums, into `to`, as TMA wants them with its swizzle. */
template <class Epilogue>
static HOP void stage_out(unsigned char *to, const float *sum, int c, int t, const Epilogue &end)
{
    int lane = t % 32, row = t / 32 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const float *v = sum + 32 * c + 8 * j;
        int chunk = 2 * j + lane / 16, eight = 8 * c + 2 * j;
        stmatrix_x4(to + row * ROW + ((chunk ^ row % 8) << 4), end.round(eight, v[0], v[1]),
                    end.round(eight, v[2], v[3]), end.round(eight + 1, v[4], v[5]), end.round(eight + 1, v[6], v[7]));
    }
}

/* The sums of warpgroup w, 64 x 256, in four boxes through two buffers. */
template <class Epilogue>
static HOP void store_tile(const tmap *D, unsigned char *out, const float *sum, int row, int col, int w, int t,
                           const Epilogue &end)
{
#pragma unroll
    for (int c = 0; c < 4; c++) {
        unsigned char *to = out + c % 2 * OUT;
        if (t == 0)
            bulk_wait_read<1>(); /* the box before the last has left this buffer */
        named_sync(1 + w, 128);
        stage_out(to, sum, c, t, end);
        fence_proxy_async();
        named_sync(1 + w, 128);
        if (t == 0) {
            tma_store_2d(D, col + c * BOX, row, to);
            bulk_commit();
        }
    }
}

static HOP void multiply(float (&sum)[128], const unsigned char *stage, int w, int k)
{
    uint64_t a = smem_desc(stage + w * 64 * ROW), b = smem_desc(stage + BM * ROW);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n256k16(sum, a + 2 * i, b + 2 * i, k | i); /* 32 bytes on: an address counts 16 */
    wgmma_commit();
}

/* `end` is told the first column of a tile before its products, and rounds its sums behind them. */
template <class Epilogue>
static HOP void consume(const tmap *D, const ring &r, const tiles &all, unsigned char *out, int w, int t, Epilogue end)
{
    float sum[128];
    turn at = { 0, 0 };
    for (int unit = blockIdx.x / CLUSTER; unit < all.rows * all.cols; unit += gridDim.x / CLUSTER) {
        int row, col, before = 0;
        corner(all, unit, &row, &col);
        end.begin(col, t);
        for (int k = 0; k < all.turns; k++, advance(at)) {
            mbar_wait(&r.full[at.stage], at.parity);
            multiply(sum, r.stage + at.stage * STAGE, w, k);
            if (STAGES > 1) {
                wgmma_wait<1>();
                if (k)
                    give_back(&r.empty[before], t);
                before = at.stage;
            } else {
                wgmma_wait<0>();
                give_back(&r.empty[at.stage], t);
            }
        }
        wgmma_wait<0>();
        if (STAGES > 1)
            give_back(&r.empty[before], t);
        store_tile(D, out, sum, row + 64 * w, col, w, t, end);
    }
    if (t == 0)
        bulk_wait<0>();
}

template <class Epilogue>
static HOP void product(unsigned char *smem, const tmap *D, const tmap *A, const tmap *Bt, int M, int N, int K,
                        Epilogue end)
{
    unsigned char *out = smem + STAGES * STAGE;
    uint64_t *bars = (uint64_t *)(out + 4 * OUT);
    ring r = { smem, bars, bars + STAGES };
    tiles all = tiles_of(M, N, K);
    int t = threadIdx.x % 128, group = threadIdx.x / 128;
    ring_init(r, 8 * CLUSTER);
    if (CLUSTER > 1)
        cluster_sync();
    else
        __syncthreads();
    if (group == 0) {
        setmaxnreg_dec<24>();
        if (t == 0)
            produce(A, Bt, r, all);
    } else {
        setmaxnreg_inc<240>();
        consume(D, r, all, out + (group - 1) * 2 * OUT, group - 1, t, end);
    }
    if (CLUSTER > 1)
        cluster_sync(); /* the other block may still arrive at barriers of this one */
}

extern "C" __global__ void __launch_bounds__(384, 1)
#if CLUSTER > 1
    __cluster_dims__(CLUSTER, 1, 1)
#endif
    gemm_hop(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M,
             int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    product(smem, &D, &A, &Bt, M, N, K, Identity());
}
