/*
 * ref.cu: the reference. flash_hop has a ring of five tiles of 32 KiB, K and V in the order in which they are needed:
 * K, K, V, K, V, ..., V. A warpgroup asks for the scores of the next tile and for the output of this one in one breath,
 * folds the scores while the output is still under way, and hands the tensor cores to the other warpgroup meanwhile.
 *
 * Tiles of keys are taken from the last one down: only the first of them needs a mask, every row sees a key of it, and
 * so no maximum is ever -infinity after it.
 *
 * flash_fp8 has the same loop on bytes. A right operand of bytes goes along its rows only, so three warps turn V's
 * tiles over, and change the order of the keys on the way: the sums of the first product are then the left operand of
 * the second without an exchange between lanes.
 */
#include "lab.h"

#ifndef GROUP
#define GROUP 16 /* heads whose keys and values L2 should hold at a time, under a causal mask */
#endif

typedef __nv_bfloat16 bf;
enum { ROW = 128, QBOX = 64 * ROW, BOX = KEYS * ROW, TILE = 2 * BOX }; /* bytes: of a row, a box of Q, of K, a tile */
static constexpr float LOG2_E = 1.44269504088896f, LN_2 = 0.693147180559945f;

/* ---- barriers and rings ----------------------------------------------------------------------------------------- */

/* Whose turn it is in a ring: the stage, and the parity of its phase. */
struct turn {
    int stage, parity;
};

static HOP void advance(turn &t, int stages)
{
    if (++t.stage == stages) {
        t.stage = 0;
        t.parity ^= 1;
    }
}

struct ring {
    unsigned char *stage;
    uint64_t *full, *empty;
};

/* One thread. A stage is full by `filled` arrivals and their bytes, empty by `emptied`. */
static HOP void ring_init(const ring &r, int stages, int filled, int emptied)
{
    for (int i = 0; i < stages; i++) {
        mbar_init(&r.full[i], filled);
        mbar_init(&r.empty[i], emptied);
    }
}

/* By each warp, which speaks for itself. */
static HOP void give_back(uint64_t *empty, int t)
{
    if (t % 32 == 0)
        mbar_arrive(empty);
}

/* 64 rows of Q, two boxes side by side; a tile of K or V likewise. The bytes have been announced. */
static HOP void load_rows(unsigned char *to, const tmap *m, int row, int head, int box, uint64_t *full)
{
    tma_load_3d(to, m, 0, row, head, full);
    tma_load_3d(to + box, m, 64, row, head, full);
}

/* ---- the rows of a warpgroup ------------------------------------------------------------------------------------ */

/* A thread has rows t/32*16 + t%32/4 and + 8: their maximum in powers of two, its own part of the sum of weights. */
struct rows {
    float m[2], l[2];
};

static HOP void rows_init(rows &w, float (&o)[64])
{
    w.m[0] = w.m[1] = -INFINITY;
    w.l[0] = w.l[1] = 0;
#pragma unroll
    for (int i = 0; i < 64; i++)
        o[i] = 0;
}

/* Keys that row i sees: the first ones. */
static HOP int visible(int i, int S, int causal)
{
    return causal ? min(i + 1, S) : S;
}

/* Scores of keys that a row does not see; `row` is the thread's upper one, `key` the tile's first. */
static HOP void hide(float (&s)[64], int row, int key, int S, int causal, int t)
{
    int seen[2] = { visible(row, S, causal) - key, visible(row + 8, S, causal) - key };
    if (min(seen[0], seen[1]) >= KEYS)
        return;
#pragma unroll
    for (int i = 0; i < 64; i++)
        if (i / 4 * 8 + t % 4 * 2 + i % 2 >= seen[i / 2 % 2])
            s[i] = -INFINITY;
}

/* The largest score of each of a thread's two rows, by four chains that do not wait for each other. */
static HOP void tops(float (&top)[2], const float (&s)[64])
{
#pragma unroll
    for (int h = 0; h < 2; h++) {
        float a[4] = { s[2 * h], s[2 * h + 1], s[2 * h + 4], s[2 * h + 5] };
#pragma unroll
        for (int i = 8; i < 64; i += 8)
#pragma unroll
            for (int e = 0; e < 4; e++)
                a[e] = fmaxf(a[e], s[i + e / 2 * 4 + 2 * h + e % 2]);
        top[h] = fmaxf(fmaxf(a[0], a[1]), fmaxf(a[2], a[3]));
    }
#pragma unroll
    for (int lane = 1; lane < 4; lane *= 2) /* four lanes share a row */
#pragma unroll
        for (int h = 0; h < 2; h++)
            top[h] = fmaxf(top[h], __shfl_xor_sync(~0u, top[h], lane));
}

/* Scores to weights, times 2^shift; c turns a score into a power of two. alpha is what older sums are to be multiplied
 * by. */
static HOP void fold(float (&s)[64], rows &w, float (&alpha)[2], float c, float shift)
{
    float top[2], sum[4] = { 0, 0, 0, 0 };
    tops(top, s);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        top[h] = fmaxf(w.m[h], top[h] * c);
        alpha[h] = exp2_fast(w.m[h] - top[h]);
        w.m[h] = top[h];
        top[h] -= shift;
    }
#pragma unroll
    for (int i = 0; i < 64; i++)
        sum[i % 4] += s[i] = exp2_fast(s[i] * c - top[i / 2 % 2]);
#pragma unroll
    for (int h = 0; h < 2; h++)
        w.l[h] = w.l[h] * alpha[h] + (sum[2 * h] + sum[2 * h + 1]);
}

static HOP void rescale(float (&o)[64], const float (&alpha)[2])
{
#pragma unroll
    for (int i = 0; i < 64; i++)
        o[i] *= alpha[i / 2 % 2];
}

/* Weights as left operand: of 16 keys four registers. */
static HOP void pack_weights(uint32_t (&p)[32], const float (&s)[64])
{
#pragma unroll
    for (int i = 0; i < 32; i++)
        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);
}

/* The sum over a row's lanes; o divided by it. */
static HOP void finish(rows &w, float (&o)[64], float scale)
{
    float inverse[2];
#pragma unroll
    for (int h = 0; h < 2; h++) {
        w.l[h] += __shfl_xor_sync(~0u, w.l[h], 1);
        w.l[h] += __shfl_xor_sync(~0u, w.l[h], 2);
        inverse[h] = scale / w.l[h];
    }
    rescale(o, inverse);
}

/* 64 x 128 of O into shared memory, two boxes, as TMA wants them with its swizzle. */
static HOP void stage_out(unsigned char *to, const float (&o)[64], int t)
{
    int lane = t % 32, row = t / 32 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 8; j++) {
        const float *v = o + 8 * j;
        int chunk = 2 * (j % 4) + lane / 16;
        stmatrix_x4(to + j / 4 * QBOX + row * ROW + ((chunk ^ row % 8) << 4), pack_bf16(v[0], v[1]),
                    pack_bf16(v[2], v[3]), pack_bf16(v[4], v[5]), pack_bf16(v[6], v[7]));
    }
}

/* The rows of a warpgroup, `row` the first of them, to memory by way of `out`; barrier `id` is the warpgroup's. */
static HOP void store_rows(const tmap *O, float *LSE, unsigned char *out, const rows &w, const float (&o)[64], int row,
                           int head, int S, float shift, int id, int t)
{
    int mine = row + t / 32 * 16 + t % 32 / 4;
    if (t == 0)
        bulk_wait_read<0>(); /* what left from here before has been read */
    named_sync(id, 128);
    stage_out(out, o, t);
    fence_proxy_async();
    named_sync(id, 128);
    if (t == 0) {
        tma_store_3d(O, 0, row, head, out);
        tma_store_3d(O, 64, row, head, out + QBOX);
        bulk_commit();
    }
#pragma unroll
    for (int h = 0; h < 2; h++)
        if (t % 4 == 0 && mine + 8 * h < S)
            LSE[(size_t)head * S + mine + 8 * h] = (w.m[h] - shift + log2f(w.l[h])) * LN_2;
}

/* ---- products --------------------------------------------------------------------------------------------------- */

/* s = 64 rows of Q times a tile of K; started, not waited for. */
static HOP void scores(float (&s)[64], const unsigned char *q, const unsigned char *k)
{
#pragma unroll
    for (int i = 0; i < 8; i++)
        wgmma_m64n128k16(s, smem_desc(q + i / 4 * QBOX + i % 4 * 32), smem_desc(k + i / 4 * BOX + i % 4 * 32), i);
    wgmma_commit();
}

/* o += weights times a tile of V, 16 keys a step: a row of V is a row of the operand. */
static HOP void output(float (&o)[64], const uint32_t (&p)[32], const unsigned char *v)
{
#pragma unroll
    for (int i = 0; i < 8; i++)
        wgmma_rs_m64n128k16(o, p + 4 * i, smem_desc_rows(v + i * 16 * ROW, BOX));
    wgmma_commit();
}

/* ---- step 1 ----------------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(128)
    two_products(float *C, const __grid_constant__ tmap Q, const __grid_constant__ tmap K,
                 const __grid_constant__ tmap V, int S)
{
    __shared__ __align__(1024) unsigned char q[QBOX], k[QBOX], v[QBOX];
    __shared__ uint64_t full;
    int t = threadIdx.x, row = blockIdx.x * 64, head = blockIdx.y;
    float s[32], c[32];
    uint32_t p[16];
    if (t == 0) {
        mbar_init(&full, 1);
        fence_mbar_init();
    }
    __syncthreads();
    if (t == 0) {
        mbar_arrive_expect(&full, 3 * QBOX);
        tma_load_3d(q, &Q, 0, row, head, &full);
        tma_load_3d(k, &K, 0, 0, head, &full);
        tma_load_3d(v, &V, 0, 0, head, &full);
    }
    mbar_wait(&full, 0);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n64k16(s, smem_desc(q + 32 * i), smem_desc(k + 32 * i), i);
    wgmma_commit();
    wgmma_wait<0>();
#pragma unroll
    for (int i = 0; i < 32; i++)
        c[i] = 0;
#pragma unroll
    for (int i = 0; i < 16; i++)
        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_rs_m64n64k16(c, p + 4 * i, smem_desc_rows(v + i * 16 * ROW, QBOX));
    wgmma_commit();
    wgmma_wait<0>();
    float *to = C + ((size_t)head * S + row + t / 32 * 16 + t % 32 / 4) * 64 + t % 4 * 2;
#pragma unroll
    for (int i = 0; i < 32; i += 2)
        *(float2 *)(to + i / 2 % 2 * 8 * 64 + i / 4 * 8) = make_float2(c[i], c[i + 1]);
}

/* ---- step 2 ----------------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(128)
    flash_sync(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
               const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group, float scale,
               int causal)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    unsigned char *q = smem, *k = smem + 2 * QBOX, *v = k + TILE;
    uint64_t *full = (uint64_t *)(v + TILE);
    int t = threadIdx.x, row = blockIdx.x * 64, head = blockIdx.y, kv = head / group;
    int tiles = (visible(row + 63, S, causal) + KEYS - 1) / KEYS, mine = row + t / 32 * 16 + t % 32 / 4;
    float c = scale * LOG2_E, s[64], o[64], alpha[2];
    uint32_t p[32];
    rows w;
    if (t == 0) {
        mbar_init(full, 1);
        fence_mbar_init();
    }
    __syncthreads();
    rows_init(w, o);
    for (int turn = 0; turn < tiles; turn++) {
        int key = (tiles - 1 - turn) * KEYS;
        if (t == 0) {
            mbar_arrive_expect(full, 2 * TILE + (turn ? 0 : 2 * QBOX));
            if (turn == 0)
                load_rows(q, &Q, row, head, QBOX, full);
            load_rows(k, &K, key, kv, BOX, full);
            load_rows(v, &V, key, kv, BOX, full);
        }
        mbar_wait(full, turn % 2);
        wgmma_fence();
        scores(s, q, k);
        wgmma_wait<0>();
        hide(s, mine, key, S, causal, t);
        fold(s, w, alpha, c, 0);
        rescale(o, alpha);
        pack_weights(p, s);
        wgmma_fence();
        output(o, p, v);
        wgmma_wait<0>();
        __syncthreads(); /* nobody's products read the tiles any more */
    }
    finish(w, o, 1);
    store_rows(&O, LSE, q, w, o, row, head, S, 0, 1, t);
    if (t == 0)
        bulk_wait<0>();
}

/* ---- step 3 ----------------------------------------------------------------------------------------------------- */

enum { RING = 2 };

extern "C" __global__ void __launch_bounds__(384, 1)
    flash_ring(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
               const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group, float scale,
               int causal)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    uint64_t *bars = (uint64_t *)(smem + 4 * QBOX + RING * 2 * TILE), *q_full = bars + 2 * RING;
    ring r = { smem + 4 * QBOX, bars, bars + RING };
    int t = threadIdx.x % 128, g = threadIdx.x / 128 - 1, head = blockIdx.y, kv = head / group;
    int x = causal ? gridDim.x - 1 - blockIdx.x : blockIdx.x, first = x * 128; /* with a mask the longest begin */
    int tiles = (visible(first + 127, S, causal) + KEYS - 1) / KEYS;
    turn at = { 0, 0 };
    if (threadIdx.x == 0) {
        ring_init(r, RING, 1, 8);
        mbar_init(q_full, 1);
        fence_mbar_init();
    }
    __syncthreads();
    if (g < 0) {
        setmaxnreg_dec<24>();
        if (t == 0) {
            mbar_arrive_expect(q_full, 4 * QBOX);
            load_rows(smem, &Q, first, head, QBOX, q_full);
            load_rows(smem + 2 * QBOX, &Q, first + 64, head, QBOX, q_full);
        }
        for (int j = tiles - 1; j >= 0 && t == 0; j--, advance(at, RING)) {
            unsigned char *to = r.stage + at.stage * 2 * TILE;
            mbar_wait(&r.empty[at.stage], at.parity ^ 1);
            mbar_arrive_expect(&r.full[at.stage], 2 * TILE);
            load_rows(to, &K, j * KEYS, kv, BOX, &r.full[at.stage]);
            load_rows(to + TILE, &V, j * KEYS, kv, BOX, &r.full[at.stage]);
        }
        return;
    }
    setmaxnreg_inc<240>();
    unsigned char *q = smem + g * 2 * QBOX;
    int row = first + g * 64, mine = row + t / 32 * 16 + t % 32 / 4;
    float c = scale * LOG2_E, s[64], o[64], alpha[2];
    uint32_t p[32];
    rows w;
    rows_init(w, o);
    mbar_wait(q_full, 0);
    for (int j = tiles - 1; j >= 0; j--, advance(at, RING)) {
        unsigned char *k = r.stage + at.stage * 2 * TILE;
        mbar_wait(&r.full[at.stage], at.parity);
        wgmma_fence();
        scores(s, q, k);
        wgmma_wait<0>();
        hide(s, mine, j * KEYS, S, causal, t);
        fold(s, w, alpha, c, 0);
        rescale(o, alpha);
        pack_weights(p, s);
        wgmma_fence();
        output(o, p, k + TILE);
        wgmma_wait<0>();
        give_back(&r.empty[at.stage], t);
    }
    finish(w, o, 1);
    store_rows(&O, LSE, q, w, o, row, head, S, 0, 1 + g, t);
    if (t == 0)
        bulk_wait<0>();
}

/* ---- persistent, with roles ------------------------------------------------------------------------------------- */

/* All 128 rows of all heads of a launch. */
struct work {
    int S, heads, group, causal, high; /* high: blocks of 128 rows of a head */
};

/* The n-th piece of this block, or none: 0. Rounds go to and fro: after the longest of a round comes the shortest. */
static HOP int piece(const work &all, int n, int *x, int *head)
{
    int g = gridDim.x, u = n * g + (n % 2 ? g - 1 - blockIdx.x : blockIdx.x);
    if (u >= all.high * all.heads)
        return 0;
    if (all.causal) { /* the longest first, in groups of heads */
        int of = u / (GROUP * all.high), in = u % (GROUP * all.high), wide = min(all.heads - of * GROUP, +GROUP);
        *x = all.high - 1 - in / wide;
        *head = of * GROUP + in % wide;
    } else {
        *x = u % all.high;
        *head = u / all.high;
    }
    return 1;
}

static HOP int tiles_of(const work &all, int x)
{
    return (visible(x * 128 + 127, all.S, all.causal) + KEYS - 1) / KEYS;
}

enum { SLOTS = 5, TAKE_TURNS = 1, OWN = 4 }; /* tiles in the ring; the first ids of named barriers, two of each */

struct hop {
    ring r;
    unsigned char *q, *out;
    uint64_t *q_full, *q_empty;
};

static HOP void load_tile(const hop &b, turn &at, const tmap *m, int j, int kv)
{
    mbar_wait(&b.r.empty[at.stage], at.parity ^ 1);
    mbar_arrive_expect(&b.r.full[at.stage], TILE);
    load_rows(b.r.stage + at.stage * TILE, m, j * KEYS, kv, BOX, &b.r.full[at.stage]);
    advance(at, SLOTS);
}

static HOP void produce(const tmap *Q, const tmap *K, const tmap *V, const hop &b, const work &all)
{
    turn at = { 0, 0 };
    for (int n = 0, x, head; piece(all, n, &x, &head); n++) {
        int kv = head / all.group, j = tiles_of(all, x) - 1;
        load_tile(b, at, K, j, kv);
        mbar_wait(b.q_empty, n % 2 ^ 1);
        mbar_arrive_expect(b.q_full, 4 * QBOX);
        load_rows(b.q, Q, x * 128, head, QBOX, b.q_full);
        load_rows(b.q + 2 * QBOX, Q, x * 128 + 64, head, QBOX, b.q_full);
        for (; j > 0; j--) {
            load_tile(b, at, K, j - 1, kv);
            load_tile(b, at, V, j, kv);
        }
        load_tile(b, at, V, 0, kv);
    }
}

static HOP void consume(const tmap *O, float *LSE, const hop &b, const work &all, float c, int g, int t)
{
    unsigned char *q = b.q + g * 2 * QBOX, *out = b.out + g * 2 * QBOX;
    float s[64], o[64], alpha[2];
    uint32_t p[32];
    turn at = { 0, 0 };
    if (g == 1)
        named_arrive(TAKE_TURNS, 256); /* warpgroup 0 begins */
    for (int n = 0, x, head; piece(all, n, &x, &head); n++) {
        int row = x * 128 + g * 64, j = tiles_of(all, x) - 1;
        rows w;
        rows_init(w, o);
        mbar_wait(b.q_full, n % 2);
        mbar_wait(&b.r.full[at.stage], at.parity);
        named_sync(TAKE_TURNS + g, 256);
        wgmma_fence();
        scores(s, q, b.r.stage + at.stage * TILE);
        named_arrive(TAKE_TURNS + (g ^ 1), 256);
        wgmma_wait<0>();
        give_back(&b.r.empty[at.stage], t);
        advance(at, SLOTS);
        hide(s, row + t / 32 * 16 + t % 32 / 4, j * KEYS, all.S, all.causal, t);
        fold(s, w, alpha, c, 0);
        pack_weights(p, s);
        for (; j > 0; j--) {
            turn v = at;
            advance(v, SLOTS);
            mbar_wait(&b.r.full[at.stage], at.parity);
            named_sync(TAKE_TURNS + g, 256);
            wgmma_fence();
            scores(s, q, b.r.stage + at.stage * TILE);
            mbar_wait(&b.r.full[v.stage], v.parity);
            output(o, p, b.r.stage + v.stage * TILE);
            named_arrive(TAKE_TURNS + (g ^ 1), 256);
            wgmma_wait<1>();
            give_back(&b.r.empty[at.stage], t);
            fold(s, w, alpha, c, 0);
            wgmma_wait<0>();
            give_back(&b.r.empty[v.stage], t);
            rescale(o, alpha);
            pack_weights(p, s);
            at = v;
            advance(at, SLOTS);
        }
        give_back(b.q_empty, t);
        mbar_wait(&b.r.full[at.stage], at.parity);
        wgmma_fence();
        output(o, p, b.r.stage + at.stage * TILE);
        wgmma_wait<0>();
        give_back(&b.r.empty[at.stage], t);
        advance(at, SLOTS);
        finish(w, o, 1);
        store_rows(O, LSE, out, w, o, row, head, all.S, 0, OWN + g, t);
    }
    if (g == 0)
        named_sync(TAKE_TURNS, 256); /* the last turn that was handed over */
    if (t == 0)
        bulk_wait<0>();
}

extern "C" __global__ void __launch_bounds__(384, 1)
    flash_hop(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
              const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int heads, int group, float scale,
              int causal)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    uint64_t *bars = (uint64_t *)(smem + 8 * QBOX + SLOTS * TILE);
    hop b = { { smem + 8 * QBOX, bars, bars + SLOTS }, smem, smem + 4 * QBOX, bars + 2 * SLOTS, bars + 2 * SLOTS + 1 };
    work all = { S, heads, group, causal, (S + 127) / 128 };
    int t = threadIdx.x % 128, g = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        ring_init(b.r, SLOTS, 1, 8);
        mbar_init(b.q_full, 1);
        mbar_init(b.q_empty, 8);
        fence_mbar_init();
    }
    __syncthreads();
    if (g == 0) {
        setmaxnreg_dec<24>();
        if (t == 0)
            produce(&Q, &K, &V, b, all);
    } else {
        setmaxnreg_inc<240>();
        consume(&O, LSE, b, all, scale * LOG2_E, g - 1, t);
    }
}

/* ---- FP8 -------------------------------------------------------------------------------------------------------- */

enum { KS = 3, RAWS = 3, TURNED = 4 }; /* stages: of K, of V as it lies in memory, of V turned over */
static constexpr float SHIFT = 8;      /* weights up to 2^8: e4m3 has fewer digits below 2^-6 */

struct fp8 {
    ring k, raw, v;
    unsigned char *q, *out;
    uint64_t *q_full, *q_empty;
};

static HOP void load_bytes(const ring &r, turn &at, int stages, const tmap *m, int j, int kv)
{
    mbar_wait(&r.empty[at.stage], at.parity ^ 1);
    mbar_arrive_expect(&r.full[at.stage], BOX);
    tma_load_3d(r.stage + at.stage * BOX, m, 0, j * KEYS, kv, &r.full[at.stage]);
    advance(at, stages);
}

static HOP void produce_fp8(const tmap *Q, const tmap *K, const tmap *V, const fp8 &b, const work &all)
{
    turn k = { 0, 0 }, v = { 0, 0 };
    for (int n = 0, x, head; piece(all, n, &x, &head); n++) {
        int kv = head / all.group, j = tiles_of(all, x) - 1;
        load_bytes(b.k, k, KS, K, j, kv);
        mbar_wait(b.q_empty, n % 2 ^ 1);
        mbar_arrive_expect(b.q_full, 2 * QBOX);
        tma_load_3d(b.q, Q, 0, x * 128, head, b.q_full);
        tma_load_3d(b.q + QBOX, Q, 0, x * 128 + 64, head, b.q_full);
        for (; j > 0; j--) {
            load_bytes(b.k, k, KS, K, j - 1, kv);
            load_bytes(b.raw, v, RAWS, V, j, kv);
        }
        load_bytes(b.raw, v, RAWS, V, 0, kv);
    }
}

/* A tile of V turned over by a warp: rows are then columns of V, and bytes 4i .. 4i + 3 of 16 keys are the keys 2i,
 * 2i + 1, 2i + 8, 2i + 9, which is how a thread has its weights. The upper half of the lanes swaps the two rows that a
 * lane has got, so that eight lanes write into eight different places modulo 128. */
static HOP void turn_over(unsigned char *to, const unsigned char *from, int lane)
{
    int i = lane / 8, r = lane % 8, col = 16 * (i / 2) + 2 * r + (i % 2 ^ r / 4);
    uint32_t even = lane < 16 ? 0x6420 : 0x7531, odd = lane < 16 ? 0x7531 : 0x6420;
    from += (i % 2 * 8 + r) * ROW;
    to += col * ROW;
#pragma unroll 1
    for (int a = 0; a < 8; a++) { /* 16 keys */
        uint32_t x[4][4];
#pragma unroll
        for (int c = 0; c < 4; c++) /* 32 columns; all loads first, since none may pass a store */
            ldmatrix_x4_trans(x[c], from + a * 16 * ROW + ((2 * c + i / 2 ^ r) << 4));
#pragma unroll
        for (int c = 0; c < 4; c++)
            stmatrix_x4(to + c * 32 * ROW + ((a ^ col % 8) << 4), __byte_perm(x[c][0], x[c][1], even),
                        __byte_perm(x[c][0], x[c][1], odd), __byte_perm(x[c][2], x[c][3], even),
                        __byte_perm(x[c][2], x[c][3], odd));
    }
}

/* Each of three warps turns every third tile: one tile's latencies are hidden behind the others. */
static HOP void turn_tiles(const fp8 &b, const work &all, int warp, int lane)
{
    turn from = { 0, 0 }, to = { 0, 0 };
    int mine = 0;
    for (int n = 0, x, head; piece(all, n, &x, &head); n++)
        for (int j = tiles_of(all, x); j > 0; j--) {
            if (mine == warp) {
                mbar_wait(&b.raw.full[from.stage], from.parity);
                mbar_wait(&b.v.empty[to.stage], to.parity ^ 1);
                turn_over(b.v.stage + to.stage * BOX, b.raw.stage + from.stage * BOX, lane);
                fence_proxy_async();
                __syncwarp();
                give_back(&b.raw.empty[from.stage], lane);
                give_back(&b.v.full[to.stage], lane);
            }
            mine = mine == 2 ? 0 : mine + 1;
            advance(from, RAWS);
            advance(to, TURNED);
        }
}

static HOP void scores_fp8(float (&s)[64], const unsigned char *q, const unsigned char *k)
{
    uint64_t dq = smem_desc(q), dk = smem_desc(k); /* addresses count in 16 bytes */
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_m64n128k32_e4m3(s, dq + 2 * i, dk + 2 * i, i);
    wgmma_commit();
}

static HOP void output_fp8(float (&o)[64], const uint32_t (&p)[16], const unsigned char *v)
{
    uint64_t dv = smem_desc(v);
#pragma unroll
    for (int i = 0; i < 4; i++)
        wgmma_rs_m64n128k32_e4m3(o, p + 4 * i, dv + 2 * i);
    wgmma_commit();
}

/* Of 16 keys two registers: the upper row's weights, and the lower row's. */
static HOP void pack_fp8(uint32_t (&p)[16], const float (&s)[64])
{
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const float *v = s + i / 2 * 8 + i % 2 * 2;
        p[i] = pack_e4m3(v[0], v[1], v[4], v[5]);
    }
}

/* o is in units of the scale of V's last tile, so the rescale of a tile changes units, too. The warpgroups take no turns:
 * products of bytes end long before a softmax does, and whoever waits for a turn loses. */
static HOP void consume_fp8(const tmap *O, float *LSE, const fp8 &b, const work &all, const float *sq, const float *sk,
                            const float *sv, float scale, int g, int t)
{
    unsigned char *q = b.q + g * QBOX, *out = b.out + g * 2 * QBOX;
    float s[64], o[64], alpha[2];
    uint32_t p[16];
    turn at = { 0, 0 }, v = { 0, 0 };
    for (int n = 0, x, head; piece(all, n, &x, &head); n++) {
        int row = x * 128 + g * 64, j = tiles_of(all, x) - 1, kv = head / all.group * all.high;
        float c = scale * LOG2_E * sq[head * all.high + x], unit = sv[kv + j], key = sk[kv + j];
        rows w;
        rows_init(w, o);
        mbar_wait(b.q_full, n % 2);
        mbar_wait(&b.k.full[at.stage], at.parity);
        wgmma_fence();
        scores_fp8(s, q, b.k.stage + at.stage * BOX);
        wgmma_wait<0>();
        give_back(&b.k.empty[at.stage], t);
        advance(at, KS);
        hide(s, row + t / 32 * 16 + t % 32 / 4, j * KEYS, all.S, all.causal, t);
        fold(s, w, alpha, c * key, SHIFT);
        pack_fp8(p, s);
        for (; j > 0; j--) {
            float next = sv[kv + j - 1];
            key = sk[kv + j - 1];
            mbar_wait(&b.k.full[at.stage], at.parity);
            wgmma_fence();
            scores_fp8(s, q, b.k.stage + at.stage * BOX);
            mbar_wait(&b.v.full[v.stage], v.parity);
            output_fp8(o, p, b.v.stage + v.stage * BOX);
            wgmma_wait<1>();
            give_back(&b.k.empty[at.stage], t);
            fold(s, w, alpha, c * key, SHIFT);
            alpha[0] *= unit / next;
            alpha[1] *= unit / next;
            unit = next;
            wgmma_wait<0>();
            give_back(&b.v.empty[v.stage], t);
            rescale(o, alpha);
            pack_fp8(p, s);
            advance(at, KS);
            advance(v, TURNED);
        }
        give_back(b.q_empty, t);
        mbar_wait(&b.v.full[v.stage], v.parity);
        wgmma_fence();
        output_fp8(o, p, b.v.stage + v.stage * BOX);
        wgmma_wait<0>();
        give_back(&b.v.empty[v.stage], t);
        advance(v, TURNED);
        finish(w, o, unit);
        store_rows(O, LSE, out, w, o, row, head, all.S, SHIFT, OWN + g, t);
    }
    if (t == 0)
        bulk_wait<0>();
}

extern "C" __global__ void __launch_bounds__(384, 1)
    flash_fp8(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
              const __grid_constant__ tmap K, const __grid_constant__ tmap V, const float *sq, const float *sk,
              const float *sv, int S, int heads, int group, float scale, int causal)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    unsigned char *tiles = smem + 6 * QBOX;
    uint64_t *bar = (uint64_t *)(tiles + (KS + RAWS + TURNED) * BOX), *raw = bar + 2 * KS, *v = raw + 2 * RAWS;
    fp8 b = { { tiles, bar, bar + KS },
              { tiles + KS * BOX, raw, raw + RAWS },
              { tiles + (KS + RAWS) * BOX, v, v + TURNED },
              smem,
              smem + 2 * QBOX,
              v + 2 * TURNED,
              v + 2 * TURNED + 1 };
    work all = { S, heads, group, causal, (S + 127) / 128 };
    int t = threadIdx.x % 128, g = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        ring_init(b.k, KS, 1, 8);
        ring_init(b.raw, RAWS, 1, 1);
        ring_init(b.v, TURNED, 1, 8);
        mbar_init(b.q_full, 1);
        mbar_init(b.q_empty, 8);
        fence_mbar_init();
    }
    __syncthreads();
    if (g == 0) {
        setmaxnreg_dec<56>();
        if (t == 0)
            produce_fp8(&Q, &K, &V, b, all);
        else if (t >= 32)
            turn_tiles(b, all, t / 32 - 1, t % 32);
    } else {
        setmaxnreg_inc<224>();
        consume_fp8(&O, LSE, b, all, sq, sk, sv, scale, g - 1, t);
    }
}
