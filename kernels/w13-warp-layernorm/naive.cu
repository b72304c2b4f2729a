/*
 * naive.cu: the same six without one warp instruction, as a reader of week 2 would write them.
 *
 * Sums are trees in shared memory with a barrier for each of five or eight levels. Each block does a row at a time, and
 * LayerNorm walks over memory three times, for the mean, for the squares and for y. Packing is done by the
 * one thread of a row, or by an atomic for each element that is kept. All of it is right, and all of it waits.
 */
#include "lab.h"

static __device__ float larger(float a, float b)
{
    return a > b || a != a ? a : b;
}

/* The sum of the threads that have the same t / width, in every thread; s has room for THREADS. */
static __device__ float tree_sum(float *s, float v, int width)
{
    int t = threadIdx.x;
    __syncthreads(); /* nobody still reads what s held */
    s[t] = v;
    __syncthreads();
    for (int half = width / 2; half; half /= 2) {
        if (t % width < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    return s[t / width * width];
}

static __device__ float tree_max(float *s, float v, int width)
{
    int t = threadIdx.x;
    __syncthreads();
    s[t] = v;
    __syncthreads();
    for (int half = width / 2; half; half /= 2) {
        if (t % width < half)
            s[t] = larger(s[t], s[t + half]);
        __syncthreads();
    }
    return s[t / width * width];
}

extern "C" __global__ void warp_all(float *sum, float *top, const float *x, int n)
{
    __shared__ float s[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    float a = tree_sum(s, i < n ? x[i] : 0, WARP), m = tree_max(s, i < n ? x[i] : -INFINITY, WARP);
    if (i < n) {
        sum[i] = a;
        top[i] = m;
    }
}

/* One row by the whole block, three times from memory. */
static __device__ void one_row(float *y, const float *x, const float *g, const float *b, int C, float eps, float *s)
{
    float sum = 0, square = 0;
    for (int c = threadIdx.x; c < C; c += THREADS)
        sum += x[c];
    float mean = tree_sum(s, sum, THREADS) / C;
    for (int c = threadIdx.x; c < C; c += THREADS)
        square += (x[c] - mean) * (x[c] - mean);
    float rstd = rsqrtf(tree_sum(s, square, THREADS) / C + eps);
    for (int c = threadIdx.x; c < C; c += THREADS)
        y[c] = (x[c] - mean) * rstd * g[c] + b[c];
}

extern "C" __global__ void ln_warp(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    __shared__ float s[THREADS];
    for (int row = blockIdx.x * WARPS; row < R && row < (blockIdx.x + 1) * WARPS; row++)
        one_row(y + (size_t)row * C, x + (size_t)row * C, g, b, C, eps, s);
}

extern "C" __global__ void ln_block(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    __shared__ float s[THREADS];
    for (int row = blockIdx.x; row < R; row += gridDim.x)
        one_row(y + (size_t)row * C, x + (size_t)row * C, g, b, C, eps, s);
}

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int row = blockIdx.x * WARPS + threadIdx.x / WARP, at = 0;
    if (row >= R || threadIdx.x % WARP)
        return;
    for (int c = 0; c < C; c++)
        if (p[(size_t)row * C + c] >= least)
            out[(size_t)row * C + at++] = c;
    count[row] = at;
}

/* What a warp keeps has to lie together, so one thread packs for it. */
extern "C" __global__ void append(int *out, int *count, const float *v, float least, int n)
{
    int first = blockIdx.x * THREADS + threadIdx.x, kept = 0;
    if (threadIdx.x % WARP)
        return;
    for (int i = first; i < first + WARP && i < n; i++)
        kept += v[i] >= least;
    int at = atomicAdd(count, kept);
    for (int i = first; i < first + WARP && i < n; i++)
        if (v[i] >= least)
            out[at++] = i;
}

extern "C" __global__ void all_finite(int *bad, const float *x, int n)
{
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += (long long)gridDim.x * THREADS)
        if (!isfinite(x[i]))
            atomicOr(bad, 1);
}
