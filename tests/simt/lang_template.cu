// lang_template.cu: C++17 in device code: templates, functors, lambdas, classes, recursion, function pointers.
#include "t.h"

template <class T, int N> struct vec {
    T v[N];
    __host__ __device__ T &operator[](int i) { return v[i]; }
    __host__ __device__ const T &operator[](int i) const { return v[i]; }
    __host__ __device__ vec operator+(const vec &o) const
    {
        vec r;
        for (int i = 0; i < N; i++)
            r[i] = v[i] + o[i];
        return r;
    }
};
template <class T> __device__ T total(T v) { return v; }
template <class T, class... R> __device__ T total(T v, R... r) { return v + total(r...); }
template <class... A> __device__ int folded(A... a) { return (a + ... + 0); }
template <int N> __device__ constexpr int factorial() { return N * factorial<N - 1>(); }
template <> __device__ constexpr int factorial<0>() { return 1; }
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int slow(int x) { return x * 2 + 1; }
__device__ __forceinline__ int fast(int x) { return x * 3; }
__host__ __device__ constexpr int both(int x) { return x * x; }

template <class T, int N> __global__ void vectors(T *o)
{
    vec<T, N> a, b;
    for (int i = 0; i < N; i++)
        a[i] = threadIdx.x + i, b[i] = i * 10;
    vec<T, N> c = a + b;
    T s = 0;
    for (T x : c.v)
        s += x;
    o[threadIdx.x] = s;
}
__global__ void packs(int *o)
{
    int t = threadIdx.x;
    o[t] = total(1, 2, t) + folded(1, t, 3) + factorial<5>() + fib(t % 10) + slow(t) + fast(t) + both(t);
}
template <class F> __global__ void apply(int *o, F f) { o[threadIdx.x] = f(threadIdx.x); }
struct square {
    int add;
    __device__ int operator()(int x) const { return x * x + add; }
};
struct shape {
    __device__ virtual int area() const { return -1; }
    __device__ virtual ~shape() {}
};
struct rect : shape {
    int a, b;
    __device__ rect(int a, int b) : a(a), b(b) {}
    __device__ int area() const override { return a * b; }
};
struct box : rect {
    __device__ box(int a) : rect(a, a) {}
    __device__ int area() const override { return rect::area() + 1; }
};
__global__ void classes(int *o)
{
    int t = threadIdx.x;
    rect r(t, 2);
    box b(t);
    shape s;
    const shape *p = t % 3 == 0 ? (const shape *)&r : t % 3 == 1 ? (const shape *)&b : &s;
    o[t] = p->area();
}
typedef int (*op_t)(int, int);
__device__ int op_add(int a, int b) { return a + b; }
__device__ int op_sub(int a, int b) { return a - b; }
__device__ int op_mul(int a, int b) { return a * b; }
__device__ op_t ops[3] = { op_add, op_sub, op_mul };
__global__ void pointers(int *o)
{
    op_t local = threadIdx.x & 1 ? op_add : op_mul;
    o[threadIdx.x] = ops[threadIdx.x % 3](threadIdx.x, 5) * 100 + local(2, 7);
}
template <class T> __device__ const char *kind() { return "other"; }
template <> __device__ const char *kind<float>() { return "float"; }
template <class T> __global__ void constant_if(int *o)
{
    if constexpr (sizeof(T) == 8)
        o[threadIdx.x] = 8;
    else
        o[threadIdx.x] = kind<T>()[0];
}
__global__ void lambdas(int *o)
{
    int t = threadIdx.x, sum = 0;
    auto add = [&sum](int k) { sum += k; };
    auto twice = [=](auto x) { return x * 2 + t; };
    for (int i = 0; i < 4; i++)
        add(twice(i));
    struct pair {
        int a, b;
    };
    auto [x, y] = pair{ t, sum };
    o[t] = x * 1000 + y;
}
union bits {
    float f;
    unsigned u;
    unsigned char c[4];
};
struct fields {
    unsigned a : 3, b : 7, c : 22;
};
__global__ void layouts(unsigned *o)
{
    bits b;
    b.f = 1.0f + threadIdx.x;
    fields f = { threadIdx.x & 7, threadIdx.x * 3 & 127, 99 };
    static const int odd[4] = { 1, 3, 5, 7 };
    o[threadIdx.x] = b.u + b.c[3] + f.a + f.b * 2 + f.c + odd[threadIdx.x & 3];
}
template <int V> struct tag {
    static __device__ int get() { return V; }
};
template <template <int> class C, int N> __global__ void tags(int *o) { o[threadIdx.x] = C<N>::get(); }
__global__ void jumps(int *o)
{
    int t = threadIdx.x, r = 0;
again:
    switch (t & 3) {
    case 0: r += 1; break;
    case 1: r += 10; // falls
    case 2: r += 100; break;
    default: r += 1000;
    }
    do {
        t--;
    } while (t > 0 && t % 5);
    if (t > 0)
        goto again;
    o[threadIdx.x] = r;
}
static int jumps_host(int i)
{
    int t = i, r = 0;
    do {
        r += (t & 3) == 0 ? 1 : (t & 3) == 1 ? 110 : (t & 3) == 2 ? 100 : 1000;
        do {
            t--;
        } while (t > 0 && t % 5);
    } while (t > 0);
    return r;
}
static int fib_host(int n) { return n < 2 ? n : fib_host(n - 1) + fib_host(n - 2); }

int main()
{
    int *o = t_dev<int>(64);
    vectors<int, 4><<<1, 32>>>(o);
    t_is("vec<int, 4>", o, 32, [](int i) { return 4 * i + 6 + 60; });
    double *d = t_dev<double>(32);
    vectors<double, 3><<<1, 32>>>(d);
    t_is("vec<double, 3>", d, 32, [](int i) { return 3.0 * i + 3 + 30; });
    packs<<<1, 32>>>(o);
    t_is("packs", o, 32, [](int i) {
        return 3 + i + 4 + i + 120 + fib_host(i % 10) + 2 * i + 1 + 3 * i + i * i;
    });
    apply<<<1, 32>>>(o, square{ 5 });
    t_is("functor", o, 32, [](int i) { return i * i + 5; });
    classes<<<1, 33>>>(o);
    t_is("virtual", o, 33, [](int i) { return i % 3 == 0 ? i * 2 : i % 3 == 1 ? i * i + 1 : -1; });
    pointers<<<1, 32>>>(o);
    t_is("function pointers", o, 32, [](int i) {
        return (i % 3 == 0 ? i + 5 : i % 3 == 1 ? i - 5 : i * 5) * 100 + (i & 1 ? 9 : 14);
    });
    constant_if<float><<<1, 32>>>(o);
    t_is("if constexpr: float", o, 32, [](int) { return (int)'f'; });
    constant_if<long long><<<1, 32>>>(o);
    t_is("if constexpr: long long", o, 32, [](int) { return 8; });
    lambdas<<<1, 32>>>(o);
    t_is("lambdas", o, 32, [](int i) { return i * 1000 + 12 + 4 * i; });
    layouts<<<1, 32>>>((unsigned *)o);
    t_is("layouts", (unsigned *)o, 32, [](int i) {
        unsigned u = t_bits(1.0f + i);
        return u + (u >> 24) + (i & 7) + (i * 3 & 127) * 2 + 99 + 2 * (i & 3) + 1;
    });
    tags<tag, 42><<<1, 8>>>(o);
    t_is("template template", o, 8, [](int) { return 42; });
    jumps<<<1, 64>>>(o);
    t_is("goto and switch", o, 64, jumps_host);
    return t_end();
}
