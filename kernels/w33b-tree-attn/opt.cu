/*
 * opt.cu: ref.cu with all eight warps at work for any number of rows, and twice as much to do between two barriers.
 *
 * A tile is a chain for a warp: barrier, scores, maximum, exponentials, weights times V. An SM has two warps a scheduler
 * only, so a warp has to have something else to do by itself: with tiles of 128 tokens it takes up to 64 at a time, whose
 * products and exponentials do not wait for one another, and the shuffles of the maximum are paid once for them. Q stays in
 * registers.
 *
 * The reference deals 16 rows to a warp: with 64 rows four warps multiply and four wait. Here warps stand along the rows,
 * as many as those need, and those beside them take other tokens of the same tile; each has a running softmax of its own,
 * and they are joined at the end as splits are.
 *
 *     rows               to 16   to 32   to 64   to 128
 *     warps along rows   1       2       4       8
 *     along tokens       8       4       2       1
 *
 * Three stages of 64 KiB. 128 threads look into the table, a token each, two tiles before the token is asked for, and
 * leave in shared memory what they find. A row whose maximum has not grown is not rescaled.
 */
#include "lab.h"

#define LOG2E 1.44269504088896f
#define FULL 0xffffffffu
#define TILE 128 /* tokens of a stage */
#define STAGES 3

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

/* 2^x by one instruction; below 2^-126 it is 0. */
static __device__ float power(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

static __device__ unsigned pair(float a, float b)
{
    half2 two = __floats2half2_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* ---- what a block works on -------------------------------------------------------------------------------------- */

/* The kernel's arguments as they came, which cost no registers, and what the block has of its sequence. */
struct Work {
    float *part, *lse;
    const half *Q, *K, *V;
    const int *bt;
    const uint64_t *mask;
    int T, H, Hkv, bs, max_blk;
    float scale;
    int cached, from, to;

    __device__ int group() const { return H / Hkv; }
    __device__ int rows() const { return T * group(); }
    /* The row of Q that is row r of the block. */
    __device__ size_t query(int r) const
    {
        return ((size_t)blockIdx.z * T + r / group()) * H + blockIdx.y * group() + r % group();
    }
    __device__ int seen_by_all() const { return cached < to ? cached : to; }
    __device__ bool visible(uint64_t sees, int pos) const
    {
        return pos < to && (pos < cached || sees >> (pos - cached) & 1);
    }
};

/* HD columns; WR warps along the rows, 16 each, and WARPS / WR along the tokens of a tile. */
template <int HD, int WR> struct Form {
    static constexpr int PIECES = HD / 8, WT = WARPS / WR, OWN = TILE / WT, STEP = OWN < 64 ? OWN : 64;
    static constexpr int HOLDS = WR * 16, KV = TILE * HD * 2, STAGE = 2 * KV;
    static constexpr int QUERIES = STAGES * STAGE, PLACES = QUERIES + HOLDS * HD * 2, AT_ONCE = THREADS / PIECES, TURNS = TILE / AT_ONCE, PITCH = HD + 8;

    const Work &w;
    char *memory;
    unsigned base;
    int lane, wr, wt, first;      /* first: the block's first row of this pass */
    unsigned k_at, v_at;          /* of a lane's first piece; the others are an XOR away: (2k + b) ^ r is (b ^ r) ^ 2k */
    unsigned q[HD / 16][4];
    int home; /* what the table says of the token that this thread looks up, -1: there is none */
    float out[HD / 8][4], max[2], sum[2];

    __device__ Form(const Work &work, char *memory, int first)
        : w(work), memory(memory), base(address(memory)), lane(threadIdx.x % 32), wr(threadIdx.x / 32 % WR),
          wt(threadIdx.x / 32 / WR), first(first), home(-1)
    {
#pragma unroll
        for (int c = 0; c < HD / 8; c++)
            out[c][0] = out[c][1] = out[c][2] = out[c][3] = 0;
        max[0] = max[1] = -INFINITY;
        sum[0] = sum[1] = 0;
        k_at = base + place<PIECES>(wt * OWN + lane / 16 * 8 + lane % 8, lane / 8 % 2);
        v_at = base + KV + place<PIECES>(wt * OWN + lane % 16, lane / 16);
    }

    __device__ bool idle() const { return first + wr * 16 >= w.rows(); }

    __device__ void take_queries()
    {
#pragma unroll
        for (int k = 0; k < HD / 16; k++)
            load4(q[k], base + QUERIES + place<PIECES>(wr * 16 + lane % 16, 2 * k + lane / 16));
    }

    __device__ int *places(int tile) const { return reinterpret_cast<int *>(memory + PLACES) + tile % 2 * TILE; }

    __device__ unsigned own_token(int tile) const { return w.from + tile * TILE + threadIdx.x; }

    /* Asks the table about a token of the tile; the answer is not needed before `leave`. */
    __device__ void look(int tile)
    {
        unsigned pos = own_token(tile);
        home = -1;
        if (threadIdx.x < TILE && (int)pos < w.to)
            home = w.bt[(size_t)blockIdx.z * w.max_blk + pos / w.bs];
    }

    /* The answer goes to where the block finds it: the token's row of the pool. */
    __device__ void leave(int tile) const
    {
        if (threadIdx.x < TILE)
            places(tile)[threadIdx.x] =
                home < 0 ? -1 : (home * w.Hkv + (int)blockIdx.y) * w.bs + (int)(own_token(tile) % w.bs);
    }

    /* A tile whose places are known goes to its stage; zeros where there is no token. */
    __device__ void fetch_tile(int tile) const
    {
        int piece = threadIdx.x % PIECES;
#pragma unroll
        for (int i = 0; i < TURNS; i++) {
            int row = threadIdx.x / PIECES + i * AT_ONCE, place_there = places(tile)[row];
            size_t at = (size_t)(place_there < 0 ? 0 : place_there) * HD + piece * 8;
            unsigned to = base + tile % STAGES * STAGE + place<PIECES>(row, piece);
            fetch(to, w.K + at, place_there >= 0);
            fetch(to + KV, w.V + at, place_there >= 0);
        }
    }

    __device__ void fetch_queries() const
    {
        int piece = threadIdx.x % PIECES;
        for (int row = threadIdx.x / PIECES; row < HOLDS; row += AT_ONCE) {
            bool real = first + row < w.rows();
            fetch(base + QUERIES + place<PIECES>(row, piece),
                  w.Q + (real ? w.query(first + row) : 0) * HD + piece * 8, real);
        }
    }

    /* Scores of STEP tokens; `skip` bytes lie before the first of them. */
    __device__ void scores(float (&s)[STEP / 8][4], unsigned skip) const
    {
#pragma unroll
        for (int n = 0; n < STEP / 8; n++)
            s[n][0] = s[n][1] = s[n][2] = s[n][3] = 0;
#pragma unroll
        for (int k = 0; k < HD / 16; k++)
#pragma unroll
            for (int n = 0; n < STEP / 16; n++) {
                unsigned b[4];
                load4(b, (k_at + skip + n * 16 * HD * 2) ^ k * 32);
                mma(s[2 * n], q[k], b[0], b[1]);
                mma(s[2 * n + 1], q[k], b[2], b[3]);
            }
    }

    /* Scores of what a row does not see become -inf; `pos` is the position of the first of these tokens. */
    __device__ void hide(float (&s)[STEP / 8][4], int pos) const
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = first + wr * 16 + lane / 4 + 8 * r;
            uint64_t sees = w.mask[(size_t)blockIdx.z * w.T + (row < w.rows() ? row / w.group() : 0)];
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
            float old = power(max[r] - zero);
            max[r] = top;
            sum[r] *= old;
#pragma unroll
            for (int n = 0; n < STEP / 8; n++)
#pragma unroll
                for (int e = 2 * r; e < 2 * r + 2; e++)
                    sum[r] += s[n][e] = power(fmaf(s[n][e], w.scale, -zero));
            if (__all_sync(FULL, old == 1)) /* the rule, once a few hundred tokens are behind it */
                continue;
#pragma unroll
            for (int c = 0; c < HD / 8; c++) {
                out[c][2 * r] *= old;
                out[c][2 * r + 1] *= old;
            }
        }
    }

    __device__ void add(const float (&p)[STEP / 8][4], unsigned skip)
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
                load4_turned(b, (v_at + skip + n * 16 * HD * 2) ^ c * 32);
                mma(out[2 * c], a, b[0], b[1]);
                mma(out[2 * c + 1], a, b[2], b[3]);
            }
        }
    }

    /* One turn: tile t is used, and one that is STAGES - 1 further is asked for. */
    __device__ void turn(int t, int tiles)
    {
        arrived<STAGES - 2>();
        __syncthreads();
        if (t + STAGES - 1 < tiles)
            fetch_tile(t + STAGES - 1);
        commit();
        leave(t + STAGES);
        look(t + STAGES + 1);
        if (idle())
            return;
#pragma unroll 2
        for (int own = 0; own < OWN; own += STEP) {
            float s[STEP / 8][4];
            unsigned skip = t % STAGES * STAGE + own * HD * 2;
            scores(s, skip);
            if (w.from + t * TILE + wt * OWN + own + STEP > w.seen_by_all())
                hide(s, w.from + t * TILE + wt * OWN + own);
            soften(s);
            add(s, skip);
        }
    }

    __device__ void all_tiles()
    {
        int tiles = (w.to - w.from + TILE - 1) / TILE;
        fetch_queries();
        look(0);
#pragma unroll
        for (int t = 0; t < STAGES - 1; t++) {
            leave(t);
            look(t + 1);
            __syncthreads();
            if (t < tiles)
                fetch_tile(t);
            commit();
        }
        leave(STAGES - 1);
        look(STAGES);
        arrived<STAGES - 2>(); /* Q is of the first group */
        __syncthreads();
        take_queries();
#pragma unroll 1
        for (int t = 0; t < tiles; t++)
            turn(t, tiles);
        arrived<0>();
        __syncthreads();
    }

    /* Sums of the four lanes that share a row. */
    __device__ void close()
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            sum[r] += __shfl_xor_sync(FULL, sum[r], 1);
            sum[r] += __shfl_xor_sync(FULL, sum[r], 2);
        }
    }

    __device__ size_t place_of(int row) const { return w.query(row) * gridDim.x + blockIdx.x; }

    static __device__ float log_sum(float top, float all) { return (top + log2f(all)) / LOG2E; }

    __device__ void store_alone() const
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = first + wr * 16 + lane / 4 + 8 * r;
            if (row >= w.rows())
                continue;
            size_t at = place_of(row);
            float over = sum[r] > 0 ? 1 / sum[r] : 0;
            float2 *to = reinterpret_cast<float2 *>(w.part + at * HD) + lane % 4;
#pragma unroll
            for (int c = 0; c < HD / 8; c++)
                to[4 * c] = make_float2(out[c][2 * r] * over, out[c][2 * r + 1] * over);
            if (lane % 4 == 0)
                w.lse[at] = log_sum(max[r], sum[r]);
        }
    }

    /* Warps beside each other have seen different tokens of the same rows; the tiles' memory is free by now. */
    __device__ void store_joined() const
    {
        float *rows = reinterpret_cast<float *>(memory);
        float2 *tops = reinterpret_cast<float2 *>(rows + WT * HOLDS * PITCH); /* maximum and sum */
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = wt * HOLDS + wr * 16 + lane / 4 + 8 * r;
            float2 *to = reinterpret_cast<float2 *>(rows + row * PITCH) + lane % 4;
#pragma unroll
            for (int c = 0; c < HD / 8; c++)
                to[4 * c] = make_float2(out[c][2 * r], out[c][2 * r + 1]);
            if (lane % 4 == 0)
                tops[row] = make_float2(max[r], sum[r]);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < HOLDS * (HD / 4); i += THREADS) {
            int row = i / (HD / 4), col = i % (HD / 4);
            if (first + row >= w.rows())
                break;
            float top = -INFINITY, all = 0;
            for (int k = 0; k < WT; k++)
                top = fmaxf(top, tops[k * HOLDS + row].x);
            float4 x = make_float4(0, 0, 0, 0);
            for (int k = 0; k < WT; k++) {
                float2 mine = tops[k * HOLDS + row];
                float f = mine.x == -INFINITY ? 0 : power(mine.x - top);
                float4 y = reinterpret_cast<const float4 *>(rows + (k * HOLDS + row) * PITCH)[col];
                all += f * mine.y;
                x = make_float4(x.x + f * y.x, x.y + f * y.y, x.z + f * y.z, x.w + f * y.w);
            }
            float over = all > 0 ? 1 / all : 0;
            size_t at = place_of(first + row);
            reinterpret_cast<float4 *>(w.part + at * HD)[col] =
                make_float4(x.x * over, x.y * over, x.z * over, x.w * over);
            if (col == 0)
                w.lse[at] = log_sum(top, all);
        }
    }

    __device__ void run()
    {
        all_tiles();
        close();
        if (WT == 1)
            store_alone();
        else
            store_joined();
    }
};

template <int HD> static __device__ void split(const Work &w, char *memory)
{
    if (w.rows() <= 16)
        Form<HD, 1>(w, memory, 0).run();
    else if (w.rows() <= 32)
        Form<HD, 2>(w, memory, 0).run();
    else if (w.rows() <= 64)
        Form<HD, 4>(w, memory, 0).run();
    else
        for (int first = 0; first < w.rows(); first += ROWS)
            Form<HD, 8>(w, memory, first).run();
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
    tree_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc, const int *bt, const int *len,
               const uint64_t *mask, int T, int H, int Hkv, int hd, int bs, int max_blk, float scale, int chunk)
{
    extern __shared__ __align__(256) char memory[];
    int from = blockIdx.x * chunk, cached = len[blockIdx.z];
    Work w = {part, lse, Q, Kc, Vc, bt, mask, T, H, Hkv, bs, max_blk, scale * LOG2E, cached, from,
              min(from + chunk, cached + T)};
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
