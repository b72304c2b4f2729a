// api_nodes.cu: graphs built node by node: types, edges, parameters, children, clones, changes of an executable.
// allow-error api
#include "t.h"

__global__ void add(int *a, int v) { a[threadIdx.x] += v; }
__global__ void mul(int *a, int v) { a[threadIdx.x] *= v; }
static int calls;
static void count(void *p) { calls += *(int *)p; }

static cudaKernelNodeParams kernel(void *fn, void **args)
{
    cudaKernelNodeParams p = {};
    p.func = fn;
    p.gridDim = dim3(1);
    p.blockDim = dim3(32);
    p.kernelParams = args;
    return p;
}

int main()
{
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    int *a = t_dev<int>(32), *b = t_dev<int>(32), three = 3, five = 5, seven = 7;
    void *add_args[] = { &a, &five }, *mul_args[] = { &a, &three };

    // memset, kernel, kernel, copy, host in a chain
    cudaGraph_t g;
    CK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t set, n1, n2, copy, host, nothing;
    cudaMemsetParams m = {};
    m.dst = a;
    m.value = 2;
    m.elementSize = 4;
    m.width = 32;
    m.height = 1;
    CK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    cudaKernelNodeParams k1 = kernel((void *)add, add_args), k2 = kernel((void *)mul, mul_args);
    CK(cudaGraphAddKernelNode(&n1, g, &set, 1, &k1));
    five = 100; // the node has the value of before
    CK(cudaGraphAddKernelNode(&n2, g, &n1, 1, &k2));
    CK(cudaGraphAddMemcpyNode1D(&copy, g, &n2, 1, b, a, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
    cudaHostNodeParams h = { count, &seven };
    CK(cudaGraphAddHostNode(&host, g, &copy, 1, &h));
    CK(cudaGraphAddEmptyNode(&nothing, g, nullptr, 0));

    size_t n = 0, edges = 0, roots = 0;
    CK(cudaGraphGetNodes(g, nullptr, &n));
    CK(cudaGraphGetRootNodes(g, nullptr, &roots));
    EQ(n, 6);
    EQ(roots, 2);
    cudaGraphNode_t list[8];
    n = 8;
    CK(cudaGraphGetNodes(g, list, &n));
    EQ(n, 6);
    EQ(list[0] == set, 1);
    cudaGraphNodeType type;
    CK(cudaGraphNodeGetType(copy, &type));
    EQ(type, cudaGraphNodeTypeMemcpy);
    cudaKernelNodeParams got;
    CK(cudaGraphKernelNodeGetParams(n1, &got));
    EQ(got.func == (void *)add, 1);
    EQ(got.blockDim.x, 32);
    EQ(*(int *)got.kernelParams[1], 5);
    cudaMemsetParams gm;
    CK(cudaGraphMemsetNodeGetParams(set, &gm));
    EQ(gm.width, 32);
    EQ(gm.value, 2);

    cudaGraphExec_t x;
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("chain", b, 32, [](int) { return (2 + 5) * 3; });
    EQ(calls, 14);

    // other parameters for the executable; the graph keeps its own
    five = 50;
    k1 = kernel((void *)add, add_args);
    CK(cudaGraphExecKernelNodeSetParams(x, n1, &k1));
    m.value = 1;
    CK(cudaGraphExecMemsetNodeSetParams(x, set, &m));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("other parameters", b, 32, [](int) { return (1 + 50) * 3; });
    CK(cudaGraphNodeSetEnabled(x, n2, 0));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("a node off", b, 32, [](int) { return 51; });
    cudaGraphExecUpdateResultInfo info;
    CK(cudaGraphExecUpdate(x, g, &info));
    EQ(info.result, cudaGraphExecUpdateSuccess);
    CK(cudaGraphNodeSetEnabled(x, n2, 1));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("as the graph again", b, 32, [](int) { return 21; });

    // a clone as a child, twice
    cudaGraph_t clone, outer, inside;
    CK(cudaGraphClone(&clone, g));
    cudaGraphNode_t twin, c1, c2, after;
    CK(cudaGraphNodeFindInClone(&twin, set, clone));
    m.value = 10;
    CK(cudaGraphMemsetNodeSetParams(twin, &m));
    CK(cudaGraphCreate(&outer, 0));
    CK(cudaGraphAddChildGraphNode(&c1, outer, nullptr, 0, clone));
    CK(cudaGraphChildGraphNodeGetGraph(c1, &inside));
    EQ(inside != clone, 1);
    five = 1;
    k1 = kernel((void *)add, add_args);
    CK(cudaGraphAddKernelNode(&after, outer, &c1, 1, &k1));
    CK(cudaGraphAddMemcpyNode1D(&c2, outer, &after, 1, b, a, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
    cudaGraphExec_t y;
    CK(cudaGraphInstantiate(&y, outer, 0));
    CK(cudaGraphDestroy(clone));
    CK(cudaGraphLaunch(y, s));
    CK(cudaStreamSynchronize(s));
    t_is("child", b, 32, [](int) { return (10 + 5) * 3 + 1; });
    EQ(cudaGraphExecUpdate(x, outer, &info), cudaErrorGraphExecUpdateFailure);
    cudaGetLastError();

    // edges
    CK(cudaGraphRemoveDependencies(g, &host, &nothing, nullptr, 0));
    CK(cudaGraphAddDependencies(g, &host, &nothing, nullptr, 1));
    CK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &edges));
    EQ(edges, 5);
    ERR(cudaGraphAddDependencies(g, &host, &nothing, nullptr, 1), cudaErrorInvalidValue);
    ERR(cudaGraphAddDependencies(g, &set, &set, nullptr, 1), cudaErrorInvalidValue);
    CK(cudaGraphAddDependencies(g, &nothing, &set, nullptr, 1));
    cudaGraphExec_t z;
    ERR(cudaGraphInstantiate(&z, g, 0), cudaErrorInvalidValue); // a cycle
    CK(cudaGraphRemoveDependencies(g, &nothing, &set, nullptr, 1));
    CK(cudaGraphDestroyNode(host));
    n = 0;
    CK(cudaGraphGetNodes(g, nullptr, &n));
    EQ(n, 5);
    cudaGetLastError();

    // events of a graph
    cudaEvent_t e;
    cudaGraphNode_t record;
    CK(cudaEventCreate(&e));
    CK(cudaGraphAddEventRecordNode(&record, g, &n2, 1, e));
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s));
    CK(cudaEventSynchronize(e));
    CK(cudaStreamSynchronize(s));
    t_is("at the event", a, 32, [](int) { return 21; });

    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphExecDestroy(y));
    CK(cudaGraphDestroy(g));
    CK(cudaGraphDestroy(outer));
    CK(cudaEventDestroy(e));
    CK(cudaStreamDestroy(s));
    return t_end();
}
