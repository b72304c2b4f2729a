/*
 * opt.cu: the reference, with fewer waits.
 *
 * first_above asks for the next 32 columns before it votes on these: the trip to memory and the vote overlap, at the
 * price of one group of sectors too many for each row. walk_binned counts a warp at a time: __match_any_sync finds the
 * lanes with the same length, and one of them adds for all. compact asks for room once a block: the warps' counts meet
 * in shared memory, and one thread's atomic serves 256 elements.
 */
#include "lab.h"

enum { WARP = 32, WARPS = 8 };
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

static __device__ int search(const float *row, float bar, int C)
{
    int lane = threadIdx.x % WARP;
    float v = lane < C ? row[lane] : 0;
    for (int c = lane; c - lane < C; c += WARP) {
        float next = c + WARP < C ? row[c + WARP] : 0;
        unsigned hits = __ballot_sync(ALL, c < C && v > bar);
        if (hits)
            return c - lane + __ffs(hits) - 1;
        v = next;
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

static __device__ int scan_before(int count)
{
    int lane = threadIdx.x % WARP, upto = count;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        int left = __shfl_up_sync(ALL, upto, d);
        upto += lane >= d ? left : 0;
    }
    return upto - count;
}

/* Adds 1 to place[bin] for each lane, with one atomic for all lanes of the same bin; what stood there before a lane. */
static __device__ int join(int *place, int bin)
{
    int lane = threadIdx.x % WARP;
    unsigned same = __match_any_sync(ALL, bin);
    int leader = __ffs(same) - 1, base = 0;
    if (lane == leader)
        base = atomicAdd(&place[bin], __popc(same));
    return __shfl_sync(ALL, base, leader) + __popc(same & ((1u << lane) - 1));
}

extern "C" __global__ void walk_binned(unsigned *y, const unsigned *x, const int *steps, long long n)
{
    __shared__ unsigned value[TILE], walk[TILE];
    __shared__ int place[BINS], count[BINS];
    int t = threadIdx.x;
    long long i = (long long)blockIdx.x * TILE + t;
    int mine = i < n ? steps[i] : 0;
    value[t] = i < n ? x[i] : 0;
    if (t < BINS)
        count[t] = 0;
    __syncthreads();
    int before = join(count, mine);
    __syncthreads();
    if (t < WARP)
        place[t] = scan_before(count[t]);
    __syncthreads();
    walk[place[mine] + before] = mine * TILE + t;
    __syncthreads();
    int who = walk[t] % TILE, length = walk[t] / TILE % BINS;
    unsigned v = value[who];
    for (int s = 0; s < length; s++)
        v = walk_step(v);
    value[who] = v;
    __syncthreads();
    if (i < n)
        y[i] = value[t];
}

extern "C" __global__ void compact(int *out, int *total, const float *x, long long n)
{
    __shared__ int counts[WARPS], base;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    bool keep = i < n && x[i] > 0;
    unsigned kept = __ballot_sync(ALL, keep);
    if (lane == 0)
        counts[warp] = __popc(kept);
    __syncthreads();
    int before = 0, all = 0;
#pragma unroll
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? counts[w] : 0;
        all += counts[w];
    }
    if (threadIdx.x == 0 && all)
        base = atomicAdd(total, all);
    __syncthreads();
    if (keep)
        out[base + before + __popc(kept & ((1u << lane) - 1))] = (int)i;
}
