// dev_profile.cu: what the device says of itself (compute capability 9.0), occupancy from it.
#include "t.h"

__global__ void light(int *o) { o[threadIdx.x] = threadIdx.x; }
__global__ void shared48(int *o)
{
    __shared__ int s[12288];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main()
{
    int n = 0, dev = -1, v = 0;
    CK(cudaGetDeviceCount(&n));
    EQ(n >= 1, 1);
    CK(cudaGetDevice(&dev));
    EQ(dev, 0);
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    EQ(p.major * 10 + p.minor, 90);
    EQ(p.multiProcessorCount, 132);
    EQ(p.warpSize, 32);
    EQ(p.maxThreadsPerBlock, 1024);
    EQ(p.maxThreadsPerMultiProcessor, 2048);
    EQ(p.maxBlocksPerMultiProcessor, 32);
    EQ(p.regsPerBlock, 65536);
    EQ(p.regsPerMultiprocessor, 65536);
    EQ(p.sharedMemPerBlock, 49152);
    EQ(p.sharedMemPerBlockOptin, 232448);
    EQ(p.sharedMemPerMultiprocessor, 233472);
    EQ(p.totalConstMem, 65536);
    EQ(p.maxThreadsDim[0] * 100 + p.maxThreadsDim[2], 102464);
    EQ(p.maxGridSize[0], 2147483647);
    EQ(p.maxGridSize[1], 65535);
    EQ(p.unifiedAddressing && p.managedMemory && p.concurrentKernels && p.cooperativeLaunch, 1);
    CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    EQ(v, 232448);
    CK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
    EQ(v, 132);
    CK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0));
    EQ(v, 9);
    int driver = 0, runtime = 0;
    CK(cudaDriverGetVersion(&driver));
    CK(cudaRuntimeGetVersion(&runtime));
    EQ(driver >= 12000 && runtime >= 12000, 1);

    // 2048 threads an SM; 32 blocks at most
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, light, 256, 0));
    EQ(v, 8);
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, light, 1024, 0));
    EQ(v, 2);
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, light, 32, 0));
    EQ(v, 32);
    // 228 KiB an SM, 1 KiB of it reserved for each block: 40,960 + 1,024 B allow 5
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, light, 128, 40960));
    EQ(v, 5);
    int grid = 0, block = 0;
    CK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, light, 0, 0));
    EQ(block, 1024);
    EQ(grid, 264);
    int *o = t_dev<int>(64);
    shared48<<<1, 64>>>(o);
    t_is("48 KiB static", o, 64, [](int i) { return i ^ 1; });
    return t_end();
}
