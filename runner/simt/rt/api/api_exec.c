/* api_exec.c: executable graphs: a copy of a graph's ops in an order that its edges allow. */
#include "api_graph.h"

#include <stdlib.h>
#include <string.h>

static struct CUgraphExec_st *exec_of(cudaGraphExec_t x)
{
    if (x && x->magic == EXEC_MAGIC)
        return x;
    api_bad(cudaErrorInvalidValue, x ? "the executable graph was destroyed" : "there is no executable graph");
    return NULL;
}

void graph_exec_ref(struct CUgraphExec_st *x)
{
    x->refs++;
}

void graph_exec_unref(struct CUgraphExec_st *x)
{
    if (--x->refs)
        return;
    for (size_t i = 0; i < x->n; i++) {
        op_release(&x->node[i].op);
        if (x->node[i].type == cudaGraphNodeTypeMemAlloc && x->node[i].memory)
            graph_memory_drop(x->node[i].memory);
        free(x->node[i].deps);
    }
    free(x->node);
    free(x);
}

/* ---- instantiation ------------------------------------------------------------------------------------- */

/* Places of the nodes in an order that respects the edges; -1: there is a cycle. */
static int order(const struct CUgraph_st *g, size_t *place)
{
    size_t done = 0;
    for (size_t i = 0; i < g->n; i++)
        place[i] = SIZE_MAX;
    for (size_t before = SIZE_MAX; done < g->n && before != done;) {
        before = done;
        for (size_t i = 0; i < g->n; i++) {
            int ready = place[i] == SIZE_MAX;
            for (size_t k = 0; ready && k < g->node[i]->ndeps; k++)
                ready = place[g->node[i]->deps[k]->index] != SIZE_MAX;
            if (ready)
                place[i] = done++;
        }
    }
    return done == g->n ? 0 : -1;
}

static cudaError_t make(struct CUgraphExec_st **out, cudaGraph_t g);

static cudaError_t make_node(struct exec_node *to, cudaGraphNode_t from, const size_t *place)
{
    struct op child = {.kind = OP_GRAPH};
    const struct op *op = &from->op;
    to->type = from->type;
    to->origin = from;
    to->deps = malloc((from->ndeps + 1) * sizeof *to->deps);
    if (!to->deps)
        return cudaErrorMemoryAllocation;
    to->ndeps = from->ndeps;
    to->memory = from->memory;
    if (from->type == cudaGraphNodeTypeMemAlloc)
        graph_memory_hold(from->memory);
    for (size_t k = 0; k < from->ndeps; k++)
        to->deps[k] = place[from->deps[k]->index];
    if (from->child) {
        cudaError_t e = make(&child.graph, from->child);
        if (e)
            return e;
        op = &child;
    }
    int bad = op_copy(&to->op, op);
    if (bad)
        to->op.kind = OP_EMPTY;
    if (from->child)
        graph_exec_unref(child.graph);
    return bad ? cudaErrorMemoryAllocation : cudaSuccess;
}

static cudaError_t make(struct CUgraphExec_st **out, cudaGraph_t g)
{
    struct CUgraphExec_st *x = calloc(1, sizeof *x);
    size_t *place = malloc((g->n + 1) * sizeof *place);
    struct exec_node *v = calloc(g->n + 1, sizeof *v);
    cudaError_t e = x && place && v ? cudaSuccess : cudaErrorMemoryAllocation;
    if (!e && order(g, place))
        e = api_bad(cudaErrorInvalidValue, "the graph has a cycle");
    if (e) {
        free(x);
        free(v);
        free(place);
        return e;
    }
    *x = (struct CUgraphExec_st){.magic = EXEC_MAGIC, .refs = 1, .node = v, .n = g->n};
    for (size_t i = 0; i < g->n; i++)
        v[i].op.kind = OP_EMPTY;
    for (size_t i = 0; i < g->n && !e; i++)
        e = make_node(&v[place[i]], g->node[i], place);
    free(place);
    if (e)
        graph_exec_unref(x);
    else
        *out = x;
    return e;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    API_BEGIN;
    if (!exec || !graph_of(graph) || flags > 15)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = make(exec, graph);
    if (!e)
        (*exec)->flags = flags;
    return api_end(e);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    API_BEGIN;
    return api_end(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    API_BEGIN;
    if (!params)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = cudaGraphInstantiateWithFlags(exec, graph, params->flags);
    params->errNode_out = NULL;
    params->result_out = e ? cudaGraphInstantiateInvalidStructure : cudaGraphInstantiateSuccess;
    return api_end(e);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    API_BEGIN;
    if (!exec_of(exec) || !flags)
        return api_end(cudaErrorInvalidValue);
    *flags = exec->flags;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    API_BEGIN;
    if (!exec_of(exec))
        return api_end(cudaErrorInvalidValue);
    queue_drain(exec->last);
    exec->magic = 0;
    graph_exec_unref(exec);
    return api_end(cudaSuccess);
}

/* ---- launches ------------------------------------------------------------------------------------------ */

double graph_run(struct CUgraphExec_st *x, double ready)
{
    double end = ready;
    for (size_t i = 0; i < x->n; i++) {
        struct exec_node *n = &x->node[i];
        double start = ready;
        for (size_t k = 0; k < n->ndeps; k++)
            start = x->node[n->deps[k]].end > start ? x->node[n->deps[k]].end : start;
        n->end = n->disabled ? start : op_run(&n->op, start);
        end = n->end > end ? n->end : end;
    }
    return end;
}

/* Events that the graph records count as recorded from its launch on, its memory as allocated or freed. */
static void mark(struct CUgraphExec_st *x, uint64_t seq)
{
    for (size_t i = 0; i < x->n; i++) {
        struct op *op = &x->node[i].op;
        if (x->node[i].memory)
            graph_memory_live(x->node[i].memory, x->node[i].type == cudaGraphNodeTypeMemAlloc);
        op->seq = seq;
        if (op->kind == OP_RECORD && !x->node[i].disabled)
            op->event->recorded = seq;
        if (op->kind == OP_GRAPH)
            mark(op->graph, seq);
    }
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    API_BEGIN;
    struct CUstream_st *s = stream_of(stream);
    if (!s || !exec_of(exec))
        return api_end(s ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    struct op op = {.kind = OP_GRAPH, .pc = api_call.pc, .graph = exec};
    api_host_time(5e-6);
    mark(exec, queue_issued() + 1);
    cudaError_t e = op_submit(s, &op);
    exec->last = queue_issued();
    return api_end(e);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    API_BEGIN;
    if (!stream_of(stream))
        return api_end(cudaErrorInvalidResourceHandle);
    return api_end(exec_of(exec) ? cudaSuccess : cudaErrorInvalidValue);
}

/* ---- changes ------------------------------------------------------------------------------------------- */

static struct exec_node *find(cudaGraphExec_t exec, cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    struct CUgraphExec_st *x = exec_of(exec);
    for (size_t i = 0; x && i < x->n; i++)
        if (x->node[i].origin == node && x->node[i].type == type)
            return &x->node[i];
    api_bad(cudaErrorInvalidValue, "the executable graph has no such node of that type");
    return NULL;
}

/* Launches that were issued before keep the old parameters. */
static cudaError_t replace(cudaError_t e, cudaGraphExec_t exec, struct exec_node *n, struct op *op)
{
    struct op copy;
    if (!e) {
        queue_drain(exec->last);
        e = op_copy(&copy, op) ? cudaErrorMemoryAllocation : cudaSuccess;
    }
    if (!e) {
        op_release(&n->op);
        n->op = copy;
    }
    if (op->kind == OP_KERNEL)
        free(op->kernel);
    return e;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeKernel);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = kernel_op(&op, params);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memcpy_op(&op, params);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst,
                                               const void *src, size_t count, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memcpy_op_1d(&op, dst, src, count, kind);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeMemset);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = memset_op(&op, params);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeHost);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = host_op(&op, params);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *src, size_t count,
                                                     size_t offset, enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = symbol_op(&op, symbol, (void *)src, count, offset, kind, 1);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count, size_t offset,
                                                       enum cudaMemcpyKind kind)
{
    API_BEGIN;
    struct op op = {.kind = OP_EMPTY};
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeMemcpy);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = symbol_op(&op, symbol, dst, count, offset, kind, 0);
    return api_end(replace(e, exec, n, &op));
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *params)
{
    API_BEGIN;
    struct op op;
    struct exec_node *n = params ? find(exec, node, params->type) : NULL;
    if (!n)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = params_op(&op, params);
    return api_end(replace(e, exec, n, &op));
}

static cudaError_t set_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event,
                             enum cudaGraphNodeType type, int kind)
{
    struct op op = {.kind = kind, .event = event};
    struct exec_node *n = find(exec, node, type);
    if (!n || !event || event->magic != EVENT_MAGIC)
        return n ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    return replace(cudaSuccess, exec, n, &op);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event)
{
    API_BEGIN;
    return api_end(set_event(exec, node, event, cudaGraphNodeTypeEventRecord, OP_RECORD));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    API_BEGIN;
    return api_end(set_event(exec, node, event, cudaGraphNodeTypeWaitEvent, OP_WAIT));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child)
{
    API_BEGIN;
    struct op op = {.kind = OP_GRAPH};
    struct exec_node *n = find(exec, node, cudaGraphNodeTypeGraph);
    if (!n || !graph_of(child))
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = make(&op.graph, child);
    if (e)
        return api_end(e);
    e = replace(e, exec, n, &op);
    graph_exec_unref(op.graph);
    return api_end(e);
}

static struct exec_node *switchable(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    for (int type = cudaGraphNodeTypeKernel; type <= cudaGraphNodeTypeMemset; type++)
        if (node && node->magic == NODE_MAGIC && (int)node->type == type)
            return find(exec, node, node->type);
    return NULL;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled)
{
    API_BEGIN;
    struct exec_node *n = switchable(exec, node);
    if (!n)
        return api_end(cudaErrorInvalidValue);
    queue_drain(exec->last);
    n->disabled = !enabled;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
    API_BEGIN;
    const struct exec_node *n = switchable(exec, node);
    if (!n || !enabled)
        return api_end(cudaErrorInvalidValue);
    *enabled = !n->disabled;
    return api_end(cudaSuccess);
}

/* What keeps `exec` from becoming `g`, node by node in the order of `g`. */
static enum cudaGraphExecUpdateResult compare(const struct CUgraphExec_st *x, const struct CUgraph_st *g,
                                              const size_t *place, cudaGraphNode_t *bad)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct exec_node *n = &x->node[place[i]];
        *bad = g->node[i];
        if (n->type != g->node[i]->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (n->ndeps != g->node[i]->ndeps)
            return cudaGraphExecUpdateErrorTopologyChanged;
        for (size_t k = 0; k < n->ndeps; k++)
            if (n->deps[k] != place[g->node[i]->deps[k]->index])
                return cudaGraphExecUpdateErrorTopologyChanged;
    }
    *bad = NULL;
    return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
    API_BEGIN;
    struct CUgraphExec_st *x = exec_of(exec), *fresh;
    cudaGraphNode_t bad = NULL;
    if (!x || !graph_of(graph))
        return api_end(cudaErrorInvalidValue);
    size_t *place = malloc((graph->n + 1) * sizeof *place);
    enum cudaGraphExecUpdateResult r = cudaGraphExecUpdateErrorTopologyChanged;
    if (place && graph->n == x->n && !order(graph, place))
        r = compare(x, graph, place, &bad);
    free(place);
    if (info)
        *info = (cudaGraphExecUpdateResultInfo){r, bad, NULL};
    if (r != cudaGraphExecUpdateSuccess)
        return api_end(api_bad(cudaErrorGraphExecUpdateFailure, "the graphs differ in nodes or edges"));
    cudaError_t e = make(&fresh, graph);
    if (e)
        return api_end(e);
    queue_drain(x->last);
    struct exec_node *v = x->node; /* the nodes change hands; the handle stays */
    for (size_t i = 0; i < x->n; i++)
        fresh->node[i].origin = v[i].origin;
    x->node = fresh->node;
    fresh->node = v;
    graph_exec_unref(fresh);
    return api_end(cudaSuccess);
}
