/*
 * ref.cu: the reference.
 *
 * compress24: a warp a tile of 16 x 64. Lane 4g + t loads the groups that it will store: eight bytes each, four lanes
 * beside one another a sector. Its pairs are then an operand of mma.sp as they are. The nibbles belong to other lanes
 * than the pairs: a quad ORs sixteen of them together, and each lane takes its four.
 *
 * gemv16, spmv24: tensor cores as multipliers that need no decoding. Eight warps share the columns of 32 rows and
 * add up at the end. The order of k is free as long as both operands agree. For dense weights, lane t takes eight
 * neighbouring columns, 16 bytes, for what mma calls k = 2t, 2t + 8 of two steps. Compressed weights have been
 * laid down in operands: a lane's load is its operand. Nothing unpacks the metadata, it is a register that mma.sp
 * reads.
 *
 * gemm24: 128 rows x 256 tokens a block, 64 columns a turn, four stages by cp.async. Weights go through shared
 * memory in the order in which they lie, so their loads have no conflict; a token's row of 128 bytes has its
 * pieces of 16 exchanged by an XOR with the row's number, so that ldmatrix has none.
 */
#include "lab.h"

/* ---- compression --------------------------------------------------------------------------------------------- */

struct kept {
    unsigned pair, nibble;
    int lost;
};

/* Of four halves the two largest in magnitude: each key has the place in its low bits, so no two are equal. */
static __device__ kept keep(uint2 four)
{
    unsigned h[4] = {four.x & 0xffff, four.x >> 16, four.y & 0xffff, four.y >> 16}, key[4], pair[2] = {0, 0};
    unsigned nibble = 0;
    int lost = 0, n = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        key[i] = (h[i] & 0x7fff) << 2 | (3 - i);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        int above = 0;
#pragma unroll
        for (int j = 0; j < 4; j++)
            above += key[j] > key[i];
        if (above < 2) {
            pair[0] = n ? pair[0] : h[i];
            pair[1] = n ? h[i] : pair[1];
            nibble |= i << 2 * n++;
        } else {
            lost += key[i] > 3;
        }
    }
    return {pair[0] | pair[1] << 16, nibble, lost};
}

/* Nibble 4t + i of the quad's sixteen in place i, of which lane t has those of groups t, t + 4, t + 8, t + 12. */
static __device__ unsigned four_of_quad(uint64_t mine, int t)
{
    for (int d = 1; d < 4; d *= 2)
        mine |= __shfl_xor_sync(~0u, (unsigned long long)mine, d);
    return (unsigned)(mine >> 16 * t) & 0xffff;
}

extern "C" __global__ void compress24(const half *W, half *val, unsigned *meta, int *lost, int M, int K)
{
    __shared__ int gone[WARPS][16];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, away[2] = {0, 0};
    for (int tile = warp; tile < K / 64; tile += WARPS) {
        const half *from = W + ((size_t)blockIdx.x * 16 + g) * K + tile * 64;
        size_t at = (size_t)blockIdx.x * (K / 64) + tile;
        uint64_t nibbles[2] = {0, 0};
        for (int step = 0; step < 2; step++) {
            unsigned word[4];
            for (int k = 0; k < 4; k++) { /* group t or t + 4, row g or g + 8 */
                int q = step * 8 + k / 2 * 4 + t, low = k % 2;
                kept two = keep(*(const uint2 *)(from + (size_t)low * 8 * K + 4 * q));
                word[k] = two.pair;
                nibbles[low] |= (uint64_t)two.nibble << 4 * q;
                away[low] += two.lost;
            }
            half *to = val + ((2 * at + step) * 32 + lane) * 8;
            *(uint4 *)to = make_uint4(word[0], word[1], word[2], word[3]);
        }
        unsigned high = four_of_quad(nibbles[1], t);
        meta[at * 32 + lane] = four_of_quad(nibbles[0], t) | high << 16;
    }
    for (int r = 0; r < 2; r++) {
        for (int d = 1; d < 4; d *= 2)
            away[r] += __shfl_xor_sync(~0u, away[r], d);
        if (t == 0)
            gone[warp][g + 8 * r] = away[r];
    }
    __syncthreads();
    if (threadIdx.x >= 16)
        return;
    int sum = 0;
    for (int w = 0; w < WARPS; w++)
        sum += gone[w][threadIdx.x];
    lost[blockIdx.x * 16 + threadIdx.x] = sum;
}

/* ---- few tokens ---------------------------------------------------------------------------------------------- */

/* Of two tiles of 16 rows, to Y: the warps' shares, added in their order. */
static __device__ void share(const float (&d)[2][4], float *Y, int M, int B)
{
    __shared__ float part[WARPS][BATCH][ROWS + 4]; /* a quad's tokens in other banks */
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    for (int i = 0; i < 2; i++)
        for (int e = 0; e < 4; e++)
            part[threadIdx.x / 32][2 * t + e % 2][16 * i + g + e / 2 * 8] = d[i][e];
    __syncthreads();
    int row = threadIdx.x % ROWS, b = threadIdx.x / ROWS, m = blockIdx.x * ROWS + row;
    if (m >= M || b >= B)
        return;
    float sum = 0;
    for (int w = 0; w < WARPS; w++)
        sum += part[w][b][row];
    Y[(size_t)b * M + m] = sum;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemv16(const half *W, const half *X, float *Y, int M, int K, int B)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, m = blockIdx.x * ROWS;
    int tiles = M - m < ROWS ? 1 : 2;
    float d[2][4] = {};
    const half *w = W + (size_t)(m + g) * K + 8 * t, *x = X + (size_t)g * K + 8 * t;
    for (int k = warp * 64; k < K; k += WARPS * 64) {
        uint4 a[2][2][2], b[2]; /* tile, row g or g + 8, columns k or k + 32 */
#pragma unroll
        for (int i = 0; i < 8; i++)
            a[i / 4][i / 2 % 2][i % 2] = i / 4 < tiles
                ? *(const uint4 *)(w + (size_t)(i / 4 * 16 + i / 2 % 2 * 8) * K + k + i % 2 * 32) : uint4{0, 0, 0, 0};
#pragma unroll
        for (int h = 0; h < 2; h++)
            b[h] = g < B ? *(const uint4 *)(x + k + 32 * h) : uint4{0, 0, 0, 0};
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const uint4 &up = a[i / 2][0][i % 2], &down = a[i / 2][1][i % 2], &in = b[i % 2];
            const uint32_t first[4] = {up.x, down.x, up.y, down.y}, second[4] = {up.z, down.z, up.w, down.w};
            mma(d[i / 2], first, in.x, in.y);
            mma(d[i / 2], second, in.z, in.w);
        }
    }
    share(d, Y, M, B);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    spmv24(const half *val, const unsigned *meta, const half *X, float *Y, int M, int K, int B)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, m = blockIdx.x * ROWS;
    int tiles = M - m < ROWS ? 1 : 2, wide = K / 64;
    float d[2][4] = {};
    const uint4 *v = (const uint4 *)val + (size_t)(m / 16) * wide * 64 + lane;
    const unsigned *e = meta + (size_t)(m / 16) * wide * 32 + lane;
    const half *x = X + (size_t)g * K + 2 * t;
    for (int k = warp; k < wide; k += WARPS) {
        uint4 a[2][2];
        unsigned sign[2];
        uint32_t b[8];
#pragma unroll
        for (int i = 0; i < 2; i++) {
            size_t at = (size_t)i * wide + k;
            sign[i] = i < tiles ? e[at * 32] : 0x44444444;
            a[i][0] = i < tiles ? v[at * 64] : uint4{0, 0, 0, 0};
            a[i][1] = i < tiles ? v[at * 64 + 32] : uint4{0, 0, 0, 0};
        }
#pragma unroll
        for (int j = 0; j < 8; j++)
            b[j] = g < B ? *(const uint32_t *)(x + k * 64 + 8 * j) : 0;
#pragma unroll
        for (int i = 0; i < 2; i++) {
            mma_sp<0>(d[i], a[i][0], b[0], b[1], b[2], b[3], sign[i]);
            mma_sp<1>(d[i], a[i][1], b[4], b[5], b[6], b[7], sign[i]);
        }
    }
    share(d, Y, M, B);
}

/* ---- many tokens --------------------------------------------------------------------------------------------- */

enum { STAGES = 4, DEEP = 64, HIGH = TILE_M / 16, PER_WARP = 64 };

struct stage {
    uint4 w[HIGH][2][32];     /* tile of 16 rows, half of the turn, lane */
    unsigned meta[HIGH][32];
    uint4 x[TILE_N][8];       /* piece c of row n stands at c ^ n % 8 */
};
static_assert(STAGES * sizeof(stage) == GEMM_SMEM, "lab.h");

struct problem {
    const uint4 *val;
    const unsigned *meta;
    const half *X;
    int M, K, N;
};

/* Zeros stand for rows, tokens and turns that are not there; places are those of some other weights then, since
 * any word of zeros would be no places. */
static __device__ void bring(stage &s, const problem &p, int turn)
{
    int tid = threadIdx.x, wide = p.K / DEEP, tile0 = blockIdx.x * HIGH, n0 = blockIdx.y * TILE_N;
    for (int i = tid; i < HIGH * 64; i += THREADS) {
        bool there = tile0 + i / 64 < p.M / 16 && turn < wide;
        size_t at = there ? ((size_t)(tile0 + i / 64) * wide + turn) * 64 + i % 64 : 0;
        copy16(&s.w[0][0][0] + i, p.val + at, there);
    }
    if (tid < HIGH * 8) {
        bool there = tile0 + tid / 8 < p.M / 16 && turn < wide;
        size_t at = (there ? (size_t)(tile0 + tid / 8) * wide + turn : 0) * 32 + tid % 8 * 4;
        copy16(&s.meta[0][0] + tid * 4, p.meta + at, true);
    }
    for (int i = tid; i < TILE_N * 8; i += THREADS) {
        int n = i / 8, c = i % 8;
        bool there = n0 + n < p.N && turn < wide;
        copy16(&s.x[n][c ^ n % 8], p.X + (there ? (size_t)(n0 + n) * p.K + turn * DEEP + c * 8 : 0), there);
    }
}

/* One half of a turn: 64 rows x 64 tokens a warp. */
template <int S> static __device__ void multiply(float (&d)[4][8][4], const stage &s, int up, int across)
{
    int lane = threadIdx.x % 32;
    uint4 a[4];
    unsigned meta[4];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        a[i] = s.w[up + i][S][lane];
        meta[i] = s.meta[up + i][lane];
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        uint32_t b[4];
        int n = across + 8 * j + lane % 8;
        ldmatrix(b, &s.x[n][(4 * S + lane / 8) ^ n % 8]);
#pragma unroll
        for (int i = 0; i < 4; i++)
            mma_sp<S>(d[i][j], a[i], b[0], b[1], b[2], b[3], meta[i]);
    }
}

/* Through shared memory, a token's 128 rows beside one another: 16 bytes a lane to Y. A row's four words beyond
 * 256 bytes put the tokens of a quad into other banks. */
static __device__ void leave(const float (&d)[4][8][4], half (*out)[TILE_M + 8], half *Y, int up, int across, int M,
                             int N)
{
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, m0 = blockIdx.x * TILE_M, n0 = blockIdx.y * TILE_N;
    __syncthreads(); /* the last stage may still be read */
#pragma unroll
    for (int i = 0; i < 128; i++) {
        int high = i / 32, j = i / 4 % 8, e = i % 4;
        out[across + 8 * j + 2 * t + e % 2][(up + high) * 16 + g + e / 2 * 8] = __float2half(d[high][j][e]);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE_N * TILE_M / 8; i += THREADS) {
        int n = i / 16, m = i % 16 * 8;
        if (n0 + n < N && m0 + m < M)
            *(uint4 *)(Y + (size_t)(n0 + n) * M + m0 + m) = *(const uint4 *)&out[n][m];
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    gemm24(const half *val, const unsigned *meta, const half *X, half *Y, int M, int K, int N)
{
    extern __shared__ uint4 memory[];
    stage *s = (stage *)memory;
    problem p = {(const uint4 *)val, meta, X, M, K, N};
    int warp = threadIdx.x / 32, up = warp % 2 * 4, across = warp / 2 * PER_WARP, turns = K / DEEP;
    float d[4][8][4] = {};
    for (int k = 0; k < STAGES - 1; k++) {
        if (k < turns)
            bring(s[k], p, k);
        copies_end();
    }
    for (int k = 0; k < turns; k++) {
        copies_wait<STAGES - 2>();
        __syncthreads();
        if (k + STAGES - 1 < turns)
            bring(s[(k + STAGES - 1) % STAGES], p, k + STAGES - 1);
        copies_end();
        multiply<0>(d, s[k % STAGES], up, across);
        multiply<1>(d, s[k % STAGES], up, across);
    }
    leave(d, (half (*)[TILE_M + 8])memory, Y, up, across, M, N);
}
