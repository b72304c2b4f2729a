// ok_waited.cu: host code beside work that may still run, in order: it waits by each means there is, touches other
// memory, or hands over by flags. Not one of these may be reported.
#include <atomic>
#include <thread>
#include <vector>
#include "t.h"

enum { N = 1000 };

__global__ void fill(float *a, float x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = x + i;
}
__global__ void twice(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = 2 * a[i];
}
/* Waits for the host's data, doubles it and says so. */
__global__ void server(volatile int *flag, float *data)
{
    while (flag[0] == 0)
        ;
    __threadfence_system();
    data[1] = 2 * data[0];
    __threadfence_system();
    flag[1] = 1;
}
__global__ void steps(volatile int *done, int n)
{
    for (int i = 1; i <= n; i++)
        *done = i;
}

__managed__ int total, other;
__managed__ volatile int ready;
__global__ void count() { atomicAdd(&total, 1); }
__global__ void ready_now()
{
    total = 5;
    __threadfence_system();
    ready = 1;
}

/* Variables that both see: waited for, another one, and behind a flag. */
static void variables(void)
{
    total = other = 0;
    count<<<2, 32>>>();
    other = 3;
    CK(cudaDeviceSynchronize());
    EQ(total + other, 67);
    ready = 0;
    ready_now<<<1, 1>>>();
    while (!ready)
        ;
    EQ(total, 5);
    CK(cudaDeviceSynchronize());
}
/* memcpy() and memset() of what no work uses, or of what has been waited for; memory that is pinned for a while. */
static void copies(float *m, float *d)
{
    std::vector<float> h(N), all(N);
    fill<<<4, 256>>>(d, 1, N);
    memset(m, 0, N * sizeof *m);
    memcpy(h.data(), m, N * sizeof *m);
    EQ(h[5], 0);
    CK(cudaMemcpyAsync(m, d, N * sizeof *m, cudaMemcpyDeviceToDevice));
    CK(cudaDeviceSynchronize());
    memcpy(h.data(), m, N * sizeof *m);
    EQ(h[5], 6);
    CK(cudaHostRegister(h.data(), N * sizeof(float), 0));
    CK(cudaMemcpyAsync(h.data(), d, N * sizeof(float), cudaMemcpyDeviceToHost));
    all = std::vector<float>(N, 1);
    CK(cudaStreamSynchronize(0));
    EQ(h[7] + all[3], 9);
    CK(cudaMemcpyAsync(d, h.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    all[4] = h[4]; /* both read */
    CK(cudaHostUnregister(h.data()));
    h[4] = all[4];
    CK(cudaMemsetAsync(m, 0, N * sizeof *m));
    CK(cudaStreamSynchronize(0));
    m[3] = 1;
}
static void by_each_wait(float *m, float *d)
{
    cudaStream_t s;
    cudaEvent_t e;
    float h;
    CK(cudaStreamCreate(&s));
    CK(cudaEventCreate(&e));
    fill<<<4, 256>>>(m, 1, N);
    CK(cudaDeviceSynchronize());
    EQ(m[5], 6);
    fill<<<4, 256, 0, s>>>(m, 2, N);
    CK(cudaStreamSynchronize(s));
    EQ(m[5], 7);
    fill<<<4, 256, 0, s>>>(m, 3, N);
    CK(cudaEventRecord(e, s));
    fill<<<4, 256, 0, s>>>(d, 3, N);
    CK(cudaEventSynchronize(e));
    EQ(m[5], 8);
    fill<<<4, 256, 0, s>>>(m, 4, N);
    while (cudaStreamQuery(s) == cudaErrorNotReady)
        ;
    EQ(m[5], 9);
    fill<<<4, 256>>>(m, 5, N);
    CK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    EQ(m[5], 10);
    fill<<<4, 256>>>(m, 6, N);
    m[N] = 1; /* beside what the kernel writes */
    EQ(m[N], 1);
    CK(cudaStreamDestroy(s));
    CK(cudaEventDestroy(e));
}
/* The host fills one buffer while the kernel reads the other. */
static void two_buffers(float *p, float *d)
{
    cudaStream_t s;
    cudaEvent_t free_[2];
    CK(cudaStreamCreate(&s));
    CK(cudaEventCreate(&free_[0]));
    CK(cudaEventCreate(&free_[1]));
    for (int k = 0; k < 6; k++) {
        float *b = p + k % 2 * N;
        CK(cudaEventSynchronize(free_[k % 2]));
        for (int i = 0; i < N; i++)
            b[i] = k * i;
        CK(cudaMemcpyAsync(d, b, N * sizeof *b, cudaMemcpyHostToDevice, s));
        CK(cudaEventRecord(free_[k % 2], s));
        twice<<<4, 256, 0, s>>>(d, d + N, N);
    }
    CK(cudaStreamSynchronize(s));
    EQ(t_get(d, N + 7), 70);
    CK(cudaStreamDestroy(s));
    CK(cudaEventDestroy(free_[0]));
    CK(cudaEventDestroy(free_[1]));
}
/* A host function looks at what its stream has done, while more waits. */
static void looked_at(float *m)
{
    static float seen;
    static float *at;
    at = m;
    fill<<<4, 256>>>(m, 1, N);
    CK(cudaLaunchHostFunc(0, [](void *) { seen = at[1], at[0] = 100; }, nullptr));
    fill<<<4, 256>>>(m, 2, N);
    CK(cudaDeviceSynchronize());
    EQ(seen, 2);
    EQ(m[0], 2);
}
static void by_flags(float *p)
{
    volatile int *flag = (volatile int *)(p + 8);
    flag[0] = flag[1] = 0;
    server<<<1, 1>>>((int *)flag, p);
    p[0] = 21;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    flag[0] = 1;
    while (flag[1] == 0)
        ;
    EQ(p[1], 42);
    int *plain = (int *)(p + 8);
    plain[0] = plain[1] = 0;
    CK(cudaDeviceSynchronize());
    server<<<1, 1>>>(plain, p);
    p[0] = 4;
    __sync_synchronize();
    plain[0] = 1;
    CK(cudaDeviceSynchronize());
    EQ(p[1], 8);
}
static void watched(float *p)
{
    int *done = (int *)p;
    *done = 0;
    CK(cudaDeviceSynchronize());
    steps<<<1, 1>>>(done, 50);
    while (*done < 50)
        std::this_thread::yield();
    CK(cudaDeviceSynchronize());
}

int main()
{
    float *m, *p, *d = t_dev<float>(2 * N);
    CK(cudaMallocManaged(&m, (N + 1) * sizeof *m));
    CK(cudaHostAlloc(&p, 2 * N * sizeof *p, cudaHostAllocMapped));
    variables();
    copies(m, d);
    by_each_wait(m, d);
    two_buffers(p, d);
    looked_at(m);
    CK(cudaDeviceSynchronize());
    by_flags(p);
    watched(p);
    CK(cudaFree(m));
    CK(cudaFreeHost(p));
    return t_end();
}
