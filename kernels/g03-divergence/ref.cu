/*
 * ref.cu: the same results, with lanes that stay together.
 *
 * mix_pairs gives a thread one element of each kind. There is nothing left to choose: every lane does an even one, then
 * every lane an odd one. The two stand side by side, so one request of 8 bytes a lane moves them.
 *
 * first_above turns the work by a quarter. A row for each lane means that 32 searches end at 32 places, and that lanes
 * load a row's length apart. All lanes on one row read 32 neighbours, and a ballot tells them all at once where the hit
 * is: they leave together. The row's limit comes from the lane that loaded it, by a shuffle, and the answer goes back
 * to that lane, so that 32 answers are stored by one request.
 *
 * walk_binned cannot shorten a walk. It puts walks of the same length side by side: a counting sort in shared memory,
 * whose 32 bins one warp turns into places with five shuffles. Results go back through shared memory, in order.
 *
 * compact asks for room once a warp. The ballot's ones below a lane are the elements that stand before its own.
 */
#include "lab.h"

enum { WARP = 32 };
static const unsigned ALL = 0xffffffff; /* lanes that vote and shuffle */

extern "C" __global__ void mix_branch(unsigned *y, const unsigned *x, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i % 2 == 0)
        y[i] = even_mix(x[i]);
    else
        y[i] = odd_mix(x[i]);
}

extern "C" __global__ void mix_pairs(unsigned *y, const unsigned *x, long long n)
{
    long long i = 2 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        uint2 v = *(const uint2 *)(x + i);
        *(uint2 *)(y + i) = make_uint2(even_mix(v.x), odd_mix(v.y));
    } else if (i < n) {
        y[i] = even_mix(x[i]);
    }
}

/* Where the row's first value above `bar` stands, for all lanes of a warp alike. */
static __device__ int search(const float *row, float bar, int C)
{
    int lane = threadIdx.x % WARP;
    for (int c = 0; c < C; c += WARP) {
        unsigned hits = __ballot_sync(ALL, c + lane < C && row[c + lane] > bar);
        if (hits)
            return c + __ffs(hits) - 1;
    }
    return C;
}

extern "C" __global__ void first_above(int *y, const float *x, const float *limit, int R, int C)
{
    int lane = threadIdx.x % WARP, row = blockIdx.x * blockDim.x + threadIdx.x, first = row - lane, found = C;
    float mine = row < R ? limit[row] : 0;
    for (int k = 0; k < WARP && first + k < R; k++) {
        float bar = __shfl_sync(ALL, mine, k);
        int at = search(x + (long long)(first + k) * C, bar, C);
        found = lane == k ? at : found;
    }
    if (row < R)
        y[row] = found;
}

/* In lane l the sum of the counts of lanes 0 to l - 1. */
static __device__ int scan_before(int count)
{
    int lane = threadIdx.x % WARP, upto = count;
    for (int d = 1; d < WARP; d *= 2) {
        int left = __shfl_up_sync(ALL, upto, d);
        upto += lane >= d ? left : 0;
    }
    return upto - count;
}

extern "C" __global__ void walk_binned(unsigned *y, const unsigned *x, const int *steps, long long n)
{
    __shared__ unsigned value[TILE], walk[TILE];
    __shared__ int place[BINS];
    int t = threadIdx.x;
    long long i = (long long)blockIdx.x * TILE + t;
    int mine = i < n ? steps[i] : 0;
    value[t] = i < n ? x[i] : 0;
    if (t < BINS)
        place[t] = 0;
    __syncthreads();
    atomicAdd(&place[mine], 1);
    __syncthreads();
    if (t < WARP)
        place[t] = scan_before(place[t]);
    __syncthreads();
    walk[atomicAdd(&place[mine], 1)] = mine * TILE + t;
    __syncthreads();
    int who = walk[t] % TILE, length = walk[t] / TILE % BINS;
    unsigned v = value[who];
    for (int s = 0; s < length; s++)
        v = walk_step(v);
    value[who] = v; /* no other thread reads or writes this place until the barrier */
    __syncthreads();
    if (i < n)
        y[i] = value[t];
}

extern "C" __global__ void compact(int *out, int *total, const float *x, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % WARP, base = 0;
    bool keep = i < n && x[i] > 0;
    unsigned kept = __ballot_sync(ALL, keep);
    if (lane == 0 && kept)
        base = atomicAdd(total, __popc(kept));
    base = __shfl_sync(ALL, base, 0);
    if (keep)
        out[base + __popc(kept & ((1u << lane) - 1))] = (int)i;
}
