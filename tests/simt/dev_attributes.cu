// dev_attributes.cu: what a kernel says of itself: static shared memory, and occupancy that it limits.
#include "t.h"

__global__ void fixed(int *o)
{
    __shared__ int s[100];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void shared40(int *o)
{
    __shared__ int s[10240];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main()
{
    int *o = t_dev<int>(128), v = 0;
    fixed<<<1, 100>>>(o);
    shared40<<<1, 128>>>(o);
    CK(cudaDeviceSynchronize());
    cudaFuncAttributes a;
    CK(cudaFuncGetAttributes(&a, fixed));
    EQ(a.sharedSizeBytes, 400);
    CK(cudaFuncGetAttributes(&a, shared40));
    EQ(a.sharedSizeBytes, 40960);
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, shared40, 128, 0));
    EQ(v, 5);
    return t_end();
}
