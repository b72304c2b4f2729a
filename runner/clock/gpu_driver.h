/*
 * gpu_driver.h: the CUDA driver API, loaded at run time: what links this builds and starts on machines that have
 * neither toolkit nor driver. The driver's ABI is stable; its header comes with a toolkit that a learner may not have.
 */
#ifndef RUNNER_GPU_DRIVER_H
#define RUNNER_GPU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

typedef int cu_result;
typedef unsigned long long cu_ptr;
typedef void *cu_handle;

#define GPU_DRIVER(X)                                                                               \
    X(cuInit, (unsigned))                                                                           \
    X(cuDeviceGetCount, (int *))                                                                    \
    X(cuDeviceGet, (int *, int))                                                                    \
    X(cuDeviceGetAttribute, (int *, int, int))                                                      \
    X(cuDeviceGetName, (char *, int, int))                                                          \
    X(cuDeviceGetPCIBusId, (char *, int, int))                                                      \
    X(cuDevicePrimaryCtxRetain, (cu_handle *, int))                                                 \
    X(cuCtxSetCurrent, (cu_handle))                                                                 \
    X(cuCtxSynchronize, (void))                                                                     \
    X(cuCtxResetPersistingL2Cache, (void))                                                          \
    X(cuModuleLoadData, (cu_handle *, const void *))                                                \
    X(cuModuleGetFunction, (cu_handle *, cu_handle, const char *))                                  \
    X(cuFuncSetAttribute, (cu_handle, int, int))                                                    \
    X(cuMemAlloc_v2, (cu_ptr *, size_t))                                                            \
    X(cuMemFree_v2, (cu_ptr))                                                                       \
    X(cuMemcpyHtoD_v2, (cu_ptr, const void *, size_t))                                              \
    X(cuMemcpyDtoH_v2, (void *, cu_ptr, size_t))                                                    \
    X(cuMemHostAlloc, (void **, size_t, unsigned))                                                  \
    X(cuMemFreeHost, (void *))                                                                      \
    X(cuMemcpyHtoDAsync_v2, (cu_ptr, const void *, size_t, cu_handle))                              \
    X(cuMemcpyDtoHAsync_v2, (void *, cu_ptr, size_t, cu_handle))                                    \
    X(cuMemcpyDtoDAsync_v2, (cu_ptr, cu_ptr, size_t, cu_handle))                                    \
    X(cuMemsetD8Async, (cu_ptr, unsigned char, size_t, cu_handle))                                  \
    X(cuStreamCreate, (cu_handle *, unsigned))                                                      \
    X(cuStreamSynchronize, (cu_handle))                                                             \
    X(cuEventCreate, (cu_handle *, unsigned))                                                       \
    X(cuEventRecord, (cu_handle, cu_handle))                                                        \
    X(cuEventQuery, (cu_handle))                                                                    \
    X(cuEventSynchronize, (cu_handle))                                                              \
    X(cuEventElapsedTime, (float *, cu_handle, cu_handle))                                          \
    X(cuLaunchKernel, (cu_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                       unsigned, cu_handle, void **, void **))                                      \
    X(cuLaunchCooperativeKernel, (cu_handle, unsigned, unsigned, unsigned, unsigned, unsigned,     \
                                  unsigned, unsigned, cu_handle, void **))                          \
    X(cuGetErrorString, (cu_result, const char **))

#define GPU_EXTERN(name, args) extern cu_result(*name) args;
GPU_DRIVER(GPU_EXTERN)

/* cuTensorMapEncodeTiled() of drivers from CUDA 12.0 on; NULL: the driver is older. */
extern cu_result (*gpu_driver_encode_tiled)(void *map, int type, unsigned rank, cu_ptr base, const uint64_t *dims,
                                            const uint64_t *strides, const uint32_t *box, const uint32_t *steps,
                                            int interleave, int swizzle, int promotion, int fill);

enum { GPU_ATTR_L2 = 38, GPU_ATTR_CC_MAJOR = 75, GPU_ATTR_CC_MINOR = 76, GPU_FUNC_MAX_DYNAMIC_SMEM = 8 };

/* Loads the driver and takes its first device: NULL and *dev, or the sentence that says why there is none. */
const char *gpu_driver_device(int *dev);

/* "sm_90a": from 9.0 on the full instruction set of a chip is in its "a" variant. */
void gpu_driver_arch(int dev, char *ret, size_t n);

const char *gpu_driver_text(cu_result r);

/* Copies within the device's memory, after two copies to warm up: bytes read and written a second, into rate[].
 * 1 GiB, or what fits. Returns how many were measured. */
int gpu_driver_copy(cu_handle stream, double *rate, int trials);

#endif
