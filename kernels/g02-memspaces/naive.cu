/*
 * naive.cu: the formula, typed in. Every pixel reads its 49 neighbours and 49 weights from global memory.
 *
 * Lanes run along a row, so each request is as good as a request can be: 4 or 5 sectors for an image row,
 * one sector for a weight that all lanes share. Nothing is scattered; there are just 98 loads for 49
 * multiply-adds, and each of them occupies the load unit for a cycle or two. L1 answers nearly all of
 * them, so HBM is idle while the kernel crawls. Coalescing was last week's rule; this week's is reuse.
 *
 * stencil_const, _tiled and _window are the same again, and only take their weights from W7: the spaces
 * are the exercise. chase has one shape only.
 */
#include "lab.h"

static __device__ int inside(int at, int n)
{
    return at < 0 ? 0 : at >= n ? n - 1 : at;
}

static __device__ float pixel(const float *in, int y, int x, int H, int W, int clamp)
{
    if (!clamp && (y < 0 || y >= H || x < 0 || x >= W))
        return 0;
    return in[(size_t)inside(y, H) * W + inside(x, W)];
}

static __device__ void plain(float *out, const float *in, const float *w, int y, int x, int H, int W, int clamp)
{
    if (x >= W || y >= H)
        return;
    float sum = 0;
    for (int i = 0; i < TAPS; i++)
        for (int j = 0; j < TAPS; j++)
            sum += w[TAPS * i + j] * pixel(in, y + i - RADIUS, x + j - RADIUS, H, W, clamp);
    out[(size_t)y * W + x] = sum;
}

extern "C" __global__ void stencil_global(float *out, const float *in, const float *w, int H, int W, int clamp)
{
    plain(out, in, w, blockIdx.y * TILE_Y + threadIdx.y, blockIdx.x * TILE_X + threadIdx.x, H, W, clamp);
}

extern "C" __global__ void stencil_const(float *out, const float *in, int H, int W, int clamp)
{
    plain(out, in, W7, blockIdx.y * TILE_Y + threadIdx.y, blockIdx.x * TILE_X + threadIdx.x, H, W, clamp);
}

extern "C" __global__ void stencil_tiled(float *out, const float *in, int H, int W, int clamp)
{
    plain(out, in, W7, blockIdx.y * TILE_Y + threadIdx.y, blockIdx.x * TILE_X + threadIdx.x, H, W, clamp);
}

extern "C" __global__ void stencil_window(float *out, const float *in, int H, int W, int clamp)
{
    int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * WIDE + threadIdx.y * RUN;
    for (int k = 0; k < RUN; k++)
        plain(out, in, W7, y + k, x, H, W, clamp);
}

extern "C" __global__ void chase(int *out, const int *next, int steps)
{
    int i = 0;
    for (int k = 0; k < steps; k++)
        i = next[i];
    *out = i;
}
