/*
 * opt.cu: as ref.cu, and a gemm_async whose inner loop is little else than multiply-adds.
 *
 * On an SM four schedulers issue one instruction a cycle each, and a warp's multiply-add takes one such slot. So the
 * share of other instructions is lost, and so is every cycle in which no warp of a scheduler can issue. There are two
 * warps for each, all of the one block that fits. Five things against both losses:
 *
 * 1. Reads from shared memory run ahead. The elements for step k + 1 are asked for before the products of step k. That
 *    goes on across the end of a turn: its last step comes after the barrier and already reads from the next turn's
 *    tiles.
 * 2. So one barrier a turn is enough, and nobody waits behind it. When a warp passes it, everybody holds in registers
 *    what it still needs of the old tiles, and copies into them may begin.
 * 3. Addresses are kept and stepped, not computed for each copy.
 * 4. A block whose tile lies inside of C, with K a multiple of the turn, takes a loop without a single comparison of an
 *    index. Others zero-fill by chunks of 16 bytes, or by words where rows begin anywhere.
 * 5. A is turned on its way, word by word, so that a step's elements lie side by side in registers as well.
 *
 * What measurement taught: shares of cuBLAS's SGEMM in pedantic float (50.7 TFLOP/s; a tile of 256 x 128 x 8, three
 * turns, 256 threads, 254 registers, one block an SM), on an H200, side 4096, one run each, 2026-11.
 *
 *     128 x 128 x 16, A as it lies, swizzled, four steps of a row in a float4    0.906
 *     128 x 128 x 16, A turned, four words of a row copied by a thread           0.861
 *     128 x 128 x 16, A turned, one word by a thread, lanes along rows           0.922
 *     256 x 128 x 16, one word                                                   0.903
 *     128 x 256 x 16, four words                                                 0.922
 *     128 x 256 x 8,  four words: chosen                                         0.953
 *
 * The first had little in its loop but multiply-adds and still stalled 0.44 of a cycle an instruction at dispatch,
 * cuBLAS 0.10 (Nsight Compute). Its listing suggests why: the elements of a step stood four registers apart, all in one
 * bank of the register file, which serves one of them at a time. Turning A cures that. Then the copies count: with
 * turns of 16, lanes of a warp meet in pairs in a bank of shared memory as they write A, with turns of 8 they don't
 * (counted, not timed by itself). And blocks with the wider tile ask for a quarter less.
 *
 * The loop has 1,117 instructions a turn and warp, 1,024 of them multiply-adds (listing of CUDA 13.0, sm_90a). 128
 * sums and twice 24 elements are 176 registers before any address, of 255 there are. So an SM holds 8 warps, and what
 * two warps a scheduler cannot hide stays.
 */
#include "lab.h"

#include <mma.h>
#include <stdint.h>

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

/* How B's chunks of 16 bytes come: all exist; some lie outside and become zeros; rows begin anywhere, so words. */
enum source { WHOLE, CHUNKS, WORDS };

/* 4 bytes from global to shared memory, or zeros where they do not exist. */
template <source FROM> __device__ __forceinline__ void fetch_word(uint32_t to, const float *from, bool there)
{
    if (FROM == WHOLE)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(there ? 4 : 0)
                     : "memory");
}

/* 16 bytes; of their words only the first `valid` exist. */
template <source FROM> __device__ __forceinline__ void fetch(uint32_t to, const float *from, int valid)
{
    if (FROM == WHOLE)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    else if (FROM == CHUNKS)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(valid > 0 ? 16 : 0)
                     : "memory");
    else
        for (int w = 0; w < 4; w++)
            fetch_word<FROM>(to + 4 * w, from + w, w < valid);
}

__device__ __forceinline__ void commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int LEFT> __device__ __forceinline__ void wait() /* until at most LEFT of its groups are under way */
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* BM x BN elements of C a block, WM x WN a warp, BK of the inner dimension a turn, `S` turns in shared memory. */
template <int BM_, int BN_, int BK_, int AW_> struct plan {
    static constexpr int BM = BM_, BN = BN_, BK = BK_, S = 3, WM = 64, WN = 64, AW = AW_;
    static constexpr int THREADS = BM / WM * (BN / WN) * 32;
    static constexpr int TM = WM / 8, TN = WN / 4;      /* elements of a thread: 8 lanes down, 4 across */
    static constexpr int CH = BK / AW;                  /* threads that copy a row of A, AW words each */
    static constexpr int LD = BM + 4;                   /* A's tile is turned: a row for each k, padded */
    static constexpr int A_STEP = THREADS / CH, B_STEP = THREADS / (BN / 4); /* rows that one round of copies fills */
    static constexpr int B_AT = BK * LD, STAGE = B_AT + BN * BK; /* floats */
    static constexpr int SMEM = 4 * S * STAGE;
    static_assert(BM % A_STEP == 0 && BK % B_STEP == 0, "copies come out even");
};

/* What a thread copies of every turn. */
template <class P, source FROM> struct copier {
    const float *a, *b;
    uint32_t a_to, b_to;
    int a_k, a_rows, b_cols, b_k; /* columns of A left from this thread's; its rows that exist; the same of B */
    int K, N;

    __device__ __forceinline__ copier(const float *A, const float *B, uint32_t smem, int row, int col, int M, int N,
                                      int K)
        : K(K), N(N)
    {
        int t = threadIdx.x, r = t / P::CH, c = t % P::CH * P::AW, k = t / (P::BN / 4), n = t % (P::BN / 4) * 4;
        a = A + (size_t)(row + r) * K + c;
        b = B + (size_t)k * N + col + n;
        a_to = smem + 4 * (c * P::LD + r);
        b_to = smem + 4 * (P::B_AT + k * P::BN + n);
        a_k = K - c, a_rows = M - row - r;
        b_k = K - k, b_cols = N - col - n;
    }

    /* The next turn, into buffer `slot`. */
    __device__ __forceinline__ void turn(int slot)
    {
        uint32_t at = slot * (4 * P::STAGE);
#pragma unroll
        for (int i = 0; i < P::BM / P::A_STEP; i++)
#pragma unroll
            for (int w = 0; w < P::AW; w++)
                fetch_word<FROM>(a_to + at + 4 * (i * P::A_STEP + w * P::LD), a + (size_t)i * P::A_STEP * K + w,
                                 i * P::A_STEP < a_rows && w < a_k);
#pragma unroll
        for (int i = 0; i < P::BK / P::B_STEP; i++)
            fetch<FROM>(b_to + at + 4 * i * P::B_STEP * P::BN, b + (size_t)i * P::B_STEP * N,
                        i * P::B_STEP < b_k ? b_cols : 0);
        a += P::BK, b += (size_t)P::BK * N;
        a_k -= P::BK, b_k -= P::BK;
    }
};

/* What a thread keeps: its sums, this step's elements of A and B and the next one's. */
template <class P> struct worker {
    float c[P::TM][P::TN], a[2][P::TM], b[2][P::TN];
    int row, col; /* of its first element in the tile; four rows, then four 32 further; four columns, then 16 further */

    __device__ __forceinline__ worker()
    {
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        /* neighbours share rows of A, lanes two apart columns of B: each pair is one access of 16 bytes */
        row = warp % (P::BM / P::WM) * P::WM + lane / 2 % 8 * 4;
        col = warp / (P::BM / P::WM) * P::WN + (lane % 2 + lane / 16 * 2) * 4;
#pragma unroll
        for (int i = 0; i < P::TM; i++)
#pragma unroll
            for (int j = 0; j < P::TN; j++)
                c[i][j] = 0;
    }

    __device__ __forceinline__ void read(const float *tile, int k)
    {
#pragma unroll
        for (int i = 0; i < P::TM; i += 4)
            unpack(&a[k % 2][i], tile + k * P::LD + row + 8 * i);
#pragma unroll
        for (int j = 0; j < P::TN; j += 4)
            unpack(&b[k % 2][j], tile + P::B_AT + k * P::BN + col + 4 * j);
    }

    /* The products of step k, and reads for what comes after: step k + 1, or step 0 of the turn that is in `next`. */
    __device__ __forceinline__ void step(int k, const float *next)
    {
        read(next, (k + 1) % P::BK);
#pragma unroll
        for (int i = 0; i < P::TM; i++)
#pragma unroll
            for (int j = 0; j < P::TN; j++)
                c[i][j] += a[k % 2][i] * b[k % 2][j];
    }

    /* To C, whose tile begins at (r0, c0). */
    template <source FROM> __device__ __forceinline__ void store(float *C, int M, int N, int r0, int c0) const
    {
#pragma unroll
        for (int i = 0; i < P::TM; i++)
#pragma unroll
            for (int j = 0; j < P::TN; j += 4) {
                int r = r0 + row + i % 4 + i / 4 * 32, at = c0 + col + 4 * j;
                if (FROM == WHOLE)
                    *reinterpret_cast<float4 *>(C + (size_t)r * N + at) =
                        make_float4(c[i][j], c[i][j + 1], c[i][j + 2], c[i][j + 3]);
                else
                    store_quad(C, M, N, r, at, &c[i][j]);
            }
    }
};

/* C's tile at (row, col). */
template <class P, source FROM>
__device__ __forceinline__ void multiply(float *C, const float *A, const float *B, int M, int N, int K, int row,
                                         int col, float *smem)
{
    int turns = max(1, (K + P::BK - 1) / P::BK), slot = 0; /* K = 0: one turn of zeros */
    copier<P, FROM> copy(A, B, (uint32_t)__cvta_generic_to_shared(smem), row, col, M, N, K);
#pragma unroll
    for (int s = 0; s < P::S - 1; s++) {
        if (s < turns)
            copy.turn(s);
        commit();
    }
    wait<P::S - 2>();
    __syncthreads();
    worker<P> w;
    w.read(smem, 0);

    const float *tile = smem;
    for (int t = 0; t < turns; t++) {
        if (t + P::S - 1 < turns)
            copy.turn(slot ? slot - 1 : P::S - 1);
        commit();
#pragma unroll
        for (int k = 0; k < P::BK - 1; k++)
            w.step(k, tile);
        wait<P::S - 2>(); /* the next turn is there, and everybody holds what it still needs of this one */
        __syncthreads();
        slot = t + 1 == turns ? slot : slot + 1 < P::S ? slot + 1 : 0;
        tile = smem + slot * P::STAGE;
        w.step(P::BK - 1, tile);
    }
    w.template store<FROM>(C, M, N, row, col);
}

/* Tile number `id` of C in groups of GROUP rows of tiles, down the columns of a group. */
template <class P> __device__ __forceinline__ void place(int id, int M, int N, int &row, int &col)
{
    int rows = (M + P::BM - 1) / P::BM, cols = (N + P::BN - 1) / P::BN, whole = GROUP * cols;
    int first = id / whole * GROUP, high = min(rows - first, (int)GROUP);
    row = (first + id % whole % high) * P::BM;
    col = id % whole / high * P::BN;
}

template <class P>
__device__ __forceinline__ void gemm(float *C, const float *A, const float *B, int M, int N, int K, float *smem)
{
    int row, col;
    place<P>(blockIdx.x, M, N, row, col);
    bool chunks = K % 4 == 0 && N % 4 == 0;
    if (chunks && K % P::BK == 0 && K && row + P::BM <= M && col + P::BN <= N)
        multiply<P, WHOLE>(C, A, B, M, N, K, row, col, smem);
    else if (chunks)
        multiply<P, CHUNKS>(C, A, B, M, N, K, row, col, smem);
    else
        multiply<P, WORDS>(C, A, B, M, N, K, row, col, smem);
}

} // namespace

typedef plan<BIG, ASYNC_COLS, 8, 4> chosen;
static_assert(chosen::THREADS == ASYNC_THREADS && chosen::SMEM <= ASYNC_SMEM, "as lab.h has it");

extern "C" __global__ void __launch_bounds__(ASYNC_THREADS, 1)
    gemm_async(float *C, const float *A, const float *B, int M, int N, int K)
{
    extern __shared__ __align__(128) float turns[];
    gemm<chosen>(C, A, B, M, N, K, turns);
}
