/*
 * naive.cu: the formulas, element by element, with memory for a notebook.
 *
 * A row is walked as often as a formula names it: twice for y, twice for dx, once more for dg, and each walk loads
 * it again, two bytes a lane. The running sums of dg stand in global memory, where each row of a block loads and
 * stores all of them: 8 bytes a column for 4 bytes of x and dy. Nothing is wrong with the result; the order of all
 * sums is fixed.
 */
#include "lab.h"

static __device__ float block_sum(float v, float *place)
{
    float all = 0;
    place[threadIdx.x] = v;
    __syncthreads();
    for (int t = 0; t < THREADS; t++)
        all += place[t];
    __syncthreads();
    return all;
}

extern "C" __global__ void rms_fwd(const bf16 *x, const float *g, bf16 *y, float *rstd, int R, int C, float eps)
{
    __shared__ float place[THREADS];
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        const bf16 *v = x + (size_t)row * C;
        float sum = 0;
        for (int c = threadIdx.x; c < C; c += THREADS)
            sum += __bfloat162float(v[c]) * __bfloat162float(v[c]);
        float r = 1 / sqrtf(block_sum(sum, place) / C + eps);
        for (int c = threadIdx.x; c < C; c += THREADS)
            y[(size_t)row * C + c] = __float2bfloat16(__bfloat162float(v[c]) * r * g[c]);
        if (threadIdx.x == 0)
            rstd[row] = r;
    }
}

static __device__ void one_row(const bf16 *x, const bf16 *dy, const float *g, float r, bf16 *dx, int C, float *place)
{
    float dot = 0;
    for (int c = threadIdx.x; c < C; c += THREADS)
        dot += g[c] * __bfloat162float(dy[c]) * __bfloat162float(x[c]);
    float pull = r * r * block_sum(dot, place) / C;
    for (int c = threadIdx.x; c < C; c += THREADS)
        dx[c] = __float2bfloat16(r * (g[c] * __bfloat162float(dy[c]) - __bfloat162float(x[c]) * pull));
}

extern "C" __global__ void rms_dx(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, int R,
                                  int C)
{
    __shared__ float place[THREADS];
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        size_t at = (size_t)row * C;
        one_row(x + at, dy + at, g, rstd[row], dx + at, C, place);
    }
}

extern "C" __global__ void rms_bwd(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx,
                                   float *part, int R, int C)
{
    __shared__ float place[THREADS];
    float *mine = part + (size_t)blockIdx.x * C;
    for (int c = threadIdx.x; c < C; c += THREADS)
        mine[c] = 0;
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        size_t at = (size_t)row * C;
        one_row(x + at, dy + at, g, rstd[row], dx + at, C, place);
        for (int c = threadIdx.x; c < C; c += THREADS)
            mine[c] += __bfloat162float(dy[at + c]) * __bfloat162float(x[at + c]) * rstd[row];
    }
}

extern "C" __global__ void rms_dg(const float *part, float *dg, int P, int C)
{
    int c = blockIdx.x * LANES + threadIdx.x;
    float sum = 0;
    if (threadIdx.y || c >= C)
        return;
    for (int k = 0; k < P; k++)
        sum += part[(size_t)k * C + c];
    dg[c] = sum;
}
