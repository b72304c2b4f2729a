// atom_int.cu: every integer atomic, on global and shared memory, with all scopes.
#include "t.h"

template <class T> __global__ void all_of(T *g, T *old)
{
    __shared__ T s[9];
    int t = threadIdx.x;
    if (t < 9)
        s[t] = g[t];
    __syncthreads();
    T v = (T)t;
    T *where[2] = { g, s };
    for (int k = 0; k < 2; k++) {
        T *a = where[k];
        atomicAdd(&a[0], v);
        atomicMin(&a[1], v);
        atomicMax(&a[2], v);
        atomicAnd(&a[3], ~((T)1 << (t & 15)));
        atomicOr(&a[4], (T)1 << (t & 15));
        atomicXor(&a[5], v);
        atomicExch(&a[6], (T)9);
        T was = a[7], seen; //@r1
        do {
            seen = was;
            was = atomicCAS(&a[7], seen, seen + 2); //@r2
        } while (was != seen);
        atomicAdd_block(&a[8], (T)1);
        atomicAdd_system(&a[8], (T)1);
    }
    __syncthreads();
    if (t < 9)
        old[t] = s[t];
}
template <class T> static void check(const char *name)
{
    T *g = t_dev<T>(9, [](int i) { return (T)(i == 0 ? 5 : i == 1 ? 100 : i == 3 ? 0xffff : 0); }), *o = t_dev<T>(9);
    all_of<T><<<1, 64>>>(g, o);
    auto want = [](int i) -> T {
        const long long w[9] = { 5 + 2016, 0, 63, 0, 0xffff, 0, 9, 128, 128 };
        return (T)w[i];
    };
    printf("%s: ", name);
    t_is("global", g, 9, want);
    printf("%s: ", name);
    t_is("shared", o, 9, want);
}
__global__ void unsigned_only(unsigned *g, unsigned *old)
{
    int t = threadIdx.x;
    old[t] = atomicInc(&g[0], 9);            // ((old >= 9) ? 0 : old + 1)
    atomicDec(&g[1], 6);                     // ((old == 0 || old > 6) ? 6 : old - 1)
    atomicSub(&g[2], 3u);
}
__global__ void signed_only(int *g)
{
    int t = threadIdx.x;
    atomicSub(&g[0], t);
    atomicMin(&g[1], -t);
    atomicMax(&g[2], t - 100);
    atomicAdd(&g[3], t & 1 ? -3 : 3);
}
__global__ void shorts(unsigned short *g)
{
    unsigned short was = g[1], seen;
    do {
        seen = was;
        was = atomicCAS(&g[1], seen, (unsigned short)(seen + 1));
    } while (was != seen);
}
__global__ void olds(int *counter, int *slot)
{
    // each old value is seen once
    int i = atomicAdd(counter, 1);
    slot[i] = 1;
}
__global__ void exchange(int *g, int *sum)
{
    int old = atomicExch(g, (int)threadIdx.x + 1);
    atomicAdd(sum, old);
}
__global__ void histogram(const unsigned char *in, unsigned *h, int n)
{
    __shared__ unsigned s[16];
    if (threadIdx.x < 16)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i] & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}

int main()
{
    check<int>("int");
    check<unsigned>("unsigned");
    check<unsigned long long>("unsigned long long");
    unsigned *u = t_dev<unsigned>(3), *old = t_dev<unsigned>(64);
    unsigned_only<<<1, 64>>>(u, old);
    // 64 = 6 * 10 + 4 increments modulo 10; the first of 64 decrements goes to 6, then a cycle of 7
    t_is("inc, dec, sub", u, 3, [](int i) -> unsigned { return i == 0 ? 4 : i == 1 ? 6 - 63 % 7 : -192; });
    int *g = t_dev<int>(4);
    signed_only<<<1, 64>>>(g);
    t_is("signed", g, 4, [](int i) { return i == 0 ? -2016 : i == 1 ? -63 : 0; });
    long long *l = t_dev<long long>(2, [](int) { return 1ll << 40; });
    unsigned short *s = t_dev<unsigned short>(4, [](int i) { return (unsigned short)(i * 1000); });
    shorts<<<2, 50>>>(s);
    t_is("short CAS", s, 4, [](int i) { return (unsigned short)(i * 1000 + (i == 1) * 100); });
    int *slot = t_dev<int>(512);
    olds<<<4, 128>>>(g + 2, slot);
    t_is("old values", slot, 512, [](int) { return 1; });
    int *x = t_dev<int>(2);
    exchange<<<1, 100>>>(x, x + 1);
    EQ(t_get(x) + t_get(x, 1), 5050);
    unsigned char *in = t_dev<unsigned char>(5000, [](int i) { return (unsigned char)(i * 7); });
    unsigned *h = t_dev<unsigned>(16);
    histogram<<<3, 128>>>(in, h, 5000);
    t_is("histogram", h, 16, [](int b) {
        unsigned n = 0;
        for (int i = 0; i < 5000; i++)
            n += ((i * 7) & 15) == b;
        return n;
    });
    (void)l;
    return t_end();
}
