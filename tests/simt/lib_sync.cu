// lib_sync.cu: cuda::barrier, cuda::pipeline with roles, cuda::atomic of every kind, semaphores and latches.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include "t.h"
namespace cg = cooperative_groups;

/* Arrive, do something else, wait. */
__global__ void split(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        s[t] = in[t] + round;
        auto token = bar.arrive();
        int own = t * 2;
        bar.wait(std::move(token));
        out[t] += s[63 - t] + own;
        bar.arrive_and_wait();
    }
}

/* Half the block fills, half drains; two buffers, two barriers each. */
__global__ void producers(const int *in, int *out, int tiles)
{
    typedef cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ barrier full[2], empty[2];
    __shared__ int buffer[2][32];
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() < 2) {
        init(&full[block.thread_rank()], block.size());
        init(&empty[block.thread_rank()], block.size());
    }
    block.sync();
    int lane = block.thread_rank() % 32;
    if (block.thread_rank() < 32) {
        for (int i = 0; i < tiles; i++) {
            empty[i % 2].arrive_and_wait();
            buffer[i % 2][lane] = in[i * 32 + lane] * 3;
            (void)full[i % 2].arrive();
        }
    } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int i = 0; i < tiles; i++) {
            full[i % 2].arrive_and_wait();
            out[i * 32 + lane] = buffer[i % 2][31 - lane];
            (void)empty[i % 2].arrive();
        }
    }
}

/* A copy that a barrier waits for. */
__global__ void copied(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ alignas(16) int s[256];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, s, in, cuda::aligned_size_t<16>(sizeof s), bar);
    bar.arrive_and_wait();
    for (int i = block.thread_rank(); i < 256; i += block.size())
        out[i] = s[255 - i];
}

/* One thread's bulk copy, by bytes. */
__global__ void bulk(const int *in, int *out)
{
    __shared__ alignas(128) int s[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        cuda::device::experimental::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::experimental::cp_async_bulk_global_to_shared(s, in, sizeof s, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        out[i] = s[i] + 1;
}

template <int Stages> __global__ void stages(const int *in, int *out, int tiles)
{
    __shared__ int s[Stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int tile = 0, ahead = 0; tile < tiles; tile++) {
        for (; ahead < tiles && ahead < tile + Stages; ahead++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[ahead % Stages], in + 64 * ahead, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[tile % Stages][63 - block.thread_rank()];
        pipe.consumer_release();
    }
    out[block.thread_rank()] = sum;
}

__global__ void roles(const int *in, int *out, int tiles)
{
    __shared__ int s[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    bool producer = block.thread_rank() < 32;
    auto pipe = cuda::make_pipeline(block, &state,
                                    producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int lane = block.thread_rank() % 32;
    for (int tile = 0; tile < tiles; tile++) {
        if (producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[tile % 2][lane], &in[tile * 32 + lane], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[tile * 32 + lane] = s[tile % 2][lane] + tile;
            pipe.consumer_release();
        }
    }
}

struct pair {
    int a, b;
};
__device__ cuda::atomic<pair, cuda::thread_scope_device> both;
__device__ cuda::atomic<int, cuda::thread_scope_device> ticket;
__global__ void atomics(int *n, float *f, unsigned long long *u, int *seen)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> i(*n);
    cuda::atomic_ref<float, cuda::thread_scope_device> x(*f);
    cuda::atomic_ref<unsigned long long> v(u[0]), w(u[1]), most(u[2]), least(u[3]), all(u[4]);
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    i.fetch_add(t);
    i--;
    x.fetch_add(0.5f, cuda::std::memory_order_relaxed);
    v.fetch_or(1ull << t % 64);
    w.fetch_xor((unsigned long long)t);
    most.fetch_max((unsigned long long)t);
    least.fetch_min((unsigned long long)(t + 5));
    all &= ~(1ull << t % 64);
    pair old = both.load();
    while (!both.compare_exchange_weak(old, pair{old.a + 1, old.b - 2}, cuda::memory_order_relaxed)) {
    }
    seen[ticket.fetch_add(1)] = 1;
}

__global__ void semaphores(int *out)
{
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> lock;
    typedef cuda::latch<cuda::thread_scope_block> latch;
    __shared__ alignas(latch) char storage[sizeof(latch)];
    latch &done = *(latch *)storage;
    __shared__ int shared;
    if (threadIdx.x == 0) {
        new (&lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        new (&done) latch(blockDim.x);
        shared = 0;
    }
    __syncthreads();
    lock.acquire();
    int v = *(volatile int *)&shared;
    *(volatile int *)&shared = v + threadIdx.x;
    lock.release();
    done.arrive_and_wait();
    out[threadIdx.x] = *(volatile int *)&shared;
}

static int val(int i) { return (i * 37 + i / 7) % 101 - 50; }

int main()
{
    int *in = t_dev<int>(1024, val), *out = t_dev<int>(1024);
    split<<<1, 64>>>(in, out);
    t_is("split", out, 64, [](int t) { return 3 * val(63 - t) + 3 + 6 * t; });
    producers<<<1, 64>>>(in, out, 9);
    t_is("producers", out, 9 * 32, [](int p) { return 3 * val(p / 32 * 32 + 31 - p % 32); });
    copied<<<1, 96>>>(in, out);
    t_is("copied", out, 256, [](int i) { return val(255 - i); });
    bulk<<<1, 64>>>(in, out);
    t_is("bulk", out, 256, [](int i) { return val(i) + 1; });
    auto sum = [](int t) {
        int s = 0;
        for (int tile = 0; tile < 7; tile++)
            s += val(tile * 64 + 63 - t);
        return s;
    };
    stages<1><<<1, 64>>>(in, out, 7);
    t_is("one stage", out, 64, sum);
    stages<3><<<1, 64>>>(in, out, 7);
    t_is("three stages", out, 64, sum);
    roles<<<1, 64>>>(in, out, 8);
    t_is("roles", out, 256, [](int p) { return val(p) + p / 32; });

    int *n = t_dev<int>(1), *seen = t_dev<int>(256);
    float *f = t_dev<float>(1);
    unsigned long long *u =
        t_dev<unsigned long long>(5, [](int i) { return i == 3 || i == 4 ? ~0ull : 0ull; });
    atomics<<<4, 64>>>(n, f, u, seen);
    EQ(t_get(n), 255 * 128 - 256);
    EQ(t_get(f), 128);
    EQ(t_get(u, 0) == ~0ull, 1);
    EQ(t_get(u, 1), 0);
    EQ(t_get(u, 2), 255);
    EQ(t_get(u, 3), 5);
    EQ(t_get(u, 4), 0);
    t_is("tickets", seen, 256, [](int) { return 1; });
    pair p;
    CK(cudaMemcpyFromSymbol(&p, both, sizeof p));
    EQ(p.a, 256);
    EQ(p.b, -512);
    semaphores<<<1, 64>>>(out);
    t_is("semaphores", out, 64, [](int) { return 63 * 32; });
    return t_end();
}
