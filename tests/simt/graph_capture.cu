// graph_capture.cu: graphs by capture and by nodes; instantiate, launch, update.
#include "t.h"

__global__ void add(int *a, int v) { a[threadIdx.x] += v; }
__global__ void mul(int *a, int v) { a[threadIdx.x] *= v; }
__global__ void sum(const int *a, const int *b, int *o) { o[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main()
{
    cudaStream_t s, r;
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&r));
    int *a = t_dev<int>(32), *b = t_dev<int>(32), *o = t_dev<int>(32);

    // captured work does not run
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamCaptureStatus status;
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, s>>>(a, 2);
    mul<<<1, 32, 0, s>>>(a, 3);
    CK(cudaMemcpyAsync(b, a, 32 * sizeof(int), cudaMemcpyDeviceToDevice, s));
    CK(cudaStreamIsCapturing(s, &status));
    EQ(status == cudaStreamCaptureStatusActive, 1);
    CK(cudaStreamEndCapture(s, &g));
    t_is("captured only", a, 32, [](int) { return 0; });
    CK(cudaGraphInstantiate(&x, g, 0));
    for (int k = 0; k < 3; k++)
        CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("three launches", b, 32, [](int) { return ((0 + 2) * 3 + 2) * 3 * 3 + 6; });
    size_t n = 0;
    CK(cudaGraphGetNodes(g, nullptr, &n));
    EQ(n, 3);
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));

    // a second stream joins the capture through events
    cudaEvent_t fork, join;
    CK(cudaEventCreate(&fork));
    CK(cudaEventCreate(&join));
    CK(cudaMemset(a, 0, 32 * sizeof(int)));
    CK(cudaMemset(b, 0, 32 * sizeof(int)));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(cudaEventRecord(fork, s));
    CK(cudaStreamWaitEvent(r, fork, 0));
    add<<<1, 32, 0, s>>>(a, 5);
    add<<<1, 32, 0, r>>>(b, 7);
    CK(cudaEventRecord(join, r));
    CK(cudaStreamWaitEvent(s, join, 0));
    sum<<<1, 32, 0, s>>>(a, b, o);
    CK(cudaStreamEndCapture(s, &g));
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("fork and join", o, 32, [](int) { return 24; });
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));

    // by nodes: memset -> add -> mul, then other parameters
    cudaGraphNode_t set, first, second;
    CK(cudaGraphCreate(&g, 0));
    cudaMemsetParams m = {};
    m.dst = a;
    m.elementSize = 4;
    m.value = 1;
    m.width = 32;
    m.height = 1;
    CK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    int v = 4, w = 10;
    void *args[] = { &a, &v };
    cudaKernelNodeParams k = {};
    k.func = (void *)add;
    k.gridDim = dim3(1);
    k.blockDim = dim3(32);
    k.kernelParams = args;
    CK(cudaGraphAddKernelNode(&first, g, &set, 1, &k));
    void *args2[] = { &a, &w };
    cudaKernelNodeParams q = k;
    q.func = (void *)mul;
    q.kernelParams = args2;
    CK(cudaGraphAddKernelNode(&second, g, &first, 1, &q));
    v = 99; // parameters were copied
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("nodes", a, 32, [](int) { return 50; });
    v = 6;
    CK(cudaGraphExecKernelNodeSetParams(x, first, &k));
    CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("new parameters", a, 32, [](int) { return 70; });
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    CK(cudaEventDestroy(fork));
    CK(cudaEventDestroy(join));
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(r));
    return t_end();
}
