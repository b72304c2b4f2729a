/*
 * ref.cu: the cache is read once, whatever the tree.
 *
 * A block has one split of one KV head. All query heads of its group, of all nodes, are rows of one matrix, 16 of them a
 * warp: node i, head h of the group is row i * group + h. 64 tokens of K and V at a time come into shared memory by
 * cp.async, while the 64 before them are used, and every warp multiplies its rows with them: mma.m16n8k16, twice. That
 * the rows belong to a tree shows in one place, where the last tiles hide what a row does not see.
 *
 * A row of a tile has its pieces of 16 bytes exchanged by an XOR with the row's number: ldmatrix reads eight rows at the
 * same column, and they must not stand in the same banks.
 *
 * The softmax is the running one, a row's four lanes agree on its maximum, and weights go to the second product in half
 * precision, from the registers in which the first product left its scores. With fewer than 128 rows some warps have
 * none and only fetch.
 */
#include "lab.h"

#define LOG2E 1.44269504088896f
#define FULL 0xffffffffu
#define TILE 64 /* tokens of a stage */
#define STEP 32 /* tokens whose scores a warp has in registers */
#define STAGES 2

/* ---- pieces of 16 bytes, a row's exchanged by the row's number so that neither side has a bank conflict -------- */

/* Bytes from the beginning of a tile of rows of PIECES pieces. */
template <int PIECES> static __device__ unsigned place(int row, int piece)
{
    return (row * PIECES + (piece ^ (row & 7))) * 16;
}

static __device__ unsigned address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

/* 16 bytes to shared memory, zeros unless `real`. */
static __device__ void fetch(unsigned to, const void *from, bool real)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(real ? 16 : 0) : "memory");
}

static __device__ void commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int LEFT> static __device__ void arrived()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

static __device__ void load4(unsigned (&r)[4], unsigned at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

static __device__ void load4_turned(unsigned (&r)[4], unsigned at)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

/* d += a b: a is 16x16, b 16x8 of half, d 16x8 of float */
static __device__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

static __device__ unsigned pair(float a, float b)
{
    half2 two = __floats2half2_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* ---- what a block works on -------------------------------------------------------------------------------------- */

struct Work {
    float *part, *lse;
    const half *Q, *K, *V;
    const int *bt;
    const uint64_t *mask;
    int T, H, Hkv, group, head, bs, cached, from, to, rows;
    float scale; /* for exponentials of two */

    __device__ bool visible(uint64_t sees, int pos) const
    {
        return pos < to && (pos < cached || sees >> (pos - cached) & 1);
    }
    /* The query row of row r of the group, counted in rows of Q. */
    __device__ size_t query(int r) const { return (size_t)(r / group) * H + head * group + r % group; }
};

/* HD columns; warp i has rows first + 16 i to first + 16 i + 15 of the group. */
template <int HD> struct Rows {
    static constexpr int PIECES = HD / 8, KV = TILE * HD * 2, STAGE = 2 * KV, QUERIES = STAGES * STAGE;
    static constexpr int AT_ONCE = THREADS / PIECES, TURNS = TILE / AT_ONCE;

    const Work &w;
    unsigned base;
    int lane, warp, first;
    unsigned q[HD / 16][4];
    float out[HD / 8][4], max[2], sum[2];

    __device__ Rows(const Work &work, const char *memory, int first)
        : w(work), base(address(memory)), lane(threadIdx.x % 32), warp(threadIdx.x / 32), first(first)
    {
#pragma unroll
        for (int c = 0; c < HD / 8; c++)
            out[c][0] = out[c][1] = out[c][2] = out[c][3] = 0;
        max[0] = max[1] = -INFINITY;
        sum[0] = sum[1] = 0;
    }

    /* Tokens of tile t to its stage: zeros where there is no token, since what stands there may be NaN. */
    __device__ void fetch_tile(int t) const
    {
        int piece = threadIdx.x % PIECES;
#pragma unroll
        for (int i = 0; i < TURNS; i++) {
            int row = threadIdx.x / PIECES + i * AT_ONCE, pos = w.from + t * TILE + row;
            bool real = pos < w.to;
            unsigned block = real ? (unsigned)pos / w.bs : 0;
            size_t at = real ? ((size_t)w.bt[block] * w.Hkv + w.head) * w.bs + (pos - block * w.bs) : 0;
            unsigned to = base + t % STAGES * STAGE + place<PIECES>(row, piece);
            fetch(to, w.K + at * HD + piece * 8, real);
            fetch(to + KV, w.V + at * HD + piece * 8, real);
        }
    }

    __device__ void fetch_queries() const
    {
        int piece = threadIdx.x % PIECES;
        for (int row = threadIdx.x / PIECES; row < ROWS; row += AT_ONCE) {
            bool real = first + row < w.rows;
            fetch(base + QUERIES + place<PIECES>(row, piece),
                  w.Q + (real ? w.query(first + row) : 0) * HD + piece * 8, real);
        }
    }

    __device__ void take_queries()
    {
#pragma unroll
        for (int k = 0; k < HD / 16; k++)
            load4(q[k], base + QUERIES + place<PIECES>(warp * 16 + lane % 16, 2 * k + lane / 16));
    }

    /* Scores of STEP tokens that begin at row `token` of the tile. */
    __device__ void scores(float (&s)[STEP / 8][4], unsigned keys, int token) const
    {
#pragma unroll
        for (int n = 0; n < STEP / 8; n++)
            s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0;
#pragma unroll
        for (int k = 0; k < HD / 16; k++)
#pragma unroll
            for (int n = 0; n < STEP / 16; n++) {
                unsigned b[4];
                load4(b, keys + place<PIECES>(token + n * 16 + lane / 16 * 8 + lane % 8, 2 * k + lane / 8 % 2));
                mma(s[2 * n], q[k], b[0], b[1]);
                mma(s[2 * n + 1], q[k], b[2], b[3]);
            }
    }

    /* Scores of what a row does not see become -inf; `pos` is the position of the first of these tokens. */
    __device__ void hide(float (&s)[STEP / 8][4], int pos) const
    {
        if (pos + STEP <= w.cached && pos + STEP <= w.to)
            return;
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = first + warp * 16 + lane / 4 + 8 * r;
            uint64_t sees = w.mask[row < w.rows ? row / w.group : 0];
#pragma unroll
            for (int n = 0; n < STEP / 8; n++)
#pragma unroll
                for (int e = 0; e < 2; e++)
                    if (!w.visible(sees, pos + n * 8 + lane % 4 * 2 + e))
                        s[n][2 * r + e] = -INFINITY;
        }
    }

    /* Scores become weights; what was summed up before is brought to the new maximum. */
    __device__ void soften(float (&s)[STEP / 8][4])
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            float top = -INFINITY;
#pragma unroll
            for (int n = 0; n < STEP / 8; n++)
                top = fmaxf(top, fmaxf(s[n][2 * r], s[n][2 * r + 1]));
            top = fmaxf(top, __shfl_xor_sync(FULL, top, 1));
            top = fmaxf(top, __shfl_xor_sync(FULL, top, 2));
            top = fmaxf(max[r], top * w.scale);
            float zero = top == -INFINITY ? 0 : top; /* nothing seen yet: -inf less -inf is NaN */
            float old = exp2f(max[r] - zero);
            max[r] = top;
            sum[r] *= old;
#pragma unroll
            for (int n = 0; n < STEP / 8; n++)
#pragma unroll
                for (int e = 2 * r; e < 2 * r + 2; e++)
                    sum[r] += s[n][e] = exp2f(fmaf(s[n][e], w.scale, -zero));
#pragma unroll
            for (int c = 0; c < HD / 8; c++) {
                out[c][2 * r] *= old;
                out[c][2 * r + 1] *= old;
            }
        }
    }

    __device__ void add(const float (&p)[STEP / 8][4], unsigned values, int token)
    {
#pragma unroll
        for (int n = 0; n < STEP / 16; n++) {
            unsigned a[4];
#pragma unroll
            for (int i = 0; i < 4; i++) /* rows g and g + 8 of eight tokens, then of the next eight */
                a[i] = pair(p[2 * n + i / 2][i % 2 * 2], p[2 * n + i / 2][i % 2 * 2 + 1]);
#pragma unroll
            for (int c = 0; c < HD / 16; c++) {
                unsigned b[4];
                load4_turned(b, values + place<PIECES>(token + n * 16 + lane % 16, 2 * c + lane / 16));
                mma(out[2 * c], a, b[0], b[1]);
                mma(out[2 * c + 1], a, b[2], b[3]);
            }
        }
    }

    __device__ void tile(int t)
    {
        unsigned keys = base + t % STAGES * STAGE;
        if (first + warp * 16 >= w.rows)
            return;
#pragma unroll 1
        for (int token = 0; token < TILE; token += STEP) {
            float s[STEP / 8][4];
            scores(s, keys, token);
            hide(s, w.from + t * TILE + token);
            soften(s);
            add(s, keys + KV, token);
        }
    }

    __device__ void store()
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = first + warp * 16 + lane / 4 + 8 * r;
            sum[r] += __shfl_xor_sync(FULL, sum[r], 1);
            sum[r] += __shfl_xor_sync(FULL, sum[r], 2);
            if (row >= w.rows)
                continue;
            size_t at = w.query(row) * gridDim.x + blockIdx.x;
            float over = sum[r] > 0 ? 1 / sum[r] : 0;
            float2 *to = reinterpret_cast<float2 *>(w.part + at * HD) + lane % 4;
#pragma unroll
            for (int c = 0; c < HD / 8; c++)
                to[4 * c] = make_float2(out[c][2 * r] * over, out[c][2 * r + 1] * over);
            if (lane % 4 == 0)
                w.lse[at] = (max[r] + log2f(sum[r])) / LOG2E;
        }
    }

    __device__ void run()
    {
        int tiles = (w.to - w.from + TILE - 1) / TILE;
        fetch_queries();
        if (tiles > 0)
            fetch_tile(0);
        commit();
        arrived<0>();
        __syncthreads();
        take_queries();
        for (int t = 0; t < tiles; t++) {
            if (t + 1 < tiles)
                fetch_tile(t + 1);
            commit();
            tile(t);
            arrived<0>();
            __syncthreads();
        }
        store();
    }
};

template <int HD> static __device__ void split(const Work &w, const char *memory)
{
    for (int first = 0; first < w.rows; first += ROWS)
        Rows<HD>(w, memory, first).run();
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    tree_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len,
               const uint64_t *mask, int T, int H, int Hkv, int hd, int bs, int max_blk, float scale, int chunk)
{
    extern __shared__ __align__(256) char memory[];
    int seq = blockIdx.z, from = blockIdx.x * chunk, cached = len[seq];
    size_t rows = (size_t)seq * T * H;
    Work w = {part + rows * gridDim.x * hd, lse + rows * gridDim.x, Q + rows * hd, Kc, Vc,
              bt + (size_t)seq * max_blk, mask + (size_t)seq * T, T, H, Hkv, H / Hkv, (int)blockIdx.y, bs, cached, from,
              min(from + chunk, cached + T), T * (H / Hkv), scale * LOG2E};
    if (hd == 128)
        split<128>(w, memory);
    else
        split<64>(w, memory);
}

/* ---- the joining of splits -------------------------------------------------------------------------------------- */

/* N columns a lane, and four splits' rows asked for before the first is used. */
template <int N> static __device__ void merge(half *O, const float *part, const float *w, int splits)
{
    int lane = threadIdx.x % 32;
    float top = -INFINITY, all = 0, x[N] = {};
    for (int i = lane; i < splits; i += 32)
        top = fmaxf(top, w[i]);
    for (int d = 16; d; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(FULL, top, d));
#pragma unroll 4
    for (int i = 0; i < splits; i++) {
        float f = w[i] == -INFINITY ? 0 : exp2f((w[i] - top) * LOG2E);
        if (f > 0) { /* 0 times NaN is NaN */
            float2 two[N / 2];
#pragma unroll
            for (int c = 0; c < N / 2; c++)
                two[c] = reinterpret_cast<const float2 *>(part + (size_t)i * 32 * N)[lane + 32 * c];
#pragma unroll
            for (int c = 0; c < N / 2; c++) {
                x[2 * c] += f * two[c].x;
                x[2 * c + 1] += f * two[c].y;
            }
        }
        all += f;
    }
    float over = all > 0 ? 1 / all : 0;
    for (int c = 0; c < N / 2; c++)
        reinterpret_cast<half2 *>(O)[lane + 32 * c] = __floats2half2_rn(x[2 * c] * over, x[2 * c + 1] * over);
}

extern "C" __global__ void tree_merge(half *O, const float *part, const float *lse, int T, int H, int hd, int splits)
{
    int r = blockIdx.x * WARPS + threadIdx.x / 32;
    if (r >= T * H)
        return;
    size_t row = (size_t)blockIdx.y * T * H + r;
    if (hd == 128)
        merge<4>(O + row * 128, part + row * splits * 128, lse + row * splits, splits);
    else
        merge<2>(O + row * 64, part + row * splits * 64, lse + row * splits, splits);
}

/* ---- what stays -------------------------------------------------------------------------------------------------- */

/*
 * A piece of 16 bytes of K and one of V a thread, 16 (hd = 64: 32) rows of the path a turn. The turn's rows are all in
 * registers before the first is stored, which a barrier sees to; later turns read from where this one does not write,
 * since path[i] is at least i.
 */
extern "C" __global__ void tree_commit(half *Kc, half *Vc, int *after, const int *bt, const int *len, const int *path,
                                       const int *n, int T, int Hkv, int hd, int bs, int max_blk)
{
    int kv = blockIdx.x, seq = blockIdx.y, pieces = hd / 8, kept = n[seq], cached = len[seq];
    int piece = threadIdx.x % pieces, turn = THREADS / pieces;
    bt += (size_t)seq * max_blk;
    path += (size_t)seq * T;
    for (int first = 0; first < kept; first += turn) {
        int i = first + threadIdx.x / pieces, from = i < kept ? path[i] : i;
        bool moves = from != i;
        uint4 k, v;
        if (moves) {
            int pos = cached + from;
            size_t at = (((size_t)bt[pos / bs] * Hkv + kv) * bs + pos % bs) * pieces + piece;
            k = reinterpret_cast<const uint4 *>(Kc)[at];
            v = reinterpret_cast<const uint4 *>(Vc)[at];
        }
        __syncthreads();
        if (moves) {
            int pos = cached + i;
            size_t at = (((size_t)bt[pos / bs] * Hkv + kv) * bs + pos % bs) * pieces + piece;
            reinterpret_cast<uint4 *>(Kc)[at] = k;
            reinterpret_cast<uint4 *>(Vc)[at] = v;
        }
    }
    if (kv == 0 && threadIdx.x == 0)
        after[seq] = cached + kept;
}
