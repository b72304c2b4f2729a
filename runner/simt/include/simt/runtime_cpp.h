/*
 * simt/runtime_cpp.h: what C++ adds to the runtime API: typed pointers, symbols by reference, kernels as
 * functions, and the signatures of CUDA 11 and 12 that 13 changed. cuda_runtime_api.h includes it last.
 *
 * All are inlined into the caller, whose line then is the one that messages name.
 */
#ifndef SIMT_RUNTIME_CPP_H
#define SIMT_RUNTIME_CPP_H

#include <stddef.h>

#define SIMT_API static inline __attribute__((always_inline))

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
extern "C" void simt_per_thread_default_stream(void);
namespace {
struct simt_per_thread_stream {
    simt_per_thread_stream() { simt_per_thread_default_stream(); }
};
const simt_per_thread_stream simt_per_thread_stream_chosen;
}
#endif

/* ---- memory -------------------------------------------------------------------------------------------- */

template <class T> SIMT_API cudaError_t cudaMalloc(T **p, size_t size)
{
    return ::cudaMalloc((void **)(void *)p, size);
}
template <class T>
SIMT_API cudaError_t cudaMallocManaged(T **p, size_t size, unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T> SIMT_API cudaError_t cudaMallocHost(T **p, size_t size, unsigned flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
SIMT_API cudaError_t cudaMallocHost(void **p, size_t size, unsigned flags)
{
    return ::cudaHostAlloc(p, size, flags);
}
template <class T> SIMT_API cudaError_t cudaHostAlloc(T **p, size_t size, unsigned flags)
{
    return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
template <class T> SIMT_API cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T> SIMT_API cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T> SIMT_API cudaError_t cudaMallocAsync(T **p, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)p, size, stream);
}
template <class T>
SIMT_API cudaError_t cudaMallocFromPoolAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T>
SIMT_API cudaError_t cudaMallocAsync(T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)(void *)p, size, pool, stream);
}
template <class T>
SIMT_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *p, size_t length = 0,
                                              unsigned flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)p, length, flags);
}

/* CUDA 12 and older: a device's number, or cudaCpuDeviceId. */
SIMT_API struct cudaMemLocation simt_location(int device)
{
    struct cudaMemLocation l = {device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                device < 0 ? 0 : device};
    return l;
}
SIMT_API cudaError_t cudaMemPrefetchAsync(const void *p, size_t count, int device, cudaStream_t stream = 0)
{
    return ::cudaMemPrefetchAsync(p, count, simt_location(device), 0, stream);
}
SIMT_API cudaError_t cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice, int device)
{
    return ::cudaMemAdvise(p, count, advice, simt_location(device));
}

/* ---- symbols ------------------------------------------------------------------------------------------- */

template <class T>
SIMT_API cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                        enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
template <class T>
SIMT_API cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                          enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
SIMT_API cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                             cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
template <class T>
SIMT_API cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                               cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
template <class T> SIMT_API cudaError_t cudaGetSymbolAddress(void **p, const T &symbol)
{
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> SIMT_API cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}
template <class T>
SIMT_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                    const cudaGraphNode_t *deps, size_t n, const T &symbol,
                                                    const void *src, size_t count, size_t offset,
                                                    enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, deps, n, (const void *)&symbol, src, count, offset,
                                            kind);
}
template <class T>
SIMT_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                      const cudaGraphNode_t *deps, size_t n, void *dst,
                                                      const T &symbol, size_t count, size_t offset,
                                                      enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, deps, n, dst, (const void *)&symbol, count, offset,
                                              kind);
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

template <class T> SIMT_API cudaError_t cudaFuncSetCacheConfig(T *fn, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)fn, config);
}
template <class T> SIMT_API cudaError_t cudaFuncSetSharedMemConfig(T *fn, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)fn, config);
}
template <class T> SIMT_API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *fn)
{
    return ::cudaFuncGetAttributes(attr, (const void *)fn);
}
template <class T> SIMT_API cudaError_t cudaFuncSetAttribute(T *fn, enum cudaFuncAttribute attr, int value)
{
    return ::cudaFuncSetAttribute((const void *)fn, attr, value);
}
template <class T> SIMT_API cudaError_t cudaFuncGetName(const char **name, T *fn)
{
    return ::cudaFuncGetName(name, (const void *)fn);
}
template <class T> SIMT_API cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *fn)
{
    return ::cudaGetFuncBySymbol(function, (const void *)fn);
}

template <class T>
SIMT_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T fn, int block_size,
                                                                   size_t smem)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)fn, block_size,
                                                                    smem, cudaOccupancyDefault);
}
template <class T>
SIMT_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T fn, int block_size,
                                                                            size_t smem, unsigned flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)fn, block_size,
                                                                    smem, flags);
}
template <class T>
SIMT_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *smem, T *fn, int blocks,
                                                               int block_size)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(smem, (const void *)fn, blocks, block_size);
}
template <class T>
SIMT_API cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, T *fn, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)fn, config);
}
template <class T>
SIMT_API cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *fn, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)fn, config);
}

/* From the largest block down, the first that keeps most threads of an SM busy. */
template <class Smem, class T>
static cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T fn,
                                                                           Smem smem, int limit = 0,
                                                                           unsigned flags = 0)
{
    struct cudaFuncAttributes a;
    int sms = 0, warp = 0, most = 0;
    if (!grid || !block)
        return cudaErrorInvalidValue;
    cudaError_t e = ::cudaFuncGetAttributes(&a, (const void *)fn);
    if (e != cudaSuccess)
        return e;
    (void)cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    (void)cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
    int top = limit > 0 && limit < a.maxThreadsPerBlock ? limit : a.maxThreadsPerBlock;
    *grid = *block = 0;
    for (int size = (top + warp - 1) / warp * warp; size > 0; size -= warp) {
        int n = 0, threads = size < top ? size : top;
        e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (const void *)fn, threads,
                                                                     smem(threads), flags);
        if (e != cudaSuccess)
            return e;
        if (n * threads > most) {
            most = n * threads;
            *grid = n * sms;
            *block = threads;
        }
    }
    return cudaSuccess;
}
template <class Smem, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T fn,
                                                                         Smem smem, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, fn, smem, limit,
                                                                   cudaOccupancyDefault);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T fn,
                                                                      size_t smem = 0, int limit = 0,
                                                                      unsigned flags = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        grid, block, fn, [smem](int) { return smem; }, limit, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T fn, size_t smem = 0,
                                                             int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, fn, smem, limit, cudaOccupancyDefault);
}

/* ---- events and graphs --------------------------------------------------------------------------------- */

SIMT_API cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
SIMT_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          cudaGraphNode_t *error_node, char *log, size_t log_size)
{
    if (error_node)
        *error_node = 0;
    if (log && log_size)
        *log = 0;
    return ::cudaGraphInstantiateWithFlags(exec, graph, 0);
}
SIMT_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                         enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t e = ::cudaGraphExecUpdate(exec, graph, &info);
    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return e;
}
SIMT_API cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                              const cudaGraphNode_t *to, size_t n)
{
    return ::cudaGraphAddDependencies(graph, from, to, nullptr, n);
}
SIMT_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                 const cudaGraphNode_t *to, size_t n)
{
    return ::cudaGraphRemoveDependencies(graph, from, to, nullptr, n);
}
SIMT_API cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                       size_t *n)
{
    return ::cudaGraphGetEdges(graph, from, to, nullptr, n);
}
SIMT_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *deps, size_t *n)
{
    return ::cudaGraphNodeGetDependencies(node, deps, nullptr, n);
}
SIMT_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
    return ::cudaGraphNodeGetDependentNodes(node, nodes, nullptr, n);
}
SIMT_API cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                      size_t n, struct cudaGraphNodeParams *params)
{
    return ::cudaGraphAddNode(node, graph, deps, nullptr, n, params);
}
SIMT_API cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                                 unsigned long long *id = nullptr,
                                                 cudaGraph_t *graph = nullptr,
                                                 const cudaGraphNode_t **deps = nullptr, size_t *n = nullptr)
{
    return ::cudaStreamGetCaptureInfo(stream, status, id, graph, deps, nullptr, n);
}
SIMT_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *deps, size_t n,
                                                         unsigned flags = 0)
{
    return ::cudaStreamUpdateCaptureDependencies(stream, deps, nullptr, n, flags);
}

/* ---- channels ------------------------------------------------------------------------------------------ */

template <class T> struct simt_channel; /* bits of a channel, their number, their kind */
#define SIMT_CHANNEL(type, bits, n, kind)                                                            \
    template <> struct simt_channel<type> {                                                          \
        static constexpr int b = bits, count = n;                                                    \
        static constexpr enum cudaChannelFormatKind k = cudaChannelFormatKind##kind;                 \
    };
#define SIMT_CHANNELS(type, name, bits, kind)                                                        \
    SIMT_CHANNEL(type, bits, 1, kind)                                                                \
    SIMT_CHANNEL(name##1, bits, 1, kind)                                                             \
    SIMT_CHANNEL(name##2, bits, 2, kind)                                                             \
    SIMT_CHANNEL(name##4, bits, 4, kind)
SIMT_CHANNEL(char, 8, 1, Signed)
SIMT_CHANNELS(signed char, char, 8, Signed)
SIMT_CHANNELS(unsigned char, uchar, 8, Unsigned)
SIMT_CHANNELS(short, short, 16, Signed)
SIMT_CHANNELS(unsigned short, ushort, 16, Unsigned)
SIMT_CHANNELS(int, int, 32, Signed)
SIMT_CHANNELS(unsigned, uint, 32, Unsigned)
SIMT_CHANNELS(float, float, 32, Float)
#undef SIMT_CHANNELS
#undef SIMT_CHANNEL

template <class T> static inline struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    typedef simt_channel<T> c;
    return ::cudaCreateChannelDesc(c::b, c::count > 1 ? c::b : 0, c::count > 2 ? c::b : 0,
                                   c::count > 2 ? c::b : 0, c::k);
}
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}

#undef SIMT_API
#endif
