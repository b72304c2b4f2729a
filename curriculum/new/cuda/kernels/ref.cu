/*
 * ref.cu: every thread adds up its own elements, THREADS apart, so that neighbouring lanes read neighbouring
 * floats. Then the sums of the block are halved in shared memory: 128, 64, 32 … 1. Each halving needs a barrier,
 * since the other half was written by other threads.
 */
#include "lab.h"

extern "C" __global__ void rmsnorm(float *y, const float *x, const float *w, int C, float eps)
{
    __shared__ float part[THREADS];
    int t = threadIdx.x;
    size_t row = (size_t)blockIdx.x * C;
    float sum = 0;
    for (int c = t; c < C; c += THREADS)
        sum += x[row + c] * x[row + c];
    part[t] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    float scale = 1 / sqrtf(part[0] / C + eps);
    for (int c = t; c < C; c += THREADS)
        y[row + c] = w[c] * x[row + c] * scale;
}
