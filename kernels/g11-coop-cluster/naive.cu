/*
 * naive.cu: the same results, with the first barrier that comes to mind. Thread 0 of each block joins what the others have
 * left, one after another; the row is read three times; and a histogram counts in global memory.
 */
#include "lab.h"

namespace cg = cooperative_groups;

/* The largest of all x, for every thread; `work` is free again after the second barrier. */
static __device__ float largest(float *work, const float *x, long long n)
{
    __shared__ float of_thread[THREADS];
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = -INFINITY;
    for (long long i = t; i < n; i += T)
        most = fmaxf(most, x[i]);
    of_thread[threadIdx.x] = most;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < THREADS; k++)
            most = fmaxf(most, of_thread[k]);
        work[blockIdx.x] = most;
    }
    cg::this_grid().sync();
    for (unsigned b = 0; b < gridDim.x; b++)
        most = fmaxf(most, work[b]);
    cg::this_grid().sync();
    return most;
}

extern "C" __global__ void center_grid(float *y, float *work, const float *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS;
    float most = largest(work, x, n);
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += T)
        y[i] = x[i] - most;
}

static __device__ float block_sum(float *of_thread, float v)
{
    __syncthreads();
    of_thread[threadIdx.x] = v;
    __syncthreads();
    v = 0;
    for (int k = 0; k < THREADS; k++)
        v += of_thread[k];
    return v;
}

extern "C" __global__ void softmax_grid(float *y, float *work, const float *x, long long n)
{
    __shared__ float of_thread[THREADS];
    long long T = (long long)gridDim.x * THREADS, t = (long long)blockIdx.x * THREADS + threadIdx.x;
    float most = largest(work, x, n), sum = 0;
    for (long long i = t; i < n; i += T)
        sum += expf(x[i] - most);
    sum = block_sum(of_thread, sum);
    if (threadIdx.x == 0)
        work[blockIdx.x] = sum;
    cg::this_grid().sync();
    sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++)
        sum += work[b];
    for (long long i = t; i < n; i += T)
        y[i] = expf(x[i] - most) / sum;
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) sum_cluster(float *part, const float *x, long long n)
{
    __shared__ float of_thread[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    long long T = (long long)gridDim.x * THREADS;
    float sum = 0;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += T)
        sum += x[i];
    of_thread[threadIdx.x] = sum;
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        sum = 0;
        for (int r = 0; r < CLUSTER; r++)
            for (int k = 0; k < THREADS; k++)
                sum += cluster.map_shared_rank(of_thread, r)[k];
        part[blockIdx.x / CLUSTER] = sum;
    }
    cluster.sync();
}

extern "C" __global__ void bins_block(int *bins, const int *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += T)
        atomicAdd(&bins[x[i]], 1);
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) bins_cluster(int *bins, const int *x, long long n)
{
    long long T = (long long)gridDim.x * THREADS;
    for (long long i = (long long)blockIdx.x * THREADS + threadIdx.x; i < n; i += T)
        atomicAdd(&bins[x[i]], 1);
}
