/*
 * opt.cu: as ref.cu, and a window two pixels wide.
 *
 * stencil_window in ref.cu reads 22 x 7 values for 16 pixels of one column. A thread that owns 2 columns of 8
 * rows reads 14 rows of 8 values for as many pixels: 112 in place of 154, 7 a pixel. The two columns overlap
 * in six of their seven inputs, and that reuse too stays in registers. The pairs are read as float2: rows of
 * 70 floats begin at multiples of 8 bytes, so a row costs four instructions of 8 bytes a lane. Two half warps
 * fetch 32 words each: the wavefronts a word are those of single floats, the instructions are half as many.
 *
 * The last ring of reuse is between threads (their windows overlap by six rows); it would take shuffles or a
 * longer run, and registers for it.
 */
#include "lab.h"

static __device__ int inside(int at, int n)
{
    return at < 0 ? 0 : at >= n ? n - 1 : at;
}

static __device__ float pixel(const float *in, int y, int x, int H, int W, int clamp)
{
    float v = __ldg(&in[(size_t)inside(y, H) * W + inside(x, W)]); /* loads behind branches go one at a time */
    return clamp || ((unsigned)y < (unsigned)H && (unsigned)x < (unsigned)W) ? v : 0;
}

extern "C" __global__ void stencil_global(float *out, const float *in, const float *w, int H, int W, int clamp)
{
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    float sum = 0;
    for (int i = 0; i < TAPS; i++)
        for (int j = 0; j < TAPS; j++)
            sum += w[TAPS * i + j] * pixel(in, y + i - RADIUS, x + j - RADIUS, H, W, clamp);
    out[(size_t)y * W + x] = sum;
}

extern "C" __global__ void stencil_const(float *out, const float *in, int H, int W, int clamp)
{
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    float sum = 0;
    if (x >= RADIUS && x + RADIUS < W && y >= RADIUS && y + RADIUS < H) {
        const float *row = in + (size_t)(y - RADIUS) * W + x - RADIUS;
#pragma unroll
        for (int i = 0; i < TAPS; i++, row += W) /* one address a row, and nothing to decide */
#pragma unroll
            for (int j = 0; j < TAPS; j++)
                sum += W7[TAPS * i + j] * __ldg(row + j);
    } else {
        for (int i = 0; i < TAPS; i++)
            for (int j = 0; j < TAPS; j++)
                sum += W7[TAPS * i + j] * pixel(in, y + i - RADIUS, x + j - RADIUS, H, W, clamp);
    }
    out[(size_t)y * W + x] = sum;
}

extern "C" __global__ void stencil_tiled(float *out, const float *in, int H, int W, int clamp)
{
    __shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];
    int left = blockIdx.x * TILE_X - RADIUS, top = blockIdx.y * TILE_Y - RADIUS;
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;

    for (int r = threadIdx.y; r < TILE_Y + 2 * RADIUS; r += TILE_Y)
        for (int c = threadIdx.x; c < TILE_X + 2 * RADIUS; c += TILE_X)
            tile[r][c] = pixel(in, top + r, left + c, H, W, clamp);
    __syncthreads();
    if (x >= W || y >= H)
        return;

    float sum = 0;
#pragma unroll
    for (int i = 0; i < TAPS; i++)
#pragma unroll
        for (int j = 0; j < TAPS; j++)
            sum += W7[TAPS * i + j] * tile[threadIdx.y + i][threadIdx.x + j];
    out[(size_t)y * W + x] = sum;
}

enum { LANES = WIDE / 2, DOWN = 8 }; /* threads across the block's pixels, two each; rows that one owns */

/* Adds row r of the thread's patch, eight neighbours, to every sum that wants it. */
static __device__ __forceinline__ void add_row(float (&sum)[DOWN][2], const float (&v)[TAPS + 1], int r)
{
#pragma unroll
    for (int i = 0; i < TAPS; i++)
#pragma unroll
        for (int j = 0; j < TAPS; j++)
            if (r - i >= 0 && r - i < DOWN) {
                sum[r - i][0] += W7[TAPS * i + j] * v[j];
                sum[r - i][1] += W7[TAPS * i + j] * v[j + 1];
            }
}

extern "C" __global__ void stencil_window(float *out, const float *in, int H, int W, int clamp)
{
    __shared__ __align__(8) float tile[WIDE + 2 * RADIUS][WIDE + 2 * RADIUS];
    int left = blockIdx.x * WIDE - RADIUS, top = blockIdx.y * WIDE - RADIUS;
    int t = threadIdx.y * WIDE + threadIdx.x, column = t % LANES * 2, first = t / LANES * DOWN;

    for (int r = threadIdx.y; r < WIDE + 2 * RADIUS; r += blockDim.y)
        for (int c = threadIdx.x; c < WIDE + 2 * RADIUS; c += WIDE)
            tile[r][c] = pixel(in, top + r, left + c, H, W, clamp);
    __syncthreads();

    float sum[DOWN][2] = {};
#pragma unroll
    for (int r = 0; r < DOWN + 2 * RADIUS; r++) {
        float v[TAPS + 1];
#pragma unroll
        for (int j = 0; j < TAPS + 1; j += 2) {
            float2 pair = *reinterpret_cast<const float2 *>(&tile[first + r][column + j]);
            v[j] = pair.x;
            v[j + 1] = pair.y;
        }
        add_row(sum, v, r);
    }

    int x = blockIdx.x * WIDE + column, y = blockIdx.y * WIDE + first;
#pragma unroll
    for (int k = 0; k < DOWN; k++)
#pragma unroll
        for (int h = 0; h < 2; h++)
            if (x + h < W && y + k < H)
                out[(size_t)(y + k) * W + x + h] = sum[k][h];
}

extern "C" __global__ void chase(int *out, const int *next, int steps)
{
    int i = 0;
    for (int k = 0; k < steps; k++)
        i = next[i];
    *out = i;
}
