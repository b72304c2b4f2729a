/* api_graph.c: graphs as the program builds and inspects them: nodes, edges, clones, user objects. */
#include "api_graph.h"

#include <stdlib.h>
#include <string.h>

static unsigned long long ids;

cudaGraph_t graph_of(cudaGraph_t g)
{
    if (g && g->magic == GRAPH_MAGIC)
        return g;
    api_bad(cudaErrorInvalidValue, g ? "the graph was destroyed" : "the graph was never created");
    return NULL;
}

cudaGraphNode_t node_of(cudaGraphNode_t n, enum cudaGraphNodeType type)
{
    if (n && n->magic == NODE_MAGIC && n->type == type)
        return n;
    api_bad(cudaErrorInvalidValue, "this is no node of that type");
    return NULL;
}

cudaGraph_t graph_new(void)
{
    cudaGraph_t g = calloc(1, sizeof *g);
    if (g) {
        g->magic = GRAPH_MAGIC;
        g->id = ++ids;
    }
    return g;
}

static void node_free(cudaGraphNode_t n)
{
    n->magic = 0;
    op_release(&n->op);
    if (n->child)
        graph_free(n->child);
    if (n->type == cudaGraphNodeTypeMemAlloc && n->memory)
        graph_memory_drop(n->memory);
    free(n->deps);
    free(n);
}

static void release(struct CUuserObject_st *o, unsigned count);

void graph_free(cudaGraph_t g)
{
    g->magic = 0;
    for (size_t i = 0; i < g->n; i++)
        node_free(g->node[i]);
    while (g->held) {
        struct held *h = g->held;
        g->held = h->next;
        release(h->object, h->count);
        free(h);
    }
    free(g->node);
    free(g);
}

static int in_graph(cudaGraph_t g, const cudaGraphNode_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!v || !v[i] || v[i]->magic != NODE_MAGIC || v[i]->graph != g)
            return 0;
    return 1;
}

cudaError_t graph_add(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
                      enum cudaGraphNodeType type, const struct op *op)
{
    if (!node || !graph_of(g) || !in_graph(g, deps, n))
        return api_bad(cudaErrorInvalidValue, "the dependencies are not %zu nodes of this graph", n);
    cudaGraphNode_t d = calloc(1, sizeof *d);
    cudaGraphNode_t *list = malloc((n + 1) * sizeof(cudaGraphNode_t));
    if (g->n == g->room) {
        size_t room = g->room ? 2 * g->room : 16;
        cudaGraphNode_t *v = realloc(g->node, room * sizeof(cudaGraphNode_t));
        g->node = v ? v : g->node;
        g->room = v ? room : g->room;
    }
    if (!d || !list || g->n == g->room || op_copy(&d->op, op)) {
        free(d);
        free(list);
        return cudaErrorMemoryAllocation;
    }
    if (n)
        memcpy(list, deps, n * sizeof(cudaGraphNode_t));
    d->magic = NODE_MAGIC;
    d->type = type;
    d->graph = g;
    d->deps = list;
    d->ndeps = n;
    d->index = g->n;
    g->node[g->n++] = *node = d;
    return cudaSuccess;
}

/* ---- whole graphs -------------------------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    API_BEGIN;
    if (!graph || flags)
        return api_end(cudaErrorInvalidValue);
    *graph = graph_new();
    return api_end(*graph ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    API_BEGIN;
    if (!graph_of(graph))
        return api_end(cudaErrorInvalidValue);
    queue_drain(queue_issued()); /* launches of it may still use memory of its allocation nodes */
    graph_free(graph);
    return api_end(cudaSuccess);
}

cudaError_t graph_clone(cudaGraph_t *clone, cudaGraph_t g)
{
    cudaGraph_t c = graph_new();
    cudaError_t e = c ? cudaSuccess : cudaErrorMemoryAllocation;
    for (size_t i = 0; i < g->n && !e; i++) {
        cudaGraphNode_t n = NULL, from = g->node[i];
        e = graph_add(&n, c, NULL, 0, from->type, &from->op);
        if (e)
            break;
        n->origin = from;
        n->priority = from->priority;
        n->size = from->size;
        n->memory = from->memory;
        if (n->type == cudaGraphNodeTypeMemAlloc && n->memory)
            graph_memory_hold(n->memory);
        if (from->child)
            e = graph_clone(&n->child, from->child);
    }
    for (size_t i = 0; i < g->n && !e; i++) { /* an edge may lead to a node that was made later */
        cudaGraphNode_t n = c->node[i], from = g->node[i];
        cudaGraphNode_t *list = realloc(n->deps, (from->ndeps + 1) * sizeof(cudaGraphNode_t));
        if (!list) {
            e = cudaErrorMemoryAllocation;
            break;
        }
        n->deps = list;
        n->ndeps = from->ndeps;
        for (size_t k = 0; k < from->ndeps; k++)
            list[k] = c->node[from->deps[k]->index];
    }
    if (e && c)
        graph_free(c);
    *clone = e ? NULL : c;
    return e;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    API_BEGIN;
    if (!clone || !graph_of(graph))
        return api_end(cudaErrorInvalidValue);
    return api_end(graph_clone(clone, graph));
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone)
{
    API_BEGIN;
    if (!node || !graph_of(clone))
        return api_end(cudaErrorInvalidValue);
    for (size_t i = 0; i < clone->n; i++)
        if (clone->node[i]->origin == original) {
            *node = clone->node[i];
            return api_end(cudaSuccess);
        }
    return api_end(cudaErrorInvalidValue);
}

/* ---- inspection ---------------------------------------------------------------------------------------- */

/* What CUDA does with a list and its room: no list asks for the number, more room is filled with nothing. */
static cudaError_t give(cudaGraphNode_t *to, size_t *room, const cudaGraphNode_t *from, size_t n)
{
    if (!room)
        return cudaErrorInvalidValue;
    for (size_t i = 0; to && i < *room; i++)
        to[i] = i < n ? from[i] : NULL;
    *room = !to || n < *room ? n : *room;
    return cudaSuccess;
}

static cudaError_t give_if(cudaGraphNode_t *to, size_t *room, cudaGraph_t g,
                           int (*want)(cudaGraphNode_t, cudaGraphNode_t), cudaGraphNode_t arg)
{
    cudaGraphNode_t *v = malloc((g->n + 1) * sizeof(cudaGraphNode_t));
    size_t n = 0;
    if (!v)
        return cudaErrorMemoryAllocation;
    for (size_t i = 0; i < g->n; i++)
        if (want(g->node[i], arg))
            v[n++] = g->node[i];
    cudaError_t e = give(to, room, v, n);
    free(v);
    return e;
}

static int is_root(cudaGraphNode_t n, cudaGraphNode_t arg)
{
    (void)arg;
    return !n->ndeps;
}

static int follows(cudaGraphNode_t n, cudaGraphNode_t arg)
{
    for (size_t i = 0; i < n->ndeps; i++)
        if (n->deps[i] == arg)
            return 1;
    return 0;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    API_BEGIN;
    return api_end(graph_of(graph) ? give(nodes, n, graph->node, graph->n) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    API_BEGIN;
    return api_end(graph_of(graph) ? give_if(nodes, n, graph, is_root, NULL) : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *deps,
                                         cudaGraphEdgeData *edges, size_t *n)
{
    API_BEGIN;
    if (!node || node->magic != NODE_MAGIC)
        return api_end(cudaErrorInvalidValue);
    if (edges && n)
        memset(edges, 0, (node->ndeps < *n ? node->ndeps : *n) * sizeof *edges);
    return api_end(give(deps, n, node->deps, node->ndeps));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *edges, size_t *n)
{
    API_BEGIN;
    if (!node || node->magic != NODE_MAGIC)
        return api_end(cudaErrorInvalidValue);
    cudaError_t e = give_if(nodes, n, node->graph, follows, node);
    if (edges && !e)
        memset(edges, 0, *n * sizeof *edges);
    return api_end(e);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *n)
{
    API_BEGIN;
    size_t k = 0;
    if (!graph_of(graph) || !n || !from != !to)
        return api_end(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->n; i++)
        for (size_t j = 0; j < graph->node[i]->ndeps; j++, k++)
            if (from && k < *n) {
                from[k] = graph->node[i]->deps[j];
                to[k] = graph->node[i];
                if (edges)
                    memset(&edges[k], 0, sizeof *edges);
            }
    *n = !from || k < *n ? k : *n;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    API_BEGIN;
    if (!node || node->magic != NODE_MAGIC || !type)
        return api_end(cudaErrorInvalidValue);
    *type = node->type;
    return api_end(cudaSuccess);
}

/* ---- edges --------------------------------------------------------------------------------------------- */

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t n)
{
    API_BEGIN;
    (void)edges;
    if (!graph_of(graph) || !in_graph(graph, from, n) || !in_graph(graph, to, n))
        return api_end(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        if (from[i] == to[i] || follows(to[i], from[i]))
            return api_end(api_bad(cudaErrorInvalidValue, from[i] == to[i] ? "a node cannot follow itself"
                                                                           : "this edge is there already"));
        cudaGraphNode_t *list = realloc(to[i]->deps, (to[i]->ndeps + 2) * sizeof(cudaGraphNode_t));
        if (!list)
            return api_end(cudaErrorMemoryAllocation);
        to[i]->deps = list;
        list[to[i]->ndeps++] = from[i];
    }
    return api_end(cudaSuccess);
}

static void remove_edge(cudaGraphNode_t from, cudaGraphNode_t to)
{
    size_t k = 0;
    for (size_t i = 0; i < to->ndeps; i++)
        if (to->deps[i] != from)
            to->deps[k++] = to->deps[i];
    to->ndeps = k;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges, size_t n)
{
    API_BEGIN;
    (void)edges;
    if (!graph_of(graph) || !in_graph(graph, from, n) || !in_graph(graph, to, n))
        return api_end(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        if (!follows(to[i], from[i]))
            return api_end(api_bad(cudaErrorInvalidValue, "there is no such edge"));
        remove_edge(from[i], to[i]);
    }
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    API_BEGIN;
    if (!node || node->magic != NODE_MAGIC || node->type == cudaGraphNodeTypeMemAlloc)
        return api_end(cudaErrorInvalidValue);
    cudaGraph_t g = node->graph;
    for (size_t i = 0; i < g->n; i++)
        remove_edge(node, g->node[i]);
    for (size_t i = node->index + 1; i < g->n; i++) {
        g->node[i - 1] = g->node[i];
        g->node[i]->index--;
    }
    g->n--;
    node_free(node);
    return api_end(cudaSuccess);
}

static const char *const type_names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty", "wait event",
                                         "record event", "signal", "wait", "alloc", "free"};

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    API_BEGIN;
    (void)flags;
    FILE *f = graph_of(graph) && path ? fopen(path, "w") : NULL;
    if (!f)
        return api_end(graph && path ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
    fprintf(f, "digraph dot {\n");
    for (size_t i = 0; i < graph->n; i++) {
        cudaGraphNode_t n = graph->node[i];
        int kernel = n->type == cudaGraphNodeTypeKernel;
        fprintf(f, "  node%zu [label=\"%zu %s%s%s\"];\n", i, i, type_names[n->type], kernel ? " " : "",
                kernel ? n->op.kernel->in.name : "");
        for (size_t k = 0; k < n->ndeps; k++)
            fprintf(f, "  node%zu -> node%zu;\n", n->deps[k]->index, i);
    }
    fprintf(f, "}\n");
    return api_end(fclose(f) ? cudaErrorOperatingSystem : cudaSuccess);
}

/* ---- user objects -------------------------------------------------------------------------------------- */

struct CUuserObject_st {
    void *p;
    cudaHostFn_t destroy;
    unsigned count;
};

static void release(struct CUuserObject_st *o, unsigned count)
{
    o->count = o->count > count ? o->count - count : 0;
    if (o->count)
        return;
    api_in_callback++;
    o->destroy(o->p);
    api_in_callback--;
    free(o);
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *p, cudaHostFn_t destroy, unsigned count,
                                 unsigned flags)
{
    API_BEGIN;
    if (!object || !destroy || !count || flags != cudaUserObjectNoDestructorSync)
        return api_end(cudaErrorInvalidValue);
    *object = malloc(sizeof **object);
    if (!*object)
        return api_end(cudaErrorMemoryAllocation);
    **object = (struct CUuserObject_st){p, destroy, count};
    return api_end(cudaSuccess);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count)
{
    API_BEGIN;
    if (!object || !count)
        return api_end(cudaErrorInvalidValue);
    object->count += count;
    return api_end(cudaSuccess);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count)
{
    API_BEGIN;
    if (!object || !count)
        return api_end(cudaErrorInvalidValue);
    release(object, count);
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
                                      unsigned flags)
{
    API_BEGIN;
    struct held *h = graph_of(graph) && object && count ? malloc(sizeof *h) : NULL;
    if (!h)
        return api_end(cudaErrorInvalidValue);
    if (!(flags & cudaGraphUserObjectMove))
        object->count += count;
    *h = (struct held){object, count, graph->held};
    graph->held = h;
    return api_end(cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count)
{
    API_BEGIN;
    for (struct held **at = graph_of(graph) ? &graph->held : NULL, *h; at && (h = *at); at = &h->next)
        if (h->object == object && h->count >= count) {
            h->count -= count;
            if (!h->count) {
                *at = h->next;
                free(h);
            }
            release(object, count);
            return api_end(cudaSuccess);
        }
    return api_end(cudaErrorInvalidValue);
}
