/* gpu_driver.c: what several programs ask of the loaded CUDA driver: error texts, the device, copies. */
#define _GNU_SOURCE
#include "gpu_driver.h"

#include <dlfcn.h>
#include <stdio.h>

#define GPU_DEFINE(name, args) cu_result(*name) args;
GPU_DRIVER(GPU_DEFINE)
cu_result (*gpu_driver_encode_tiled)(void *, int, unsigned, cu_ptr, const uint64_t *, const uint64_t *,
                                     const uint32_t *, const uint32_t *, int, int, int, int);

const char *gpu_driver_text(cu_result r)
{
    const char *s = NULL;
    if (cuGetErrorString)
        cuGetErrorString(r, &s);
    return s ? s : "unknown CUDA error";
}

const char *gpu_driver_device(int *dev)
{
    void *so = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!so)
        return "the NVIDIA driver (libcuda.so.1) is not installed";
#define LOAD(name, args)                                      \
    *(void **)&name = dlsym(so, #name);                       \
    if (!name)                                                \
        return "the driver is too old: it lacks " #name;
    GPU_DRIVER(LOAD)
    *(void **)&gpu_driver_encode_tiled = dlsym(so, "cuTensorMapEncodeTiled");
    cu_result r = cuInit(0);
    return r || (r = cuDeviceGet(dev, 0)) ? gpu_driver_text(r) : NULL;
}

void gpu_driver_arch(int dev, char *ret, size_t n)
{
    int major = 0, minor = 0;
    cuDeviceGetAttribute(&major, GPU_ATTR_CC_MAJOR, dev);
    cuDeviceGetAttribute(&minor, GPU_ATTR_CC_MINOR, dev);
    snprintf(ret, n, "sm_%d%d%s", major, minor, major >= 9 ? "a" : "");
}

static int two_buffers(cu_ptr *a, cu_ptr *b, size_t *n)
{
    for (*n = 1u << 30; *n > 1u << 20; *n /= 2) {
        *a = *b = 0;
        if (!cuMemAlloc_v2(a, *n) && !cuMemAlloc_v2(b, *n))
            return 1;
        if (*a)
            cuMemFree_v2(*a);
    }
    return 0;
}

int gpu_driver_copy(cu_handle stream, double *rate, int trials)
{
    enum { WARM = 2 };
    cu_ptr a, b;
    cu_handle e0 = NULL, e1 = NULL;
    size_t n;
    int have = 0;
    if (cuEventCreate(&e0, 0) || cuEventCreate(&e1, 0) || !two_buffers(&a, &b, &n))
        return 0;
    for (int k = 0; k < WARM + trials; k++) {
        float ms = 0;
        cuEventRecord(e0, stream);
        cuMemcpyDtoDAsync_v2(b, a, n, stream);
        cuEventRecord(e1, stream);
        if (!cuEventSynchronize(e1) && !cuEventElapsedTime(&ms, e0, e1) && ms > 0 && k >= WARM)
            rate[have++] = 2.0 * (double)n / (ms * 1e-3);
    }
    cuMemFree_v2(a);
    cuMemFree_v2(b);
    return have;
}
