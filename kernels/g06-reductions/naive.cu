/*
 * naive.cu: the tree as one first draws it, and a scan that hands a number from tile to tile.
 *
 * A block's T values stand in shared memory. Step d adds to every 2d-th place its neighbour d away, so after
 * log2(T) steps place 0 holds the sum. Nothing is wrong with the count, T - 1 additions, and no bank conflicts
 * either. What is wrong is who works: in step 1 every second lane, in step 2 every fourth. All eight warps of 256
 * threads issue each step up to d = 16, for a dwindling handful of lanes.
 *
 * The sum of everything is the same tree after a loop. The scan is worse: a tile waits for the tile before it, and
 * only then begins. Each element is read and written once, so by bytes it is perfect, and it is slower than
 * anything else here, since one block works at a time: bytes are not the only bound.
 */
#include "lab.h"

static __device__ float tree(float *s, float v)
{
    int t = threadIdx.x, T = blockDim.x;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < T; d *= 2) {
        if (t % (2 * d) == 0 && t + d < T)
            s[t] += s[t + d];
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void sum_interleaved(float *part, const float *x, long long n)
{
    __shared__ float s[MAX_THREADS];
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = tree(s, i < n ? x[i] : 0);
    if (threadIdx.x == 0)
        part[blockIdx.x] = sum;
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

extern "C" __global__ void sum_total(float *out, float *part, unsigned *ticket, const float *x, long long n)
{
    __shared__ float s[MAX_THREADS];
    int t = threadIdx.x, T = blockDim.x, last = 0;
    float v = 0;
    for (long long i = (long long)blockIdx.x * T + t; i < n; i += (long long)gridDim.x * T)
        v += x[i];
    v = tree(s, v);
    if (t == 0) {
        part[blockIdx.x] = v;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    if (!__syncthreads_or(last))
        return;
    __threadfence();
    v = 0;
    for (unsigned b = t; b < gridDim.x; b += T)
        v += ((volatile float *)part)[b];
    v = tree(s, v);
    if (t == 0)
        *out = v;
}

/* Inclusive, by doubling: after the step of d each place holds the sum of the 2d places that end in it. */
static __device__ void doubling(int *s, int v)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
}

extern "C" __global__ void scan(int *y, unsigned long long *state, const int *x, long long n)
{
    __shared__ int s[MAX_THREADS], before;
    __shared__ long long tile;
    int t = threadIdx.x, T = blockDim.x;
    if (t == 0) {
        tile = (long long)atomicAdd(&state[0], 1ull);
        unsigned long long left = 1ull << 32; /* bit 32: it is there; below: the sum so far */
        if (tile)
            while (!((left = ((volatile unsigned long long *)state)[tile]) >> 32))
                ;
        before = (int)(unsigned)left;
    }
    __syncthreads();
    int sum = before;
    for (int row = 0; row < TILE; row += T) {
        long long i = tile * TILE + row + t;
        doubling(s, i < n ? x[i] : 0);
        if (i < n)
            y[i] = sum + s[t];
        sum += s[T - 1];
        __syncthreads();
    }
    if (t == 0)
        atomicExch(&state[tile + 1], 1ull << 32 | (unsigned)sum);
}
