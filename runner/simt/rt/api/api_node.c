/* api_node.c: the nodes of a graph by type: adding them, reading and changing their parameters. */
#include "api_graph.h"

#include <stdlib.h>
#include <string.h>

enum cudaGraphNodeType node_type_of(const struct op *op)
{
    switch (op->kind) {
    case OP_KERNEL:
        return cudaGraphNodeTypeKernel;
    case OP_COPY:
        return cudaGraphNodeTypeMemcpy;
    case OP_FILL:
        return cudaGraphNodeTypeMemset;
    case OP_HOST:
        return cudaGraphNodeTypeHost;
    case OP_RECORD:
        return cudaGraphNodeTypeEventRecord;
    case OP_WAIT:
        return cudaGraphNodeTypeWaitEvent;
    case OP_FREE:
        return cudaGraphNodeTypeMemFree;
    case OP_GRAPH:
        return cudaGraphNodeTypeGraph;
    default:
        return cudaGraphNodeTypeEmpty;
    }
}

/* ---- ops from parameters ------------------------------------------------------------------------------- */

cudaError_t kernel_op(struct op *op, const struct cudaKernelNodeParams *p)
{
    struct simt_launch l;
    uint64_t threads = p ? (uint64_t)p->blockDim.x * p->blockDim.y * p->blockDim.z : 0;
    *op = (struct op){.kind = OP_KERNEL, .pc = api_call.pc};
    if (!p || (p->extra && !p->kernelParams))
        return p ? api_bad(cudaErrorNotSupported,
                           "arguments through `extra` are not emulated: use kernelParams")
                 : cudaErrorInvalidValue;
    cudaError_t e = func_launch(&l, p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes, 0);
    if (!e && (!threads || threads > 1024 || !p->gridDim.x || !p->gridDim.y || !p->gridDim.z ||
               p->sharedMemBytes > api_max_dyn_smem(p->func)))
        e = api_bad(cudaErrorInvalidValue, "the device cannot run %s with these dimensions", l.name);
    if (e)
        return e;
    op->kernel = kernel_copy(&l);
    return op->kernel ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t memcpy_op(struct op *op, const struct cudaMemcpy3DParms *p)
{
    *op = (struct op){.kind = OP_COPY, .pc = api_call.pc};
    cudaError_t e = p ? copy_from_3d(&op->copy, p) : cudaErrorInvalidValue;
    return e ? e : copy_check(&op->copy, p->kind);
}

cudaError_t memcpy_op_1d(struct op *op, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    *op = (struct op){.kind = OP_COPY, .pc = api_call.pc};
    op->copy = (struct copy){
        .dst = dst, .src = src, .dpitch = count, .spitch = count, .width = count, .height = 1, .depth = 1};
    return copy_check(&op->copy, kind);
}

cudaError_t memset_op(struct op *op, const struct cudaMemsetParams *p)
{
    *op = (struct op){.kind = OP_FILL, .pc = api_call.pc};
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
        return api_bad(cudaErrorInvalidValue, "elements have 1, 2 or 4 bytes");
    op->fill = (struct fill){.dst = p->dst, .pitch = p->pitch, .width = p->width * p->elementSize,
                             .height = p->height, .depth = 1, .value = p->value, .element = p->elementSize};
    return fill_check(&op->fill);
}

cudaError_t host_op(struct op *op, const struct cudaHostNodeParams *p)
{
    *op = (struct op){.kind = OP_HOST, .pc = api_call.pc};
    if (!p || !p->fn)
        return cudaErrorInvalidValue;
    op->host.fn = p->fn;
    op->host.data = p->userData;
    return cudaSuccess;
}

/* Adds a node of the op, which is then released. */
static cudaError_t add_op(cudaError_t e, cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps,
                          size_t n, struct op *op)
{
    if (!e)
        e = graph_add(node, g, deps, n, node_type_of(op), op);
    if (op->kind == OP_KERNEL)
        free(op->kernel);
    return e;
}

/* Replaces a node's op. */
static cudaError_t set_op(cudaError_t e, cudaGraphNode_t node, struct op *op)
{
    struct op copy;
    if (!e && op_copy(&copy, op))
        e = cudaErrorMemoryAllocation;
    if (!e) {
        op_release(&node->op);
        node->op = copy;
    }
    if (op->kind == OP_KERNEL)
        free(op->kernel);
    return e;
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                   size_t n, const struct cudaKernelNodeParams *params)
{
    API_BEGIN;
    struct op op;
    cudaError_t e = kernel_op(&op, params);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
    API_BEGIN;
    if (!params || !node_of(node, cudaGraphNodeTypeKernel))
        return api_end(cudaErrorInvalidValue);
    const struct simt_launch *l = &node->op.kernel->in;
    const struct func *f = l->fn ? func_of(l->fn) : NULL;
    memset(params, 0, sizeof *params);
    params->func = (void *)l->fn;
    params->gridDim = l->grid;
    params->blockDim = l->block;
    params->sharedMemBytes = (unsigned)l->smem;
    if (f && f->thunk && f->thunk == l->thunk) /* a <<<>>> launch has its arguments in a form of its own */
        params->kernelParams = (void **)l->args;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params)
{
    API_BEGIN;
    struct op op;
    if (!node_of(node, cudaGraphNodeTypeKernel))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = kernel_op(&op, params);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue *value)
{
    API_BEGIN;
    if (!value || !node_of(node, cudaGraphNodeTypeKernel))
        return api_end(cudaErrorInvalidValue);
    memset(value, 0, sizeof *value);
    if (attr == cudaLaunchAttributePriority)
        *value = node->priority;
    if (attr == cudaLaunchAttributeCooperative)
        value->cooperative = node->op.kernel->in.cooperative;
    if (attr == cudaLaunchAttributeClusterDimension) {
        value->clusterDim.x = node->op.kernel->in.cluster.x;
        value->clusterDim.y = node->op.kernel->in.cluster.y;
        value->clusterDim.z = node->op.kernel->in.cluster.z;
    }
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue *value)
{
    API_BEGIN;
    if (!value || !node_of(node, cudaGraphNodeTypeKernel))
        return api_end(cudaErrorInvalidValue);
    if (attr == cudaLaunchAttributeClusterDimension)
        node->op.kernel->in.cluster =
            (struct simt_dim3){ value->clusterDim.x, value->clusterDim.y, value->clusterDim.z };
    if (attr == cudaLaunchAttributePriority)
        node->priority = *value;
    if (attr == cudaLaunchAttributeCooperative)
        node->op.kernel->in.cooperative = value->cooperative;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst, cudaGraphNode_t src)
{
    API_BEGIN;
    if (!node_of(dst, cudaGraphNodeTypeKernel) || !node_of(src, cudaGraphNodeTypeKernel))
        return api_end(cudaErrorInvalidValue);
    dst->priority = src->priority;
    dst->op.kernel->in.cooperative = src->op.kernel->in.cooperative;
    dst->op.kernel->in.cluster = src->op.kernel->in.cluster;
    return api_end(cudaSuccess);
}

/* ---- copies -------------------------------------------------------------------------------------------- */

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                   size_t n, const struct cudaMemcpy3DParms *params)
{
    API_BEGIN;
    struct op op;
    cudaError_t e = memcpy_op(&op, params);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                     size_t n, void *dst, const void *src, size_t count,
                                     enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op;
    cudaError_t e = memcpy_op_1d(&op, dst, src, count, kind);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t symbol_op(struct op *op, const void *symbol, void *other, size_t count, size_t offset,
                      enum cudaMemcpyKind kind, int up)
{
    void *at = NULL;
    cudaError_t e = symbol_range(symbol, offset, count, &at);
    if (e)
        return e;
    return up ? memcpy_op_1d(op, at, other, count, kind) : memcpy_op_1d(op, other, at, count, kind);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *deps, size_t n, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    cudaError_t e = symbol_op(&op, symbol, (void *)src, count, offset, kind, 1);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *deps, size_t n, void *dst,
                                             const void *symbol, size_t count, size_t offset,
                                             enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    cudaError_t e = symbol_op(&op, symbol, dst, count, offset, kind, 0);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params)
{
    API_BEGIN;
    static const enum cudaMemcpyKind kinds[] = {cudaMemcpyHostToHost, cudaMemcpyHostToDevice,
                                                cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice};
    if (!params || !node_of(node, cudaGraphNodeTypeMemcpy))
        return api_end(cudaErrorInvalidValue);
    const struct copy *c = &node->op.copy;
    size_t drows = c->dpitch ? c->dslice / c->dpitch : 0, srows = c->spitch ? c->sslice / c->spitch : 0;
    memset(params, 0, sizeof *params);
    params->dstPtr = make_cudaPitchedPtr(c->dst, c->dpitch, c->width, drows ? drows : c->height);
    params->srcPtr = make_cudaPitchedPtr((void *)c->src, c->spitch, c->width, srows ? srows : c->height);
    params->extent = make_cudaExtent(c->width, c->height, c->depth);
    params->kind = kinds[c->path];
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *params)
{
    API_BEGIN;
    struct op op;
    if (!node_of(node, cudaGraphNodeTypeMemcpy))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memcpy_op(&op, params);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t count,
                                           enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op;
    if (!node_of(node, cudaGraphNodeTypeMemcpy))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memcpy_op_1d(&op, dst, src, count, kind);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *src,
                                                 size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    if (!node_of(node, cudaGraphNodeTypeMemcpy))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = symbol_op(&op, symbol, (void *)src, count, offset, kind, 1);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const void *symbol,
                                                   size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    if (!node_of(node, cudaGraphNodeTypeMemcpy))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = symbol_op(&op, symbol, dst, count, offset, kind, 0);
    return api_end(set_op(e, node, &op));
}

/* ---- memset and host functions ------------------------------------------------------------------------- */

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                   size_t n, const struct cudaMemsetParams *params)
{
    API_BEGIN;
    struct op op;
    cudaError_t e = memset_op(&op, params);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *params)
{
    API_BEGIN;
    if (!params || !node_of(node, cudaGraphNodeTypeMemset))
        return api_end(cudaErrorInvalidValue);
    const struct fill *f = &node->op.fill;
    *params =
        (struct cudaMemsetParams){f->dst, f->pitch, f->value, f->element, f->width / f->element, f->height};
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *params)
{
    API_BEGIN;
    struct op op;
    if (!node_of(node, cudaGraphNodeTypeMemset))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memset_op(&op, params);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                 size_t n, const struct cudaHostNodeParams *params)
{
    API_BEGIN;
    struct op op;
    cudaError_t e = host_op(&op, params);
    return api_end(add_op(e, node, graph, deps, n, &op));
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params)
{
    API_BEGIN;
    if (!params || !node_of(node, cudaGraphNodeTypeHost))
        return api_end(cudaErrorInvalidValue);
    *params = (struct cudaHostNodeParams){node->op.host.fn, node->op.host.data};
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *params)
{
    API_BEGIN;
    struct op op;
    if (!node_of(node, cudaGraphNodeTypeHost))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = host_op(&op, params);
    return api_end(set_op(e, node, &op));
}

/* ---- empty, child and event nodes ---------------------------------------------------------------------- */

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                  size_t n)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    return api_end(graph_add(node, graph, deps, n, cudaGraphNodeTypeEmpty, &op));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                       size_t n, cudaGraph_t child)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    cudaGraph_t own;
    if (!graph_of(child) || child == graph)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = graph_clone(&own, child);
    if (!e && (e = graph_add(node, graph, deps, n, cudaGraphNodeTypeGraph, &op)))
        graph_free(own);
    else if (!e)
        (*node)->child = own;
    return api_end(e);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
    API_BEGIN;
    if (!graph || !node_of(node, cudaGraphNodeTypeGraph))
        return api_end(cudaErrorInvalidValue);
    *graph = node->child;
    return api_end(cudaSuccess);
}

static cudaError_t add_event(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n,
                             cudaEvent_t event, int kind)
{
    struct op op = {.kind = kind, .event = event};
    if (!event || event->magic != EVENT_MAGIC)
        return cudaErrorInvalidResourceHandle;
    return graph_add(node, graph, deps, n, node_type_of(&op), &op);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                        size_t n, cudaEvent_t event)
{
    API_BEGIN;
    return api_end(add_event(node, graph, deps, n, event, OP_RECORD));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                      size_t n, cudaEvent_t event)
{
    API_BEGIN;
    return api_end(add_event(node, graph, deps, n, event, OP_WAIT));
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    API_BEGIN;
    if (!event || !node_of(node, cudaGraphNodeTypeEventRecord))
        return api_end(cudaErrorInvalidValue);
    *event = node->op.event;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    API_BEGIN;
    if (!event || !node_of(node, cudaGraphNodeTypeWaitEvent))
        return api_end(cudaErrorInvalidValue);
    *event = node->op.event;
    return api_end(cudaSuccess);
}

static cudaError_t set_event(cudaGraphNode_t node, cudaEvent_t event, enum cudaGraphNodeType type, int kind)
{
    struct op op = {.kind = kind, .event = event};
    if (!event || event->magic != EVENT_MAGIC)
        return cudaErrorInvalidResourceHandle;
    return node_of(node, type) ? set_op(cudaSuccess, node, &op) : cudaErrorInvalidValue;
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    API_BEGIN;
    return api_end(set_event(node, event, cudaGraphNodeTypeEventRecord, OP_RECORD));
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    API_BEGIN;
    return api_end(set_event(node, event, cudaGraphNodeTypeWaitEvent, OP_WAIT));
}

/* ---- memory nodes -------------------------------------------------------------------------------------- */

/* Memory of allocation nodes exists while a graph or an executable has the node, and on from a launch that
 * allocates it until it is freed, by a node or by the program. */
static struct graph_memory {
    void *p;
    int refs, live; /* live: a launch allocated it */
    struct graph_memory *next;
} *memory;

static struct graph_memory **memory_at(const void *p)
{
    struct graph_memory **at = &memory;
    while (*at && (*at)->p != p)
        at = &(*at)->next;
    return at;
}

static void forget_unused(struct graph_memory **at)
{
    struct graph_memory *m = *at;
    if (m->refs || m->live)
        return;
    *at = m->next;
    queue_drain(queue_issued()); /* what uses it comes first */
    heap_free(m->p);
    free(m);
}

int graph_memory_has(const void *p)
{
    return *memory_at(p) != NULL;
}

void graph_memory_hold(void *p)
{
    struct graph_memory *m = *memory_at(p);
    if (m)
        m->refs++;
}

void graph_memory_drop(void *p)
{
    struct graph_memory **at = memory_at(p);
    if (*at) {
        (*at)->refs--;
        forget_unused(at);
    }
}

void graph_memory_live(void *p, int live)
{
    struct graph_memory **at = memory_at(p);
    if (*at) {
        (*at)->live = live;
        forget_unused(at);
    }
}

cudaError_t graph_add_alloc(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
                            size_t size, void **p)
{
    struct op op = {.kind = OP_EMPTY};
    struct graph_memory *m = size ? malloc(sizeof *m) : NULL;
    *p = m ? heap_alloc(size, ALLOC_DEVICE, api_call.pc) : NULL;
    cudaError_t e =
        *p ? graph_add(node, g, deps, n, cudaGraphNodeTypeMemAlloc, &op) : cudaErrorMemoryAllocation;
    if (e) {
        if (*p)
            heap_free(*p);
        free(m);
        return size ? e : cudaErrorInvalidValue;
    }
    *m = (struct graph_memory){.p = *p, .refs = 1, .next = memory};
    memory = m;
    (*node)->memory = *p;
    (*node)->size = size;
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                     size_t n, struct cudaMemAllocNodeParams *params)
{
    API_BEGIN;
    if (!params || params->poolProps.allocType != cudaMemAllocationTypePinned)
        return api_end(cudaErrorInvalidValue);
    return api_end(graph_add_alloc(node, graph, deps, n, params->bytesize, &params->dptr));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                                    size_t n, void *p)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    if (!graph_memory_has(p))
        return api_end(api_bad(cudaErrorInvalidValue, "%p does not come from an allocation node", p));
    cudaError_t e = graph_add(node, graph, deps, n, cudaGraphNodeTypeMemFree, &op);
    if (!e)
        (*node)->memory = p;
    return api_end(e);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params)
{
    API_BEGIN;
    if (!params || !node_of(node, cudaGraphNodeTypeMemAlloc))
        return api_end(cudaErrorInvalidValue);
    memset(params, 0, sizeof *params);
    params->poolProps.allocType = cudaMemAllocationTypePinned;
    params->poolProps.location.type = cudaMemLocationTypeDevice;
    params->bytesize = node->size;
    params->dptr = node->memory;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p)
{
    API_BEGIN;
    if (!p || !node_of(node, cudaGraphNodeTypeMemFree))
        return api_end(cudaErrorInvalidValue);
    memcpy(p, &node->memory, sizeof node->memory);
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    API_BEGIN;
    return api_end(device ? cudaErrorInvalidDevice : cudaSuccess);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    API_BEGIN;
    if (device || !value || (unsigned)attr > cudaGraphMemAttrReservedMemHigh)
        return api_end(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    uint64_t n = 0;
    for (const struct graph_memory *m = memory; m; m = m->next) {
        const struct alloc *a = heap_find((uintptr_t)m->p);
        n += a ? a->hi - a->lo : 0;
    }
    memcpy(value, &n, sizeof n);
    return api_end(cudaSuccess);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    API_BEGIN;
    (void)attr;
    return api_end(device ? cudaErrorInvalidDevice : value ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- any type ------------------------------------------------------------------------------------------ */

static struct cudaKernelNodeParams kernel_params(const struct cudaGraphNodeParams *p)
{
    return (struct cudaKernelNodeParams){.func = p->kernel.func, .gridDim = p->kernel.gridDim,
                                         .blockDim = p->kernel.blockDim,
                                         .sharedMemBytes = p->kernel.sharedMemBytes,
                                         .kernelParams = p->kernel.kernelParams, .extra = p->kernel.extra};
}

cudaError_t params_op(struct op *op, const struct cudaGraphNodeParams *p)
{
    struct cudaKernelNodeParams k;
    *op = (struct op){.kind = OP_EMPTY};
    switch ((int)p->type) {
    case cudaGraphNodeTypeKernel:
        k = kernel_params(p);
        return kernel_op(op, &k);
    case cudaGraphNodeTypeMemcpy:
        return memcpy_op(op, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return memset_op(op, &p->memset);
    case cudaGraphNodeTypeHost:
        return host_op(op, &p->host);
    default:
        return api_bad(cudaErrorNotSupported, "parameters of a node of type %d cannot be changed",
                       (int)p->type);
    }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    API_BEGIN;
    struct op op;
    if (!params || !node_of(node, params->type))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = params_op(&op, params);
    return api_end(set_op(e, node, &op));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                             const cudaGraphEdgeData *edges, size_t n, struct cudaGraphNodeParams *params)
{
    API_BEGIN;
    (void)edges;
    if (!params)
        return api_end(cudaErrorInvalidValue);
    struct cudaKernelNodeParams k = kernel_params(params);
    switch ((int)params->type) {
    case cudaGraphNodeTypeKernel:
        return api_end(cudaGraphAddKernelNode(node, graph, deps, n, &k));
    case cudaGraphNodeTypeMemcpy:
        return api_end(cudaGraphAddMemcpyNode(node, graph, deps, n, &params->memcpy.copyParams));
    case cudaGraphNodeTypeMemset:
        return api_end(cudaGraphAddMemsetNode(node, graph, deps, n, &params->memset));
    case cudaGraphNodeTypeHost:
        return api_end(cudaGraphAddHostNode(node, graph, deps, n, &params->host));
    case cudaGraphNodeTypeGraph:
        return api_end(cudaGraphAddChildGraphNode(node, graph, deps, n, params->graph.graph));
    case cudaGraphNodeTypeEmpty:
        return api_end(cudaGraphAddEmptyNode(node, graph, deps, n));
    case cudaGraphNodeTypeWaitEvent:
        return api_end(cudaGraphAddEventWaitNode(node, graph, deps, n, params->eventWait.event));
    case cudaGraphNodeTypeEventRecord:
        return api_end(cudaGraphAddEventRecordNode(node, graph, deps, n, params->eventRecord.event));
    case cudaGraphNodeTypeMemAlloc:
        return api_end(cudaGraphAddMemAllocNode(node, graph, deps, n, &params->alloc));
    case cudaGraphNodeTypeMemFree:
        return api_end(cudaGraphAddMemFreeNode(node, graph, deps, n, params->free.dptr));
    default:
        return api_end(
            api_bad(cudaErrorNotSupported, "nodes of type %d are not emulated", (int)params->type));
    }
}
