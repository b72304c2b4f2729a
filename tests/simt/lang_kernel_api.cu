// lang_kernel_api.cu: launches without <<<>>>: cudaLaunchKernel, cudaLaunchKernelEx, opt-in shared memory.
// allow-error launch
#include "t.h"

__global__ void fill(int *o, int n, short add)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = i + add;
}
template <class T> __global__ void fill_t(T *o, T v) { o[threadIdx.x] = v; }
__global__ void big(int *o)
{
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < 20000; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    o[threadIdx.x] = s[19999 - threadIdx.x];
}
__global__ void __launch_bounds__(128, 2) bounded(int *o) { o[threadIdx.x] = 8; }
__global__ void fixed(int *o)
{
    __shared__ int s[100];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main()
{
    int *o = t_dev<int>(256), n = 100;
    short add = 7;
    void *args[] = { &o, &n, &add };
    CK(cudaLaunchKernel((void *)fill, dim3(2), dim3(64), args, 0, 0));
    t_is("cudaLaunchKernel", o, 128, [](int i) { return i < 100 ? i + 7 : 0; });
    CK(cudaLaunchKernel(fill, 1, 64, args));
    cudaLaunchConfig_t c = {};
    c.gridDim = dim3(1);
    c.blockDim = dim3(32);
    CK(cudaLaunchKernelEx(&c, fill, o, 32, (short)9));
    t_is("cudaLaunchKernelEx", o, 32, [](int i) { return i + 9; });
    CK(cudaLaunchKernelEx(&c, fill_t<int>, o, 4));
    t_is("cudaLaunchKernelEx of a template", o, 32, [](int) { return 4; });

    bounded<<<1, 128>>>(o);
    t_is("launch bounds", o, 128, [](int) { return 8; });

    // 80,000 B are beyond the 48 KiB that need no asking
    big<<<1, 64, 80000>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    CK(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 80000));
    big<<<1, 64, 80000>>>(o);
    t_is("opt-in shared", o, 64, [](int i) { return 19999 - i; });
    fixed<<<1, 100>>>(o);
    t_is("fixed", o, 100, [](int i) { return i ^ 1; });
    return t_end();
}
