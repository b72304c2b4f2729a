/*
 * opt_hopper.cu: the products of all experts in one launch, for bfloat16 on Hopper: w16-tma-wgmma-gemm's ring under a
 * queue of ragged tiles. No rung of this lab's ladder: its operands are tensor maps. hopper_bench.cu has the line that
 * builds it.
 *
 *     Y[t][:] = W[e] X[t][:]     tokens sorted by expert, those of expert e from off[e] to off[e + 1]
 *     X [T][K], W [E][N][K], Y [T][N] of bfloat16, sums in float; N and K multiples of 8, T is off[E]
 *
 * 1. The product is turned over: an expert's features are the 64 rows of a wgmma, tokens its columns. So a tile is 128
 *    features x 256 tokens, 1,408 features fill 11 of them without a rest, and a group's last tile, where few tokens
 *    are left, is narrower instructions: 64, 128 or both instead of 256. The way out through stmatrix turns it back.
 * 2. One map of X serves all groups: a tile's rows may run into the next group, whose columns are computed and dropped.
 *    W's map has three dimensions, so that features behind N are 0 and not the next expert's.
 * 3. Tiles are taken from a counter, in order: tiles differ in work, and nobody on the host knows their number. The
 *    producer finds group and place from off, and tells the consumers through two slots in shared memory.
 * 4. Whole boxes of 64 tokens leave by TMA; the last box of a group would write over its neighbour's rows and leaves by
 *    16 bytes a thread.
 */
#ifndef W23B_OPT_HOPPER
#define W23B_OPT_HOPPER

#include "../../labs/w16-tma-wgmma-gemm/lab.h"

namespace hopper {
#include "../w16-tma-wgmma-gemm/ref.cu"

enum { FEATURES = BM, TOKENS = BN, SLOTS = 2, BAND = 8, GROUPED_SMEM = HOP_SMEM };

/* A tile: its first token, the end of its group, its first feature, its expert; none is -1. */
struct job {
    int token, end, feature, expert;
};

/* Jobs on their way from the producer to the consumers. */
struct board {
    job *slot;
    uint64_t *full, *empty;
};

/* Experts in turn; `base` is the number of the expert's first tile. Numbers asked for only grow. */
struct walk {
    const int *off;
    int experts, columns, expert, base;
};

/* Tile number `tile`: in bands of BAND tiles of tokens, so that L2 holds what the tiles in flight share. */
static HOP job find(walk &at, int tile)
{
    for (; at.expert < at.experts; at.expert++) {
        int begin = at.off[at.expert], end = at.off[at.expert + 1];
        int rows = (end - begin + TOKENS - 1) / TOKENS, in = tile - at.base;
        if (in < rows * at.columns) {
            int band = in / (BAND * at.columns), high = min(rows - band * BAND, +BAND);
            in -= band * BAND * at.columns;
            return { begin + (band * BAND + in % high) * TOKENS, end, in / high * FEATURES, at.expert };
        }
        at.base += rows * at.columns;
    }
    return { 0, 0, 0, -1 };
}

static HOP void load_job(const tmap *X, const tmap *W, const ring &r, const job &j, int turns, turn &at)
{
    bool wide = j.end - j.token > TOKENS / 2;
    for (int k = 0; k < turns; k++, advance(at)) {
        unsigned char *to = r.stage + at.stage * STAGE, *x = to + FEATURES * ROW;
        uint64_t *full = &r.full[at.stage];
        mbar_wait(&r.empty[at.stage], at.parity ^ 1);
        mbar_arrive_expect(full, (FEATURES + (wide ? TOKENS : TOKENS / 2)) * ROW);
        tma_load_3d(to, W, k * BOX, j.feature, j.expert, full);
        tma_load_2d(x, X, k * BOX, j.token, full);
        if (wide)
            tma_load_2d(x + TOKENS / 2 * ROW, X, k * BOX, j.token + TOKENS / 2, full);
    }
}

/* queue[0] counts the tiles that were taken behind the first of each block, queue[1] the blocks that have left. The
 * last one puts both back to 0, where the next launch wants them. */
static HOP void produce_jobs(const tmap *X, const tmap *W, const ring &r, const board &b, walk at, int turns,
                             int *queue)
{
    turn stage = { 0, 0 };
    int tile = blockIdx.x;
    for (int n = 0;; n++) {
        int next = gridDim.x + atomicAdd(&queue[0], 1);
        job j = find(at, tile);
        mbar_wait(&b.empty[n % SLOTS], n / SLOTS % 2 ^ 1);
        b.slot[n % SLOTS] = j;
        mbar_arrive(&b.full[n % SLOTS]);
        if (j.expert < 0)
            break;
        load_job(X, W, r, j, turns, stage);
        tile = next;
    }
    __threadfence();
    if (atomicAdd(&queue[1], 1) == gridDim.x - 1)
        queue[0] = queue[1] = 0;
}

template <int WIDTH> static HOP void multiply_part(float (&sum)[128], const unsigned char *stage, int w, int k)
{
    uint64_t a = smem_desc(stage + w * 64 * ROW), b = smem_desc(stage + FEATURES * ROW);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (WIDTH == 256)
            wgmma_m64n256k16(sum, a + 2 * i, b + 2 * i, k | i);
        else if (WIDTH == 64)
            wgmma_m64n64k16(*(float(*)[32])sum, a + 2 * i, b + 2 * i, k | i);
        else
            wgmma_m64n128k16(*(float(*)[64])sum, a + 2 * i, b + 2 * i, k | i);
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (WIDTH == 192)
            wgmma_m64n64k16(*(float(*)[32])(sum + 64), a + 2 * i, b + 128 * ROW / 16 + 2 * i, k | i);
    wgmma_commit();
}

template <int WIDTH> static HOP void multiply_job(float (&sum)[128], const ring &r, turn &at, int turns, int w, int t)
{
    int before = 0;
    for (int k = 0; k < turns; k++, advance(at)) {
        mbar_wait(&r.full[at.stage], at.parity);
        multiply_part<WIDTH>(sum, r.stage + at.stage * STAGE, w, k);
        wgmma_wait<1>();
        if (k)
            give_back(&r.empty[before], t);
        before = at.stage;
    }
    wgmma_wait<0>();
    give_back(&r.empty[before], t);
}

HOP void stmatrix_x4_trans(void *row, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 [%0], {%1, %2, %3, %4};" ::"r"(smem_at(row)),
                 "r"(a), "r"(b), "r"(c), "r"(d)
                 : "memory");
}

/* Box c of a warpgroup's four, 64 features x 64 tokens of sums, as 64 rows of tokens with TMA's swizzle. */
static HOP void turn_out(unsigned char *to, const float *sum, int c, int t)
{
    int lane = t % 32, chunk = t / 32 * 2 + lane / 8 % 2;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
        const float *v = sum + 32 * c + 4 * j;
        int row = 8 * (j + lane / 16) + lane % 8;
        stmatrix_x4_trans(to + row * ROW + ((chunk ^ row % 8) << 4), pack(v[0], v[1]), pack(v[2], v[3]),
                          pack(v[4], v[5]), pack(v[6], v[7]));
    }
}

/* What an output box needs; `boxes` counts those of a warpgroup, which take two buffers in turn. */
struct outlet {
    const tmap *map;
    bf *Y;
    unsigned char *buffer;
    int N, boxes;
};

/* The rows of one box that are the group's own. */
static HOP void copy_rows(const outlet &o, const unsigned char *from, int token, int feature, int rows, int t)
{
    for (int i = t; i < rows * 8; i += 128) {
        int r = i / 8, c = i % 8, f = feature + 8 * c;
        if (f < o.N)
            *(uint4 *)(o.Y + (size_t)(token + r) * o.N + f) = *(const uint4 *)(from + r * ROW + ((c ^ r % 8) << 4));
    }
}

template <int WIDTH> static HOP void store_job(outlet &o, const float *sum, const job &j, int w, int t)
{
    int feature = j.feature + 64 * w;
#pragma unroll
    for (int c = 0; c < WIDTH / 64; c++) {
        int token = j.token + 64 * c, rows = j.end - token;
        if (rows <= 0)
            break;
        unsigned char *to = o.buffer + o.boxes++ % 2 * OUT;
        if (t == 0)
            bulk_wait_read<1>(); /* the box before the last has left this buffer */
        named_sync(1 + w, 128);
        turn_out(to, sum, c, t);
        fence_proxy_async();
        named_sync(1 + w, 128);
        if (rows < 64)
            copy_rows(o, to, token, feature, rows, t);
        else if (t == 0)
            tma_store_2d(o.map, feature, token, to);
        if (t == 0)
            bulk_commit(); /* also without a copy: the wait above counts boxes */
    }
}

template <int WIDTH>
static HOP void do_job(float (&sum)[128], outlet &o, const ring &r, turn &at, const job &j, int turns, int w, int t)
{
    multiply_job<WIDTH>(sum, r, at, turns, w, t);
    store_job<WIDTH>(o, sum, j, w, t);
}

static HOP void consume_jobs(outlet o, const ring &r, const board &b, int turns, int w, int t)
{
    float sum[128];
    turn at = { 0, 0 };
    for (int n = 0;; n++) {
        mbar_wait(&b.full[n % SLOTS], n / SLOTS % 2);
        job j = b.slot[n % SLOTS];
        __syncwarp();
        if (t % 32 == 0)
            mbar_arrive(&b.empty[n % SLOTS]);
        if (j.expert < 0)
            break;
        int tokens = j.end - j.token;
        if (tokens > 192)
            do_job<256>(sum, o, r, at, j, turns, w, t);
        else if (tokens > 128)
            do_job<192>(sum, o, r, at, j, turns, w, t);
        else if (tokens > 64)
            do_job<128>(sum, o, r, at, j, turns, w, t);
        else
            do_job<64>(sum, o, r, at, j, turns, w, t);
    }
    if (t == 0)
        bulk_wait<0>();
}

/* Any number of blocks. Boxes are 64 elements wide: X and W 128 rows (of W one expert's), Y 64 rows. */
extern "C" __global__ void __launch_bounds__(384, 1)
    grouped_hop(const __grid_constant__ tmap Ymap, const __grid_constant__ tmap X, const __grid_constant__ tmap W,
                bf *Y, const int *off, int *queue, int E, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    unsigned char *out = smem + STAGES * STAGE;
    uint64_t *bars = (uint64_t *)(out + 4 * OUT);
    ring r = { smem, bars, bars + STAGES };
    board b = { (job *)(bars + 2 * STAGES + 2 * SLOTS), bars + 2 * STAGES, bars + 2 * STAGES + SLOTS };
    int t = threadIdx.x % 128, group = threadIdx.x / 128, turns = (K + BOX - 1) / BOX;
    if (threadIdx.x == 0)
        for (int i = 0; i < SLOTS; i++) {
            mbar_init(&b.full[i], 1);
            mbar_init(&b.empty[i], 8);
        }
    ring_init(r, 8);
    __syncthreads();
    if (group == 0) {
        setmaxnreg_dec<40>();
        if (t == 0)
            produce_jobs(&X, &W, r, b, { off, E, (N + FEATURES - 1) / FEATURES, 0, 0 }, turns, queue);
    } else {
        setmaxnreg_inc<232>();
        consume_jobs({ &Ymap, Y, out + (group - 1) * 2 * OUT, N, 0 }, r, b, turns, group - 1, t);
    }
}
}

#endif
