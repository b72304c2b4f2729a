/*
 * naive.cu: each thread does what one loop on a CPU would do for its element, and the warp pays for all of its lanes.
 *
 * An if whose sides both have lanes is run twice, a loop is run as often as its longest lane asks for, and 16 atomics on
 * one counter take 16 turns. first_above has a second fault: lanes load from rows of their own, a sector for each float.
 */
#include "lab.h"

static __device__ unsigned mix(unsigned v, long long i)
{
    if (i % 2 == 0)
        return even_mix(v);
    return odd_mix(v);
}

extern "C" __global__ void mix_branch(unsigned *y, const unsigned *x, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = mix(x[i], i);
}

extern "C" __global__ void mix_pairs(unsigned *y, const unsigned *x, long long n)
{
    long long i = (long long)blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;
    if (i < n)
        y[i] = mix(x[i], i);
    if (j < n)
        y[j] = mix(x[j], j);
}

extern "C" __global__ void first_above(int *y, const float *x, const float *limit, int R, int C)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
    if (r >= R)
        return;
    while (c < C && !(x[(long long)r * C + c] > limit[r]))
        c++;
    y[r] = c;
}

extern "C" __global__ void walk_binned(unsigned *y, const unsigned *x, const int *steps, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned v = x[i];
    for (int s = 0; s < steps[i]; s++)
        v = walk_step(v);
    y[i] = v;
}

extern "C" __global__ void compact(int *out, int *total, const float *x, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        out[atomicAdd(total, 1)] = (int)i;
}
