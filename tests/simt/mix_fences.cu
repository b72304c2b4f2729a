// mix_fences.cu: what one block hands to another, with and without the fence; atomics for one block alone.
// native no
#include "t.h"
#include <cuda/atomic>
typedef cuda::atomic<int, cuda::thread_scope_device> device_flag;
// Wrong: no fence before the flag
// args nofence
// reports 1
// expect-error race @nofence
// expect-exit *
__global__ void nofence(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        atomicExch(f, 1);
    } else {
        while (atomicAdd(f, 0) == 0)
            ;
        __threadfence();
        *o = *d; //@nofence
    }
}
// Wrong: the fence reaches the block alone
// args blockfence
// reports 1
// expect-error race @blockfence
// expect-exit *
__global__ void blockfence(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        __threadfence_block();
        atomicExch(f, 1);
    } else {
        while (atomicAdd(f, 0) == 0)
            ;
        *o = *d; //@blockfence
    }
}
// Wrong: a volatile flag is no fence
// args plainflag
// reports 1
// expect-error race @plainflag
// expect-exit *
__global__ void plainflag(int *d, volatile int *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        *f = 1;
    } else {
        while (!*f)
            ;
        __threadfence();
        *o = *d; //@plainflag
    }
}
// Right: a volatile flag behind a fence
// args fencedflag
// reports 0
__global__ void fencedflag(int *d, volatile int *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        __threadfence();
        *f = 1;
    } else {
        while (!*f)
            ;
        __threadfence();
        *o = *d;
    }
}
// Wrong: the fence stands before what is handed over
// args early
// reports 1
// expect-error race @early
// expect-exit *
__global__ void early(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        __threadfence();
        *d = 7;
        atomicExch(f, 1);
    } else {
        while (atomicAdd(f, 0) == 0)
            ;
        *o = *d; //@early
    }
}
// Wrong: the fence comes after the flag
// args late
// reports 1
// expect-error race @late
// expect-exit *
__global__ void late(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        atomicExch(f, 1);
        __threadfence();
    } else {
        while (atomicAdd(f, 0) == 0)
            ;
        *o = *d; //@late
    }
}
// Wrong: a relaxed store
// args relaxed
// reports 1
// expect-error race @relaxed
// expect-exit *
__global__ void relaxed(int *d, device_flag *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        f->store(1, cuda::memory_order_relaxed);
    } else {
        while (!f->load(cuda::memory_order_acquire))
            ;
        *o = *d; //@relaxed
    }
}
// Wrong: a relaxed load
// args heedless
// reports 1
// expect-error race @heedless
// expect-exit *
__global__ void heedless(int *d, device_flag *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        f->store(1, cuda::memory_order_release);
    } else {
        while (!f->load(cuda::memory_order_relaxed))
            ;
        *o = *d; //@heedless
    }
}
// Right: relaxed on both sides, between fences
// args fences
// reports 0
__global__ void fences(int *d, device_flag *f, int *o)
{
    if (blockIdx.x == 0) {
        *d = 7;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        f->store(1, cuda::memory_order_relaxed);
    } else {
        while (!f->load(cuda::memory_order_relaxed))
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        *o = *d;
    }
}
// Wrong: the release is for one block
// args blockrelease
// expect-error race @blockrelease
// allow-error race
// expect-exit *
__global__ void blockrelease(int *d, int *flag, int *o)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> f(*flag);
    if (blockIdx.x == 0) {
        *d = 7;
        f.store(1, cuda::memory_order_release);
    } else {
        while (!f.load(cuda::memory_order_acquire))
            ;
        *o = *d; //@blockrelease
    }
}
// Right: PTX that releases and acquires
// args ptx
// reports 0
__global__ void ptx(int *d, int *f, int *o)
{
    int seen = 0;
    if (blockIdx.x == 0) {
        *d = 7;
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(f) : "memory");
    } else {
        while (!seen)
            asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(f) : "memory");
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        *o = *d;
    }
}
// Right: a store that releases, a load that acquires
// args ptxflag
// reports 0
__global__ void ptxflag(int *d, int *f, int *o)
{
    int seen = 0;
    if (blockIdx.x == 0) {
        *d = 7;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(f) : "memory");
    } else {
        while (!seen)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(f) : "memory");
        *o = *d;
    }
}
// Wrong: neither releases
// args ptxrelaxed
// reports 1
// expect-error race @ptxrelaxed
// expect-exit *
__global__ void ptxrelaxed(int *d, int *f, int *o)
{
    int seen = 0;
    if (blockIdx.x == 0) {
        *d = 7;
        asm volatile("red.global.add.s32 [%0], 1;" ::"l"(f) : "memory");
    } else {
        while (!seen)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(f) : "memory");
        *o = *d; //@ptxrelaxed
    }
}
// Wrong: the last block adds what the others may not have written yet
// args lastblock
// reports 1
// expect-error race @lastblock
// expect-exit *
__global__ void lastblock(int *part, unsigned *n, int *o)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        last = atomicInc(n, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        o[threadIdx.x] = part[threadIdx.x]; //@lastblock
}
// Right: thread 0 fences what all threads of its block wrote
// args lastfenced
// reports 0
__global__ void lastfenced(int *part, unsigned *n, int *o)
{
    __shared__ bool last;
    if (threadIdx.x < 4)
        part[blockIdx.x * 4 + threadIdx.x] = blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(n, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        o[threadIdx.x] = part[threadIdx.x % (gridDim.x * 4)];
        if (threadIdx.x == 0)
            *n = 0;
    }
}
// Right: each thread fences what it wrote, then thread 0 counts
// args eachfences
// reports 0
__global__ void eachfences(int *part, unsigned *n, int *o)
{
    __shared__ bool last;
    part[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(n, 1) == gridDim.x - 1;
    __syncthreads();
    if (last)
        o[threadIdx.x] = part[threadIdx.x];
}
// Right: one warp writes, meets another at a named barrier, and that one hands over
// args named
// reports 0
__global__ void named(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x < 32)
            d[threadIdx.x] = 7;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (threadIdx.x == 32) {
            __threadfence();
            atomicExch(f, 1);
        }
    } else {
        if (threadIdx.x == 0)
            while (atomicAdd(f, 0) == 0)
                ;
        __syncthreads();
        o[threadIdx.x] = d[threadIdx.x % 32];
    }
}
// Right: a chain of blocks, each of which hands its sum to the next
// args chain
// reports 0
__global__ void chain(int *sum, volatile int *f)
{
    if (blockIdx.x)
        while (f[blockIdx.x - 1] == 0)
            ;
    __threadfence();
    sum[blockIdx.x] = (blockIdx.x ? sum[blockIdx.x - 1] : 0) + 1;
    __threadfence();
    f[blockIdx.x] = 1;
}
// Wrong: the same without the fence that hands over
// args rawchain
// expect-error race @rawchain
// expect-exit *
__global__ void rawchain(int *sum, volatile int *f)
{
    if (blockIdx.x)
        while (f[blockIdx.x - 1] == 0)
            ;
    __threadfence();
    sum[blockIdx.x] = (blockIdx.x ? sum[blockIdx.x - 1] : 0) + 1; //@rawchain
    f[blockIdx.x] = 1;
}
// Wrong: a barrier of all blocks that fences nothing
// args rawbarrier
// reports 1
// expect-error race @rawbarrier
// expect-exit *
__global__ void rawbarrier(int *d, unsigned *n, int *o)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    d[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(n, 1);
        while (*(volatile unsigned *)n < gridDim.x)
            ;
    }
    __syncthreads();
    o[i] = d[(i + blockDim.x) % all]; //@rawbarrier
}
// Wrong: the turn is given on by an atomic that releases nothing
// args rawturns
// reports 1
// expect-error race @rawturns
// expect-exit *
__global__ void rawturns(int *tile, int *turn)
{
    if (threadIdx.x == 0)
        while (atomicAdd(turn, 0) != (int)blockIdx.x)
            ;
    __syncthreads();
    tile[threadIdx.x] = (blockIdx.x ? tile[threadIdx.x] : 0) + 1; //@rawturns
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(turn, 1);
}
// Wrong: only the store is behind a fence of the device, and the flag's store is before both
// args swapped
// reports 1
// expect-error race @swapped
// expect-exit *
__global__ void swapped(int *d, int *f, int *o)
{
    if (blockIdx.x == 0) {
        atomicExch(f, 1);
        *d = 7;
        __threadfence();
    } else {
        while (atomicAdd(f, 0) == 0)
            ;
        __threadfence();
        *o = *d; //@swapped
    }
}
// Wrong: a lock whose owner's stores may come after it is given back
// args rawlock
// expect-error race @rawlock
// expect-exit *
__global__ void rawlock(int *l, int *o)
{
    while (atomicCAS(l, 0, 1))
        ;
    o[0] += 1; //@rawlock
    atomicExch(l, 0);
}
// Wrong: blocks add to one word, each as if it were alone
// args addblock
// reports 1
// expect-error race @addblock
// expect-exit *
__global__ void addblock(int *n)
{
    atomicAdd_block(n, 1); //@addblock
}
// Wrong: the same through a reference for one block
// args addref
// reports 1
// expect-error race @addref
// expect-exit *
__global__ void addref(int *n)
{
    cuda::atomic_ref<int, cuda::thread_scope_block>(*n).fetch_add(1, cuda::memory_order_relaxed); //@addref
}
// Wrong: one block's maximum for itself alone, the others' for all
// args mixed
// expect-error race @mixed|@mixedall
// allow-error race
// expect-exit *
__global__ void mixed(int *n)
{
    if (blockIdx.x == 1)
        atomicMax_block(n, threadIdx.x); //@mixed
    else
        atomicMax(n, threadIdx.x); //@mixedall
}
// Wrong: a lock for one block
// args locked
// expect-error race @locked|@lockedadd
// allow-error race
// expect-exit *
__global__ void locked(int *l, int *o)
{
    while (atomicCAS_block(l, 0, 1)) //@locked
        ;
    __threadfence();
    o[0] += 1; //@lockedadd
    __threadfence();
    atomicExch_block(l, 0);
}
// Right: a word for each block, and then one for all
// args ownword
// reports 0
__global__ void ownword(int *n, int *all)
{
    atomicAdd_block(n + blockIdx.x, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(all, n[blockIdx.x]);
}
// Right: for the threads of one block, launched once after the other
// args onebyone
// reports 0
__global__ void onebyone(int *n)
{
    atomicAdd_block(n, 1);
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(256), *d = t_dev<int>(256), *f = t_dev<int>(64);
    auto *af = (device_flag *)f;
#define C(k) if (!strcmp(w, #k))
    C(nofence) nofence<<<2, 1>>>(d, f, o);
    C(blockfence) blockfence<<<2, 1>>>(d, f, o);
    C(plainflag) plainflag<<<2, 1>>>(d, f, o);
    C(fencedflag) fencedflag<<<2, 1>>>(d, f, o);
    C(early) early<<<2, 1>>>(d, f, o);
    C(late) late<<<2, 1>>>(d, f, o);
    C(relaxed) relaxed<<<2, 1>>>(d, af, o);
    C(heedless) heedless<<<2, 1>>>(d, af, o);
    C(fences) fences<<<2, 1>>>(d, af, o);
    C(blockrelease) blockrelease<<<2, 1>>>(d, f, o);
    C(ptx) ptx<<<2, 1>>>(d, f, o);
    C(ptxflag) ptxflag<<<2, 1>>>(d, f, o);
    C(ptxrelaxed) ptxrelaxed<<<2, 1>>>(d, f, o);
    C(lastblock) lastblock<<<4, 64>>>(d, (unsigned *)f, o);
    C(lastfenced) lastfenced<<<4, 64>>>(d, (unsigned *)f, o);
    C(eachfences) eachfences<<<4, 64>>>(d, (unsigned *)f, o);
    C(named) named<<<2, 64>>>(d, f, o);
    C(chain) chain<<<8, 1>>>(d, f);
    C(rawchain) rawchain<<<8, 1>>>(d, f);
    void *args[] = {&d, &f, &o};
    C(rawbarrier) cudaLaunchCooperativeKernel((void *)rawbarrier, 4, 64, args, 0, 0);
    C(rawturns) rawturns<<<4, 64>>>(d, f);
    C(swapped) swapped<<<2, 1>>>(d, f, o);
    C(rawlock) rawlock<<<4, 1>>>(f, o);
    C(addblock) addblock<<<4, 64>>>(f);
    C(addref) addref<<<4, 64>>>(f);
    C(mixed) mixed<<<4, 64>>>(f);
    C(locked) locked<<<4, 1>>>(f, o);
    C(ownword) ownword<<<4, 64>>>(f, o);
    C(onebyone)
        for (int i = 0; i < 3; i++)
            onebyone<<<1, 64>>>(f);
    return t_end();
}
