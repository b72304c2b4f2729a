#include "lab.h"

/* This is what came out of hipify: it compiles for both widths, and is right for 32 lanes. Make it right for 64 as well,
 * function by function. No number in it has to depend on the machine. */

enum { LANES = 32 };

extern "C" __global__ void wave_sum(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;
    for (int d = LANES / 2; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (i < n)
        sum[i] = v;
}

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int lane = threadIdx.x & 31, row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5), at = 0;
    if (row >= R)
        return;
    for (int from = 0; from < C; from += LANES) {
        int c = from + lane;
        bool keep = c < C && p[(size_t)row * C + c] >= least;
        unsigned votes = __ballot_sync(0xffffffff, keep);
        if (keep)
            out[(size_t)row * C + at + __popc(votes & ((1u << lane) - 1))] = c;
        at += __popc(votes);
    }
    if (lane == 0)
        count[row] = at;
}

extern "C" __global__ void pack(int *out, int *count, const float *v, float least, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, at = 0;
    bool keep = i < n && v[i] >= least;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int leader = __ffs(votes) - 1;
    if (lane == leader)
        at = atomicAdd(count, __popc(votes));
    at = __shfl_sync(0xffffffff, at, leader);
    if (keep)
        out[at + __popc(votes & ((1u << lane) - 1))] = i;
}

extern "C" __global__ void transpose(float *out, const float *in, int R, int C)
{
    __shared__ float tile[LANES][LANES + 1];
    int x = blockIdx.x * LANES, y = blockIdx.y * LANES;
    for (int k = threadIdx.x; k < LANES * LANES; k += blockDim.x) {
        int r = k >> 5, c = k & 31;
        if (y + r < R && x + c < C)
            tile[r][c] = in[(size_t)(y + r) * C + x + c];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < LANES * LANES; k += blockDim.x) {
        int r = k >> 5, c = k & 31;
        if (x + r < C && y + c < R)
            out[(size_t)(x + r) * R + y + c] = tile[c][r];
    }
}
