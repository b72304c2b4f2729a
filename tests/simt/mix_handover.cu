// mix_handover.cu: right programs in which blocks hand each other data, each in another of the usual ways.
// native no
#include "t.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
// A barrier of all blocks, written by hand: thread 0 fences for its block, on both sides
// args barrier
// reports 0
__device__ void meet(unsigned *n, unsigned want)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(n, 1);
        while (*(volatile unsigned *)n < want)
            ;
        __threadfence();
    }
    __syncthreads();
}
__global__ void barrier(int *d, unsigned *n, int *o)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    d[i] = i;
    meet(n, gridDim.x);
    o[i] = d[(i + blockDim.x) % all];
    meet(n, 2 * gridDim.x);
    d[(i + 1) % all] = o[i];
}
// The same by the library
// args grid
// reports 0
__global__ void grid(int *d, unsigned *, int *o)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    for (int k = 0; k < 3; k++) {
        d[i] = i + k;
        cg::this_grid().sync();
        o[i] = d[(i + blockDim.x) % all];
        cg::this_grid().sync();
    }
}
// A scan in one pass, whose flags and sums are words of their own
// args lookback
// reports 0
__global__ void lookback(int *sum, volatile int *flag, int *o)
{
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x, lane = t % 32, v = 1;
    for (int d = 1; d < 32; d *= 2) {
        int x = __shfl_up_sync(~0u, v, d);
        v += lane >= d ? x : 0;
    }
    if (t == 31) {
        sum[b] = v;
        __threadfence();
        flag[b] = 1;
    }
    if (t == 0) {
        int s = 0;
        for (int k = b - 1; k >= 0; k--) {
            while (!flag[k])
                ;
            __threadfence();
            s += ((volatile int *)sum)[k];
        }
        before = s;
    }
    __syncthreads();
    o[b * blockDim.x + t] = before + v;
}
// A tile that several blocks add to in turn, as stream-K does it: each waits for its turn at a semaphore
// args turns
// reports 0
__global__ void turns(float *tile, int *turn, int *)
{
    if (threadIdx.x == 0) {
        int seen = -1;
        while (seen != (int)blockIdx.x)
            asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(turn) : "memory");
    }
    __syncthreads();
    tile[threadIdx.x] = (blockIdx.x ? tile[threadIdx.x] : 0) + 1;
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(turn) : "memory");
}
// The same, where each thread fences what it wrote, and thread 0 stores the turn
// args turnfences
// reports 0
__global__ void turnfences(float *tile, volatile int *turn, int *)
{
    if (threadIdx.x == 0)
        while (*turn != (int)blockIdx.x)
            ;
    __syncthreads();
    tile[threadIdx.x] = (blockIdx.x ? tile[threadIdx.x] : 0) + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        *turn = blockIdx.x + 1;
}
// A ring between two blocks: full and empty slots
// args ring
// reports 0
__global__ void ring(int *slot, int *at, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> put(at[0]), got(at[1]);
    for (int i = 0; i < 12; i++) {
        if (blockIdx.x == 0) {
            while (i - got.load(cuda::memory_order_acquire) >= 4)
                ;
            slot[i % 4] = i * i;
            put.store(i + 1, cuda::memory_order_release);
        } else {
            while (put.load(cuda::memory_order_acquire) <= i)
                ;
            o[i] = slot[i % 4];
            got.store(i + 1, cuda::memory_order_release);
        }
    }
}
// Warps of several blocks, each of which adds what its lanes wrote to a list
// args lists
// reports 0
__global__ void lists(int *d, int *head, int *next)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    d[w * 32 + lane] = w;
    __syncwarp();
    if (lane == 0) {
        __threadfence();
        int old = atomicAdd(head, 0), was;
        do {
            was = old;
            next[w] = was;
            __threadfence();
            old = atomicCAS(head, was, w + 1);
        } while (old != was);
    }
}
// The last block adds up, by cuda::atomic's own orders
// args last
// reports 0
__global__ void last(int *part, int *n, int *o)
{
    __shared__ bool mine;
    cuda::atomic_ref<int, cuda::thread_scope_device> count(*n);
    part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        mine = count.fetch_add(1, cuda::memory_order_acq_rel) == (int)gridDim.x - 1;
    __syncthreads();
    if (mine && threadIdx.x == 0) {
        int s = 0;
        for (unsigned i = 0; i < gridDim.x * blockDim.x; i++)
            s += part[i];
        *o = s;
    }
}
// A lock of cuda::binary_semaphore, and one whose owner releases with a store
// args locks
// reports 0
__device__ cuda::binary_semaphore<cuda::thread_scope_device> door{1};
__global__ void locks(int *d, int *l, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> lock(*l);
    if (threadIdx.x)
        return;
    door.acquire();
    d[0]++;
    door.release();
    while (lock.exchange(1, cuda::memory_order_acquire))
        ;
    o[0]++;
    lock.store(0, cuda::memory_order_release);
}
// A latch of all blocks
// args latch
// reports 0
__device__ cuda::latch<cuda::thread_scope_device> gate{4};
__global__ void latch(int *d, int *, int *o)
{
    d[blockIdx.x] = blockIdx.x;
    gate.arrive_and_wait();
    o[blockIdx.x] = d[(blockIdx.x + 1) % gridDim.x];
}
// Three blocks, of which the middle one hands on what the first wrote
// args relay
// reports 0
__global__ void relay(int *d, int *f, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> a(f[0]), b(f[1]);
    if (blockIdx.x == 0) {
        d[0] = 1;
        a.store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (!a.load(cuda::memory_order_acquire))
            ;
        d[1] = d[0] + 1;
        b.store(1, cuda::memory_order_release);
    } else {
        while (!b.load(cuda::memory_order_acquire))
            ;
        *o = d[0] + d[1];
    }
}
// A queue of work: who has taken all parents' results goes on, in a block of its own choice
// args tasks
// reports 0
__global__ void tasks(int *result, int *ready, int *head)
{
    if (threadIdx.x)
        return;
    for (;;) {
        int task = atomicAdd(head, 1);
        if (task >= 15)
            return;
        if (task) {
            while (atomicAdd(&ready[(task - 1) / 2], 0) == 0)
                ;
            __threadfence();
        }
        result[task] = task ? result[(task - 1) / 2] + 1 : 0;
        __threadfence();
        atomicExch(&ready[task], 1);
    }
}
// Sums by atomics, of which the last block takes a plain copy and leaves zeros
// args atomics
// reports 0
__global__ void atomics(int *bins, unsigned *n, int *o)
{
    __shared__ bool mine;
    atomicAdd(&bins[threadIdx.x % 16], 1);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        mine = atomicInc(n, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (mine && threadIdx.x < 16) {
        o[threadIdx.x] = bins[threadIdx.x];
        bins[threadIdx.x] = 0;
    }
}
// One warp computes, another hands over: a barrier of the block's own between them
// args workers
// reports 0
__global__ void workers(int *d, int *f, int *o)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    if (threadIdx.x == 0)
        init(&full, 64);
    __syncthreads();
    if (blockIdx.x == 0) {
        if (threadIdx.x < 32)
            d[threadIdx.x] = threadIdx.x;
        full.arrive_and_wait();
        if (threadIdx.x == 32) {
            __threadfence();
            *(volatile int *)f = 1;
        }
    } else {
        if (threadIdx.x == 32)
            while (!*(volatile int *)f)
                ;
        full.arrive_and_wait();
        if (threadIdx.x < 32)
            o[threadIdx.x] = d[threadIdx.x];
    }
}
// Flags in shared memory between warps, a fence, and then a flag between blocks
// args flags
// reports 0
__global__ void flags(int *d, int *f, int *o)
{
    __shared__ int done;
    if (threadIdx.x == 0)
        done = 0;
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        d[0] = 5;
        __threadfence();
        atomicExch(&done, 1);
    } else if (blockIdx.x == 0 && threadIdx.x == 32) {
        while (atomicAdd(&done, 0) == 0)
            ;
        __threadfence();
        atomicExch(f, 1);
    } else if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(f, 0) == 0)
            ;
        o[0] = d[0];
    }
}
// A barrier object of all blocks in global memory
// args object
// reports 0
__device__ cuda::barrier<cuda::thread_scope_device> common;
__global__ void count(int n) { init(&common, n); }
__global__ void object(int *d, unsigned *, int *o)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    d[i] = i;
    common.arrive_and_wait();
    o[i] = d[(i + blockDim.x) % all];
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(1024), *d = t_dev<int>(1024), *f = t_dev<int>(64);
    unsigned *u = (unsigned *)f;
#define C(k) if (!strcmp(w, #k))
    void *args[] = {&d, &u, &o};
    C(barrier) cudaLaunchCooperativeKernel((void *)barrier, 4, 64, args, 0, 0);
    C(grid) cudaLaunchCooperativeKernel((void *)grid, 4, 64, args, 0, 0);
    C(lookback) lookback<<<8, 32>>>(d, f, o);
    C(turns) turns<<<4, 64>>>((float *)d, f, o);
    C(turnfences) turnfences<<<4, 64>>>((float *)d, f, o);
    C(ring) cudaLaunchCooperativeKernel((void *)ring, 2, 1, args, 0, 0);
    C(lists) lists<<<4, 64>>>(d, f, o);
    C(last) last<<<4, 64>>>(d, f, o);
    C(locks) locks<<<4, 32>>>(d, f, o);
    C(latch) cudaLaunchCooperativeKernel((void *)latch, 4, 1, args, 0, 0);
    C(relay) relay<<<3, 1>>>(d, f, o);
    C(tasks) tasks<<<4, 32>>>(d, f, (int *)o);
    C(atomics) atomics<<<4, 64>>>(d, u, o);
    C(workers) workers<<<2, 64>>>(d, f, o);
    C(object)
    {
        count<<<1, 1>>>(128);
        cudaLaunchCooperativeKernel((void *)object, 4, 32, args, 0, 0);
        t_is("the next block's", o, 128, [](int i) { return (i + 32) % 128; });
    }
    C(flags) flags<<<2, 64>>>(d, f, o);
    return t_end();
}
