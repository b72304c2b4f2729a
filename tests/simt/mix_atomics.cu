// mix_atomics.cu: small programs with atomics, right and subtly wrong.
// native no
#include "t.h"
#include <cuda/atomic>
// Right: block scope within a block
// args bscope
// reports 0
__global__ void bscope(int *o)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> n;
    if (!threadIdx.x)
        n = 0;
    __syncthreads();
    n.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    o[blockIdx.x] = n.load();
}
// Right: message by release and acquire
// args mp
// reports 0
__global__ void mp(int *d, cuda::atomic<int, cuda::thread_scope_device> *f, int *o)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        *d = 7;
        f->store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (!f->load(cuda::memory_order_acquire))
            ;
        *o = *d;
    }
}
// Right: flag with fences
// args fence
// reports 0
__global__ void fence(int *d, int *f, int *o)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x == 0) {
        *d = 7;
        __threadfence();
        atomicExch(f, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(f, 0) == 0)
            ;
        __threadfence();
        *o = *d;
    }
}
// Right: max by CAS on float bits
// args fmaxcas
// reports 0
__global__ void fmaxcas(float *m)
{
    float x = (threadIdx.x * 7 + blockIdx.x) % 61;
    int *p = (int *)m, old = *p;
    while (__int_as_float(old) < x) {
        int was = atomicCAS(p, old, __float_as_int(x));
        if (was == old)
            break;
        old = was;
    }
}
// Wrong: check then act
// args checkact
// expect-error race @checkact
// expect-exit *
__global__ void checkact(int *m, int *o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (*m < i)
        *m = i; //@checkact
    o[i] = i;
}
// Wrong: a lock that is given back by a plain store
// args lockplain
// expect-error race @lockplain
// allow-error race
// expect-exit *
__global__ void lockplain(int *l, int *o)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(l, 0, 1)) //@lockplain
            ;
        o[0] += 1;
        *l = 0;
    }
}
// Right: lock released by atomicExch with fences
// args lockok
// reports 0
__global__ void lockok(int *l, int *o)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(l, 0, 1))
            ;
        __threadfence();
        o[0] += 1;
        __threadfence();
        atomicExch(l, 0);
    }
}
// Wrong: non-atomic read of a counter while others add
// args readcount
// expect-error race @readcount
// expect-exit *
__global__ void readcount(int *c, int *o)
{
    atomicAdd(c, 1);
    o[blockIdx.x * 32 + threadIdx.x] = *c; //@readcount
}
// Right: slot
// args slotok
// reports 0
__global__ void slotok(int *c, int *o)
{
    o[atomicAdd(c, 1)] = 1;
}
// Wrong, and as wrong as on a GPU: a slot that is read back, when all lanes of the warp have added
// args slotread
// allow-error race
// reports 0
__global__ void slotread(int *c, int *o)
{
    atomicAdd(c, 1);
    o[threadIdx.x] = *(volatile int *)c;
}
// Wrong: 64-bit counter added by halves
// args halves
// expect-error race @halves
// expect-exit *
__global__ void halves(unsigned *c)
{
    unsigned old = atomicAdd(c, 0x80000000u);
    if (old & 0x80000000u)
        c[1]++; //@halves
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(256), *d = t_dev<int>(4), *f = t_dev<int>(4);
#define C(k) if (!strcmp(w, #k))
    auto *af = (cuda::atomic<int, cuda::thread_scope_device> *)f;
    C(bscope) bscope<<<4, 32>>>(o);
    C(mp) mp<<<2, 32>>>(d, af, o);
    C(fence) fence<<<2, 32>>>(d, f, o);
    C(fmaxcas) fmaxcas<<<4, 32>>>((float *)d);
    C(checkact) checkact<<<4, 32>>>(d, o);
    C(lockplain) lockplain<<<4, 32>>>(f, o);
    C(lockok) lockok<<<4, 32>>>(f, o);
    C(readcount) readcount<<<4, 32>>>(f, o);
    C(slotok) slotok<<<4, 32>>>(f, o);
    C(slotread)
    {
        slotread<<<1, 32>>>(f, o);
        t_is("what the lanes find", o, 32, [](int) { return 32; });
    }
    C(halves) halves<<<4, 1>>>((unsigned *)d);
    return t_end();
}
