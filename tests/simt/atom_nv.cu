// atom_nv.cu: __nv_atomic_load_n and its family, which nvcc knows since CUDA 12.8.
#include "t.h"

__global__ void counts(unsigned *n, long long *m, float *f)
{
    unsigned t = threadIdx.x;
    unsigned before = __nv_atomic_fetch_add(n, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(n + 1, before, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_or(n + 2, 1u << t, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_xor(n + 3, t, __NV_ATOMIC_SEQ_CST);
    __nv_atomic_fetch_sub((unsigned long long *)m, (unsigned long long)t, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_min(m + 1, -(long long)t, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_add(f, 0.5f, __NV_ATOMIC_RELAXED);
    __nv_atomic_add(n + 4, 2u, __NV_ATOMIC_RELAXED);
    __nv_atomic_and(n + 5, ~(1u << t), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}
// a value goes from block to block behind a flag
__global__ void handover(int *data, int *flag, int *got)
{
    if (blockIdx.x == 0) {
        *data = 42;
        __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    } else {
        while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
            ;
        *got = *data;
    }
}
__global__ void fenced(int *data, int *flag, int *got)
{
    if (blockIdx.x == 0) {
        int one = 1;
        *data = 43;
        __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_store(flag, &one, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    } else {
        int seen = 0;
        while (!seen)
            __nv_atomic_load(flag, &seen, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        *got = *data;
    }
}
// a lock, and sums of doubles by comparing
__global__ void locked(int *lock, int *n, double *d)
{
    for (int done = 0; !done;) {
        int open = 0;
        if (__nv_atomic_compare_exchange_n(lock, &open, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                           __NV_THREAD_SCOPE_DEVICE)) {
            *n = *n + 1;
            __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
            done = 1;
        }
    }
    double was = 0, sum;
    do
        sum = was + threadIdx.x;
    while (!__nv_atomic_compare_exchange(d, &was, &sum, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED));
}
__global__ void exchanged(unsigned *word, unsigned *seen)
{
    unsigned mine = threadIdx.x + 1, old;
    __nv_atomic_exchange(word, &mine, &old, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    atomicAdd(seen, old);
    atomicAdd(seen, __nv_atomic_exchange_n(word + 1, mine, __NV_ATOMIC_RELAXED));
}
// args missing
// native no
// expect-error race @missing|@read
__global__ void relaxed(int *data, int *flag, int *got)
{
    if (blockIdx.x == 0) {
        *data = 44; //@missing
        __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    } else {
        while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
            ;
        *got = *data; //@read
    }
}
// args all
int main(int argc, char **argv)
{
    int *i = t_dev<int>(4);
    if (argc > 1 && !strcmp(argv[1], "missing")) {
        relaxed<<<2, 1>>>(i, i + 1, i + 2);
        return t_end();
    }
    unsigned *n = t_dev<unsigned>(6, [](int k) { return k == 5 ? ~0u : 0u; }), *w = t_dev<unsigned>(3);
    long long *m = t_dev<long long>(2);
    float *f = t_dev<float>(1);
    double *d = t_dev<double>(1);
    counts<<<1, 32>>>(n, m, f);
    t_is("words", n, 6, [](int k) { return k == 0 ? 32u : k == 1 ? 31u : k == 2 ? ~0u : k == 4 ? 64u : 0u; });
    t_is("long", m, 2, [](int k) { return k == 0 ? -496ll : -31ll; });
    EQ(t_get(f) * 2, 32);
    handover<<<2, 1>>>(i, i + 1, i + 2);
    EQ(t_get(i, 2), 42);
    CK(cudaMemset(i, 0, 16));
    fenced<<<2, 1>>>(i, i + 1, i + 2);
    EQ(t_get(i, 2), 43);
    CK(cudaMemset(i, 0, 16));
    locked<<<2, 16>>>(i, i + 1, d);
    EQ(t_get(i, 1), 32);
    EQ(t_get(d), 240);
    exchanged<<<1, 32>>>(w, w + 2);
    EQ(t_get(w, 2) + t_get(w) + t_get(w, 1), 2 * 528);
    return t_end();
}
