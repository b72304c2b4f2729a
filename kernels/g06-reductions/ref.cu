/*
 * ref.cu: the same sums with fewer idle lanes, then fewer barriers, then no shared memory to speak of.
 *
 * sum_sequential adds the upper half to the lower. The threads that work are now the first ones, so whole warps fall
 * silent: a warp with nothing to add steps over the body with one branch. Same additions, same barriers, a third of
 * the instructions of the tree. Neighbouring lanes read neighbouring words, so there are no bank conflicts.
 *
 * sum_first_add notices that half of the threads load one element and then never work again. Each adds two
 * as it loads them: half the blocks, half the barriers and half the shared memory for each element.
 *
 * sum_total takes that to its end. A grid that just fills the chip strides over x, and each thread adds hundreds of
 * elements in a register: the tree is paid once a block, not once for 512 elements. What is left of it needs no
 * shared memory inside a warp, where lanes can read each other's registers: five shuffles. The block's sum goes to
 * memory, and the last block to arrive adds up all of them in a fixed order, so that the bits are the same each time.
 *
 * scan reads each element once. A tile's sum is known long before its prefix is: it is published at once, and whoever
 * comes later adds up such sums backwards until it meets a tile that knows its prefix. Flag and value stand in one
 * 64-bit word, so that neither can be seen without the other. Tiles are drawn from a ticket: the tile
 * that one waits for was drawn earlier, by a block that is running.
 */
#include "lab.h"

enum { WARP = 32 };
static const unsigned ALL = 0xffffffff; /* lanes that shuffle */

extern "C" __global__ void sum_interleaved(float *part, const float *x, long long n)
{
    __shared__ float s[MAX_THREADS];
    int t = threadIdx.x, T = blockDim.x;
    long long i = (long long)blockIdx.x * T + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        if (t % (2 * d) == 0 && t + d < T)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        part[blockIdx.x] = s[0];
}

/* The sum of all threads' v, for thread 0. An odd width leaves the middle one where it is. */
static __device__ float tree(float *s, float v)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int width = blockDim.x, half; width > 1; width = half) {
        half = (width + 1) / 2;
        if (t < width - half)
            s[t] += s[t + half];
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void sum_sequential(float *part, const float *x, long long n)
{
    __shared__ float s[MAX_THREADS];
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = tree(s, i < n ? x[i] : 0);
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
}

extern "C" __global__ void sum_first_add(float *part, const float *x, long long n)
{
    __shared__ float s[MAX_THREADS];
    long long i = (long long)blockIdx.x * 2 * blockDim.x + threadIdx.x, j = i + blockDim.x;
    float sum = tree(s, (i < n ? x[i] : 0) + (j < n ? x[j] : 0));
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
}

static __device__ float warp_sum(float v)
{
    for (int d = WARP / 2; d; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    return v;
}

/* The same for a block, in thread 0. Warp 0 keeps its own sum; each other warp hands over one float. */
static __device__ float block_sum(float *s, float v)
{
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    v = warp_sum(v);
    if (lane == 0 && warp)
        s[warp] = v;
    __syncthreads();
    if (warp == 0) {
        if (lane)
            v = lane < blockDim.x / WARP ? s[lane] : 0;
        v = warp_sum(v);
    }
    return v;
}

extern "C" __global__ void sum_total(float *out, float *part, unsigned *ticket, const float *x, long long n)
{
    __shared__ float s[WARP];
    int t = threadIdx.x, T = blockDim.x, last = 0;
    float v = 0;
    for (long long i = (long long)blockIdx.x * T + t; i < n; i += (long long)gridDim.x * T)
        v += x[i];
    v = block_sum(s, v);
    if (t == 0) {
        part[blockIdx.x] = v;
        __threadfence(); /* first the sum, then the ticket that says it is there */
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1; /* the last one wraps it to 0 */
    }
    if (!__syncthreads_or(last))
        return;
    __threadfence();
    v = 0;
    for (unsigned b = t; b < gridDim.x; b += T)
        v += ((volatile float *)part)[b];
    v = block_sum(s, v);
    if (t == 0)
        *out = v;
}

/* --- the scan ------------------------------------------------------------------------------------------------ */

enum { THREADS = 256, ROWS = TILE / THREADS, SUM = 1, PREFIX = 2 }; /* what a tile's word says: 0, nothing yet */

static __device__ unsigned long long word(int kind, int value)
{
    return (unsigned long long)kind << 32 | (unsigned)value;
}

static __device__ int warp_scan(int v)
{
    int lane = threadIdx.x % WARP;
    for (int d = 1; d < WARP; d *= 2) {
        int left = __shfl_up_sync(ALL, v, d);
        if (lane >= d)
            v += left;
    }
    return v;
}

/* One thread's walk to the left: sums of tiles, up to one that knows its prefix. */
static __device__ int look_back(const unsigned long long *tiles, long long tile)
{
    int before = 0;
    for (long long k = tile - 1; k >= 0; k--) {
        unsigned long long w;
        while (!((w = ((const volatile unsigned long long *)tiles)[k]) >> 32))
            ;
        before += (int)(unsigned)w;
        if (w >> 32 == PREFIX)
            break;
    }
    return before;
}

extern "C" __global__ void scan(int *y, unsigned long long *state, const int *x, long long n)
{
    __shared__ int sums[THREADS / WARP];
    __shared__ long long drawn;
    __shared__ int base;
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
    unsigned long long *tiles = state + 1;
    if (t == 0)
        drawn = (long long)atomicAdd(&state[0], 1ull);
    __syncthreads();
    long long tile = drawn, first = tile * TILE + warp * WARP * ROWS + lane;

    int v[ROWS], mine = 0; /* a warp's rows of 32 follow each other: lanes stand side by side */
    for (int k = 0; k < ROWS; k++) {
        long long i = first + k * WARP;
        v[k] = i < n ? x[i] : 0;
    }
    for (int k = 0; k < ROWS; k++) {
        v[k] = warp_scan(v[k]) + mine;
        mine = __shfl_sync(ALL, v[k], WARP - 1);
    }
    if (lane == 0)
        sums[warp] = mine;
    __syncthreads();
    if (t == 0) {
        int total = 0;
        for (int w = 0; w < THREADS / WARP; w++)
            total += sums[w];
        atomicExch(&tiles[tile], word(tile ? SUM : PREFIX, total));
        base = look_back(tiles, tile);
        if (tile)
            atomicExch(&tiles[tile], word(PREFIX, base + total));
    }
    __syncthreads();
    int before = base;
    for (int w = 0; w < warp; w++)
        before += sums[w];
    for (int k = 0; k < ROWS; k++) {
        long long i = first + k * WARP;
        if (i < n)
            y[i] = before + v[k];
    }
}
