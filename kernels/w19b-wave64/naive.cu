/*
 * naive.cu: the same four without a wave's own instructions. Each thread adds up its wave's elements by itself, the
 * first lane of a wave packs for all of them, and the transpose stores a column of global memory. Only the bounds of a
 * wave are left of the machine, and all of it is right on both.
 */
#include "lab.h"

/* The first thread of this thread's wave, and the one behind its last. */
static __device__ int wave_begins(void)
{
    return (int)threadIdx.x / wave_size() * wave_size();
}

static __device__ int wave_ends(void)
{
    int end = wave_begins() + wave_size();
    return end < (int)blockDim.x ? end : (int)blockDim.x;
}

extern "C" __global__ void wave_sum(float *sum, const float *x, int n)
{
    int base = blockIdx.x * blockDim.x, i = base + threadIdx.x;
    float s = 0;
    for (int k = base + wave_begins(); k < base + wave_ends() && k < n; k++)
        s += x[k];
    if (i < n)
        sum[i] = s;
}

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int waves = (blockDim.x + wave_size() - 1) / wave_size(), at = 0;
    int row = blockIdx.x * waves + threadIdx.x / wave_size();
    if (row >= R || threadIdx.x % wave_size())
        return;
    for (int c = 0; c < C; c++)
        if (p[(size_t)row * C + c] >= least)
            out[(size_t)row * C + at++] = c;
    count[row] = at;
}

extern "C" __global__ void pack(int *out, int *count, const float *v, float least, int n)
{
    int base = blockIdx.x * blockDim.x, kept = 0;
    if (threadIdx.x % wave_size())
        return;
    for (int i = base + wave_begins(); i < base + wave_ends() && i < n; i++)
        kept += v[i] >= least;
    int at = atomicAdd(count, kept);
    for (int i = base + wave_begins(); i < base + wave_ends() && i < n; i++)
        if (v[i] >= least)
            out[at++] = i;
}

extern "C" __global__ void transpose(float *out, const float *in, int R, int C)
{
    constexpr int side = wave_size();
    for (int k = threadIdx.x; k < side * side; k += blockDim.x) {
        int r = blockIdx.y * side + k / side, c = blockIdx.x * side + k % side;
        if (r < R && c < C)
            out[(size_t)c * R + r] = in[(size_t)r * C + c];
    }
}
