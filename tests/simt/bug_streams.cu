// bug_streams.cu: work of several streams that nothing orders. In the order of issue its result is the one that was
// meant, and it is told nevertheless; a seed, under which streams take turns, shows it in the result, too. What events,
// waits and the legacy stream order stays.
// native no
#include "t.h"

__global__ void add(int *a, int v)
{
    a[blockIdx.x * 32 + threadIdx.x] += v; //@added
}
__global__ void twice(const int *a, int *b)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    b[i] = 2 * a[i]; //@early
}

enum { BLOCKS = 4, N = BLOCKS * 32, BYTES = N * 4 };
static cudaStream_t s, r, n;
static cudaEvent_t e, f;
static int *a, *b, *h;

// args no_event
// expect-error race @early
// reports 1
// args no_event
// env SIMT_SEED=1
// expect-error race @early|@added
// reports 1
// expect-exit 1
static void no_event(void)
{
    add<<<BLOCKS, 32, 0, s>>>(a, 3);
    twice<<<BLOCKS, 32, 0, r>>>(a, b);
}
// recorded before the work that it stands for
// args too_soon
// expect-error race @early
// reports 1
// args too_soon
// env SIMT_SEED=1
// expect-error race @early|@added
// reports 1
// expect-exit 1
static void too_soon(void)
{
    CK(cudaEventRecord(e, s));
    add<<<BLOCKS, 32, 0, s>>>(a, 3);
    CK(cudaStreamWaitEvent(r, e, 0));
    twice<<<BLOCKS, 32, 0, r>>>(a, b);
}
// waited for by another stream than the one that frees
// args freed
// env SIMT_SEED=1
// expect-error use-after-free @early
// expect-exit 1
static void freed(void)
{
    int *c;
    CK(cudaMallocAsync(&c, BYTES, s));
    CK(cudaMemsetAsync(c, 0, BYTES, s));
    add<<<BLOCKS, 32, 0, s>>>(c, 3);
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(r, e, 0));
    twice<<<BLOCKS, 32, 0, r>>>(c, b);
    CK(cudaFreeAsync(c, s));
}
// a copy in another stream than the kernel, both ways
// args copied_back
// expect-error race @cb
// reports 1
static void copied_back(void)
{
    add<<<BLOCKS, 32, 0, s>>>(a, 3);
    CK(cudaMemcpyAsync(h, a, BYTES, cudaMemcpyDeviceToHost, r)); //@cb
    CK(cudaDeviceSynchronize());
    twice<<<BLOCKS, 32>>>(a, b);
}
// args copied_up
// expect-error race @added
// reports 1
static void copied_up(void)
{
    for (int i = 0; i < N; i++)
        h[i] = 0;
    CK(cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, r));
    add<<<BLOCKS, 32, 0, s>>>(a, 3);
    CK(cudaDeviceSynchronize());
    twice<<<BLOCKS, 32>>>(a, b);
}
// two copies, through one place
// args two_copies
// expect-error race @tc
// reports 1
static void two_copies(void)
{
    for (int i = 0; i < N; i++)
        h[i] = 3;
    CK(cudaMemcpyAsync(a, h, BYTES, cudaMemcpyHostToDevice, s));
    CK(cudaMemcpyAsync(b, a, BYTES, cudaMemcpyDeviceToDevice, r)); //@tc
    CK(cudaDeviceSynchronize());
    twice<<<BLOCKS, 32>>>(a, b);
}
// a stream that does not wait for the legacy one
// args not_legacy
// expect-error race @added
// reports 1
static void not_legacy(void)
{
    CK(cudaMemset(a, 0, BYTES));
    add<<<BLOCKS, 32, 0, n>>>(a, 3);
    CK(cudaStreamSynchronize(n));
    twice<<<BLOCKS, 32>>>(a, b);
}
// the host waits for another one, and the second grid writes what the first reads
// args other_waited
// expect-error race @added
// reports 1
static void other_waited(void)
{
    add<<<BLOCKS, 32, 0, s>>>(a, 3);
    CK(cudaStreamSynchronize(s));
    twice<<<BLOCKS, 32, 0, s>>>(a, b);
    CK(cudaStreamSynchronize(r));
    add<<<BLOCKS, 32, 0, r>>>(a, 3);
}
// each turn of a loop: once
// args in_a_loop
// expect-error race @early
// reports 1
static void in_a_loop(void)
{
    for (int k = 0; k < 4; k++) {
        add<<<BLOCKS, 32, 0, s>>>(a, k - 1);
        twice<<<BLOCKS, 32, 0, r>>>(a, b);
        CK(cudaDeviceSynchronize());
    }
    add<<<BLOCKS, 32>>>(a, 1);
    twice<<<BLOCKS, 32>>>(a, b);
}
// fork and join by events that are recorded again, and the legacy stream between
// args right
// env SIMT_SEED=1
// args right
// env SIMT_SEED=2
// args right
// env SIMT_SEED=3
static void right(void)
{
    for (int k = 0; k < 5; k++) {
        add<<<BLOCKS, 32, 0, s>>>(a, k - 2);
        CK(cudaEventRecord(e, s));
        CK(cudaStreamWaitEvent(r, e, 0));
        twice<<<BLOCKS, 32, 0, r>>>(a, b);
        CK(cudaEventRecord(f, r));
        CK(cudaStreamWaitEvent(s, f, 0));
    }
    add<<<BLOCKS, 32>>>(a, 3);
    twice<<<BLOCKS, 32, 0, r>>>(a, b);
    CK(cudaStreamSynchronize(r));
    CK(cudaMemcpyAsync(h, b, BYTES, cudaMemcpyDeviceToHost, s));
    CK(cudaEventRecord(e, s));
    CK(cudaEventSynchronize(e));
    for (int i = 0; i < N; i++)
        t_bad += h[i] != 6;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&r));
    CK(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking));
    CK(cudaEventCreate(&e));
    CK(cudaEventCreate(&f));
    CK(cudaMalloc(&a, BYTES));
    CK(cudaMalloc(&b, BYTES));
    CK(cudaMallocHost(&h, BYTES));
    CK(cudaMemset(a, 0, BYTES));
    CK(cudaMemset(b, 0, BYTES));
#define CASE(name) if (!strcmp(w, #name)) name();
    CASE(no_event) CASE(too_soon) CASE(freed) CASE(copied_back) CASE(copied_up) CASE(two_copies) CASE(not_legacy)
    CASE(other_waited) CASE(in_a_loop) CASE(right)
    cudaDeviceSynchronize();
    cudaMemcpy(h, b, BYTES, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        t_bad += h[i] != 6;
    CK(cudaEventDestroy(e));
    CK(cudaEventDestroy(f));
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(r));
    CK(cudaStreamDestroy(n));
    CK(cudaFreeHost(h));
    CK(cudaFree(a));
    CK(cudaFree(b));
    puts(t_bad ? "wrong" : "ok");
    return t_bad != 0;
}
