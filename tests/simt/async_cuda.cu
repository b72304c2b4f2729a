// async_cuda.cu: cuda::barrier, cuda::pipeline, cuda::memcpy_async and cuda::atomic.
#include "t.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void block_barrier(int *o)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    int x = t;
    for (int k = 0; k < 4; k++) {
        s[t] = x;
        bar.arrive_and_wait();
        x = s[(t + 1) % 64];
        auto token = bar.arrive();
        x += 1000;
        bar.wait(std::move(token));
    }
    o[t] = x;
}
__global__ void copies(const int *in, int *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[128];
    auto b = cg::this_thread_block();
    if (b.thread_rank() == 0)
        init(&bar, b.size());
    b.sync();
    cuda::memcpy_async(b, s, in, sizeof s, bar);
    bar.arrive_and_wait();
    o[b.thread_rank()] = s[127 - b.thread_rank()];
}
__global__ void pipelined(const int *in, int *o, int batches)
{
    constexpr int stages = 2;
    __shared__ int s[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto b = cg::this_thread_block();
    auto p = cuda::make_pipeline(b, &state);
    int sum = 0, fetched = 0;
    for (int k = 0; k < batches; k++) {
        for (; fetched < batches && fetched < k + stages; fetched++) {
            p.producer_acquire();
            cuda::memcpy_async(b, s[fetched % stages], in + fetched * 64, 64 * sizeof(int), p);
            p.producer_commit();
        }
        p.consumer_wait();
        sum += s[k % stages][63 - threadIdx.x];
        p.consumer_release();
    }
    o[threadIdx.x] = sum;
}
__global__ void of_thread(const int *in, int *o)
{
    __shared__ int s[32];
    auto p = cuda::make_pipeline();
    p.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), p);
    p.producer_commit();
    p.consumer_wait();
    o[threadIdx.x] = s[threadIdx.x] + 1;
    p.consumer_release();
}
__global__ void atomics(int *count, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> c(*count);
    int mine = c.fetch_add(1, cuda::memory_order_relaxed);
    o[mine] = 1;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
    if (threadIdx.x == 0)
        a.store(5);
    __syncthreads();
    a.fetch_max((int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0 && a.load() != (int)blockDim.x - 1)
        o[0] = -1;
}
__global__ void release_acquire(int *data, int *flag, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42;
        f.store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (f.load(cuda::memory_order_acquire) == 0)
            ;
        *o = *data;
    }
}

int main()
{
    int *in = t_dev<int>(512, [](int i) { return i * 2; }), *o = t_dev<int>(256);
    block_barrier<<<1, 64>>>(o);
    t_is("barrier", o, 64, [](int i) { return (i + 4) % 64 + 4000; });
    copies<<<1, 128>>>(in, o);
    t_is("memcpy_async", o, 128, [](int i) { return (127 - i) * 2; });
    pipelined<<<1, 64>>>(in, o, 8);
    t_is("pipeline", o, 64, [](int i) { return 8 * 2 * (63 - i) + 2 * 64 * 28; });
    of_thread<<<1, 32>>>(in, o);
    t_is("thread's pipeline", o, 32, [](int i) { return i * 2 + 1; });
    int *n = t_dev<int>(3);
    atomics<<<2, 64>>>(n, o);
    t_is("atomic", o, 128, [](int) { return 1; });
    release_acquire<<<2, 32>>>(n, n + 1, n + 2);
    EQ(t_get(n, 2), 42);
    return t_end();
}
