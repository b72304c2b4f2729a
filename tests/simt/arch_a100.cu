// arch_a100.cu: another profile: compute capability 8.0.
// flags --arch a100
// native no
#include "t.h"

// 164 KiB an SM, 1 KiB reserved a block: 40 KiB -> 4 blocks of 4 warps, of 64 warps
// expect occupied occ_th == 0.25
__global__ void occupied(int *o)
{
    __shared__ int s[10240];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void arch(int *o)
{
#if __CUDA_ARCH__ == 800
    *o = 80;
#else
    *o = __CUDA_ARCH__;
#endif
}

int main()
{
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    EQ(p.major * 10 + p.minor, 80);
    EQ(p.multiProcessorCount, 108);
    EQ(p.sharedMemPerBlockOptin, 166912);
    EQ(p.sharedMemPerMultiprocessor, 167936);
    int *o = t_dev<int>(128);
    occupied<<<1, 128>>>(o);
    arch<<<1, 1>>>(o);
    EQ(t_get(o), 80);
    return t_end();
}
