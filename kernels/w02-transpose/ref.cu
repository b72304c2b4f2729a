/*
 * ref.cu: the tile. Global memory is walked along rows twice; the turn happens in shared memory.
 *
 * Step 1, a block of 32x8 threads loads a tile of 32x32, four elements a thread, lanes along a
 * row: 4 sectors a request. Step 2, one barrier: nearly every element that a thread now needs was
 * loaded by another. Step 3, the block writes the tile's columns as rows of `out`: the block
 * indices change places, the lanes run along a row of `out`, and again a request is 4 sectors.
 *
 * What the turn costs: in step 3 a warp reads a column of the tile. With rows of 32 floats all 32
 * elements of a column lie in one bank (element (r,c) is in bank (32 r + c) mod 32 = c) and the
 * read takes 32 wavefronts. One float of padding moves it to bank (33 r + c) mod 32 = (r + c) mod
 * 32: 32 different banks, one wavefront, for 128 more bytes of shared memory.
 *
 * Shared memory can't overlap `in`, so the compiler issues all four loads before the first store
 * to the tile: a thread has four requests in flight. In the naive kernel a store might change
 * what the next load reads, for all that the compiler knows, so the loads go one by one.
 *
 * transpose_wide: four requests in flight don't hide the latency of memory quite. A tile of 64x64
 * gives each thread sixteen, and no count of sectors or wavefronts changes.
 */
#include "lab.h"

extern "C" __global__ void vadd(const float *a, const float *b, float *c, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void transpose_naive(float *out, const float *in, int R, int C)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int j = threadIdx.y; j < TILE; j += ROWS) {
        int y = blockIdx.y * TILE + j;
        if (x < C && y < R)
            out[(size_t)x * R + y] = in[(size_t)y * C + x];
    }
}

extern "C" __global__ void transpose_tiled(float *out, const float *in, int R, int C)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < C && y + j < R)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * C + x];
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x; /* a column of `in` is a row of `out` */
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < R && y + j < C)
            out[(size_t)(y + j) * R + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void transpose_wide(float *out, const float *in, int R, int C)
{
    __shared__ float tile[WIDE][WIDE + 1];
    float v[WIDE / ROWS][2];
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * WIDE + threadIdx.y;

#pragma unroll
    for (int k = 0; k < WIDE / ROWS; k++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            v[k][h] = x + h * TILE < C && y + k * ROWS < R
                          ? in[(size_t)(y + k * ROWS) * C + x + h * TILE]
                          : 0;
#pragma unroll
    for (int k = 0; k < WIDE / ROWS; k++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            tile[threadIdx.y + k * ROWS][threadIdx.x + h * TILE] = v[k][h];
    __syncthreads();

    x = blockIdx.y * WIDE + threadIdx.x;
    y = blockIdx.x * WIDE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < WIDE / ROWS; k++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            if (x + h * TILE < R && y + k * ROWS < C)
                out[(size_t)(y + k * ROWS) * R + x + h * TILE] =
                    tile[threadIdx.x + h * TILE][threadIdx.y + k * ROWS];
}
