// err_codes.cu: what calls return when asked for what they cannot do; none of these is sticky.
// allow-error launch
// allow-error api
#include "t.h"

__global__ void k(int *o) { o[0] = 1; }
__global__ void huge()
{
    extern __shared__ int s[];
    s[0] = 1;
}

__global__ void both(int *o)
{
    extern __shared__ int s[];
    __shared__ int t[2];
    t[0] = s[0] = 1;
    o[0] = t[0];
}

int main()
{
    int *o = t_dev<int>(4);
    ERR(cudaGetLastError(), cudaSuccess);
    k<<<1, 1025>>>(o);
    ERR(cudaPeekAtLastError(), cudaErrorInvalidValue); // as CUDA 13 answers on an H100 and an H200: here and below
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    ERR(cudaGetLastError(), cudaSuccess);
    k<<<0, 32>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    k<<<1, 0>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    k<<<dim3(1, 65536), 1>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    k<<<dim3(1, 1, 65536), 1>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    k<<<1, dim3(1, 1, 65)>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    k<<<1, dim3(64, 32)>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    huge<<<1, 1, 48 * 1024 + 4>>>();
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    huge<<<1, 1, 48 * 1024>>>();
    ERR(cudaGetLastError(), cudaSuccess);
    ERR(cudaFuncSetAttribute(huge, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20), cudaErrorInvalidValue);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    // __shared__ variables count among what a block may have
    int most;
    CK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    ERR(cudaFuncSetAttribute(both, cudaFuncAttributeMaxDynamicSharedMemorySize, most), cudaErrorInvalidValue);
    both<<<1, 1, most>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    t_is("nothing ran", o, 4, [](int) { return 0; });
    // a later good launch does not hide an error, nor does an error stop it
    k<<<1, 2000>>>(o);
    k<<<1, 1>>>(o);
    ERR(cudaGetLastError(), cudaErrorInvalidValue);
    ERR(cudaDeviceSynchronize(), cudaSuccess);
    EQ(t_get(o), 1);

    void *p = nullptr;
    ERR(cudaMalloc(&p, (size_t)1 << 46), cudaErrorMemoryAllocation);
    ERR(cudaGetLastError(), cudaErrorMemoryAllocation);
    ERR(cudaMalloc(&p, 0), cudaSuccess);
    ERR(cudaMalloc((void **)nullptr, 4), cudaErrorInvalidValue);
    ERR(cudaMemcpy(nullptr, o, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    ERR(cudaMemcpy(o, o + 1, 4, (cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
    ERR(cudaMemset(nullptr, 0, 4), cudaErrorInvalidValue);
    int local;
    ERR(cudaFree(&local), cudaErrorInvalidValue);
    ERR(cudaFree(nullptr), cudaSuccess);
    ERR(cudaSetDevice(1000), cudaErrorInvalidDevice);
    ERR(cudaSetDevice(-1), cudaErrorInvalidDevice);
    cudaDeviceProp d;
    ERR(cudaGetDeviceProperties(&d, 1000), cudaErrorInvalidDevice);
    cudaEvent_t e, f;
    CK(cudaEventCreate(&e));
    CK(cudaEventCreate(&f));
    float ms;
    ERR(cudaEventElapsedTime(&ms, e, f), cudaErrorInvalidResourceHandle);
    CK(cudaEventDestroy(e));
    CK(cudaEventDestroy(f));
    cudaGetLastError();
    ERR(cudaMemcpyToSymbol((const void *)&local, &local, 4), cudaErrorInvalidSymbol);
    cudaGetLastError();

    TEXT(cudaGetErrorString(cudaSuccess), "no error");
    TEXT(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
    TEXT(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
    TEXT(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
    TEXT(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
    TEXT(cudaGetErrorString(cudaErrorLaunchFailure), "unspecified launch failure");
    TEXT(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered");
    TEXT(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
    EQ(cudaErrorIllegalAddress, 700);
    EQ(cudaErrorAssert, 710);
    EQ(cudaErrorLaunchFailure, 719);
    EQ(cudaErrorMisalignedAddress, 716);
    EQ(cudaErrorLaunchTimeout, 702);
    return t_end();
}
