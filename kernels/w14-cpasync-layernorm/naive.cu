/*
 * naive.cu: every step is the first one. A row is loaded, the block waits for it, normalises it, stores y, and only
 * then asks for the next: while it computes, nothing of it is under way. Other blocks on the SM fill the gap if there
 * are any; with one block there are none.
 *
 * One float a lane, so that any C will do. A request of a warp is 128 bytes and not 512.
 */
#include "lab.h"

extern __shared__ float4 stage_memory[];

static __device__ float block_sum(float v)
{
    __shared__ float part[WARPS];
    float all = 0;
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += part[w];
    return all;
}

static __device__ void rows_in_turn(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    float *row = (float *)stage_memory;
    for (int r = blockIdx.x; r < R; r += gridDim.x) {
        const float *in = x + (size_t)r * C;
        float *out = y + (size_t)r * C, sum = 0, square = 0;
        for (int c = threadIdx.x; c < C; c += THREADS)
            row[c] = in[c];
        for (int c = threadIdx.x; c < C; c += THREADS)
            sum += row[c];
        float mean = block_sum(sum) / C;
        for (int c = threadIdx.x; c < C; c += THREADS)
            square += (row[c] - mean) * (row[c] - mean);
        float rstd = 1 / sqrtf(block_sum(square) / C + eps);
        for (int c = threadIdx.x; c < C; c += THREADS)
            out[c] = (row[c] - mean) * rstd * g[c] + b[c];
    }
}

extern "C" __global__ void ln_sync(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    rows_in_turn(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_async(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    rows_in_turn(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_double(const float *x, const float *g, const float *b, float *y, int R, int C,
                                     float eps)
{
    rows_in_turn(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_ring(const float *x, const float *g, const float *b, float *y, int R, int C, float eps,
                                   int stages)
{
    (void)stages;
    rows_in_turn(x, g, b, y, R, C, eps);
}
