/*
 * api_memory.c: cudaMalloc and its relatives, pools, pinned and managed memory. cudaFree waits for the
 * device; what cudaFreeAsync frees goes when its stream gets there.
 */
#include "api.h"

#include <stdlib.h>
#include <string.h>

enum { PITCH = 512 };

/* ---- device memory ------------------------------------------------------------------------------------- */

static cudaError_t allocate(void **p, size_t size, int kind)
{
    cudaError_t e = capture_forbids();
    if (e)
        return e;
    if (!p)
        return cudaErrorInvalidValue;
    *p = NULL;
    if (!size)
        return cudaSuccess;
    *p = heap_alloc(size, kind, api_call.pc);
    if (*p)
        return cudaSuccess;
    return api_bad(cudaErrorMemoryAllocation, "%zu bytes are asked for, and %zu of %zu are in use", size, heap_used(),
                   heap_capacity());
}

cudaError_t cudaMalloc(void **p, size_t size)
{
    API_BEGIN;
    return api_end(allocate(p, size, ALLOC_DEVICE));
}

cudaError_t cudaMallocManaged(void **p, size_t size, unsigned flags)
{
    API_BEGIN;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return api_end(cudaErrorInvalidValue);
    return api_end(allocate(p, size, ALLOC_MANAGED));
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height)
{
    API_BEGIN;
    if (!pitch)
        return api_end(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return api_end(allocate(p, *pitch * height, ALLOC_DEVICE));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent extent)
{
    API_BEGIN;
    if (!p)
        return api_end(cudaErrorInvalidValue);
    size_t pitch = (extent.width + PITCH - 1) / PITCH * PITCH;
    void *at = NULL;
    cudaError_t e = allocate(&at, pitch * extent.height * extent.depth, ALLOC_DEVICE);
    *p = (struct cudaPitchedPtr){at, pitch, extent.width, extent.height};
    return api_end(e);
}

/* Why p cannot be freed. */
static cudaError_t not_freeable(const void *p)
{
    int was_freed;
    long distance;
    const struct alloc *in = heap_find((uintptr_t)p);
    const struct alloc *near = in ? in : heap_near((uintptr_t)p, &was_freed, &distance);
    if (in && in->name)
        return api_bad(cudaErrorInvalidValue, "%p is the variable %s", p, in->name);
    if (in && in->mapped)
        return api_bad(cudaErrorInvalidValue, "%p is mapped memory: cuMemUnmap and cuMemRelease free it", p);
    if (in && in->kind == ALLOC_PINNED)
        return api_bad(cudaErrorInvalidValue, "%p is pinned host memory: cudaFreeHost frees it", p);
    if (in)
        return api_bad(cudaErrorInvalidValue, "%p is %zu bytes into an allocation, not its start", p,
                       (size_t)((uintptr_t)p - in->lo));
    if (near && was_freed && near->lo == (uintptr_t)p)
        return api_bad(cudaErrorInvalidValue, "%p has been freed already", p);
    return api_bad(cudaErrorInvalidValue, "%p was not allocated on the device", p);
}

static int is_device_start(const void *p)
{
    const struct alloc *a = heap_find((uintptr_t)p);
    return a && a->lo == (uintptr_t)p && !a->name && (a->kind == ALLOC_DEVICE || a->kind == ALLOC_MANAGED);
}

cudaError_t cudaFree(void *p)
{
    API_BEGIN;
    cudaError_t e = capture_forbids();
    if (e)
        return api_end(e);
    device_sync();
    if (!p || (e = api_see()))
        return api_end(e);
    if (graph_memory_has(p)) {
        graph_memory_live(p, 0);
        return api_end(cudaSuccess);
    }
    if (!is_device_start(p) || heap_free(p))
        return api_end(not_freeable(p));
    pool_freed(p);
    return api_end(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    API_BEGIN;
    size_t all = heap_capacity(), block = 2 << 20; /* memory is handed out in blocks of 2 MiB */
    size_t used = (heap_used() + block - 1) / block * block + all / 128; /* the context takes its part */
    if (free)
        *free = used < all ? all - used : 0;
    if (total)
        *total = all;
    return api_end(cudaSuccess);
}

/* ---- host memory --------------------------------------------------------------------------------------- */

cudaError_t cudaHostAlloc(void **p, size_t size, unsigned flags)
{
    API_BEGIN;
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return api_end(cudaErrorInvalidValue);
    return api_end(allocate(p, size, ALLOC_PINNED));
}

cudaError_t cudaMallocHost(void **p, size_t size)
{
    API_BEGIN;
    return api_end(allocate(p, size, ALLOC_PINNED));
}

cudaError_t cudaFreeHost(void *p)
{
    API_BEGIN;
    cudaError_t e = capture_forbids();
    if (e || !p)
        return api_end(e);
    device_sync();
    const struct alloc *a = heap_find((uintptr_t)p);
    if (!a || a->kind != ALLOC_PINNED || heap_free(p))
        return api_end(api_bad(cudaErrorInvalidValue,
                               "%p does not come from cudaMallocHost or cudaHostAlloc%s", p,
                               a && a->kind != ALLOC_PINNED ? ": cudaFree frees it" : ""));
    return api_end(api_see());
}

cudaError_t cudaHostRegister(void *p, size_t size, unsigned flags)
{
    API_BEGIN;
    if (!p || !size || flags > 15)
        return api_end(cudaErrorInvalidValue);
    const struct alloc *a = heap_find((uintptr_t)p), *b = heap_find((uintptr_t)p + size - 1);
    if (a || b)
        return api_end(api_bad(cudaErrorHostMemoryAlreadyRegistered,
                               "%zu bytes at %p are registered already", size, p));
    a = heap_add(p, size, ALLOC_PINNED, api_call.pc, NULL);
    trace_host_anew();
    return api_end(a ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaHostUnregister(void *p)
{
    API_BEGIN;
    device_sync();
    const struct alloc *a = heap_find((uintptr_t)p);
    if (!a || a->lo != (uintptr_t)p || a->kind != ALLOC_PINNED || a->owned || heap_remove(p))
        return api_end(api_bad(cudaErrorHostMemoryNotRegistered, "%p", p));
    return api_end(api_see());
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    API_BEGIN;
    const struct alloc *a = heap_find((uintptr_t)host);
    if (!device || flags || !a || a->kind != ALLOC_PINNED)
        return api_end(api_bad(cudaErrorInvalidValue, "%p is not pinned host memory", host));
    *device = host;
    return api_end(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    API_BEGIN;
    const struct alloc *a = heap_find((uintptr_t)host);
    if (!flags || !a || a->kind != ALLOC_PINNED)
        return api_end(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return api_end(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p)
{
    API_BEGIN_ANY;
    if (!attributes)
        return api_end(cudaErrorInvalidValue);
    const struct alloc *a = heap_find((uintptr_t)p);
    *attributes =
        (struct cudaPointerAttributes){cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL, (void *)p};
    if (a) {
        attributes->type = a->kind == ALLOC_PINNED    ? cudaMemoryTypeHost
                           : a->kind == ALLOC_MANAGED ? cudaMemoryTypeManaged
                                                      : cudaMemoryTypeDevice;
        attributes->device = 0;
        attributes->devicePointer = (void *)p;
        attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? NULL : (void *)p;
    }
    return api_end(cudaSuccess);
}

cudaError_t simt_address_range(void **base, size_t *size, const void *p)
{
    API_BEGIN_ANY;
    const struct alloc *a = heap_find((uintptr_t)p);
    if (!a)
        return api_end((cudaError_t)500); /* CUDA_ERROR_NOT_FOUND, which the runtime lacks */
    if (base)
        *base = (void *)a->lo;
    if (size)
        *size = a->hi - a->lo;
    return api_end(cudaSuccess);
}

/* ---- managed memory ------------------------------------------------------------------------------------ */

static const struct alloc *managed_range(const void *p, size_t count)
{
    const struct alloc *a = heap_find((uintptr_t)p);
    return a && a->kind == ALLOC_MANAGED && count <= a->hi - (uintptr_t)p ? a : NULL;
}

static int known_place(struct cudaMemLocation l)
{
    return (l.type == cudaMemLocationTypeDevice && l.id == 0) || l.type == cudaMemLocationTypeHost ||
           l.type == cudaMemLocationTypeHostNuma || l.type == cudaMemLocationTypeHostNumaCurrent;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t count, struct cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s)
        return api_end(cudaErrorInvalidResourceHandle);
    if (!known_place(location))
        return api_end(cudaErrorInvalidDevice);
    if (!managed_range(p, count) || !count || flags)
        return api_end(api_bad(cudaErrorInvalidValue, "%zu bytes at %p are not managed memory", count, p));
    struct op op = {.kind = OP_EMPTY, .pc = api_call.pc};
    return api_end(op_submit(s, &op));
}

cudaError_t cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    API_BEGIN;
    if (advice >= cudaMemAdviseSetPreferredLocation && advice != cudaMemAdviseUnsetPreferredLocation &&
        !known_place(location))
        return api_end(cudaErrorInvalidDevice);
    if (!managed_range(p, count) || !count || (unsigned)advice - 1 >= cudaMemAdviseUnsetAccessedBy)
        return api_end(api_bad(cudaErrorInvalidValue, "%zu bytes at %p are not managed memory", count, p));
    return api_end(cudaSuccess);
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t data_size, enum cudaMemRangeAttribute attribute,
                                     const void *p, size_t count)
{
    API_BEGIN;
    if (!data || data_size < sizeof(int) || !managed_range(p, count))
        return api_end(cudaErrorInvalidValue);
    int v = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId; /* no advice is kept */
    memcpy(data, &v, sizeof v);
    return api_end(cudaSuccess);
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes,
                                      size_t n, const void *p, size_t count)
{
    API_BEGIN;
    cudaError_t e = data && sizes && attributes && n ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; i < n && !e; i++)
        e = cudaMemRangeGetAttribute(data[i], sizes[i], attributes[i], p, count);
    return api_end(e);
}

/* ---- stream-ordered memory ----------------------------------------------------------------------------- */

struct CUmemPoolHandle_st {
    size_t used, used_high, reserved, reserved_high, max;
    uint64_t threshold;
    int reuse[4]; /* by cudaMemPoolAttr */
    struct CUmemPoolHandle_st *next;
};
struct pooled { /* a live allocation of a pool */
    void *p;
    size_t size;
    struct CUmemPoolHandle_st *pool;
    struct pooled *next;
};
static struct CUmemPoolHandle_st standard = {.reuse = {0, 1, 1, 1}}, *pools = &standard, *current = &standard;
static struct pooled *pooled[1024];

static struct pooled **pooled_at(const void *p)
{
    struct pooled **at = &pooled[((uintptr_t)p >> 16) % 1024];
    while (*at && (*at)->p != p)
        at = &(*at)->next;
    return at;
}

void pool_freed(void *p)
{
    struct pooled **at = pooled_at(p), *d = *at;
    if (!d)
        return;
    d->pool->used -= d->size;
    *at = d->next;
    free(d);
}

static int is_pool(cudaMemPool_t pool)
{
    for (struct CUmemPoolHandle_st *q = pools; q; q = q->next)
        if (q == pool)
            return 1;
    return 0;
}

static cudaError_t pool_alloc(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    struct CUstream_st *s = stream_of(stream);
    size_t block = 32 << 20;
    if (!s || !p || !is_pool(pool))
        return s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    if (s->capture)
        return capture_alloc(s, p, size);
    *p = NULL;
    if (!size)
        return cudaSuccess;
    struct pooled *d = calloc(1, sizeof *d);
    int room = !pool->max || pool->used + size <= pool->max;
    *p = d && room ? heap_alloc(size, ALLOC_DEVICE, api_call.pc) : NULL;
    if (!*p) {
        free(d);
        return api_bad(cudaErrorMemoryAllocation,
                       "%zu bytes are asked for, and %zu of %zu are in use", size, heap_used(),
                       heap_capacity());
    }
    struct pooled **at = pooled_at(*p);
    *d = (struct pooled){*p, size, pool, *at};
    *at = d;
    pool->used += size;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
    if (pool->used > pool->reserved)
        pool->reserved = (pool->used + block - 1) / block * block;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **p, size_t size, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(pool_alloc(p, size, current, stream));
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(pool_alloc(p, size, pool, stream));
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t stream)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s)
        return api_end(cudaErrorInvalidResourceHandle);
    if (!p)
        return api_end(cudaSuccess);
    struct op op = {.kind = OP_FREE, .pc = api_call.pc, .p = p};
    if (!s->capture && graph_memory_has(p)) {
        graph_memory_live(p, 0);
        return api_end(cudaSuccess);
    }
    if (!s->capture) {
        if (!is_device_start(p) || heap_freeing(p))
            return api_end(not_freeable(p));
        pool_freed(p);
    }
    return api_end(op_submit(s, &op));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    API_BEGIN;
    if (!pool || device)
        return api_end(pool ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *pool = &standard;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    API_BEGIN;
    if (!pool || device)
        return api_end(pool ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    *pool = current;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    API_BEGIN;
    if (device || !is_pool(pool))
        return api_end(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    current = pool;
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
    API_BEGIN;
    if (!pool || !props || props->allocType != cudaMemAllocationTypePinned)
        return api_end(cudaErrorInvalidValue);
    if (props->handleTypes != cudaMemHandleTypeNone)
        return api_end(api_bad(cudaErrorNotSupported, "memory shared between processes is not emulated"));
    if (!known_place(props->location))
        return api_end(cudaErrorInvalidDevice);
    struct CUmemPoolHandle_st *q = calloc(1, sizeof *q);
    if (!q)
        return api_end(cudaErrorMemoryAllocation);
    *q = (struct CUmemPoolHandle_st){.reuse = {0, 1, 1, 1}, .max = props->maxSize, .next = pools};
    *pool = pools = q;
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    API_BEGIN;
    if (!is_pool(pool) || pool == &standard)
        return api_end(cudaErrorInvalidValue);
    struct CUmemPoolHandle_st **at = &pools;
    while (*at != pool)
        at = &(*at)->next;
    *at = pool->next;
    if (current == pool)
        current = &standard;
    return api_end(cudaSuccess); /* not freed: its allocations may outlive it */
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    API_BEGIN;
    if (!is_pool(pool))
        return api_end(cudaErrorInvalidValue);
    if (pool->reserved > keep)
        pool->reserved = pool->used > keep ? pool->used : keep;
    return api_end(cudaSuccess);
}

static uint64_t *pool_value(cudaMemPool_t pool, enum cudaMemPoolAttr attr)
{
    switch (attr) {
    case cudaMemPoolAttrReleaseThreshold:
        return &pool->threshold;
    case cudaMemPoolAttrReservedMemCurrent:
        return &pool->reserved;
    case cudaMemPoolAttrReservedMemHigh:
        return &pool->reserved_high;
    case cudaMemPoolAttrUsedMemCurrent:
        return &pool->used;
    case cudaMemPoolAttrUsedMemHigh:
        return &pool->used_high;
    default:
        return NULL;
    }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    API_BEGIN;
    uint64_t *v = is_pool(pool) ? pool_value(pool, attr) : NULL;
    int flag = attr >= cudaMemPoolReuseFollowEventDependencies && attr < cudaMemPoolAttrReleaseThreshold;
    if (!value || !is_pool(pool) || (!v && !flag))
        return api_end(cudaErrorInvalidValue);
    if (v)
        *(uint64_t *)value = *v;
    else
        *(int *)value = pool->reuse[attr];
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    API_BEGIN;
    int flag = attr >= cudaMemPoolReuseFollowEventDependencies && attr < cudaMemPoolAttrReleaseThreshold;
    int high = attr == cudaMemPoolAttrReservedMemHigh || attr == cudaMemPoolAttrUsedMemHigh;
    if (!value || !is_pool(pool) || !(flag || high || attr == cudaMemPoolAttrReleaseThreshold))
        return api_end(cudaErrorInvalidValue);
    if (flag)
        pool->reuse[attr] = *(int *)value;
    else if (!high)
        pool->threshold = *(uint64_t *)value;
    else if (*(uint64_t *)value) /* a high-water mark can only be reset */
        return api_end(cudaErrorInvalidValue);
    else
        *pool_value(pool, attr) = *pool_value(pool, (enum cudaMemPoolAttr)(attr - 1));
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count)
{
    API_BEGIN;
    for (size_t i = 0; i < count; i++)
        if (!known_place(list[i].location))
            return api_end(cudaErrorInvalidDevice);
    return api_end(is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    API_BEGIN;
    if (!flags || !location || !is_pool(pool))
        return api_end(cudaErrorInvalidValue);
    *flags = location->type == cudaMemLocationTypeDevice && location->id == 0
                 ? cudaMemAccessFlagsProtReadWrite
                 : cudaMemAccessFlagsProtNone;
    return api_end(cudaSuccess);
}

cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type, unsigned flags)
{
    API_BEGIN;
    (void)handle, (void)pool, (void)type, (void)flags;
    return api_end(api_bad(cudaErrorNotSupported, "memory shared between processes is not emulated"));
}

void pool_reset(void)
{
    for (size_t i = 0; i < sizeof pooled / sizeof *pooled; i++)
        while (pooled[i]) {
            struct pooled *d = pooled[i];
            pooled[i] = d->next;
            free(d);
        }
    standard.used = standard.used_high = standard.reserved = standard.reserved_high = 0;
    current = &standard;
}
