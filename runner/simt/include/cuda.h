/*
 * cuda.h: of the driver API what works without modules: devices, contexts, memory, streams, events, and
 * launches of kernels that cudaGetFuncBySymbol() names. Each call is the runtime's; the codes have the same
 * numbers.
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime_api.h"
#include "simt/driver_enums.h"

#define CUDA_VERSION CUDART_VERSION
#define CUDAAPI
#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)
#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef cudaFunction_t CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaGraph_t CUgraph;
typedef cudaGraphExec_t CUgraphExec;
typedef cudaHostFn_t CUhostFn;
struct CUctx_st { int device; };

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
#define CU_TENSOR_MAP_NUM_QWORDS 16
#ifdef __cplusplus
#define SIMT_ALIGN_MAP alignas(64)
#else
#define SIMT_ALIGN_MAP _Alignas(64)
#endif
typedef struct CUtensorMap_st {
    SIMT_ALIGN_MAP cuuint64_t opaque[CU_TENSOR_MAP_NUM_QWORDS];
} CUtensorMap;
#undef SIMT_ALIGN_MAP

#define SIMT_CU static inline __attribute__((always_inline)) CUresult

SIMT_CU cuInit(unsigned flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
SIMT_CU cuDriverGetVersion(int *version) { return (CUresult)cudaDriverGetVersion(version); }
SIMT_CU cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}
SIMT_CU cuGetErrorName(CUresult error, const char **name)
{
    static const char *const names[] = {"CUDA_SUCCESS", "CUDA_ERROR_INVALID_VALUE",
                                        "CUDA_ERROR_OUT_OF_MEMORY"};
    *name = (unsigned)error < 3 ? names[error] : cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}

/* ---- devices and contexts ------------------------------------------------------------------------------ */

SIMT_CU cuDeviceGetCount(int *count) { return (CUresult)cudaGetDeviceCount(count); }
SIMT_CU cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return ordinal ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}
SIMT_CU cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
}
SIMT_CU cuDeviceGetName(char *name, int len, CUdevice device)
{
    struct cudaDeviceProp prop;
    cudaError_t e = cudaGetDeviceProperties(&prop, device);
    if (!e && len > 0)
        snprintf(name, (size_t)len, "%s", prop.name);
    return (CUresult)e;
}
SIMT_CU cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp prop;
    cudaError_t e = cudaGetDeviceProperties(&prop, device);
    *bytes = e ? 0 : prop.totalGlobalMem;
    return (CUresult)e;
}
SIMT_CU cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    cudaError_t e = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return (CUresult)(e ? e : cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}
/* There is one context. */
static inline CUcontext simt_context(void)
{
    static struct CUctx_st only;
    return &only;
}
SIMT_CU cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    *context = simt_context();
    return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}
SIMT_CU cuDevicePrimaryCtxRelease(CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}
#ifdef __cplusplus
SIMT_CU cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) /* CUDA 12 and older */
{
    (void)flags;
    return cuDevicePrimaryCtxRetain(context, device);
}
SIMT_CU cuCtxCreate(CUcontext *context, void *params, unsigned flags, CUdevice device)
{
    (void)params, (void)flags;
    return cuDevicePrimaryCtxRetain(context, device);
}
#endif
SIMT_CU cuCtxDestroy(CUcontext context) { return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
SIMT_CU cuCtxSetCurrent(CUcontext context)
{
    (void)context;
    return CUDA_SUCCESS;
}
SIMT_CU cuCtxGetCurrent(CUcontext *context)
{
    *context = simt_context();
    return CUDA_SUCCESS;
}
SIMT_CU cuCtxPushCurrent(CUcontext context) { return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
SIMT_CU cuCtxPopCurrent(CUcontext *context) { return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS; }
SIMT_CU cuCtxGetDevice(CUdevice *device) { return (CUresult)cudaGetDevice(device); }
SIMT_CU cuCtxSynchronize(void) { return (CUresult)cudaDeviceSynchronize(); }

/* ---- memory -------------------------------------------------------------------------------------------- */

#define SIMT_PTR(p) ((void *)(size_t)(p))

SIMT_CU cuMemAlloc(CUdeviceptr *p, size_t n) { return (CUresult)cudaMalloc((void **)(void *)p, n); }
SIMT_CU cuMemAllocManaged(CUdeviceptr *p, size_t n, unsigned flags)
{
    return (CUresult)cudaMallocManaged((void **)(void *)p, n, flags);
}
SIMT_CU cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned element)
{
    (void)element;
    return (CUresult)cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
SIMT_CU cuMemAllocAsync(CUdeviceptr *p, size_t n, CUstream stream)
{
    return (CUresult)cudaMallocAsync((void **)(void *)p, n, stream);
}
SIMT_CU cuMemFree(CUdeviceptr p) { return (CUresult)cudaFree(SIMT_PTR(p)); }
SIMT_CU cuMemFreeAsync(CUdeviceptr p, CUstream stream)
{
    return (CUresult)cudaFreeAsync(SIMT_PTR(p), stream);
}
SIMT_CU cuMemAllocHost(void **p, size_t n) { return (CUresult)cudaMallocHost(p, n); }
SIMT_CU cuMemHostAlloc(void **p, size_t n, unsigned flags) { return (CUresult)cudaHostAlloc(p, n, flags); }
SIMT_CU cuMemFreeHost(void *p) { return (CUresult)cudaFreeHost(p); }
SIMT_CU cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
    return (CUresult)simt_address_range((void **)base, size, (const void *)p);
}
SIMT_CU cuMemGetInfo(size_t *free_bytes, size_t *total)
{
    return (CUresult)cudaMemGetInfo(free_bytes, total);
}
SIMT_CU cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t n)
{
    return (CUresult)cudaMemcpy(SIMT_PTR(dst), src, n, cudaMemcpyHostToDevice);
}
SIMT_CU cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t n)
{
    return (CUresult)cudaMemcpy(dst, SIMT_PTR(src), n, cudaMemcpyDeviceToHost);
}
SIMT_CU cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t n)
{
    return (CUresult)cudaMemcpy(SIMT_PTR(dst), SIMT_PTR(src), n, cudaMemcpyDeviceToDevice);
}
SIMT_CU cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t n)
{
    return (CUresult)cudaMemcpy(SIMT_PTR(dst), SIMT_PTR(src), n, cudaMemcpyDefault);
}
SIMT_CU cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t n, CUstream stream)
{
    return (CUresult)cudaMemcpyAsync(SIMT_PTR(dst), src, n, cudaMemcpyHostToDevice, stream);
}
SIMT_CU cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t n, CUstream stream)
{
    return (CUresult)cudaMemcpyAsync(dst, SIMT_PTR(src), n, cudaMemcpyDeviceToHost, stream);
}
SIMT_CU cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t n, CUstream stream)
{
    return (CUresult)cudaMemcpyAsync(SIMT_PTR(dst), SIMT_PTR(src), n, cudaMemcpyDeviceToDevice, stream);
}
SIMT_CU cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t n, CUstream stream)
{
    return (CUresult)cudaMemcpyAsync(SIMT_PTR(dst), SIMT_PTR(src), n, cudaMemcpyDefault, stream);
}
SIMT_CU cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n)
{
    return (CUresult)cudaMemset(SIMT_PTR(p), value, n);
}


/* ---- virtual memory management: rt/api/api_map.c ------------------------------------------------------- */

typedef unsigned long long CUmemGenericAllocationHandle;
typedef struct CUmemLocation_st {
    CUmemLocationType type;
    int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType, gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp;
typedef struct CUmemAccessDesc_st {
    CUmemLocation location;
    CUmemAccess_flags flags;
} CUmemAccessDesc;

SIMT_CU cuMemAdvise(CUdeviceptr p, size_t n, CUmem_advise advice, CUmemLocation location)
{
    struct cudaMemLocation at = {(enum cudaMemLocationType)location.type, location.id};
    return (CUresult)cudaMemAdvise(SIMT_PTR(p), n, (enum cudaMemoryAdvise)advice, at);
}
SIMT_CU cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUmemLocation location, unsigned flags, CUstream stream)
{
    struct cudaMemLocation at = {(enum cudaMemLocationType)location.type, location.id};
    return (CUresult)cudaMemPrefetchAsync(SIMT_PTR(p), n, at, flags, stream);
}
#ifdef __cplusplus
static inline CUmemLocation simt_place_of(CUdevice device) /* CUDA 12 and older name a device */
{
    return {device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE, device};
}
SIMT_CU cuMemAdvise(CUdeviceptr p, size_t n, CUmem_advise advice, CUdevice device)
{
    return cuMemAdvise(p, n, advice, simt_place_of(device));
}
SIMT_CU cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUdevice device, CUstream stream)
{
    return cuMemPrefetchAsync(p, n, simt_place_of(device), 0, stream);
}
#endif

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size);
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop,
                     unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr);
CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr ptr, size_t size);
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr);
#ifdef __cplusplus
}
#endif

/* ---- streams and events -------------------------------------------------------------------------------- */

SIMT_CU cuStreamCreate(CUstream *stream, unsigned flags)
{
    return (CUresult)cudaStreamCreateWithFlags(stream, flags);
}
SIMT_CU cuStreamDestroy(CUstream stream) { return (CUresult)cudaStreamDestroy(stream); }
SIMT_CU cuStreamSynchronize(CUstream stream) { return (CUresult)cudaStreamSynchronize(stream); }
SIMT_CU cuStreamQuery(CUstream stream) { return (CUresult)cudaStreamQuery(stream); }
SIMT_CU cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    return (CUresult)cudaStreamWaitEvent(stream, event, flags);
}
SIMT_CU cuLaunchHostFunc(CUstream stream, CUhostFn fn, void *data)
{
    return (CUresult)cudaLaunchHostFunc(stream, fn, data);
}
SIMT_CU cuEventCreate(CUevent *event, unsigned flags)
{
    return (CUresult)cudaEventCreateWithFlags(event, flags);
}
SIMT_CU cuEventDestroy(CUevent event) { return (CUresult)cudaEventDestroy(event); }
SIMT_CU cuEventRecord(CUevent event, CUstream stream) { return (CUresult)cudaEventRecord(event, stream); }
SIMT_CU cuEventSynchronize(CUevent event) { return (CUresult)cudaEventSynchronize(event); }
SIMT_CU cuEventQuery(CUevent event) { return (CUresult)cudaEventQuery(event); }
SIMT_CU cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    return (CUresult)cudaEventElapsedTime(ms, start, end);
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

SIMT_CU cuLaunchKernel(CUfunction fn, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                       unsigned bz, unsigned smem, CUstream stream, void **args, void **extra)
{
    dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
    if (extra && !args)
        return CUDA_ERROR_NOT_SUPPORTED;
    return (CUresult)cudaLaunchKernel((const void *)fn, grid, block, args, smem, stream);
}
SIMT_CU cuFuncSetAttribute(CUfunction fn, CUfunction_attribute attribute, int value)
{
    return (CUresult)cudaFuncSetAttribute((const void *)fn, (enum cudaFuncAttribute)attribute, value);
}
SIMT_CU cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction fn, int block_size, size_t smem)
{
    return (CUresult)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)fn, block_size,
                                                                   smem);
}

/* Programs that load PTX or device code at run time bring code that the emulator cannot run. */
SIMT_CU simt_no_module(void)
{
    fputs("simt: a module of PTX or device code cannot be loaded: compile the kernel with the program\n",
          stderr);
    return CUDA_ERROR_NOT_SUPPORTED;
}
SIMT_CU cuModuleLoad(CUmodule *module, const char *path)
{
    (void)module, (void)path;
    return simt_no_module();
}
SIMT_CU cuModuleLoadData(CUmodule *module, const void *image)
{
    (void)module, (void)image;
    return simt_no_module();
}
SIMT_CU cuModuleUnload(CUmodule module)
{
    (void)module;
    return CUDA_SUCCESS;
}
SIMT_CU cuModuleGetFunction(CUfunction *fn, CUmodule module, const char *name)
{
    (void)fn, (void)module, (void)name;
    return simt_no_module();
}

#undef SIMT_CU
#undef SIMT_PTR
/* ---- tensor maps: rt/api/api_tensormap.c -------------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
                                 void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill);
CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress);
#ifdef __cplusplus
}
#endif

#endif
