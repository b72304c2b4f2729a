/*
 * opt.cu: the same two levels, with enough bytes under way to keep HBM busy.
 *
 * Little's law sets the size of the loop: at 4.8 TB/s and some 700 ns, each of 132 SMs needs 25 kB of loads that have
 * been asked for and have not arrived. 2,048 threads with one float each are 8 kB. A float4 makes 32 kB of them with
 * a quarter of the instructions, and AHEAD of those, all issued before the first is added, leave room for what
 * arrives late. The launch bounds keep the kernel at 32 registers, so that 2,048 threads fit. Loads are streamed
 * (__ldcs): nobody reads them twice. Four running sums a thread break the chain of additions into four. The last
 * block's work is latency and nothing else, a store, a ticket, a load, two times ten shuffles; it weighs less the
 * more there is to read.
 *
 * The trees stop at 32 values, where a warp goes on by itself with shuffles: five barriers fewer. The scan loads an
 * int4 a lane, so that a lane adds four elements before it shuffles once for all of them; and a whole warp looks back,
 * 32 tiles at a glance, where one thread would have made up to 32 round trips to L2.
 */
#include "lab.h"

enum { WARP = 32, AHEAD = 4 };
static const unsigned ALL = 0xffffffff; /* lanes that shuffle */

static __device__ float warp_sum(float v)
{
#pragma unroll
    for (int d = WARP / 2; d; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    return v;
}

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

/* The sum of all threads' v, for thread 0. A block of less than a warp has only the tree. */
static __device__ float tree(float *s, float v)
{
    int t = threadIdx.x, T = blockDim.x, stop = T < WARP ? 1 : WARP, width = T;
    s[t] = v;
    __syncthreads();
    for (int half; width > stop; width = half) {
        half = (width + 1) / 2;
        if (t < width - half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t >= WARP || T < WARP)
        return s[0];
    return warp_sum(t < width ? s[t] : 0);
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

/* The same for a block of whole warps. */
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

/* This thread's share of x. A warp takes AHEAD rows of 32 float4 at a time, 2 KiB that follow each other: one address
 * and constant offsets, and all loads are under way before the first one is needed. */
static __device__ float stride_sum(const float *x, long long n)
{
    const float4 *x4 = (const float4 *)x;
    int lane = threadIdx.x % WARP, me = blockIdx.x * blockDim.x + threadIdx.x;
    long long quads = n / 4, q = (long long)(me / WARP) * WARP * AHEAD + lane;
    long long step = (long long)gridDim.x * blockDim.x * AHEAD;
    float a = 0, b = 0, c = 0, d = 0;
    for (; q + (AHEAD - 1) * WARP < quads; q += step) {
        float4 v[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            v[k] = __ldcs(&x4[q + k * WARP]);
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            a += v[k].x, b += v[k].y, c += v[k].z, d += v[k].w;
    }
    for (; q < quads; q += WARP) { /* what is left of the last rows: less than AHEAD for a lane */
        float4 v = __ldcs(&x4[q]);
        a += v.x, b += v.y, c += v.z, d += v.w;
    }
    if (me < n % 4)
        a += x[4 * quads + me];
    return (a + b) + (c + d);
}

extern "C" __global__ void __launch_bounds__(1024, 2)
sum_total(float *out, float *part, unsigned *ticket, const float *x, long long n)
{
    __shared__ float s[WARP];
    int t = threadIdx.x, last = 0;
    float v = block_sum(s, stride_sum(x, n));
    if (t == 0) {
        part[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    if (!__syncthreads_or(last))
        return;
    __threadfence();
    v = 0;
    for (unsigned b = t; b < gridDim.x; b += blockDim.x)
        v += __ldcg(&part[b]); /* from L2, where the other SMs' stores are */
    v = block_sum(s, v);
    if (t == 0)
        *out = v;
}

/* --- the scan ------------------------------------------------------------------------------------------------ */

enum { THREADS = 256, WARPS = THREADS / WARP, ROW = 4 * WARP, ROWS = TILE / THREADS / 4, SUM = 1, PREFIX = 2 };

static __device__ unsigned long long word(int kind, int value)
{
    return (unsigned long long)kind << 32 | (unsigned)value;
}

static __device__ int warp_scan(int v)
{
    int lane = threadIdx.x % WARP;
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        int left = __shfl_up_sync(ALL, v, d);
        if (lane >= d)
            v += left;
    }
    return v;
}

/* A warp looks at 32 tiles at once, the nearest in lane 0; to the left of tile 0 every prefix is known to be 0. */
static __device__ int look_back(const unsigned long long *tiles, long long tile)
{
    int lane = threadIdx.x % WARP, before = 0;
    for (long long k = tile - 1 - lane;; k -= WARP) {
        unsigned long long w = word(PREFIX, 0);
        while (k >= 0 && !((w = ((const volatile unsigned long long *)tiles)[k]) >> 32))
            ;
        unsigned known = __ballot_sync(ALL, w >> 32 == PREFIX);
        int some = !known || lane < __ffs(known) ? (int)(unsigned)w : 0;
#pragma unroll
        for (int d = WARP / 2; d; d /= 2)
            some += __shfl_xor_sync(ALL, some, d);
        before += some;
        if (known)
            return before;
    }
}

static __device__ int4 load(const int *x, long long i, long long n)
{
    if (i + 3 < n)
        return *(const int4 *)(x + i);
    return make_int4(i < n ? x[i] : 0, i + 1 < n ? x[i + 1] : 0, i + 2 < n ? x[i + 2] : 0, 0);
}

static __device__ void store(int *y, int4 v, long long i, long long n)
{
    if (i + 3 < n) {
        *(int4 *)(y + i) = v;
        return;
    }
    if (i < n)
        y[i] = v.x;
    if (i + 1 < n)
        y[i + 1] = v.y;
    if (i + 2 < n)
        y[i + 2] = v.z;
}

extern "C" __global__ void scan(int *y, unsigned long long *state, const int *x, long long n)
{
    __shared__ int sums[WARPS];
    __shared__ long long drawn;
    __shared__ int base;
    int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
    unsigned long long *tiles = state + 1;
    if (t == 0)
        drawn = (long long)atomicAdd(&state[0], 1ull);
    __syncthreads();
    long long tile = drawn, first = tile * TILE + warp * ROWS * ROW + 4 * lane;

    int4 v[ROWS];
    int mine = 0;
#pragma unroll
    for (int k = 0; k < ROWS; k++)
        v[k] = load(x, first + k * ROW, n);
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        v[k].y += v[k].x, v[k].z += v[k].y, v[k].w += v[k].z;
        int upto = warp_scan(v[k].w), left = mine + upto - v[k].w;
        v[k].x += left, v[k].y += left, v[k].z += left, v[k].w += left;
        mine += __shfl_sync(ALL, upto, WARP - 1);
    }
    if (lane == 0)
        sums[warp] = mine;
    __syncthreads();
    if (warp == 0) {
        int total = __shfl_sync(ALL, warp_scan(lane < WARPS ? sums[lane] : 0), WARP - 1);
        if (lane == 0 && tile)
            atomicExch(&tiles[tile], word(SUM, total));
        int before = look_back(tiles, tile);
        if (lane == 0) {
            atomicExch(&tiles[tile], word(PREFIX, before + total));
            base = before;
        }
    }
    __syncthreads();
    int before = base;
    for (int w = 0; w < warp; w++)
        before += sums[w];
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        v[k].x += before, v[k].y += before, v[k].z += before, v[k].w += before;
        store(y, v[k], first + k * ROW, n);
    }
}
