// ok_streams.cu: several streams that share memory in an order, by each means there is, or need none. Not one of them
// may be reported.
#include <atomic>
#include <thread>
#include "t.h"

enum { N = 256 };
static cudaStream_t s, r, n; // n: non-blocking
static cudaEvent_t e, f;
static int *a, *b, *h;

__global__ void put(int *x, int v) { x[blockIdx.x * 32 + threadIdx.x] = v + threadIdx.x; }
__global__ void twice(const int *x, int *y)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    y[i] = 2 * x[i];
}
__global__ void count(int *x) { atomicAdd(&x[threadIdx.x % 4], 1); }
__global__ void raise(int *x) { x[0] = 1; }
__global__ void post(int *data, int *flag)
{
    data[threadIdx.x] = 7;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(flag, 1);
}
__global__ void take(const int *data, int *flag, int *out)
{
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0) == 0)
            ;
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = data[threadIdx.x];
}
__global__ void cas_add(unsigned *x)
{
    unsigned old = *x, seen;
    do {
        seen = old;
        old = atomicCAS(x, seen, seen + 1);
    } while (old != seen);
}

static void zero(int *x, int v) { put<<<N / 32, 32, 0, s>>>(x, v); }

/* An event may be recorded again, waited for by a third stream that orders a fourth, and be gone before its work. */
static void by_events(void)
{
    cudaEvent_t gone;
    for (int k = 0; k < 4; k++) {
        zero(a, k);
        CK(cudaEventRecord(e, s));
        CK(cudaStreamWaitEvent(r, e, 0));
        CK(cudaEventRecord(f, r));
        CK(cudaStreamWaitEvent(n, f, 0));
        twice<<<N / 32, 32, 0, n>>>(a, b);
        CK(cudaEventCreate(&gone));
        CK(cudaEventRecord(gone, n));
        CK(cudaStreamWaitEvent(s, gone, 0));
        CK(cudaEventDestroy(gone));
    }
    CK(cudaStreamSynchronize(s));
    CK(cudaMemcpyAsync(h, b, 4 * N, cudaMemcpyDeviceToHost, r));
    CK(cudaStreamSynchronize(r));
    EQ(h[33], 8);
}
static void by_legacy(void)
{
    zero(a, 1);
    twice<<<N / 32, 32>>>(a, b);
    put<<<N / 32, 32, 0, r>>>(a, 2);
    CK(cudaMemset(a, 0, 4 * N));
    twice<<<N / 32, 32, 0, s>>>(a, b);
    CK(cudaMemcpy(h, b, 4 * N, cudaMemcpyDeviceToHost));
    EQ(h[7], 0);
    put<<<N / 32, 32, 0, cudaStreamPerThread>>>(a, 0);
    raise<<<1, 1>>>(a);
    put<<<N / 32, 32, 0, cudaStreamPerThread>>>(a, 0);
    CK(cudaDeviceSynchronize());
}
static void by_host(void)
{
    zero(a, 1);
    CK(cudaStreamSynchronize(s));
    twice<<<N / 32, 32, 0, n>>>(a, b);
    CK(cudaEventRecord(e, n));
    CK(cudaEventSynchronize(e));
    zero(a, 2);
    while (cudaStreamQuery(s) == cudaErrorNotReady)
        ;
    twice<<<N / 32, 32, 0, r>>>(a, b);
    CK(cudaEventRecord(f, r));
    while (cudaEventQuery(f) == cudaErrorNotReady)
        ;
    put<<<N / 32, 32, 0, n>>>(b, 3);
    CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(a, h, 4 * N, cudaMemcpyHostToDevice)); // a copy that the host waits for
    twice<<<N / 32, 32, 0, n>>>(a, b);
    CK(cudaDeviceSynchronize());
}
/* A host function says to a host that polls that the work is done. */
static void by_function(void)
{
    static std::atomic<int> done;
    done = 0;
    zero(a, 1);
    CK(cudaLaunchHostFunc(s, [](void *) { done = 1; }, nullptr));
    while (!done)
        std::this_thread::yield();
    put<<<N / 32, 32, 0, n>>>(a, 2);
    CK(cudaDeviceSynchronize());
}
/* A kernel that has waited for the flag of another's. */
static void by_flag(void)
{
    int *flag = t_dev<int>(1);
    CK(cudaDeviceSynchronize());
    post<<<1, 32, 0, s>>>(a, flag);
    take<<<1, 32, 0, n>>>(a, flag, b);
    CK(cudaDeviceSynchronize());
    EQ(t_get(b, 5), 7);
}
/* Nothing is shared but what both read, count in, or set to one value; and halves of one sector. */
static void apart(void)
{
    CK(cudaMemset(b, 0, 4 * N));
    CK(cudaDeviceSynchronize());
    twice<<<1, 32, 0, s>>>(a, b);
    twice<<<1, 32, 0, n>>>(a, b + 37);
    count<<<1, 64, 0, s>>>(b + 32);
    count<<<1, 64, 0, n>>>(b + 32);
    cas_add<<<1, 64, 0, s>>>((unsigned *)b + 36);
    cas_add<<<1, 64, 0, n>>>((unsigned *)b + 36);
    raise<<<1, 1, 0, s>>>(b + 80);
    raise<<<1, 1, 0, n>>>(b + 80);
    CK(cudaMemcpyAsync(h, a, 128, cudaMemcpyDeviceToHost, s));
    CK(cudaMemcpyAsync(h + 32, a, 128, cudaMemcpyDeviceToHost, n));
    CK(cudaMemset2DAsync(b + 100, 32, 0, 16, 4, s));
    CK(cudaMemset2DAsync(b + 104, 32, 0, 16, 4, n));
    CK(cudaDeviceSynchronize());
    EQ(t_get(b, 32), 32);
    EQ(t_get(b, 36), 128);
}
/* Memory that is freed in the order of its stream; the next may lie in the same place. */
static void pooled(void)
{
    for (int k = 0; k < 3; k++) {
        int *x;
        cudaStream_t t = k % 2 ? n : s;
        CK(cudaMallocAsync(&x, 4 * N, t));
        put<<<N / 32, 32, 0, t>>>(x, k);
        twice<<<N / 32, 32, 0, t>>>(x, k % 2 ? a : b);
        CK(cudaFreeAsync(x, t));
    }
    CK(cudaDeviceSynchronize());
    for (int k = 0; k < 3; k++) {
        int *x;
        CK(cudaMalloc(&x, 4 * N));
        put<<<N / 32, 32, 0, k % 2 ? n : s>>>(x, k);
        CK(cudaFree(x));
    }
}
/* Chunks in turn, each with its place and its stream, and pinned memory that is filled again when it is free. */
static void chunks(void)
{
    cudaStream_t t[2] = { s, n };
    for (int k = 0; k < 6; k++) {
        int at = k % 2 * (N / 2);
        CK(cudaStreamSynchronize(t[k % 2]));
        for (int i = 0; i < N / 2; i++)
            h[at + i] = k + i;
        CK(cudaMemcpyAsync(a + at, h + at, 2 * N, cudaMemcpyHostToDevice, t[k % 2]));
        twice<<<N / 64, 32, 0, t[k % 2]>>>(a + at, b + at);
        CK(cudaMemcpyAsync(h + at, b + at, 2 * N, cudaMemcpyDeviceToHost, t[k % 2]));
    }
    CK(cudaDeviceSynchronize());
    EQ(h[N / 2 + 3], 16);
}
static void graphs(void)
{
    cudaGraph_t g;
    cudaGraphExec_t x;
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    zero(a, 1);
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(n, e, 0));
    twice<<<N / 32, 32, 0, n>>>(a, b);
    CK(cudaEventRecord(f, n));
    CK(cudaStreamWaitEvent(s, f, 0));
    CK(cudaStreamEndCapture(s, &g));
    CK(cudaGraphInstantiate(&x, g, 0));
    for (int k = 0; k < 3; k++)
        CK(cudaGraphLaunch(x, k % 2 ? n : s));
    CK(cudaDeviceSynchronize());
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
}
/* More streams than are told apart, each after the one before, and gone at once. */
static void many(void)
{
    CK(cudaEventRecord(e, s));
    for (int k = 0; k < 100; k++) {
        cudaStream_t t;
        CK(cudaStreamCreateWithFlags(&t, k % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
        CK(cudaStreamWaitEvent(t, e, 0));
        put<<<N / 32, 32, 0, t>>>(a, k);
        CK(cudaEventRecord(e, t));
        CK(cudaStreamDestroy(t));
    }
    CK(cudaDeviceSynchronize());
    EQ(t_get(a, 3), 102);
}

int main()
{
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&r));
    CK(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking));
    CK(cudaEventCreate(&e));
    CK(cudaEventCreateWithFlags(&f, cudaEventDisableTiming));
    a = t_dev<int>(N);
    b = t_dev<int>(N);
    CK(cudaMallocHost(&h, 4 * N));
    CK(cudaDeviceSynchronize());
    by_events();
    by_legacy();
    by_host();
    by_function();
    by_flag();
    apart();
    pooled();
    chunks();
    graphs();
    many();
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(r));
    CK(cudaStreamDestroy(n));
    CK(cudaEventDestroy(e));
    CK(cudaEventDestroy(f));
    CK(cudaFreeHost(h));
    return t_end();
}
