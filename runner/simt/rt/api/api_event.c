/*
 * api_event.c: events. An event has happened when the record that the host issued last has been carried out
 * and the host's virtual clock has reached it.
 */
#include "api.h"

#include <stdlib.h>

static struct CUevent_st *spare; /* memory of destroyed events: a stale handle is recognised by its magic */

static struct CUevent_st *event_of(cudaEvent_t e)
{
    if (e && e->magic == EVENT_MAGIC)
        return e;
    if (e)
        api_bad(cudaErrorInvalidResourceHandle, "event %p was destroyed", (void *)e);
    else
        api_bad(cudaErrorInvalidResourceHandle, "the event was never created");
    return NULL;
}

void event_unref(struct CUevent_st *e)
{
    if (--e->refs)
        return;
    free(e->deps);
    e->deps = (cudaGraphNode_t *)spare;
    spare = e;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    API_BEGIN;
    unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (!event || flags & ~known || ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
        return api_end(cudaErrorInvalidValue);
    if (flags & cudaEventInterprocess)
        return api_end(api_bad(cudaErrorNotSupported, "events shared between processes are not emulated"));
    struct CUevent_st *e = spare;
    if (e)
        spare = (struct CUevent_st *)e->deps;
    else if (!(e = malloc(sizeof *e)))
        return api_end(cudaErrorMemoryAllocation);
    *e = (struct CUevent_st){.magic = EVENT_MAGIC, .flags = flags, .refs = 1};
    *event = e;
    return api_end(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    API_BEGIN;
    return api_end(cudaEventCreateWithFlags(event, cudaEventDefault));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    API_BEGIN;
    struct CUevent_st *e = event_of(event);
    if (!e)
        return api_end(cudaErrorInvalidResourceHandle);
    e->magic = 0;
    event_unref(e);
    return api_end(cudaSuccess);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    API_BEGIN;
    struct CUevent_st *e = event_of(event);
    struct CUstream_st *s = stream_of(stream);
    if (!e || !s || flags > cudaEventRecordExternal)
        return api_end(e && s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    if (s->capture && !(flags & cudaEventRecordExternal))
        return api_end(capture_record(s, e));
    capture_forget(e);
    struct op op = {.kind = OP_RECORD, .pc = api_call.pc, .event = e};
    api_host_time(1e-6);
    return api_end(op_submit(s, &op));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    API_BEGIN;
    return api_end(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    API_BEGIN;
    struct CUevent_st *e = event_of(event);
    struct CUstream_st *s = stream_of(stream);
    if (!e || !s || flags > cudaEventWaitExternal)
        return api_end(e && s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    if (e->captured || (s->capture && !(flags & cudaEventWaitExternal)))
        return api_end(capture_wait(s, e));
    if (!e->recorded && !s->capture)
        return api_end(cudaSuccess);
    struct op op = {.kind = OP_WAIT, .pc = api_call.pc, .event = e};
    api_host_time(1e-6);
    return api_end(op_submit(s, &op));
}

/* Whether the host may ask for its state: not of one that stands for a place in a graph. */
static cudaError_t askable(struct CUevent_st *e)
{
    if (!e)
        return cudaErrorInvalidResourceHandle;
    return e->captured ? capture_event_error(e) : cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    API_BEGIN;
    struct CUevent_st *e = event_of(event);
    cudaError_t bad = askable(e);
    if (bad || !e->recorded)
        return api_end(bad);
    queue_drain(e->recorded);
    bad = api_see();
    if (!bad)
        bad = query_at(e->time);
    if (!bad)
        order_waited_event(e);
    return api_end(bad);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    API_BEGIN;
    struct CUevent_st *e = event_of(event);
    cudaError_t bad = askable(e);
    if (bad || !e->recorded)
        return api_end(bad);
    api_host_time(1e-6);
    queue_drain(e->recorded);
    api_host_reach(e->time);
    order_waited_event(e);
    return api_end(api_see());
}

static int happened(struct CUevent_st *e)
{
    queue_drain(e->recorded);
    return e->time <= api_host_time(0);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    API_BEGIN;
    struct CUevent_st *a = event_of(start), *b = a ? event_of(end) : NULL;
    if (!a || !b)
        return api_end(cudaErrorInvalidResourceHandle);
    if (!ms)
        return api_end(cudaErrorInvalidValue);
    if ((a->flags | b->flags) & cudaEventDisableTiming)
        return api_end(
            api_bad(cudaErrorInvalidResourceHandle, "an event made with cudaEventDisableTiming has no time"));
    if (a->captured || b->captured)
        return api_end(capture_event_error(a->captured ? a : b));
    if (!a->recorded || !b->recorded)
        return api_end(api_bad(cudaErrorInvalidResourceHandle, "the %s event was never recorded",
                               a->recorded ? "end" : "start"));
    if (!happened(a) || !happened(b))
        return api_end(cudaErrorNotReady);
    *ms = (float)((b->time - a->time) * 1e3);
    return api_end(api_see());
}
