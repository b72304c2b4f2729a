/*
 * naive.cu: the padded product that grouped_gemm replaces. Every expert gets as many tiles as the fullest one, as in a
 * batched product over buffers of equal size, and blocks walk over E times so many; a tile without rows multiplies
 * zeros. A warp takes its fragments from shared memory, one turn after the other. The rest is ref.cu's.
 */
#define OWN_PRODUCT
#include "ref.cu"

namespace {

constexpr int FRAG = 16;

typedef wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, bf16, wmma::row_major> frag_left;
typedef wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, bf16, wmma::col_major> frag_right;
typedef wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> frag_sum;

/* 128 rows from `row` on, 32 columns from k0 on; zeros where there are none. */
__device__ void fill(bf16 *tile, const bf16 *matrix, int row, int end, int d, int k0)
{
    for (int e = threadIdx.x; e < TILE * DEEP; e += THREADS) {
        int r = row + e / DEEP, k = k0 + e % DEEP;
        tile[e] = r < end && k < d ? matrix[(size_t)r * d + k] : __float2bfloat16(0);
    }
}

__device__ void product(bf16 *y, const bf16 *rows, const Work &work, int d, int ff, bf16 *left, bf16 *right,
                        float *sums)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    frag_sum sum[8]; /* 16 rows of a warp, all 128 columns */
    for (frag_sum &s : sum)
        wmma::fill_fragment(s, 0.f);
    for (int k0 = 0; k0 < d; k0 += DEEP) {
        fill(left, rows, work.first, work.end, d, k0);
        fill(right, work.W, work.col, ff, d, k0);
        __syncthreads();
        for (int k = 0; k < DEEP; k += FRAG) {
            frag_left u;
            wmma::load_matrix_sync(u, left + warp * FRAG * DEEP + k, DEEP);
            for (int j = 0; j < 8; j++) {
                frag_right v;
                wmma::load_matrix_sync(v, right + j * FRAG * DEEP + k, DEEP);
                wmma::mma_sync(sum[j], u, v, sum[j]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++) {
        float *piece = sums + warp * FRAG * FRAG;
        wmma::store_matrix_sync(piece, sum[j], FRAG, wmma::mem_row_major);
        __syncwarp();
        for (int e = lane; e < FRAG * FRAG; e += 32) {
            int r = work.first + warp * FRAG + e / FRAG, c = work.col + j * FRAG + e % FRAG;
            if (r < work.end && c < ff)
                y[(size_t)r * ff + c] = __float2bfloat16(piece[e]);
        }
        __syncwarp();
    }
}

} // namespace

extern "C" __global__ void __launch_bounds__(THREADS)
    grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *, int E, int d, int ff)
{
    __shared__ __align__(32) bf16 left[TILE * DEEP], right[TILE * DEEP];
    __shared__ __align__(32) float sums[TILE * FRAG];
    int most = 0;
    for (int e = 0; e < E; e++)
        most = max(most, (off[e + 1] - off[e] + TILE - 1) / TILE);
    for (int tile = blockIdx.y; tile < E * most; tile += gridDim.y) {
        int e = tile / most, first = off[e] + tile % most * TILE;
        Work work = {W + (size_t)e * ff * d, first, min(first + TILE, off[e + 1]), (int)blockIdx.x * TILE};
        product(y, rows, work, d, ff, left, right, sums);
    }
}
