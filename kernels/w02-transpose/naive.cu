/*
 * naive.cu: what most people write first. Every element is right, and every store is alone.
 *
 * vadd: neighbouring lanes touch neighbouring floats, so a warp's 32 loads are one request of 128
 * bytes: 4 sectors of 32 bytes, all of them used. The grid-stride loop lets one launch of any
 * size cover any n.
 *
 * transpose_naive: lanes of a warp read along a row of `in` (4 sectors a request) and write down
 * a column of `out`, R floats apart. Those 32 stores lie in 32 different sectors and each uses 4
 * bytes of its 32: an efficiency of one eighth on the store side.
 *
 * transpose_tiled and transpose_wide here are the same again: the tile is the exercise.
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
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int j = threadIdx.y; j < TILE; j += ROWS) {
        int y = blockIdx.y * TILE + j;
        if (x < C && y < R)
            out[(size_t)x * R + y] = in[(size_t)y * C + x];
    }
}

extern "C" __global__ void transpose_wide(float *out, const float *in, int R, int C)
{
    for (int i = threadIdx.x; i < WIDE; i += TILE)
        for (int j = threadIdx.y; j < WIDE; j += ROWS) {
            int x = blockIdx.x * WIDE + i, y = blockIdx.y * WIDE + j;
            if (x < C && y < R)
                out[(size_t)x * R + y] = in[(size_t)y * C + x];
        }
}
