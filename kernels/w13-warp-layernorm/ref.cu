/*
 * ref.cu: lanes that speak to each other directly.
 *
 * A sum of 32 lanes is five shuffles with the xor pattern: in step d lane l adds what lane l ^ d holds. After five
 * steps every lane has added every other one exactly once, so nobody needs to be told the result. a + b and b + a round
 * alike, and the two partners of a step add the same two numbers: all lanes hold the same bits.
 *
 * A row of up to 1,024 floats is 32 registers a lane. Mean, squared differences and y are three walks over registers,
 * and x comes from memory once. No shared memory, no barrier: a warp that waits for HBM holds up nobody else, and an
 * SM has dozens of them.
 *
 * A longer row has a block. Each warp reduces with five shuffles, eight floats meet in shared memory, and behind one
 * barrier every warp reads all eight and reduces them again with three shuffles, each warp for itself: nobody sends the
 * result back, so no second barrier. Both sums of a row have places of their own. The barrier of the second sum stands
 * between the reads of the first places in this row and their writes in the next, and the other way round.
 *
 * Packing is a ballot: one word, the same in every lane, that says who keeps its element. The ones below a lane's own
 * bit are its rank, all ones together are by how much the row's next place moves on. In `append` one lane of a warp
 * reserves that many places with one atomic, and a shuffle tells the others.
 */
#include "lab.h"

static const unsigned ALL = 0xffffffff; /* lanes that take part */

/* Of two floats the larger, or NaN if one is: fmaxf would drop it. */
static __device__ float larger(float a, float b)
{
    return a > b || a != a ? a : b;
}

/* The sum of the warp's lanes, in every lane. */
static __device__ float warp_sum(float v)
{
#pragma unroll
    for (int d = WARP / 2; d; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

static __device__ float warp_max(float v)
{
#pragma unroll
    for (int d = WARP / 2; d; d /= 2)
        v = larger(v, __shfl_xor_sync(ALL, v, d));
    return v;
}

/* The sum of the block's threads, in every thread. `place` rests until the next barrier but one. */
static __device__ float block_sum(float v, float *place)
{
    int lane = threadIdx.x % WARP;
    v = warp_sum(v);
    if (lane == 0)
        place[threadIdx.x / WARP] = v;
    __syncthreads();
    v = place[lane % WARPS];
#pragma unroll
    for (int d = WARPS / 2; d; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

extern "C" __global__ void warp_all(float *sum, float *top, const float *x, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    float s = warp_sum(i < n ? x[i] : 0);
    float t = warp_max(i < n ? x[i] : -INFINITY);
    if (i < n) {
        sum[i] = s;
        top[i] = t;
    }
}

/* A thread's elements of a row that `step` threads share: columns first, first + step, ... */
enum { HELD = SHORT / WARP };

static __device__ float take(float *v, const float *x, int C, int first, int step)
{
    float sum = 0;
#pragma unroll
    for (int e = 0; e < HELD; e++) {
        int c = e * step + first;
        v[e] = c < C ? x[c] : 0;
        sum += v[e];
    }
    return sum;
}

/* Σ (v - mean)² over the elements that exist. */
static __device__ float squares(const float *v, float mean, int C, int first, int step)
{
    float sum = 0;
#pragma unroll
    for (int e = 0; e < HELD; e++)
        if (e * step + first < C)
            sum += (v[e] - mean) * (v[e] - mean);
    return sum;
}

static __device__ void finish(float *y, const float *v, const float *g, const float *b, float mean, float rstd, int C,
                              int first, int step)
{
#pragma unroll
    for (int e = 0; e < HELD; e++) {
        int c = e * step + first;
        if (c < C)
            y[c] = (v[e] - mean) * rstd * g[c] + b[c];
    }
}

extern "C" __global__ void ln_warp(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    int lane = threadIdx.x % WARP, row = blockIdx.x * WARPS + threadIdx.x / WARP;
    if (row >= R)
        return; /* with all its lanes */
    float v[HELD];
    float mean = warp_sum(take(v, x + (size_t)row * C, C, lane, WARP)) / C;
    float var = warp_sum(squares(v, mean, C, lane, WARP)) / C;
    finish(y + (size_t)row * C, v, g, b, mean, rsqrtf(var + eps), C, lane, WARP);
}

extern "C" __global__ void ln_block(float *y, const float *x, const float *g, const float *b, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        float v[HELD];
        float mean = block_sum(take(v, x + (size_t)row * C, C, t, THREADS), place[0]) / C;
        float var = block_sum(squares(v, mean, C, t, THREADS), place[1]) / C;
        finish(y + (size_t)row * C, v, g, b, mean, rsqrtf(var + eps), C, t, THREADS);
    }
}

/* Votes of the lanes below this one. */
static __device__ int rank_in(unsigned votes, int lane)
{
    return __popc(votes & ((1u << lane) - 1));
}

extern "C" __global__ void compact(int *out, int *count, const float *p, float least, int R, int C)
{
    int lane = threadIdx.x % WARP, row = blockIdx.x * WARPS + threadIdx.x / WARP, at = 0;
    if (row >= R)
        return;
    p += (size_t)row * C;
    out += (size_t)row * C;
    for (int from = 0; from < C; from += WARP) { /* all lanes turn alike: the mask names who comes */
        int c = from + lane;
        bool keep = c < C && p[c] >= least;
        unsigned votes = __ballot_sync(ALL, keep);
        if (keep)
            out[at + rank_in(votes, lane)] = c;
        at += __popc(votes);
    }
    if (lane == 0)
        count[row] = at;
}

extern "C" __global__ void append(int *out, int *count, const float *v, float least, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % WARP, at = 0;
    bool keep = i < n && v[i] >= least;
    unsigned votes = __ballot_sync(ALL, keep);
    if (!votes)
        return; /* the word is the same in all lanes */
    if (lane == 0)
        at = atomicAdd(count, __popc(votes));
    at = __shfl_sync(ALL, at, 0);
    if (keep)
        out[at + rank_in(votes, lane)] = i;
}

extern "C" __global__ void all_finite(int *bad, const float *x, int n)
{
    bool mine = false;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += (long long)gridDim.x * THREADS)
        mine |= !isfinite(x[i]);
    if (__any_sync(ALL, mine) && threadIdx.x % WARP == 0)
        atomicOr(bad, 1);
}
