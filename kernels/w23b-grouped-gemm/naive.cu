/*
 * naive.cu: the padded product that grouped_gemm replaces. Every expert gets as many tiles as the fullest one, as in a
 * batched product over buffers of equal size, and blocks walk over E times so many; a tile without rows multiplies
 * zeros. Each tile is made by ref.cu's product, so that what they differ by is the padding.
 */
#define OWN_TILES
#include "ref.cu"

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    grouped_gemm(bf16 *y, const bf16 *rows, const bf16 *W, const int *off, const int *, int E, int d, int ff)
{
    __shared__ __align__(32) Buffers buffers;
    int most = 0;
    for (int e = 0; e < E; e++)
        most = max(most, (off[e + 1] - off[e] + TILE - 1) / TILE);
    for (int tile = blockIdx.y; tile < E * most; tile += gridDim.y) {
        int e = tile / most, first = off[e] + tile % most * TILE;
        Work work = {W + (size_t)e * ff * d, first, min(first + TILE, off[e + 1]), (int)blockIdx.x * TILE};
        product(y, rows, work, d, ff, buffers);
        __syncthreads(); /* the sums of this tile lie where the next one is put */
    }
}
