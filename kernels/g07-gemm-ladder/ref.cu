/*
 * ref.cu: six kernels, each faster than the one before for one reason.
 *
 * 1. gemm_naive: lanes down a column of C. Each load of A takes 32 sectors for 128 bytes.
 * 2. gemm_coalesced: lanes along a row. A load of B is four whole sectors, one of A is a sector that all share. Now
 *    the load unit is the limit: two requests for each multiply-add of a warp.
 * 3. gemm_tiled: 32 x 32 of each matrix in shared memory, loaded once a block and used 32 times. Global traffic falls
 *    to 1/32 of what was asked for. But a multiply-add still wants two reads, now from shared memory.
 * 4. gemm_register: 8 x 8 sums a thread. 16 floats read from shared memory serve 64 multiply-adds: the arithmetic is
 *    the limit at last. Rows of the turned tile of A are padded by 4 floats: the four stores of a quad then go to
 *    different banks, and each row still begins at a multiple of 16 bytes.
 * 5. gemm_wmma: the same tile in bfloat16 on tensor cores. A warp owns 64 x 32 in eight fragments; per step of 16 it
 *    reads six fragments for eight products.
 * 6. gemm_async: float again. cp.async fills a buffer while another is used: no register holds what is under way, and
 *    the block doesn't wait for what it asked for. With three buffers one barrier a turn is enough. The block owns
 *    128 x 256 of C, a thread 8 x 16 sums, so 24 floats serve 128 multiply-adds. A is turned again, now by copying it
 *    word by word: a step's elements come as float4 and lie side by side in registers. And blocks that run at the same
 *    time stand near each other in C.
 *
 * What is left: behind every barrier all warps first copy, then wait for their first reads from shared memory, and
 * every copy computes its address and its guards anew. opt.cu reads ahead across the barrier and keeps the addresses.
 */
#include "lab.h"

#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

typedef __nv_bfloat16 bf16;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> frag_left;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> frag_right;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> frag_sum;

extern "C" __global__ void gemm_naive(float *C, const float *A, const float *B, int M, int N, int K)
{
    int r = blockIdx.y * SIDE + threadIdx.x, c = blockIdx.x * SIDE + threadIdx.y;
    if (r >= M || c >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)r * K + k] * B[(size_t)k * N + c];
    C[(size_t)r * N + c] = sum;
}

extern "C" __global__ void gemm_coalesced(float *C, const float *A, const float *B, int M, int N, int K)
{
    int r = blockIdx.y * SIDE + threadIdx.y, c = blockIdx.x * SIDE + threadIdx.x;
    if (r >= M || c >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)r * K + k] * B[(size_t)k * N + c];
    C[(size_t)r * N + c] = sum;
}

extern "C" __global__ void gemm_tiled(float *C, const float *A, const float *B, int M, int N, int K)
{
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * SIDE + y, c = blockIdx.x * SIDE + x;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += SIDE) {
        a[y][x] = r < M && k0 + x < K ? A[(size_t)r * K + k0 + x] : 0;
        b[y][x] = k0 + y < K && c < N ? B[(size_t)(k0 + y) * N + c] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < SIDE; k++)
            sum += a[y][k] * b[k][x];
        __syncthreads();
    }
    if (r < M && c < N)
        C[(size_t)r * N + c] = sum;
}

/* ---- 128 x 128, 8 x 8 a thread ----------------------------------------------------------------------- */

namespace {

constexpr int DEEP = 8; /* of the inner dimension, a turn */

/* Four elements of a row, zeros where it has ended; one load when the row begins at a multiple of 16 bytes. */
__device__ float4 quad(const float *from, int left, bool aligned)
{
    if (aligned && left >= 4)
        return *reinterpret_cast<const float4 *>(from);
    return make_float4(left > 0 ? from[0] : 0, left > 1 ? from[1] : 0, left > 2 ? from[2] : 0, left > 3 ? from[3] : 0);
}

__device__ float4 row_quad(const float *matrix, int rows, int cols, int r, int c)
{
    return quad(matrix + (size_t)r * cols + c, r < rows ? cols - c : 0, cols % 4 == 0);
}

__device__ void unpack(float *to, const float *from)
{
    float4 v = *reinterpret_cast<const float4 *>(from);
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

__device__ void store_quad(float *C, int M, int N, int r, int c, const float *v)
{
    float *to = C + (size_t)r * N + c;
    if (r < M && N % 4 == 0 && c + 4 <= N)
        *reinterpret_cast<float4 *>(to) = make_float4(v[0], v[1], v[2], v[3]);
    else if (r < M)
        for (int w = 0; w < 4 && c + w < N; w++)
            to[w] = v[w];
}

} // namespace

extern "C" __global__ void __launch_bounds__(BIG_THREADS, 2)
    gemm_register(float *C, const float *A, const float *B, int M, int N, int K)
{
    __shared__ __align__(16) float a[DEEP][BIG + 4], b[DEEP][BIG]; /* A turned: a column of it is one load */
    int t = threadIdx.x, row = blockIdx.y * BIG, col = blockIdx.x * BIG;
    int ar = t / 2, ak = t % 2 * 4, bk = t / 32, bc = t % 32 * 4, x = t % 16 * 4, y = t / 16 * 4;
    float sum[8][8] = {}, u[8], v[8];
    for (int k0 = 0; k0 < K; k0 += DEEP) {
        float4 p = row_quad(A, M, K, row + ar, k0 + ak), q = row_quad(B, K, N, k0 + bk, col + bc);
        a[ak][ar] = p.x, a[ak + 1][ar] = p.y, a[ak + 2][ar] = p.z, a[ak + 3][ar] = p.w;
        *reinterpret_cast<float4 *>(&b[bk][bc]) = q;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; k++) {
            unpack(u, &a[k][y]), unpack(u + 4, &a[k][y + 64]);
            unpack(v, &b[k][x]), unpack(v + 4, &b[k][x + 64]);
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j += 4)
            store_quad(C, M, N, row + y + i % 4 + i / 4 * 64, col + x + j * 16, &sum[i][j]);
}

/* ---- tensor cores -------------------------------------------------------------------------------------- */

namespace {

constexpr int WK = 64, LD_A = WK + 8, LD_B = BIG + 8, LD_C = 20; /* rows padded by 16 bytes: no bank conflict */

/* Eight elements of a row, zeros where it has ended. */
__device__ void octet(bf16 *to, const bf16 *matrix, int rows, int cols, int r, int c)
{
    const bf16 *from = matrix + (size_t)r * cols + c;
    if (r < rows && cols % 8 == 0 && c < cols)
        *reinterpret_cast<uint4 *>(to) = *reinterpret_cast<const uint4 *>(from);
    else
        for (int w = 0; w < 8; w++)
            to[w] = r < rows && c + w < cols ? from[w] : __float2bfloat16(0.f);
}

/* A 16 x 16 accumulator to C: at once, or across C's edge through this warp's piece of shared memory. */
__device__ void store_sums(float *C, int M, int N, int row, int col, float *stage, const frag_sum &sum)
{
    int lane = threadIdx.x % 32;
    if (row + 16 <= M && col + 16 <= N && N % 8 == 0) {
        wmma::store_matrix_sync(C + (size_t)row * N + col, sum, N, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(stage, sum, LD_C, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32) {
        int r = row + e / 16, c = col + e % 16;
        if (r < M && c < N)
            C[(size_t)r * N + c] = stage[e / 16 * LD_C + e % 16];
    }
    __syncwarp();
}

} // namespace

extern "C" __global__ void __launch_bounds__(BIG_THREADS)
    gemm_wmma(float *C, const bf16 *A, const bf16 *B, int M, int N, int K)
{
    __shared__ __align__(32) bf16 a[BIG * LD_A], b[WK * LD_B];
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * BIG, col = blockIdx.x * BIG;
    int wr = warp % 2 * 64, wc = warp / 2 * 32; /* this warp's 64 x 32 of the tile */
    frag_sum sum[4][2];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i / 2][i % 2], 0.f);
    for (int k0 = 0; k0 < K; k0 += WK) {
        for (int e = t; e < BIG * WK / 8; e += BIG_THREADS) {
            octet(a + e / 8 * LD_A + e % 8 * 8, A, M, K, row + e / 8, k0 + e % 8 * 8);
            octet(b + e / 16 * LD_B + e % 16 * 8, B, K, N, k0 + e / 16, col + e % 16 * 8);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < WK; k += 16) {
            frag_left u[4];
            frag_right v[2];
            for (int i = 0; i < 4; i++)
                wmma::load_matrix_sync(u[i], a + (wr + 16 * i) * LD_A + k, LD_A);
            for (int j = 0; j < 2; j++)
                wmma::load_matrix_sync(v[j], b + k * LD_B + wc + 16 * j, LD_B);
            for (int i = 0; i < 8; i++)
                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);
        }
        __syncthreads();
    }
    float *stage = reinterpret_cast<float *>(a) + warp * 16 * LD_C;
    for (int i = 0; i < 8; i++)
        store_sums(C, M, N, row + wr + i / 2 * 16, col + wc + i % 2 * 16, stage, sum[i / 2][i % 2]);
}

/* ---- asynchronous copies -------------------------------------------------------------------------------- */

namespace {

constexpr int AK = 16, LD_K = BIG + 4;            /* of the inner dimension a turn; a padded row of A's turned tile */
constexpr int TURN = AK * (LD_K + ASYNC_COLS);    /* floats of a turn: A's tile, then B's */
constexpr int BUFFERS = 3;
static_assert(BUFFERS * TURN * 4 <= ASYNC_SMEM, "all turns fit");

/* One float to shared memory without waiting, 0 where it does not exist. */
__device__ void copy_word(float *to, const float *matrix, int rows, int cols, int r, int c)
{
    __pipeline_memcpy_async(to, matrix + (size_t)r * cols + c, 4, r < rows && c < cols ? 0 : 4);
}

/* As row_quad, to shared memory and without waiting. */
__device__ void copy_quad(float *to, const float *matrix, int rows, int cols, int r, int c)
{
    if (cols % 4 == 0)
        __pipeline_memcpy_async(to, matrix + (size_t)r * cols + c, 16, r < rows && c < cols ? 0 : 16);
    else
        for (int w = 0; w < 4; w++)
            copy_word(to + w, matrix, rows, cols, r, c + w);
}

__device__ void copy_turn(float *to, const float *A, const float *B, int M, int N, int K, int row, int col, int k0)
{
    int t = threadIdx.x, quads = ASYNC_COLS / 4;
#pragma unroll
    for (int i = 0; i < BIG * AK; i += ASYNC_THREADS) {
        int r = (t + i) / 8 % BIG, k = t % 8 + i / (8 * BIG) * 8; /* a warp: a sector of four rows, 32 banks */
        copy_word(to + k * LD_K + r, A, M, K, row + r, k0 + k);
    }
#pragma unroll
    for (int i = 0; i < AK * quads; i += ASYNC_THREADS) {
        int k = (t + i) / quads, c = t % quads * 4;
        copy_quad(to + AK * LD_K + k * ASYNC_COLS + c, B, K, N, k0 + k, col + c);
    }
}

/* sum += a turn's tiles; `y` and `x` are the thread's first row and column in them. */
__device__ __forceinline__ void add_turn(float (&sum)[8][16], const float *tile, int y, int x)
{
    float u[8], v[16];
    const float *a = tile + y, *b = tile + AK * LD_K + x;
#pragma unroll
    for (int k = 0; k < AK; k++) {
        unpack(u, a + k * LD_K), unpack(u + 4, a + k * LD_K + 32);
#pragma unroll
        for (int j = 0; j < 16; j += 4)
            unpack(v + j, b + k * ASYNC_COLS + 4 * j);
#pragma unroll
        for (int i = 0; i < 8; i++)
#pragma unroll
            for (int j = 0; j < 16; j++)
                sum[i][j] += u[i] * v[j];
    }
}

/* Tile `id` of C, in groups of GROUP rows of tiles, down the columns of a group. */
__device__ void place(int id, int M, int N, int *row, int *col)
{
    int rows = (M + BIG - 1) / BIG, cols = (N + ASYNC_COLS - 1) / ASYNC_COLS;
    int first = id / (GROUP * cols) * GROUP, high = min(rows - first, (int)GROUP), at = id % (GROUP * cols);
    *row = (first + at % high) * BIG;
    *col = at / high * ASYNC_COLS;
}

} // namespace

extern "C" __global__ void __launch_bounds__(ASYNC_THREADS, 1)
    gemm_async(float *C, const float *A, const float *B, int M, int N, int K)
{
    extern __shared__ __align__(128) float turns[];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row, col;
    /* eight lanes down, four across; each pair of neighbours shares its rows of A, each pair two apart its columns */
    int y = warp % 2 * 64 + lane / 2 % 8 * 4, x = warp / 2 * 64 + (lane % 2 + lane / 16 * 2) * 4;
    float sum[8][16] = {};
    place(blockIdx.x, M, N, &row, &col);
    for (int t = 0; t < BUFFERS - 1; t++) {
        if (t * AK < K)
            copy_turn(turns + t * TURN, A, B, M, N, K, row, col, t * AK);
        __pipeline_commit();
    }
    for (int k0 = 0, now = 0; k0 < K; k0 += AK, now = (now + 1) % BUFFERS) {
        __pipeline_wait_prior(BUFFERS - 2);
        __syncthreads(); /* this turn is there, and nobody reads the one before it any longer */
        int ahead = k0 + (BUFFERS - 1) * AK;
        if (ahead < K)
            copy_turn(turns + (now + BUFFERS - 1) % BUFFERS * TURN, A, B, M, N, K, row, col, ahead);
        __pipeline_commit(); /* even nothing: so the group that is waited for is always the same */
        add_turn(sum, turns + now * TURN, y, x);
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 16; j += 4)
            store_quad(C, M, N, row + y + i % 4 + i / 4 * 32, col + x + 4 * j, &sum[i][j]);
}
