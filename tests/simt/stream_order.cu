// stream_order.cu: streams, events, host functions, priorities; what is ordered and what waits.
#include "t.h"

__global__ void add(int *a, int v) { a[threadIdx.x] += v; }
__global__ void mul(int *a, int v) { a[threadIdx.x] *= v; }
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }

static int order[8], norder;
static void CUDART_CB note(void *p) { order[norder++] = (int)(size_t)p; }
static void CUDART_CB old_style(cudaStream_t, cudaError_t e, void *p)
{
    if (e == cudaSuccess)
        order[norder++] = (int)(size_t)p;
}

int main()
{
    cudaStream_t s, r;
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreateWithFlags(&r, cudaStreamNonBlocking));
    int *a = t_dev<int>(32), *b = t_dev<int>(32), *c = t_dev<int>(32);
    add<<<1, 32, 0, s>>>(a, 3);
    mul<<<1, 32, 0, s>>>(a, 10);
    CK(cudaLaunchHostFunc(s, note, (void *)1));
    add<<<1, 32, 0, s>>>(a, 1);
    CK(cudaStreamAddCallback(s, old_style, (void *)2, 0));
    CK(cudaStreamSynchronize(s));
    EQ(norder * 100 + order[0] * 10 + order[1], 212);
    t_is("in order", a, 32, [](int) { return 31; });

    // r waits for s through an event
    cudaEvent_t e, f;
    CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    CK(cudaEventCreate(&f));
    add<<<1, 32, 0, s>>>(a, 9);
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(r, e, 0));
    copy<<<1, 32, 0, r>>>(a, b);
    CK(cudaStreamSynchronize(r));
    t_is("after the event", b, 32, [](int) { return 40; });
    ERR(cudaEventQuery(e), cudaSuccess);
    ERR(cudaStreamQuery(r), cudaSuccess);

    // the legacy default stream waits for s and s for it
    add<<<1, 32, 0, s>>>(a, 2);
    copy<<<1, 32>>>(a, c);
    add<<<1, 32, 0, s>>>(a, 100);
    CK(cudaDeviceSynchronize());
    t_is("default stream", c, 32, [](int) { return 42; });

    cudaEvent_t t0, t1;
    CK(cudaEventCreate(&t0));
    CK(cudaEventCreate(&t1));
    CK(cudaEventRecord(t0, s));
    for (int k = 0; k < 5; k++)
        add<<<1, 32, 0, s>>>(a, 1);
    CK(cudaEventRecord(t1, s));
    CK(cudaEventSynchronize(t1));
    float ms = -1;
    CK(cudaEventElapsedTime(&ms, t0, t1));
    EQ(ms >= 0 && ms < 10000, 1);
    int least, greatest;
    CK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EQ(least >= greatest, 1);
    cudaStream_t p;
    CK(cudaStreamCreateWithPriority(&p, cudaStreamNonBlocking, greatest));
    int priority = 99;
    unsigned flags = 0;
    CK(cudaStreamGetPriority(p, &priority));
    EQ(priority == greatest, 1);
    CK(cudaStreamGetFlags(p, &flags));
    EQ(flags, cudaStreamNonBlocking);
    add<<<1, 32, 0, p>>>(b, 1);
    CK(cudaStreamSynchronize(p));
    add<<<1, 32, 0, cudaStreamPerThread>>>(b, 1);
    CK(cudaStreamSynchronize(cudaStreamPerThread));
    add<<<1, 32, 0, cudaStreamLegacy>>>(b, 1);
    CK(cudaStreamSynchronize(0));
    t_is("special streams", b, 32, [](int) { return 43; });
    CK(cudaStreamDestroy(p));
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(r));
    CK(cudaEventDestroy(e));
    CK(cudaEventDestroy(f));
    CK(cudaEventDestroy(t0));
    CK(cudaEventDestroy(t1));
    return t_end();
}
