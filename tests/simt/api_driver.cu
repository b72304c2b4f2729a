// api_driver.cu: the driver API, over the runtime's context.
// native no
// expect-error api @twice
#include "t.h"
#include <cuda.h>
#include <nvtx3/nvToolsExt.h>

__global__ void scale(float *p, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= f;
}
#define CU(call) EQ(call, CUDA_SUCCESS)

int main()
{
    CUdevice dev;
    CUcontext ctx, now;
    CUdeviceptr p;
    CUstream s;
    CUfunction f;
    int count, warp;
    char name[64];
    float h[100], factor = 3;
    int n = 100;
    CU(cuInit(0));
    CU(cuDeviceGetCount(&count));
    CU(cuDeviceGet(&dev, 0));
    CU(cuDeviceGetName(name, sizeof name, dev));
    EQ(strlen(name) > 0, 1);
    CU(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev));
    EQ(warp, 32);
    CU(cuCtxCreate(&ctx, 0, dev));
    CU(cuCtxGetCurrent(&now));
    EQ(now == ctx, 1);
    for (int i = 0; i < n; i++)
        h[i] = i;
    CU(cuMemAlloc(&p, sizeof h));
    CU(cuMemcpyHtoD(p, h, sizeof h));
    CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CK(cudaGetFuncBySymbol(&f, scale));
    void *args[] = { &p, &factor, &n };
    nvtxRangePush("scale");
    CU(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, s, args, nullptr));
    nvtxRangePop();
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH(h, p, sizeof h));
    EQ(h[99], 297);
    CU(cuMemFree(p));
    EQ(cuMemFree(p), CUDA_ERROR_INVALID_VALUE); //@twice
    cudaGetLastError();
    CU(cuStreamDestroy(s));
    CU(cuCtxDestroy(ctx));
    return t_end();
}
