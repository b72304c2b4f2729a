/*
 * naive.cu: the definition, sweep by sweep. Right, and each element is loaded three times.
 *
 * One sweep for the mean, one for the variance, one for y. Lanes run along the row, two bytes each: the
 * sectors are used fully, but a request is 64 bytes, so a warp needs eight times as many requests as
 * with 16 bytes a lane, and waits for each of the three sweeps anew.
 *
 * As three kernels, which is what a framework without fusion launches, every sweep goes over the whole
 * tensor, and all three come from HBM: four passes with the write. Here the second and third find
 * the row in L1 or L2. That is why this file is slow, but not twice as slow as the bytes say.
 *
 * The sums go through a tree in shared memory, with a barrier on each level: ten a sum.
 */
#include "lab.h"

static __device__ float block_sum(float v)
{
    __shared__ float s[THREADS];
    int tid = threadIdx.x;
    __syncthreads(); /* nobody reads the previous sum any longer */
    s[tid] = v;
    __syncthreads();
    for (int half = THREADS / 2; half; half /= 2) {
        if (tid < half)
            s[tid] += s[tid + half];
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void ln_fwd(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd,
                                  int R, int C, float eps)
{
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        const bf16 *in = x + (size_t)row * C;
        bf16 *out = y + (size_t)row * C;
        float sum = 0, square = 0;
        for (int c = threadIdx.x; c < C; c += THREADS)
            sum += __bfloat162float(in[c]);
        float m = block_sum(sum) / C;
        for (int c = threadIdx.x; c < C; c += THREADS) {
            float d = __bfloat162float(in[c]) - m;
            square += d * d;
        }
        float r = 1 / sqrtf(block_sum(square) / C + eps);
        for (int c = threadIdx.x; c < C; c += THREADS)
            out[c] = __float2bfloat16((__bfloat162float(in[c]) - m) * r * g[c] + b[c]);
        if (threadIdx.x == 0) {
            mean[row] = m;
            rstd[row] = r;
        }
    }
}
