/*
 * api_stream.c: streams, and waiting for them. Handles 0 and cudaStreamLegacy are the legacy default stream,
 * cudaStreamPerThread one stream a host thread; with CUDA_API_PER_THREAD_DEFAULT_STREAM 0 is such a stream.
 */
#include "api.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 0, GREATEST = -5 };

static struct CUstream_st legacy = {.magic = STREAM_MAGIC, .legacy = 1, .refs = 1, .id = 1};
static RT_LOCAL struct CUstream_st *per_thread;
static int zero_is_per_thread;
static struct CUstream_st *spare; /* memory of destroyed streams: a stale handle is recognised by its magic */
static unsigned long long ids = 12;

void simt_per_thread_default_stream(void); /* runtime_cpp.h, when the program asks for it */
void simt_per_thread_default_stream(void)
{
    zero_is_per_thread = 1;
}

static struct CUstream_st *stream_new(unsigned flags, int priority)
{
    struct CUstream_st *s = spare;
    if (s)
        spare = (struct CUstream_st *)s->deps;
    else
        s = malloc(sizeof *s);
    if (s) {
        *s = (struct CUstream_st){.magic = STREAM_MAGIC, .flags = flags, .priority = priority, .refs = 1};
        s->id = ++ids;
        s->ready = api_host_time(0);
    }
    return s;
}

void stream_unref(struct CUstream_st *s)
{
    if (--s->refs)
        return;
    free(s->deps);
    s->deps = (cudaGraphNode_t *)spare;
    spare = s;
}

struct CUstream_st *stream_of(cudaStream_t handle)
{
    if (handle == cudaStreamLegacy || (!handle && !zero_is_per_thread))
        return &legacy;
    if (handle == cudaStreamPerThread || !handle) {
        if (!per_thread)
            per_thread = stream_new(0, 0);
        return per_thread;
    }
    if (handle == cudaStreamTailLaunch || handle == cudaStreamFireAndForget) {
        api_bad(cudaErrorInvalidResourceHandle, "this stream is for kernels that launch kernels");
        return NULL;
    }
    if (handle->magic == STREAM_MAGIC)
        return handle;
    api_bad(cudaErrorInvalidResourceHandle, "stream %p was destroyed", (void *)handle);
    return NULL;
}

/* ---- life ---------------------------------------------------------------------------------------------- */

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    API_BEGIN;
    if (!stream || flags > cudaStreamNonBlocking)
        return api_end(cudaErrorInvalidValue);
    priority = priority > LEAST ? LEAST : priority < GREATEST ? GREATEST : priority;
    *stream = stream_new(flags, priority);
    return api_end(*stream ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* In a kernel a stream is a name: what a grid launches runs when the grid has ended, in the order of its launches. */
static cudaError_t kernels_stream(cudaStream_t *stream, unsigned flags)
{
    static char name;
    if (!stream || flags != cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    *stream = (cudaStream_t)(void *)&name;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    if (simt_self())
        return kernels_stream(stream, flags);
    API_BEGIN;
    return api_end(cudaStreamCreateWithPriority(stream, flags, 0));
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    API_BEGIN;
    return api_end(cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (simt_self())
        return stream ? cudaSuccess : cudaErrorInvalidResourceHandle;
    API_BEGIN;
    struct CUstream_st *s = (uintptr_t)stream > 2 ? stream_of(stream) : NULL;
    if (!s)
        return api_end(cudaErrorInvalidResourceHandle);
    capture_abort(s);
    s->magic = 0;
    stream_unref(s); /* work that it still holds is done nevertheless */
    return api_end(cudaSuccess);
}

/* ---- attributes ---------------------------------------------------------------------------------------- */

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !priority)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *priority = s->priority;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !flags)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *flags = s->flags;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !id)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *id = s->id;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !device)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *device = 0;
    return api_end(cudaSuccess);
}

enum { ATTRIBUTES = sizeof((struct CUstream_st *)0)->attribute / sizeof(cudaLaunchAttributeValue) };

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue *value)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !value || (unsigned)attr >= ATTRIBUTES)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *value = s->attribute[attr];
    if (attr == cudaLaunchAttributePriority)
        value->priority = s->priority;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !value || (unsigned)attr >= ATTRIBUTES)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    s->attribute[attr] = *value;
    if (attr == cudaLaunchAttributePriority)
        s->priority = value->priority;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
    API_BEGIN;
    struct CUstream_st *d = stream_of(dst), *s = stream_of(src);
    if (!d || !s)
        return api_end(cudaErrorInvalidResourceHandle);
    memcpy(d->attribute, s->attribute, sizeof d->attribute);
    return api_end(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    API_BEGIN;
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    API_BEGIN;
    if (least)
        *least = LEAST;
    if (greatest)
        *greatest = GREATEST;
    return api_end(cudaSuccess);
}

/* ---- waiting ------------------------------------------------------------------------------------------- */

/* Virtual time at which the stream is idle, as the legacy stream and the others wait for each other. */
static double idle_at(const struct CUstream_st *s)
{
    double other = s->legacy ? queue_blocking_ready() : 0;
    return s->ready > other ? s->ready : other;
}

void stream_sync(struct CUstream_st *s)
{
    api_host_time(1e-6);
    queue_drain(s->legacy ? queue_issued() : s->last);
    api_host_reach(idle_at(s));
    order_waited_stream(s);
}

void device_sync(void)
{
    api_host_time(1e-6);
    queue_drain(queue_issued());
    api_host_reach(queue_all_ready());
    order_waited_all();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    cudaError_t e = s ? capture_forbids_stream(s) : cudaErrorInvalidResourceHandle;
    if (e)
        return api_end(e);
    stream_sync(s);
    return api_end(api_see());
}

cudaError_t cudaDeviceSynchronize(void)
{
    API_BEGIN;
    cudaError_t e = capture_forbids_device();
    if (e)
        return api_end(e);
    device_sync();
    return api_end(api_see());
}

cudaError_t cudaThreadSynchronize(void)
{
    API_BEGIN;
    return api_end(cudaDeviceSynchronize());
}

/* A program that polls gets on by a part of what is left each time, so that its loop ends. */
cudaError_t query_at(double ready)
{
    double left = ready - api_host_time(1e-6);
    if (left <= 0)
        return cudaSuccess;
    api_host_time(left / 16 > 5e-7 ? left / 16 : 5e-7);
    return cudaErrorNotReady;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    cudaError_t e = s ? capture_forbids_stream(s) : cudaErrorInvalidResourceHandle;
    if (e)
        return api_end(e);
    queue_drain(s->legacy ? queue_issued() : s->last);
    e = api_see();
    if (!e)
        e = query_at(idle_at(s));
    if (!e)
        order_waited_stream(s);
    return api_end(e);
}

/* ---- host functions ------------------------------------------------------------------------------------ */

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !fn)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    struct op op = {.kind = OP_HOST, .pc = api_call.pc, .host = {.fn = fn, .data = data}};
    api_host_time(1e-6);
    return api_end(op_submit(s, &op));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !callback || flags)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    if (s->capture)
        return api_end(capture_forbids_stream(s));
    struct op op = {.kind = OP_HOST, .pc = api_call.pc, .host = {.callback = callback, .data = data}};
    api_host_time(1e-6);
    return api_end(op_submit(s, &op));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t length, unsigned flags)
{
    API_BEGIN;
    struct alloc *a = heap_find((uintptr_t)p);
    if (!stream_of(stream))
        return api_end(cudaErrorInvalidResourceHandle);
    if (!a || a->kind != ALLOC_MANAGED || flags < cudaMemAttachGlobal || flags > cudaMemAttachSingle ||
        (length && length != a->hi - a->lo))
        return api_end(api_bad(cudaErrorInvalidValue, "%p is not a whole managed allocation", p));
    return api_end(cudaSuccess);
}

void stream_reset(void)
{
    legacy.ready = api_host_time(0);
    capture_abort(&legacy);
}
