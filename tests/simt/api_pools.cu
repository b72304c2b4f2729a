// api_pools.cu: stream-ordered allocation, pools, and memory of graphs.
// allow-error api
#include "t.h"

__global__ void fill(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }

int main()
{
    cudaStream_t s;
    CK(cudaStreamCreate(&s));
    int *p, *q, *none = (int *)1, host[32];
    CK(cudaMallocAsync(&p, sizeof host, s));
    fill<<<1, 32, 0, s>>>(p, 5);
    CK(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, s));
    CK(cudaFreeAsync(p, s));
    CK(cudaStreamSynchronize(s));
    EQ(host[31], 36);
    CK(cudaMallocAsync(&none, 0, s));
    EQ(none == nullptr, 1);
    CK(cudaFreeAsync(nullptr, s));
    // the two ways to get and give back mix
    CK(cudaMallocAsync(&p, 100, s));
    CK(cudaStreamSynchronize(s));
    CK(cudaFree(p));
    CK(cudaMalloc(&p, 100));
    CK(cudaFreeAsync(p, s));
    CK(cudaStreamSynchronize(s));
    ERR(cudaFreeAsync(p, s), cudaErrorInvalidValue);
    cudaGetLastError();

    cudaMemPool_t pool, own;
    CK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long v = 7;
    CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &v));
    EQ(v, 0);
    int flag = 0;
    CK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
    EQ(flag, 1);
    v = 1 << 20;
    CK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &v));
    v = 0;
    CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &v));
    EQ(v, 1 << 20);
    ERR(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    cudaGetLastError();

    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    CK(cudaMemPoolCreate(&own, &props));
    CK(cudaMallocFromPoolAsync(&p, 4096, own, s));
    CK(cudaMallocAsync(&q, 1000, own, s));
    fill<<<1, 32, 0, s>>>(q, 1);
    CK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &v));
    EQ(v >= 5096, 1);
    CK(cudaFreeAsync(p, s));
    CK(cudaFreeAsync(q, s));
    CK(cudaStreamSynchronize(s));
    CK(cudaMemPoolTrimTo(own, 0));
    CK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &v));
    EQ(v, 0);
    CK(cudaMemPoolDestroy(own));

    // a graph's own memory
    cudaGraph_t g;
    cudaGraphExec_t x;
    int *o = t_dev<int>(32);
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(cudaMallocAsync(&p, sizeof host, s));
    fill<<<1, 32, 0, s>>>(p, 70);
    CK(cudaMemcpyAsync(o, p, sizeof host, cudaMemcpyDeviceToDevice, s));
    CK(cudaFreeAsync(p, s));
    CK(cudaStreamEndCapture(s, &g));
    CK(cudaGraphInstantiate(&x, g, 0));
    for (int k = 0; k < 3; k++)
        CK(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    t_is("through a graph's memory", o, 32, [](int i) { return 70 + i; });
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    CK(cudaStreamDestroy(s));
    return t_end();
}
