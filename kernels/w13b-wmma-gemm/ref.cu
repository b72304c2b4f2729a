/*
 * ref.cu: the same tensor cores in four steps.
 *
 * wmma_direct is the interface and nothing else: two loads, one product, K/16 times. Each fragment comes from global
 * memory, so a tile of 16 x 16 asks for 2 x 16 x 16 halves for 8,192 FLOP.
 *
 * hgemm_wmma stages 128 x 32 of A and 32 x 128 of B: each element that a block loads serves 128 rows or columns. Rows
 * of the tiles are padded by eight halves, 16 bytes. A fragment is loaded eight rows of 16 bytes at a time. 80 bytes
 * apart (or 272) these rows begin at eight different places of the banks; 64 bytes apart every second one meets the
 * same. A warp owns 64 x 32: four fragments of A and two of B serve eight products.
 *
 * hgemm_nt leaves Bt as it lies and declares its fragment column-major: a column of B is a row of Bt.
 *
 * mma_bias has no fragments. The layout is documented, so bias is where sums begin, and the row's maximum is two
 * shuffles among the four lanes that hold the row: nothing goes through memory to find out who has what.
 */
#include "lab.h"

#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, half, wmma::row_major> frag_left;
typedef wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::row_major> frag_right;
typedef wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, half, wmma::col_major> frag_turned;
typedef wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> frag_sum;

extern "C" __global__ void wmma_direct(float *C, const half *A, const half *B, int M, int N, int K)
{
    int row = (blockIdx.y * 4 + threadIdx.x / 32) * TILE, col = blockIdx.x * TILE;
    if (row >= M)
        return; /* with all its lanes */
    frag_sum sum;
    wmma::fill_fragment(sum, 0.f);
    for (int k = 0; k < K; k += TILE) {
        frag_left a;
        frag_right b;
        wmma::load_matrix_sync(a, A + (size_t)row * K + k, K);
        wmma::load_matrix_sync(b, B + (size_t)k * N + col, N);
        wmma::mma_sync(sum, a, b, sum);
    }
    wmma::store_matrix_sync(C + (size_t)row * N + col, sum, N, wmma::mem_row_major);
}

/* ---- 128 x 128 a block ------------------------------------------------------------------------------------ */

namespace {

constexpr int DEEP = 32;                             /* of the inner dimension, a turn */
constexpr int LD_K = DEEP + 8, LD_N = BIG + 8, LD_C = 20; /* rows padded by 16 bytes: no bank conflict */
constexpr int A_SIZE = BIG * LD_K, B_SIZE = BIG * LD_K;   /* a tile of B takes less than one of Bt */
static_assert(DEEP * LD_N <= B_SIZE, "both forms of B fit");

/* Eight elements of a row, zeros where it has ended. */
__device__ uint4 octet(const half *matrix, int rows, int cols, int r, int c)
{
    const half *from = matrix + (size_t)r * cols + c;
    if (r < rows && cols % 8 == 0 && c < cols)
        return *reinterpret_cast<const uint4 *>(from);
    uint4 all;
    half *one = reinterpret_cast<half *>(&all);
    for (int w = 0; w < 8; w++)
        one[w] = r < rows && c + w < cols ? from[w] : __float2half(0.f);
    return all;
}

/* A 16 x 16 accumulator to C: at once, or across C's edge through this warp's piece of shared memory. */
__device__ void store_sums(float *C, int M, int N, int row, int col, float *stage, const frag_sum &sum)
{
    if (row + TILE <= M && col + TILE <= N && N % 8 == 0) {
        wmma::store_matrix_sync(C + (size_t)row * N + col, sum, N, wmma::mem_row_major);
        return;
    }
    wmma::store_matrix_sync(stage, sum, LD_C, wmma::mem_row_major);
    __syncwarp();
    for (int e = threadIdx.x % 32; e < TILE * TILE; e += 32) {
        int r = row + e / TILE, c = col + e % TILE;
        if (r < M && c < N)
            C[(size_t)r * N + c] = stage[e / TILE * LD_C + e % TILE];
    }
    __syncwarp();
}

/* A warp's fragment of B for columns c and inner rows k of the tile, in either form. */
__device__ void right(frag_right &v, const half *b, int k, int c)
{
    wmma::load_matrix_sync(v, b + k * LD_N + c, LD_N);
}

__device__ void right(frag_turned &v, const half *b, int k, int c)
{
    wmma::load_matrix_sync(v, b + c * LD_K + k, LD_K);
}

/* One turn's tiles: 512 octets of each matrix, two a thread. Eight lanes store to eight rows, and meet in no bank: two
 * whole rows of 64 bytes, 80 apart, would overlap by 16. */
template <bool TURNED>
__device__ void fill(half *a, half *b, const half *A, const half *B, int M, int N, int K, int row, int col, int k0)
{
    for (int e = threadIdx.x; e < BIG * DEEP / 8; e += THREADS) {
        int r = e / 32 * 8 + e % 8, k = e / 8 % 4 * 8, br = e / (BIG / 8), bc = e % (BIG / 8) * 8;
        *reinterpret_cast<uint4 *>(a + r * LD_K + k) = octet(A, M, K, row + r, k0 + k);
        if (TURNED)
            *reinterpret_cast<uint4 *>(b + r * LD_K + k) = octet(B, N, K, col + r, k0 + k);
        else
            *reinterpret_cast<uint4 *>(b + br * LD_N + bc) = octet(B, K, N, k0 + br, col + bc);
    }
}

/* A warp owns 64 x 32 of the tile: four fragments of A and two of B serve eight products. */
template <class RIGHT, bool TURNED>
__device__ void product(float *C, const half *A, const half *B, int M, int N, int K, half *a, half *b)
{
    int warp = threadIdx.x / 32, row = blockIdx.y * BIG, col = blockIdx.x * BIG;
    int wr = warp % 2 * 64, wc = warp / 2 * 32;
    frag_sum sum[4][2];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i / 2][i % 2], 0.f);
    for (int k0 = 0; k0 < K; k0 += DEEP) {
        fill<TURNED>(a, b, A, B, M, N, K, row, col, k0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEEP; k += TILE) {
            frag_left u[4];
            RIGHT v[2];
            for (int i = 0; i < 4; i++)
                wmma::load_matrix_sync(u[i], a + (wr + TILE * i) * LD_K + k, LD_K);
            for (int j = 0; j < 2; j++)
                right(v[j], b, k, wc + TILE * j);
            for (int i = 0; i < 8; i++)
                wmma::mma_sync(sum[i / 2][i % 2], u[i / 2], v[i % 2], sum[i / 2][i % 2]);
        }
        __syncthreads();
    }
    float *stage = reinterpret_cast<float *>(a) + warp * TILE * LD_C;
    for (int i = 0; i < 8; i++)
        store_sums(C, M, N, row + wr + i / 2 * TILE, col + wc + i % 2 * TILE, stage, sum[i / 2][i % 2]);
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    hgemm_wmma(float *C, const half *A, const half *B, int M, int N, int K)
{
    __shared__ __align__(32) half tiles[(A_SIZE + B_SIZE)];
    product<frag_right, false>(C, A, B, M, N, K, tiles, tiles + A_SIZE);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    hgemm_nt(float *C, const half *A, const half *Bt, int M, int N, int K)
{
    __shared__ __align__(32) half tiles[(A_SIZE + B_SIZE)];
    product<frag_turned, true>(C, A, Bt, M, N, K, tiles, tiles + A_SIZE);
}

/* ---- one step below --------------------------------------------------------------------------------------- */

static __device__ unsigned two(const half *p) /* neighbours, at an even place */
{
    return *reinterpret_cast<const unsigned *>(p);
}

extern "C" __global__ void mma_bias(float *C, float *top, const half *A, const half *Bt, const float *bias, int M,
                                    int N, int K)
{
    int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    int row = (blockIdx.y * 4 + threadIdx.x / 32) * 16, col = blockIdx.x * 8;
    if (row >= M)
        return;
    const half *a0 = A + (size_t)(row + g) * K + 2 * t, *a8 = a0 + (size_t)8 * K;
    const half *b = Bt + (size_t)(col + g) * K + 2 * t;
    float d[4] = {bias[col + 2 * t], bias[col + 2 * t + 1], bias[col + 2 * t], bias[col + 2 * t + 1]};
    for (int k = 0; k < K; k += 16) {
        unsigned u[4] = {two(a0 + k), two(a8 + k), two(a0 + k + 8), two(a8 + k + 8)};
        unsigned v[2] = {two(b + k), two(b + k + 8)};
        mma_m16n8k16(d, u, v);
    }
    for (int h = 0; h < 2; h++) {
        int r = row + g + 8 * h;
        *reinterpret_cast<float2 *>(C + (size_t)r * N + col + 2 * t) = make_float2(d[2 * h], d[2 * h + 1]);
        float m = fmaxf(d[2 * h], d[2 * h + 1]);
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, 1)); /* four lanes hold a row */
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, 2));
        if (t == 0)
            top[(size_t)blockIdx.x * M + r] = m;
    }
}
