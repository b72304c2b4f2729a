/*
 * api_capture.c: recording a graph from what streams are given. A capture starts in one stream; another joins
 * it by waiting for an event recorded in it, and must be joined back the same way before the end. A call that
 * the capture forbids spoils it: its streams then refuse work until cudaStreamEndCapture.
 */
#include "api_graph.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct capture {
    unsigned long long id;
    cudaGraph_t graph;
    struct CUstream_st *origin;
    struct CUstream_st **stream; /* all that take part, the origin first */
    size_t n, room;
    enum cudaStreamCaptureMode mode;
    pthread_t thread;
    int spoiled, borrowed; /* borrowed: the graph is the program's */
    struct capture *next;
};

static struct capture *captures;
static unsigned long long ids;
static RT_LOCAL enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

/* ---- what a capture allows ----------------------------------------------------------------------------- */

static cudaError_t spoil(struct capture *c, cudaError_t e, const char *why)
{
    c->spoiled = 1;
    return api_bad(e, "%s", why);
}

cudaError_t capture_forbids(void)
{
    cudaError_t e = cudaSuccess;
    if (thread_mode == cudaStreamCaptureModeRelaxed)
        return e;
    for (struct capture *c = captures; c; c = c->next) {
        int mine = pthread_equal(c->thread, pthread_self());
        int global = c->mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal;
        if (c->mode != cudaStreamCaptureModeRelaxed && (mine || global))
            e = spoil(c, cudaErrorStreamCaptureUnsupported,
                      "the call is not allowed while a stream captures; cudaStreamCaptureModeRelaxed may allow it");
    }
    return e;
}

cudaError_t capture_forbids_stream(struct CUstream_st *s)
{
    if (s->capture)
        return spoil(s->capture, cudaErrorStreamCaptureUnsupported,
                     "this stream captures: its work does not run yet");
    return capture_forbids();
}

cudaError_t capture_forbids_device(void)
{
    cudaError_t e = cudaSuccess;
    for (struct capture *c = captures; c; c = c->next)
        e = spoil(c, cudaErrorStreamCaptureUnsupported, "the call is not allowed while a stream captures");
    return e;
}

cudaError_t capture_forbids_legacy(void)
{
    cudaError_t e = cudaSuccess;
    for (struct capture *c = captures; c; c = c->next)
        for (size_t i = 0; i < c->n; i++)
            if (!(c->stream[i]->flags & cudaStreamNonBlocking)) {
                e = spoil(c, cudaErrorStreamCaptureImplicit,
                          "the default stream would wait for a stream that captures");
                break;
            }
    return e;
}

void capture_spoil(struct CUstream_st *s)
{
    if (s->capture)
        s->capture->spoiled = 1;
}

/* ---- streams in a capture ------------------------------------------------------------------------------ */

static int set_deps(cudaGraphNode_t **to, size_t *n, const cudaGraphNode_t *from, size_t count)
{
    cudaGraphNode_t *v = malloc((count + 1) * sizeof(cudaGraphNode_t));
    if (!v)
        return -1;
    if (count)
        memcpy(v, from, count * sizeof(cudaGraphNode_t));
    free(*to);
    *to = v;
    *n = count;
    return 0;
}

static int add_deps(struct CUstream_st *s, const cudaGraphNode_t *from, size_t count)
{
    cudaGraphNode_t *v = realloc(s->deps, (s->ndeps + count + 1) * sizeof(cudaGraphNode_t));
    if (!v)
        return -1;
    s->deps = v;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < s->ndeps && v[k] != from[i])
            k++;
        if (k == s->ndeps)
            v[s->ndeps++] = from[i];
    }
    return 0;
}

static int join(struct capture *c, struct CUstream_st *s, const cudaGraphNode_t *deps, size_t n)
{
    if (c->n == c->room) {
        size_t room = c->room ? 2 * c->room : 8;
        struct CUstream_st **v = realloc(c->stream, room * sizeof(struct CUstream_st *));
        if (!v)
            return -1;
        c->stream = v;
        c->room = room;
    }
    if (set_deps(&s->deps, &s->ndeps, deps, n))
        return -1;
    c->stream[c->n++] = s;
    s->capture = c;
    return 0;
}

static void end(struct capture *c, int keep)
{
    struct capture **at = &captures;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    for (size_t i = 0; i < c->n; i++) {
        free(c->stream[i]->deps);
        c->stream[i]->deps = NULL;
        c->stream[i]->ndeps = 0;
        c->stream[i]->capture = NULL;
    }
    if (!keep && !c->borrowed)
        graph_free(c->graph);
    free(c->stream);
    free(c);
}

/* A stream goes: its capture goes on when it began elsewhere. */
void capture_abort(struct CUstream_st *s)
{
    struct capture *c = s->capture;
    if (!c || c->origin == s) {
        if (c)
            end(c, 0);
        return;
    }
    size_t k = 0;
    for (size_t i = 0; i < c->n; i++)
        if (c->stream[i] != s)
            c->stream[k++] = c->stream[i];
    c->n = k;
    free(s->deps);
    s->deps = NULL;
    s->ndeps = 0;
    s->capture = NULL;
}

/* Marks what the nodes follow, themselves included. */
static void mark_before(const cudaGraphNode_t *v, size_t n, char *seen)
{
    for (size_t i = 0; i < n; i++)
        if (!seen[v[i]->index]) {
            seen[v[i]->index] = 1;
            mark_before(v[i]->deps, v[i]->ndeps, seen);
        }
}

/* Whether all work of the other streams comes before what the origin stands at. */
static int joined(const struct capture *c)
{
    char *seen = calloc(c->graph->n + 1, 1);
    int ok = seen != NULL;
    if (seen)
        mark_before(c->origin->deps, c->origin->ndeps, seen);
    for (size_t i = 1; ok && i < c->n; i++)
        for (size_t k = 0; ok && k < c->stream[i]->ndeps; k++)
            ok = seen[c->stream[i]->deps[k]->index];
    free(seen);
    return ok;
}

/* ---- what streams are given ---------------------------------------------------------------------------- */

static cudaError_t add(struct CUstream_st *s, enum cudaGraphNodeType type, const struct op *op,
                       cudaGraphNode_t *out)
{
    cudaGraphNode_t node;
    if (s->capture->spoiled)
        return cudaErrorStreamCaptureInvalidated;
    cudaError_t e = graph_add(&node, s->capture->graph, s->deps, s->ndeps, type, op);
    if (!e && set_deps(&s->deps, &s->ndeps, &node, 1))
        e = cudaErrorMemoryAllocation;
    if (!e && out)
        *out = node;
    return e;
}

cudaError_t capture_op(struct CUstream_st *s, const struct op *op)
{
    cudaGraphNode_t node;
    struct op copy = *op;
    if (op->kind == OP_FREE) { /* memory of a graph stays with it */
        copy = (struct op){.kind = OP_EMPTY};
        if (!graph_memory_has(op->p))
            return spoil(s->capture, cudaErrorInvalidValue, "the memory was not allocated in this capture");
    }
    cudaError_t e = add(s, op->kind == OP_FREE ? cudaGraphNodeTypeMemFree : node_type_of(op), &copy, &node);
    if (!e && op->kind == OP_FREE)
        node->memory = op->p;
    return e;
}

cudaError_t capture_alloc(struct CUstream_st *s, void **p, size_t size)
{
    cudaGraphNode_t node;
    if (s->capture->spoiled)
        return cudaErrorStreamCaptureInvalidated;
    cudaError_t e = graph_add_alloc(&node, s->capture->graph, s->deps, s->ndeps, size, p);
    return e ? e : set_deps(&s->deps, &s->ndeps, &node, 1) ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t capture_record(struct CUstream_st *s, struct CUevent_st *e)
{
    if (s->capture->spoiled)
        return cudaErrorStreamCaptureInvalidated;
    e->captured = s->capture->id;
    return set_deps(&e->deps, &e->ndeps, s->deps, s->ndeps) ? cudaErrorMemoryAllocation : cudaSuccess;
}

static struct capture *capture_by_id(unsigned long long id)
{
    struct capture *c = captures;
    while (c && c->id != id)
        c = c->next;
    return c;
}

cudaError_t capture_wait(struct CUstream_st *s, struct CUevent_st *e)
{
    struct capture *c = e->captured ? capture_by_id(e->captured) : NULL;
    if (s->capture && s->capture->spoiled)
        return cudaErrorStreamCaptureInvalidated;
    if (!e->captured) {
        if (!e->recorded)
            return cudaSuccess;
        return spoil(s->capture, cudaErrorStreamCaptureIsolation,
                     "the event was recorded outside of the capture, which cannot wait for it");
    }
    if (!c)
        return api_bad(cudaErrorInvalidValue, "the event was recorded in a capture that has ended");
    if (s->legacy)
        return spoil(c, cudaErrorStreamCaptureImplicit, "the default stream cannot take part in a capture");
    if (s->capture && s->capture != c) {
        c->spoiled = 1;
        return spoil(s->capture, cudaErrorStreamCaptureMerge, "the event belongs to another capture");
    }
    int bad = s->capture ? add_deps(s, e->deps, e->ndeps) : join(c, s, e->deps, e->ndeps);
    return bad ? cudaErrorMemoryAllocation : cudaSuccess;
}

void capture_forget(struct CUevent_st *e)
{
    e->captured = 0;
    e->ndeps = 0;
}

cudaError_t capture_event_error(const struct CUevent_st *e)
{
    struct capture *c = capture_by_id(e->captured);
    if (!c || c->spoiled)
        return api_bad(cudaErrorInvalidValue, "the event was recorded in a capture that has ended");
    return spoil(c, cudaErrorCapturedEvent,
                 "the event was recorded in a capture: it stands for a node of the graph");
}

/* ---- the calls ----------------------------------------------------------------------------------------- */

static cudaError_t begin(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                         enum cudaStreamCaptureMode mode)
{
    struct CUstream_st *s = stream_of(stream);
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (s->legacy)
        return api_bad(cudaErrorStreamCaptureUnsupported,
                       "the default stream cannot capture: create a stream");
    if (s->capture)
        return api_bad(cudaErrorIllegalState, "this stream captures already");
    struct capture *c = calloc(1, sizeof *c);
    if (!c)
        return cudaErrorMemoryAllocation;
    *c = (struct capture){.id = ++ids, .graph = graph ? graph : graph_new(), .origin = s, .mode = mode,
                          .thread = pthread_self(), .borrowed = graph != NULL, .next = captures};
    captures = c;
    if (c->graph && !join(c, s, deps, n))
        return cudaSuccess;
    captures = c->next;
    free(c);
    return cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    API_BEGIN;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return api_end(cudaErrorInvalidValue);
    return api_end(begin(stream, NULL, NULL, 0, mode));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                          const cudaGraphEdgeData *edges, size_t n,
                                          enum cudaStreamCaptureMode mode)
{
    API_BEGIN;
    (void)edges;
    if (!graph_of(graph) || (unsigned)mode > cudaStreamCaptureModeRelaxed)
        return api_end(cudaErrorInvalidValue);
    return api_end(begin(stream, graph, deps, n, mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !graph)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    struct capture *c = s->capture;
    *graph = NULL;
    if (!c)
        return api_end(api_bad(cudaErrorIllegalState, "this stream does not capture"));
    if (c->origin != s)
        return api_end(spoil(c, cudaErrorStreamCaptureUnmatched, "the capture began in another stream"));
    if (c->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
        return api_end(spoil(c, cudaErrorStreamCaptureWrongThread, "the capture began in another thread"));
    cudaError_t e = c->spoiled ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
    if (!e && !joined(c))
        e = api_bad(
            cudaErrorStreamCaptureUnjoined,
            "work of another stream is not joined: let this stream wait for an event recorded after it");
    if (!e)
        *graph = c->graph;
    end(c, !e);
    return api_end(e);
}

static enum cudaStreamCaptureStatus status_of(const struct CUstream_st *s)
{
    return !s->capture            ? cudaStreamCaptureStatusNone
           : s->capture->spoiled ? cudaStreamCaptureStatusInvalidated
                                  : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !status)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *status = status_of(s);
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **deps,
                                     const cudaGraphEdgeData **edges, size_t *n)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !status)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *status = status_of(s);
    if (*status != cudaStreamCaptureStatusActive)
        return api_end(cudaSuccess);
    if (id)
        *id = s->capture->id;
    if (graph)
        *graph = s->capture->graph;
    if (deps)
        *deps = s->deps;
    if (edges)
        *edges = NULL;
    if (n)
        *n = s->ndeps;
    return api_end(cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *deps,
                                                const cudaGraphEdgeData *edges, size_t n, unsigned flags)
{
    API_BEGIN;
    (void)edges;
    struct CUstream_st *s = stream_of(stream);
    if (!s || flags > cudaStreamSetCaptureDependencies)
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    if (status_of(s) != cudaStreamCaptureStatusActive)
        return api_end(s->capture ? cudaErrorStreamCaptureInvalidated : cudaErrorIllegalState);
    int bad = flags ? set_deps(&s->deps, &s->ndeps, deps, n) : add_deps(s, deps, n);
    return api_end(bad ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    API_BEGIN;
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return api_end(cudaErrorInvalidValue);
    enum cudaStreamCaptureMode was = thread_mode;
    thread_mode = *mode;
    *mode = was;
    return api_end(cudaSuccess);
}
