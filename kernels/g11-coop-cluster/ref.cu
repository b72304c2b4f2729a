/*
 * ref.cu: what a block knows is left where others can read it, and a barrier stands between.
 *
 * softmax_grid joins pairs of a maximum and a sum, in threads, warps, blocks and over the grid by one and the same
 * function. A pair whose sum is 0 has seen nothing and changes nothing: blocks without elements need no case of their own.
 * After the grid's barrier every block joins all blocks' pairs for itself, which costs a few loads from the L2 and saves a
 * second barrier.
 *
 * bins_cluster keeps a bin once in a cluster and not once in a block. An atomic on another block's shared memory goes over
 * the SMs' own network. The global atomics at the end are an eighth, since each bin has one owner of eight.
 */
#include "lab.h"

namespace cg = cooperative_groups;

enum { WARP = 32, WARPS = THREADS / WARP };
static const unsigned ALL = 0xffffffff;

static __device__ float block_max(float v)
{
    __shared__ float of_warp[WARPS];
    for (int d = WARP / 2; d; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    __syncthreads(); /* the array may still be read */
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        v = fmaxf(v, of_warp[w]);
    return v;
}

extern "C" __global__ void center_grid(float *y, float *work, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = -INFINITY;
    for (long long i = t; i < n; i += T)
        most = fmaxf(most, x[i]);
    most = block_max(most);
    if (threadIdx.x == 0)
        work[blockIdx.x] = most;
    cg::this_grid().sync();
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        most = fmaxf(most, work[b]);
    most = block_max(most);
    for (long long i = t; i < n; i += T)
        y[i] = x[i] - most;
}

struct pair {
    float most, sum; /* of exp(x - most); 0: nothing seen */
};

static __device__ pair join(pair a, pair b)
{
    if (b.sum == 0)
        return a;
    if (a.sum == 0)
        return b;
    float most = fmaxf(a.most, b.most);
    return { most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most) };
}

static __device__ pair block_join(pair p)
{
    __shared__ pair of_warp[WARPS];
    for (int d = WARP / 2; d; d /= 2) {
        float most = __shfl_xor_sync(ALL, p.most, d), sum = __shfl_xor_sync(ALL, p.sum, d);
        p = join(p, { most, sum });
    }
    __syncthreads();
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = p;
    __syncthreads();
    p = of_warp[0];
    for (int w = 1; w < WARPS; w++)
        p = join(p, of_warp[w]);
    return p;
}

extern "C" __global__ void softmax_grid(float *y, float *work, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    pair p = { -INFINITY, 0 };
    for (long long i = t; i < n; i += T)
        if (x[i] > p.most) {
            p.sum = p.sum * expf(p.most - x[i]) + 1;
            p.most = x[i];
        } else if (x[i] > -INFINITY) {
            p.sum += expf(x[i] - p.most);
        }
    p = block_join(p);
    if (threadIdx.x == 0)
        work[2 * blockIdx.x] = p.most, work[2 * blockIdx.x + 1] = p.sum;
    cg::this_grid().sync();
    p.sum = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
        p = join(p, { work[2 * b], work[2 * b + 1] });
    p = block_join(p);
    for (long long i = t; i < n; i += T)
        y[i] = expf(x[i] - p.most) / p.sum;
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) sum_cluster(float *part, const float *x, long long n)
{
    __shared__ float of_warp[WARPS], mine;
    cg::cluster_group cluster = cg::this_cluster();
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (long long i = t; i < n; i += T)
        sum += x[i];
    for (int d = WARP / 2; d; d /= 2)
        sum += __shfl_xor_sync(ALL, sum, d);
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        mine = 0;
        for (int w = 0; w < WARPS; w++)
            mine += of_warp[w];
    }
    cluster.sync(); /* every block's sum is there */
    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        float all = 0;
        for (int r = 0; r < CLUSTER; r++)
            all += *cluster.map_shared_rank(&mine, r);
        part[blockIdx.x / CLUSTER] = all;
    }
    cluster.sync(); /* nobody leaves before it has been read */
}

extern "C" __global__ void bins_block(int *bins, const int *x, long long n)
{
    __shared__ int count[BINS];
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (int b = threadIdx.x; b < BINS; b += THREADS)
        count[b] = 0;
    __syncthreads();
    for (long long i = t; i < n; i += T)
        atomicAdd(&count[x[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += THREADS)
        if (count[b])
            atomicAdd(&bins[b], count[b]);
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) bins_cluster(int *bins, const int *x, long long n)
{
    __shared__ int count[SHARE];
    cg::cluster_group cluster = cg::this_cluster();
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    for (int b = threadIdx.x; b < SHARE; b += THREADS)
        count[b] = 0;
    cluster.sync(); /* every block's bins are 0 */
    for (long long i = t; i < n; i += T)
        atomicAdd(cluster.map_shared_rank(count, x[i] / SHARE) + x[i] % SHARE, 1);
    cluster.sync(); /* every block has counted */
    int first = cluster.block_rank() * SHARE;
    for (int b = threadIdx.x; b < SHARE; b += THREADS)
        if (count[b])
            atomicAdd(&bins[first + b], count[b]);
}
