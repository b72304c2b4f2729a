#line 1 "/work/main/tests/simt/arch_a100.cu"
// arch_a100.cu: another profile: compute capability 8.0.
// flags --arch a100
// native no
#include "/work/main/tests/simt/t.h"

// 164 KiB an SM, 1 KiB reserved a block: 40 KiB -> 4 blocks of 4 warps, of 64 warps
// expect occupied occ_th == 0.25
__global__ void occupied(int *o)
{
    typedef int simt_T_s[10240]; SIMT_SHARED(s, )
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
} SIMT_REGISTER(occupied)
__global__ void arch(int *o)
{
#if __CUDA_ARCH__ == 800
    *o = 80;
#else
    *o = __CUDA_ARCH__;
#endif
} SIMT_REGISTER(arch)

int main()
{
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    EQ(p.major * 10 + p.minor, 80);
    EQ(p.multiProcessorCount, 108);
    EQ(p.sharedMemPerBlockOptin, 166912);
    EQ(p.sharedMemPerMultiprocessor, 167936);
    int *o = t_dev<int>(128);
    simt_launch_site("occupied", simt_kptr(occupied), simt_config(1, 128), [=](auto &...simt_a) SIMT_LANE { occupied(simt_a...); })(o);
    simt_launch_site("arch", simt_kptr(arch), simt_config(1, 1), [=](auto &...simt_a) SIMT_LANE { arch(simt_a...); })(o);
    EQ(t_get(o), 80);
    return t_end();
}
