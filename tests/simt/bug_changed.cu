// bug_changed.cu: plain accesses of a word whose last change, by an atomic without a result, was the thread's own.
// native no
#include "t.h"

// the block that is last by its number is not the last to add
// args last_index
// expect-error race @li
// reports 1
__global__ void last_index(float *sum, float *mean)
{
    atomicAdd(sum, 1.0f);
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        *mean = *sum / (gridDim.x * blockDim.x); //@li
}
// args last_reset
// expect-error race @lr
// reports 1
__global__ void last_reset(float *sum, float *)
{
    atomicAdd(sum, 1.0f);
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0)
        *sum = 0; //@lr
}
// args last_warp
// expect-error race @lw
// reports 1
__global__ void last_warp(float *sum, float *mean)
{
    if (blockIdx.x)
        return;
    atomicAdd(sum, 1.0f);
    if (threadIdx.x == blockDim.x - 1)
        *mean = *sum; //@lw
}
// args last_warp_shared
// expect-error race @ls
// reports 1
__global__ void last_warp_shared(float *, float *mean)
{
    __shared__ float s;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, 1.0f);
    if (threadIdx.x == blockDim.x - 1)
        mean[blockIdx.x] = s; //@ls
}
// who knows of the others, by a ticket, by a barrier, or by the result of an atomic
// args right
// reports 0
__global__ void right(float *sum, float *mean)
{
    unsigned *ticket = (unsigned *)(sum + 1);
    atomicAdd(sum, 1.0f);
    __threadfence();
    __syncthreads();
    if (threadIdx.x || atomicAdd(ticket, 1) != gridDim.x - 1)
        return;
    *mean = *sum / (gridDim.x * blockDim.x);
    *ticket = 0;
    *sum = 0;
}
// args right_shared
// reports 0
__global__ void right_shared(float *, float *mean)
{
    __shared__ int bins[8], n;
    int t = threadIdx.x;
    if (t < 8)
        bins[t] = n = 0;
    __syncthreads();
    atomicAdd(&bins[t % 8], 1);
    __syncwarp();
    if (t % 32 == 0 && atomicAdd(&n, 1) == blockDim.x / 32 - 1)
        mean[blockIdx.x] = bins[0] + bins[7];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *sum = t_dev<float>(32), *mean = t_dev<float>(32);
#define CASE(name) if (!strcmp(w, #name)) name<<<4, 64>>>(sum, mean);
    CASE(last_index) CASE(last_reset) CASE(last_warp) CASE(last_warp_shared) CASE(right) CASE(right_shared)
    return t_end();
}
