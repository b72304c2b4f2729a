/*
 * ref.cu: stages 5 and 6 of the ladder in one kernel.
 *
 * A turn is 128 x 32 of A and 32 x 128 of B. Rows are padded by 16 bytes, to 5 and 17 pieces of 16, both odd: eight rows
 * of a fragment fall into eight different places of the banks. Three turns are 56,832 bytes. A copies eight rows at a
 * time, a piece of each, so that the stores of the copies meet in no bank either.
 *
 * One barrier a turn: behind it everybody's copies for this turn have arrived, and nobody reads the turn before any
 * longer, whose place the next copies take. Two turns are under way then, but for the one that was just waited for.
 *
 * A warp owns 64 x 32. What a fragment's element is, is unknown, so sums pass through shared memory on their way to
 * bfloat16, 16 x 32 of a warp at a time: through the turns' own, once everybody has done with them.
 */
#include "lab.h"

#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

namespace {

typedef __nv_bfloat16 bf16;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> frag_left;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> frag_right;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> frag_sum;

constexpr int PAD = 8;                               /* elements behind a row */
constexpr int LD_A = DEEP + PAD, LD_B = TILE + PAD;  /* of a row of the tiles */
constexpr int HIGH = 64, WIDE = 32, LD_C = WIDE + 8; /* of a warp's sums; of a row of floats on their way */

struct stage {
    bf16 a[TILE * LD_A], b[DEEP * LD_B];
};
static_assert(STAGES * sizeof(stage) <= SMEM, "the turns fit");
static_assert(THREADS / 32 * 16 * LD_C * sizeof(float) <= STAGES * sizeof(stage), "the sums pass through them");

/* Eight elements from row r, column c on, without waiting; zeros where the matrix has ended. */
__device__ void ask(bf16 *to, const bf16 *matrix, int rows, int cols, int r, int c)
{
    bool there = r < rows && c < cols;
    __pipeline_memcpy_async(to, there ? matrix + (size_t)r * cols + c : matrix, 16, there ? 0 : 16);
}

__device__ void ask_turn(stage *to, const bf16 *A, const bf16 *B, int M, int N, int K, int row, int col, int k0)
{
#pragma unroll
    for (int e = threadIdx.x; e < TILE * DEEP / 8; e += THREADS) {
        int r = e / 32 * 8 + e % 8, k = e / 8 % 4 * 8; /* a warp: eight rows, four pieces of each */
        ask(to->a + r * LD_A + k, A, M, K, row + r, k0 + k);
    }
#pragma unroll
    for (int e = threadIdx.x; e < DEEP * TILE / 8; e += THREADS) {
        int k = e / (TILE / 8), c = e % (TILE / 8) * 8;
        ask(to->b + k * LD_B + c, B, K, N, k0 + k, col + c);
    }
}

/* A warp's products of a turn; its rows begin at wr, its columns at wc. */
__device__ void multiply(frag_sum (&sum)[4][2], const stage *s, int wr, int wc)
{
#pragma unroll
    for (int k = 0; k < DEEP; k += 16) {
        frag_left u[4];
        frag_right v[2];
#pragma unroll
        for (int i = 0; i < 4; i++)
            wmma::load_matrix_sync(u[i], s->a + (wr + 16 * i) * LD_A + k, LD_A);
#pragma unroll
        for (int j = 0; j < 2; j++)
            wmma::load_matrix_sync(v[j], s->b + k * LD_B + wc + 16 * j, LD_B);
#pragma unroll
        for (int e = 0; e < 8; e++)
            wmma::mma_sync(sum[e / 2][e % 2], u[e / 2], v[e % 2], sum[e / 2][e % 2]);
    }
}

/* 16 x 32 sums of a warp to C from row, col on; `way` is the warp's own piece of shared memory. */
__device__ void store_sums(bf16 *C, int M, int N, int row, int col, float *way, const frag_sum (&sum)[2])
{
    int lane = threadIdx.x % 32, c = lane % 8 * 4;
    wmma::store_matrix_sync(way, sum[0], LD_C, wmma::mem_row_major);
    wmma::store_matrix_sync(way + 16, sum[1], LD_C, wmma::mem_row_major);
    __syncwarp();
    for (int r = lane / 8; r < 16; r += 4) {
        float4 v = *reinterpret_cast<const float4 *>(way + r * LD_C + c);
        union {
            __nv_bfloat162 pair[2];
            uint2 word;
        } out = {{__floats2bfloat162_rn(v.x, v.y), __floats2bfloat162_rn(v.z, v.w)}};
        if (row + r < M && col + c < N)
            *reinterpret_cast<uint2 *>(C + (size_t)(row + r) * N + col + c) = out.word;
    }
    __syncwarp();
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    gemm_bf16(bf16 *C, const bf16 *A, const bf16 *B, int M, int N, int K)
{
    extern __shared__ __align__(128) char smem[];
    stage *stages = reinterpret_cast<stage *>(smem);
    int warp = threadIdx.x / 32, row = blockIdx.y * TILE, col = blockIdx.x * TILE, turns = (K + DEEP - 1) / DEEP;
    int wr = warp % 2 * HIGH, wc = warp / 2 * WIDE;
    frag_sum sum[4][2];
#pragma unroll
    for (int e = 0; e < 8; e++)
        wmma::fill_fragment(sum[e / 2][e % 2], 0.f);
    for (int t = 0; t < STAGES - 1; t++) {
        if (t < turns)
            ask_turn(stages + t, A, B, M, N, K, row, col, t * DEEP);
        __pipeline_commit();
    }
    for (int t = 0; t < turns; t++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads(); /* this turn is there, and nobody reads the one before it any longer */
        int next = t + STAGES - 1;
        if (next < turns)
            ask_turn(stages + next % STAGES, A, B, M, N, K, row, col, next * DEEP);
        __pipeline_commit(); /* even nothing: so the group that is waited for is always the same */
        multiply(sum, stages + t % STAGES, wr, wc);
    }
    __syncthreads(); /* the turns' memory is free */
    float *way = reinterpret_cast<float *>(smem) + warp * 16 * LD_C;
#pragma unroll
    for (int i = 0; i < 4; i++)
        store_sums(C, M, N, row + wr + 16 * i, col + wc, way, sum[i]);
}
