// lang_launch.cu: the forms a launch takes in source text.
#include "t.h"

__global__ void plain(int *o, int v) { o[blockIdx.x * blockDim.x + threadIdx.x] = v; }
__global__ void none() {}
template <int A, bool B> __global__ void chosen(int *o) { o[threadIdx.x] = B ? A : -A; }
template <class T> __global__ void typed(T *o, T v) { o[threadIdx.x] = v + (T)threadIdx.x; }
namespace outer {
namespace inner {
__global__ void nested(int *o) { o[threadIdx.x] = 11; }
}
}
template <class T> struct box {
    static const int value = sizeof(T);
};
static int calls;
static int counted(int x) { return calls++, x; }

__global__ void dyn(int *o)
{
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    o[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

struct params {
    char c;
    double d;
    short s[3];
    int *out;
};
__global__ void by_value(params p, char c, long long q, bool b, float f)
{
    p.out[threadIdx.x] = (int)(p.c + p.d + p.s[2] + c + q + b + f * 4);
}
enum colour { red = 5, green };
__global__ void converted(int *o, float f, unsigned char c, const void *p, colour k)
{
    o[threadIdx.x] = (int)(f * 2) + c + (p == nullptr) * 1000 + k;
}

#define LAUNCH(k, n, ...) k<<<1, n>>>(__VA_ARGS__)
#define LAUNCH2(k, g, b)                                                                                             \
    k<<<g, b>>>
#define GRID 2
template <class T> static void from_template(T *o, T v, int n) { typed<T><<<1, n>>>(o, v); }
struct owner {
    int *o;
    void go() const { plain<<<1, 4>>>(o, 77); }
    static void still(int *p) { plain<<<1, 4>>>(p, 78); }
};
typedef void (*kernel_t)(int *, int);

int main()
{
    int *o = t_dev<int>(256);
    auto all = [](int v) { return [v](int) { return v; }; };
    const char *text = "plain<<<1, 1>>>(o, 9); /* not a launch */";
    const char *raw = R"x(plain<<<1, 1>>>(o, 9) " // )x";
    EQ(strlen(text), 41);
    EQ(strlen(raw), 27);
    // plain<<<1, 1>>>(o, 999);
    /* plain<<<1, 1>>>(o, 999); */
#if 0
    this is not code <<< ' >>> plain<<<1, 1>>>(o, 999);
#endif
    none<<<1, 1>>>();
    plain<<<1, 32>>>(o, 1);
    t_is("int", o, 32, all(1));
    int seven = 7, eight = 8;
    void *with_seven[] = {&o, &seven}, *with_eight[] = {&o, &eight};
    CK(cudaLaunchKernel((void *)plain, 1, 32, with_seven));
    t_is("a pointer without a type", o, 32, all(7));
    CK(cudaLaunchCooperativeKernel((const void *)plain, 1, 32, with_eight));
    t_is("the same, cooperative", o, 32, all(8));
    CK(cudaLaunchKernel(plain, 1, 32, with_seven));
    t_is("one with its type", o, 32, all(7));
    plain<<<dim3(2), dim3(16)>>>(o, 2);
    t_is("dim3", o, 32, all(2));
    dim3 g(2), b{8, 1, 1};
    plain<<<g, b>>>(o, 3);
    t_is("variables", o, 16, all(3));
    plain <<< GRID, 1 << 4 >>> (o, 4);
    t_is("shift and spaces", o, 32, all(4));
    plain<<<(g.x > 1 ? 1 : 2), (32 >> 1) + box<int>::value>>>(o, 5);
    t_is("expressions", o, 20, all(5));
    plain<<<
        2,  // two blocks
        16  /* of sixteen */
        >>>(
        o,
        6);
    t_is("lines and comments", o, 32, all(6));
    chosen<7, (2 > 1)><<<1, 8>>>(o);
    t_is("template (2 > 1)", o, 8, all(7));
    chosen<box<double>::value, false><<<1, 8>>>(o);
    t_is("template box<>", o, 8, all(-8));
    outer::inner::nested<<<1, 8>>>(o);
    t_is("namespace", o, 8, all(11));
    ::plain<<<1, 8>>>(o, 12);
    t_is("global scope", o, 8, all(12));
    dyn<<<1, 64, 64 * sizeof(int)>>>(o);
    t_is("dynamic shared", o, 64, [](int i) { return (63 - i) * 3; });
    cudaStream_t st;
    CK(cudaStreamCreate(&st));
    dyn<<<1, 32, 32 * sizeof(int), st>>>(o);
    t_is("stream", o, 32, [](int i) { return (31 - i) * 3; });
    CK(cudaStreamDestroy(st));
    LAUNCH(plain, 16, o, 13);
    t_is("macro", o, 16, all(13));
    LAUNCH2(plain, 2, 8)(o, 14);
    t_is("macro, arguments after", o, 16, all(14));
    kernel_t f = plain;
    f<<<1, 16>>>(o, 15);
    t_is("pointer", o, 16, all(15));
    kernel_t table[2] = { plain, typed<int> };
    table[1]<<<1, 16>>>(o, 16);
    t_is("pointer in array", o, 16, [](int i) { return 16 + i; });
    if (o)
        plain<<<1, 16>>>(o, 17);
    else
        plain<<<1, 16>>>(o, 18);
    t_is("if without braces", o, 16, all(17));
    for (int k = 0; k < 3; k++) plain<<<1, 16>>>(o, k);
    t_is("for without braces", o, 16, all(2));
    auto lambda = [=](int v) { plain<<<1, 16>>>(o, v); };
    lambda(19);
    t_is("lambda", o, 16, all(19));
    float *of = t_dev<float>(16);
    from_template(of, 2.5f, 16);
    t_is("host template", of, 16, [](int i) { return 2.5f + i; });
    owner{o}.go();
    t_is("member", o, 4, all(77));
    owner::still(o);
    t_is("static member", o, 4, all(78));
    plain<<<counted(1), counted(16)>>>(o, counted(20));
    t_is("evaluated once", o, 16, all(20));
    EQ(calls, 3);
    params p = { 1, 2.5, { 3, 4, 5 }, o };
    by_value<<<1, 8>>>(p, 'a', 1'000'000'000'000ll - 999'999'999'000ll, true, 0.25f);
    t_is("struct by value", o, 8, all(1 + 2 + 5 + 97 + 1000 + 1 + 1));
    converted<<<1, 8>>>(o, 3, 260 - 4, 0, green);
    t_is("converted", o, 8, all(6 + 0 + 1000 + 6));
    typed<unsigned long long><<<1, 1>>>((unsigned long long *)o, 1ull << 40);
    t_is("ull", (unsigned long long *)o, 1, [](int) { return 1ull << 40; });
    return t_end();
}
