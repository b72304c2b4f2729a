/*
 * ref.cu: the reference.
 *
 * quantise_rows, norm_quantise: a row lives in the registers of its block between the two uses that it has, so it is
 * read once. The norm's factor is the same for all of a row: it leaves the codes as they are and goes into the scale.
 *
 * gemm_s32: one box of A and two of B, four products of 64 x 128 x 32, and again.
 *
 * gemm_w8a8: w16's persistent kernel. A turn is 128 bytes of K, which are 128 int8, so it has the same boxes, the
 * same swizzle and the same clocks as one of 64 bf16, and half as many turns. The width of a tile depends on the
 * shape: 256 columns where there is work for everybody, 128 or 64 where a batch is small and SMs would stand idle.
 * The sums are scaled in registers, rounded once, and leave through shared memory and TMA.
 *
 * gemv_w4: tensor cores as the unpackers' friends. A warp has 32 rows and a group of 128 along k; a lane loads 16
 * bytes of four rows, 32 codes each, while it multiplies those of the group before. A mask, an OR and a subtraction
 * make a pair of codes two bf16, which is a register of mma's operand. Which k stands where does not matter as long
 * as x is taken in the same order. The eight warps of a block share the groups of its rows and add up at the end.
 */
#include "lab.h"

enum { ROW = 128, THREADS = 256, WARPS = THREADS / 32 };

/* ---- from bf16 to codes ----------------------------------------------------------------------------------------- */

enum { PIECE = 8 * THREADS, PIECES = MAX_K / PIECE }; /* of a row: 16 bytes a thread */

struct two {
    float sum, top;
};

/* The sum and the maximum of all threads of the block, for each of them. */
static __device__ two block_two(two v)
{
    __shared__ two part[WARPS];
    for (int d = 16; d; d /= 2) {
        v.sum += __shfl_xor_sync(~0u, v.sum, d);
        v.top = fmaxf(v.top, __shfl_xor_sync(~0u, v.top, d));
    }
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < WARPS; w++) {
        v.sum += part[w].sum;
        v.top = fmaxf(v.top, part[w].top);
    }
    return v;
}

/* Eight elements from column k on, as floats; zeros where the row has ended. */
static __device__ uint4 load_eight(const bf16 *row, int k, int K)
{
    return k < K ? *(const uint4 *)(row + k) : make_uint4(0, 0, 0, 0);
}
static __device__ void widen(float2 (&y)[4], const uint4 &v)
{
    const __nv_bfloat162 *pair = (const __nv_bfloat162 *)&v;
    for (int i = 0; i < 4; i++)
        y[i] = __bfloat1622float2(pair[i]);
}

/* The nearest integer's low byte, of |v| up to 127: floats near 1.5 · 2^23 are one apart, so the addition rounds,
 * to even in a tie, and the integer stands in the low bits. An instruction that converts has an eighth of the rate. */
static __device__ uint32_t code_of(float x, float factor)
{
    return __float_as_uint(__fadd_rn(__fmul_rn(x, factor), 12582912.f)) & 255;
}

/* Two codes in the low half of the word. */
static __device__ uint32_t codes_of(float2 x, float factor)
{
    return code_of(x.x, factor) | code_of(x.y, factor) << 8;
}

static __device__ void store_codes(int8_t *q, const float2 (&x)[4], float factor)
{
    *(uint2 *)q = make_uint2(codes_of(x[0], factor) | codes_of(x[1], factor) << 16,
                             codes_of(x[2], factor) | codes_of(x[3], factor) << 16);
}

static __device__ float larger(float top, float2 v)
{
    return fmaxf(top, fmaxf(fabsf(v.x), fabsf(v.y)));
}

/* A row of at most N pieces. */
template <int N> static __device__ void quantise(int8_t *q, float *s, const bf16 *x, int K)
{
    int k = threadIdx.x * 8;
    uint4 v[N];
    float2 y[4];
    __nv_bfloat162 top = __float2bfloat162_rn(0); /* a maximum does not round: two at a time */
#pragma unroll
    for (int p = 0; p < N; p++)
        v[p] = load_eight(x, k + p * PIECE, K);
#pragma unroll
    for (int p = 0; p < N; p++)
        for (int i = 0; i < 4; i++)
            top = __hmax2(top, __habs2(((const __nv_bfloat162 *)&v[p])[i]));
    two all = block_two({ 0, larger(0, __bfloat1622float2(top)) });
    float factor = all.top > 0 ? 127 / all.top : 0;
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y, v[p]);
        if (k + p * PIECE < K)
            store_codes(q + k + p * PIECE, y, factor);
    }
    if (threadIdx.x == 0)
        *s = all.top / 127;
}

extern "C" __global__ void __launch_bounds__(THREADS, 4) quantise_rows(int8_t *q, float *s, const bf16 *x, int M, int K)
{
    size_t row = blockIdx.x;
    if (K <= 2 * PIECE)
        quantise<2>(q + row * K, s + row, x + row * K, K);
    else
        quantise<PIECES>(q + row * K, s + row, x + row * K, K);
}

/* The same of x · gain, with the sum of x²: 1 / rms is in the scale alone. */
template <int N> static __device__ void quantise_norm(int8_t *q, float *s, const bf16 *x, const bf16 *gain, int K)
{
    int k = threadIdx.x * 8;
    float2 y[N][4], g[4];
    two all = { 0, 0 };
#pragma unroll
    for (int p = 0; p < N; p++) {
        widen(y[p], load_eight(x, k + p * PIECE, K));
        widen(g, load_eight(gain, k + p * PIECE, K));
        for (int i = 0; i < 4; i++) {
            float2 &v = y[p][i];
            all.sum += v.x * v.x + v.y * v.y;
            v = make_float2(v.x * g[i].x, v.y * g[i].y);
            all.top = larger(all.top, v);
        }
    }
    all = block_two(all);
    float factor = all.top > 0 ? 127 / all.top : 0;
#pragma unroll
    for (int p = 0; p < N; p++)
        if (k + p * PIECE < K)
            store_codes(q + k + p * PIECE, y[p], factor);
    if (threadIdx.x == 0)
        *s = all.top / 127 * rsqrtf(all.sum / K + EPS);
}

extern "C" __global__ void __launch_bounds__(THREADS, 3)
    norm_quantise(int8_t *q, float *s, const bf16 *x, const bf16 *gain, int M, int K)
{
    size_t row = blockIdx.x;
    if (K <= 2 * PIECE)
        quantise_norm<2>(q + row * K, s + row, x + row * K, gain, K);
    else
        quantise_norm<PIECES>(q + row * K, s + row, x + row * K, gain, K);
}

/* ---- exact sums ------------------------------------------------------------------------------------------------- */

/* One barrier that one arrival ends, ready for all threads of the block. */
static HOP void init_one(uint64_t *bar)
{
    if (threadIdx.x == 0) {
        mbar_init(bar, 1);
        fence_mbar_init();
    }
    __syncthreads();
}

extern "C" __global__ void __launch_bounds__(128)
    gemm_s32(int *C, const __grid_constant__ tmap A, const __grid_constant__ tmap B, int M, int N, int K)
{
    __shared__ __align__(1024) unsigned char a[64 * ROW], b[128 * ROW];
    __shared__ uint64_t full;
    int t = threadIdx.x, row = blockIdx.y * 64, col = blockIdx.x * 128, turns = (K + ROW - 1) / ROW, sum[64];
    init_one(&full);
    for (int turn = 0; turn < turns; turn++) {
        if (t == 0) {
            mbar_arrive_expect(&full, sizeof a + sizeof b);
            tma_load_2d(a, &A, turn * ROW, row, &full);
            tma_load_2d(b, &B, turn * ROW, col, &full);
            tma_load_2d(b + 64 * ROW, &B, turn * ROW, col + 64, &full);
        }
        mbar_wait(&full, turn % 2);
        wgmma_fence();
#pragma unroll
        for (int k = 0; k < 4; k++)
            wgmma_m64n128k32_s8(sum, smem_desc(a + 32 * k), smem_desc(b + 32 * k), turn | k);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads(); /* nobody's products read the tiles any more */
    }
    row += t / 32 * 16 + t % 32 / 4;
    col += t % 4 * 2;
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
        int r = row + i / 2 % 2 * 8, c = col + i / 4 * 8;
        if (r < M && c < N)
            *(int2 *)(C + (size_t)r * N + c) = make_int2(sum[i], sum[i + 1]);
    }
}

/* ---- the layer -------------------------------------------------------------------------------------------------- */

enum { BM = 128, OUT = 64 * ROW, OUTS = 4 * OUT, RASTER = 16 /* rows of tiles that are walked down together */ };

static HOP void wgmma(int (&sum)[128], uint64_t a, uint64_t b, int add)
{
    wgmma_m64n256k32_s8(sum, a, b, add);
}
static HOP void wgmma(int (&sum)[64], uint64_t a, uint64_t b, int add)
{
    wgmma_m64n128k32_s8(sum, a, b, add);
}
static HOP void wgmma(int (&sum)[32], uint64_t a, uint64_t b, int add)
{
    wgmma_m64n64k32_s8(sum, a, b, add);
}

struct layer {
    const tmap *D, *A, *B;
    const float *sa, *sb;
    int M, N, K;
};

/* Tiles of BM x BN, a ring of stages for them, and where it is. */
template <int BN> struct ring {
    enum { STAGE = (BM + BN) * ROW, STAGES = (GEMM_SMEM - 1024 - OUTS) / STAGE };
    unsigned char *smem, *out;
    uint64_t *full, *empty;
    int at, parity;

    HOP ring(unsigned char *smem) : smem(smem), out(smem + STAGES * STAGE), at(0), parity(0)
    {
        full = (uint64_t *)(out + OUTS);
        empty = full + STAGES;
    }
    HOP unsigned char *stage() const
    {
        return smem + at * STAGE;
    }
    HOP void advance()
    {
        if (++at == STAGES) {
            at = 0;
            parity ^= 1;
        }
    }
};

static HOP int up(int x, int by)
{
    return (x + by - 1) / by;
}

/* The row and column where a tile begins: RASTER rows of tiles at a time, column by column, whose operands L2 holds. */
template <int BN> static HOP void corner(const layer &l, int tile, int *row, int *col)
{
    int rows = up(l.M, BM), cols = up(l.N, BN), group = tile / (RASTER * cols), in = tile % (RASTER * cols);
    int high = min(rows - group * RASTER, +RASTER);
    *row = (group * RASTER + in % high) * BM;
    *col = in / high * BN;
}

template <int BN> static HOP int tiles(const layer &l)
{
    return up(l.M, BM) * up(l.N, BN);
}

/* By one thread. */
template <int BN> static HOP void produce(const layer &l, ring<BN> r)
{
    for (int tile = blockIdx.x; tile < tiles<BN>(l); tile += gridDim.x) {
        int row, col;
        corner<BN>(l, tile, &row, &col);
        for (int k = 0; k < l.K; k += ROW, r.advance()) {
            uint64_t *full = &r.full[r.at];
            mbar_wait(&r.empty[r.at], r.parity ^ 1);
            mbar_arrive_expect(full, ring<BN>::STAGE);
            tma_load_2d(r.stage(), l.A, k, row, full);
            for (int n = 0; n < BN; n += 64)
                tma_load_2d(r.stage() + (BM + n) * ROW, l.B, k, col + n, full);
        }
    }
}

/* 64 x 64 sums of a warpgroup, scaled and rounded, into `to` as TMA wants them with its swizzle. A lane has two
 * rows, of scales `upper` and `lower`, and in each eight pairs of columns. */
static HOP void stage_out(unsigned char *to, const int *sum, float upper, float lower, const float2 *sb, int t)
{
    int lane = t % 32, row = t / 32 * 16 + lane % 16;
    uint32_t word[16];
#pragma unroll
    for (int i = 0; i < 16; i++) {
        float s = i % 2 ? lower : upper;
        __nv_bfloat162 v = __floats2bfloat162_rn((float)sum[2 * i] * s * sb[i / 2].x,
                                                 (float)sum[2 * i + 1] * s * sb[i / 2].y);
        word[i] = *(uint32_t *)&v;
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        stmatrix_x4(to + row * ROW + (((2 * j + lane / 16) ^ row % 8) << 4), word[4 * j], word[4 * j + 1],
                    word[4 * j + 2], word[4 * j + 3]);
}

/* The sums of warpgroup w, 64 x BN, in boxes of 64 columns through two buffers. */
template <int BN>
static HOP void store_tile(const layer &l, unsigned char *out, const int *sum, int row, int col, int w, int t)
{
    int mine = row + t / 32 * 16 + t % 32 / 4;
    float upper = mine < l.M ? l.sa[mine] : 0, lower = mine + 8 < l.M ? l.sa[mine + 8] : 0;
#pragma unroll
    for (int c = 0; c < BN / 64; c++) {
        unsigned char *to = out + c % 2 * OUT;
        float2 sb[8];
#pragma unroll
        for (int j = 0; j < 8; j++) {
            int n = col + c * 64 + j * 8 + t % 4 * 2;
            sb[j] = n < l.N ? *(const float2 *)(l.sb + n) : make_float2(0, 0);
        }
        if (t == 0) { /* the box before the last has left this buffer, or of one box a tile the last */
            if (BN > 64)
                bulk_wait_read<1>();
            else
                bulk_wait_read<0>();
        }
        named_sync(1 + w, 128);
        stage_out(to, sum + 32 * c, upper, lower, sb, t);
        fence_proxy_async();
        named_sync(1 + w, 128);
        if (t == 0) {
            tma_store_2d(l.D, col + c * 64, row, to);
            bulk_commit();
        }
    }
}

/* By warpgroup w. One group of products stays in flight while the next stage is waited for, so a stage is given
 * back one turn late. */
template <int BN> static HOP void consume(const layer &l, ring<BN> r, int w, int t)
{
    int sum[BN / 2];
    for (int tile = blockIdx.x; tile < tiles<BN>(l); tile += gridDim.x) {
        int row, col, before = 0;
        for (int k = 0; k < l.K; k += ROW, r.advance()) {
            uint64_t a = smem_desc(r.stage() + w * 64 * ROW), b = smem_desc(r.stage() + BM * ROW);
            mbar_wait(&r.full[r.at], r.parity);
            wgmma_fence();
#pragma unroll
            for (int i = 0; i < 4; i++)
                wgmma(sum, a + 2 * i, b + 2 * i, k | i); /* 32 bytes on: an address counts 16 */
            wgmma_commit();
            wgmma_wait<1>();
            if (k && t % 32 == 0)
                mbar_arrive(&r.empty[before]);
            before = r.at;
        }
        wgmma_wait<0>();
        if (t % 32 == 0)
            mbar_arrive(&r.empty[before]);
        corner<BN>(l, tile, &row, &col);
        store_tile<BN>(l, r.out + w * 2 * OUT, sum, row + 64 * w, col, w, t);
    }
    if (t == 0)
        bulk_wait<0>();
}

template <int BN> static HOP void run(const layer &l, unsigned char *smem)
{
    ring<BN> r(smem);
    int t = threadIdx.x % 128, group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int i = 0; i < ring<BN>::STAGES; i++) {
            mbar_init(&r.full[i], 1);
            mbar_init(&r.empty[i], 8); /* warps that read it */
        }
        fence_mbar_init();
    }
    __syncthreads();
    if (group == 0) {
        setmaxnreg_dec<24>();
        if (t == 0)
            produce<BN>(l, r);
    } else {
        setmaxnreg_inc<240>();
        consume<BN>(l, r, group - 1, t);
    }
}

/* What the busiest block does with tiles so wide, in columns; a tile costs about 32 beside its products. */
template <int BN> static HOP int work(const layer &l)
{
    return up(tiles<BN>(l), gridDim.x) * (BN + 32);
}

extern "C" __global__ void __launch_bounds__(384, 1)
    gemm_w8a8(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap B,
              const float *sa, const float *sb, int M, int N, int K)
{
    extern __shared__ __align__(1024) unsigned char smem[];
    layer l = { &D, &A, &B, sa, sb, M, N, K };
    int wide = work<256>(l), half = work<128>(l), quarter = work<64>(l);
    if (wide <= half && wide <= quarter)
        run<256>(l, smem);
    else if (half <= quarter)
        run<128>(l, smem);
    else
        run<64>(l, smem);
}

/* ---- four bits -------------------------------------------------------------------------------------------------- */

/* HIGH: rows of a block; RUN: codes of a row that a lane has of a group, 16 bytes. */
enum { TOKENS = 8, HIGH = 32, RUN = 32 };

/* Two neighbouring codes less the zero point, as two bf16: 128 + c is 0x4300 | c, since bf16 counts by ones up
 * there. */
static __device__ uint32_t unpack(uint32_t word, int pair, __nv_bfloat162 zero)
{
    uint32_t both = (word >> 4 * pair & 0x000f000f) | 0x43004300;
    __nv_bfloat162 v = __hsub2(*(__nv_bfloat162 *)&both, zero);
    return *(uint32_t *)&v;
}

/* A lane's codes of one row in a group, with what turns them into weights. */
struct run_w4 {
    uint4 code;
    float scale;
    __nv_bfloat162 zero; /* 128 + z, twice */
};

/* Of rows n, n + 8, n + 16 and n + 24, in the group that begins at k0; this lane's run of it begins at k. */
static __device__ void load_w4(run_w4 (&r)[4], const uint32_t *w, const bf16 *scale, const uint8_t *zero, int n, int k0,
                               int k, int N, int K)
{
#pragma unroll
    for (int i = 0; i < 4; i++, n += 8) {
        bool there = n < N && k0 < K;
        size_t of = (size_t)(k0 / GROUP) * N + n;
        r[i].code = there && k < K ? __ldcs((const uint4 *)(w + (size_t)n * (K / 8) + k / 8)) : make_uint4(0, 0, 0, 0);
        r[i].scale = there ? __bfloat162float(scale[of]) : 0;
        r[i].zero = __float2bfloat162_rn(there ? 128.f + zero[of] : 128.f);
    }
}

static __device__ uint32_t word_of(const uint4 &v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

/* 16 rows by 8 tokens by 16 of k, for the pairs 2 h and 2 h + 1 of word j of two rows. */
static __device__ void multiply(float (&part)[4], const run_w4 &up, const run_w4 &low, int j, int h, uint32_t x0,
                                uint32_t x1)
{
    uint32_t u = word_of(up.code, j), d = word_of(low.code, j), b[2] = { x0, x1 };
    uint32_t a[4] = { unpack(u, 2 * h, up.zero), unpack(d, 2 * h, low.zero), unpack(u, 2 * h + 1, up.zero),
                      unpack(d, 2 * h + 1, low.zero) };
    mma_bf16(part, a, b);
}

/* 32 rows by 8 tokens by the 128 of a group; lane 4 g + t has the codes 32 t to 32 t + 31 of rows g + 8 i, and x of
 * token g from there on. */
static __device__ void multiply_group(float (&sum)[2][4], const run_w4 (&r)[4], const bf16 *x, bool there)
{
    float part[2][4] = {};
#pragma unroll
    for (int j = 0; j < 4; j++) {
        uint4 v = there ? *(const uint4 *)(x + 8 * j) : make_uint4(0, 0, 0, 0);
        for (int i = 0; i < 2; i++) {
            multiply(part[i], r[2 * i], r[2 * i + 1], j, 0, v.x, v.y);
            multiply(part[i], r[2 * i], r[2 * i + 1], j, 1, v.z, v.w);
        }
    }
    for (int i = 0; i < 8; i++)
        sum[i / 4][i % 4] += part[i / 4][i % 4] * r[i / 2].scale;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemv_w4(bf16 *y, const uint32_t *w, const bf16 *scale, const uint8_t *zero, const bf16 *x, int M, int N, int K)
{
    __shared__ float part[WARPS][HIGH][TOKENS];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, row = blockIdx.x * HIGH;
    float sum[2][4] = {};
    run_w4 next[4];
    load_w4(next, w, scale, zero, row + g, warp * GROUP, warp * GROUP + t * RUN, N, K);
    for (int k0 = warp * GROUP; k0 < K;) {
        int k = k0 + t * RUN;
        run_w4 now[4] = { next[0], next[1], next[2], next[3] };
        k0 += WARPS * GROUP;
        load_w4(next, w, scale, zero, row + g, k0, k0 + t * RUN, N, K); /* on the way while these are multiplied */
        multiply_group(sum, now, x + (size_t)g * K + k, g < M && k < K);
    }
    for (int i = 0; i < 8; i++)
        part[warp][g + i / 2 * 8][t * 2 + i % 2] = sum[i / 4][i % 4];
    __syncthreads();
    int n = threadIdx.x % HIGH, m = threadIdx.x / HIGH;
    if (m >= M || row + n >= N)
        return;
    float all = 0;
    for (int i = 0; i < WARPS; i++)
        all += part[i][n][m];
    y[(size_t)m * N + row + n] = __float2bfloat16(all);
}
