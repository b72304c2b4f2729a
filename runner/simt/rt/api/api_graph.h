/* api_graph.h: what api_graph.c, api_node.c, api_exec.c and api_capture.c share. */
#ifndef SIMT_API_GRAPH_H
#define SIMT_API_GRAPH_H

#include "api.h"

enum { GRAPH_MAGIC = 0x47524150, NODE_MAGIC = 0x4e4f4445, EXEC_MAGIC = 0x45584543 };

struct CUgraphNode_st {
    uint32_t magic;
    enum cudaGraphNodeType type;
    struct CUgraph_st *graph, *child; /* child: the graph that a child graph node owns */
    struct op op;
    cudaGraphNode_t *deps; /* the nodes that this one follows */
    size_t ndeps, index;   /* index: the node's place in the graph */
    cudaGraphNode_t origin; /* of a clone: the node that was copied */
    cudaLaunchAttributeValue priority;
    void *memory; /* of an allocation or free node */
    size_t size;
};
struct CUgraph_st {
    uint32_t magic;
    cudaGraphNode_t *node;
    size_t n, room;
    unsigned long long id;
    struct held { struct CUuserObject_st *object; unsigned count; struct held *next; } *held;
};
struct exec_node {
    struct op op;
    enum cudaGraphNodeType type;
    cudaGraphNode_t origin; /* the node of the graph that was instantiated; only compared */
    size_t *deps, ndeps;    /* places in `node` */
    int disabled;
    void *memory; /* of an allocation or free node */
    double end;
};
struct CUgraphExec_st {
    uint32_t magic;
    int refs; /* held by ops in the queue, child nodes and the program */
    unsigned long long flags;
    struct exec_node *node; /* every node stands after those that it follows */
    size_t n;
    uint64_t last;          /* seq of the graph's last launch */
};

cudaGraph_t graph_of(cudaGraph_t g); /* NULL, with a diagnostic: none */
cudaGraphNode_t node_of(cudaGraphNode_t n, enum cudaGraphNodeType type);
cudaGraph_t graph_new(void);
void graph_free(cudaGraph_t g);
/* A new last node; copies the op and the list. */
cudaError_t graph_add(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
                      enum cudaGraphNodeType type, const struct op *op);
cudaError_t graph_clone(cudaGraph_t *clone, cudaGraph_t g);
cudaError_t graph_add_alloc(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
                            size_t size, void **p);
enum cudaGraphNodeType node_type_of(const struct op *op);
/* A kernel's op from node parameters; free(op->kernel). */
cudaError_t kernel_op(struct op *op, const struct cudaKernelNodeParams *p);
cudaError_t memcpy_op(struct op *op, const struct cudaMemcpy3DParms *p);
cudaError_t memcpy_op_1d(struct op *op, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t symbol_op(struct op *op, const void *symbol, void *other, size_t count, size_t offset,
                      enum cudaMemcpyKind kind, int up);
cudaError_t params_op(struct op *op, const struct cudaGraphNodeParams *p);
cudaError_t memset_op(struct op *op, const struct cudaMemsetParams *p);
cudaError_t host_op(struct op *op, const struct cudaHostNodeParams *p);

#endif
