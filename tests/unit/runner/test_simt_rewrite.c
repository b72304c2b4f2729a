/* CUDA C++ before and after the rewriter. What a row leaves out of `out` is what stays as it was. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/simt/rewrite/rewrite.h"
#include "runner/base/util.h"

static char *rewritten(const char *in)
{
    size_t n;
    char *out = simt_rewrite_text(in, strlen(in), &n);
    cr_assert_not_null(out);
    cr_assert_eq(n, strlen(out));
    return out;
}

static size_t newlines(const char *s)
{
    size_t n = 0;
    for (; *s; s++)
        n += *s == '\n';
    return n;
}

struct row {
    const char *in, *out; /* out NULL: unchanged */
};

static void check(const struct row *t, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        char *s = rewritten(t[k].in);
        cr_expect_str_eq(s, t[k].out ? t[k].out : t[k].in, "row %zu gave:\n%s", k, s);
        cr_expect_eq(newlines(s), newlines(t[k].in), "row %zu: lines moved", k);
        free(s);
    }
}
#define CHECK(rows) check(rows, sizeof(rows) / sizeof(rows)[0])

/* simt_launch_site(name, pointer, config, call) as the rewriter writes it */
#define SITE(name, pointer, config, call)                                                                    \
    "simt_launch_site(" name ", " pointer ", simt_config(" config                                            \
    "), [=](auto &...simt_a) SIMT_LANE { SIMT_CALL(" call ") })"

#define POINTER(callee, config)                                                                              \
    "simt_launch_site(\"" callee "\", simt_kptr(" callee "), simt_config(" config "), [simt_k = " callee     \
    "](auto &...simt_a) SIMT_LANE { SIMT_CALL(simt_k) })"

Test(simt_rewrite, launches)
{
    static const struct row t[] = {
        { "k<<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k") "(a);" },
        { "k <<< g , b >>> (a);", SITE("\"k\"", "nullptr", " g , b ", "k") " (a);" },
        { "a::b::k<<<1, 2, 0, s>>>();", SITE("\"a::b::k\"", "nullptr", "1, 2, 0, s", "a::b::k") "();" },
        { "k<int, 4><<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k<int, 4>") "(a);" },
        { "k<a<b>::v, (x>y)><<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k<a<b>::v, (x>y)>") "(a);" },
        { "k<a<b<c>>><<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k<a<b<c>>>") "(a);" },
        { "k<(1 << 3)><<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k<(1 << 3)>") "(a);" },
        { "k<1<<3><<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k<1<<3>") "(a);" },
        { "k<<<f(1, 2), dim3{3, 4}>>>(a);", SITE("\"k\"", "nullptr", "f(1, 2), dim3{3, 4}", "k") "(a);" },
        { "k<<<n<5?1:2, 64>>1>>>(a);", SITE("\"k\"", "nullptr", "n<5?1:2, 64>>1", "k") "(a);" },
        { "k<<<n+255>>8, 1<<8>>>(a);", SITE("\"k\"", "nullptr", "n+255>>8, 1<<8", "k") "(a);" },
        { "k<<<foo<bar<baz<int>>>::v, 2>>>(a);",
          SITE("\"k\"", "nullptr", "foo<bar<baz<int>>>::v, 2", "k") "(a);" },
        { "k<<<foo<bar<baz<int>>>(3), 2>>>(a);",
          SITE("\"k\"", "nullptr", "foo<bar<baz<int>>>(3), 2", "k") "(a);" },
        { "k<<<1, foo<bar<int>>>>>(a);", SITE("\"k\"", "nullptr", "1, foo<bar<int>>", "k") "(a);" },
        { "k<<<p->n, 1>>>(a);", SITE("\"k\"", "nullptr", "p->n, 1", "k") "(a);" },
        { "k<<<1,\n    2>>>(a,\n b);", SITE("\"k\"", "nullptr", "1,\n    2", "k") "(a,\n b);" },
        { "k\n<<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "\n1, 2", "k") "(a);" },
        { "k /* why */ <int> <<<1, 2>>>(a);", SITE("\"k\"", "nullptr", "1, 2", "k <int>") "(a);" },
        { "if (x) k<<<1, 2>>>(a);", "if (x) " SITE("\"k\"", "nullptr", "1, 2", "k") "(a);" },
        { "if (x) (k)<<<1, 2>>>(a);", "if (x) " SITE("\"(k)\"", "nullptr", "1, 2", "(k)") "(a);" },
        { "T::template k<N><<<1, 2>>>(a);", SITE("\"T::k\"", "nullptr", "1, 2", "T::template k<N>") "(a);" },
    };
    CHECK(t);
}

Test(simt_rewrite, what_is_no_launch)
{
    static const struct row t[] = {
        { "// k<<<1, 2>>>(a)\n/* k<<<1, 2>>>(a) */", NULL },
        { "f(\"k<<<1, 2>>>(a)\", R\"x(k<<<1, 2>>>(a) \" )\" )x\");", NULL },
        { "x = 1'000'000 << 2; c = '<'; d = '\\''; e = u8\"<<<\"; k(1'0);", NULL },
        { "// spliced \\\nk<<<1, 2>>>(a)\n", NULL },
        { "#if 0\ndon't k<<<1, 2>>>(a) \"\n#endif\n", NULL },
        { "#error it's k<<<1, 2>>>(a)\n", NULL },
        { "<<<<<<< HEAD\nint a;\n=======\nint b;\n>>>>>>> other\n", NULL },
        { "os.operator<<<int>(3); operator<<<T>(os, x);", NULL },
        { "k<<<1, 2; >>>(a)", NULL },
        { "#pragma k<<<1, 2>>>(a)\n", NULL },
        { "#define S \"k<<<1, 2>>>(a)\"\n", NULL },
        { "<<<1, 2>>>(a)", NULL },
        { "k<<<", NULL },
    };
    CHECK(t);
}

Test(simt_rewrite, macros)
{
    static const struct row t[] = {
        { "#define L(k, ...) k<<<1, 2>>>(__VA_ARGS__)\n",
          "#define L(k, ...) " SITE("SIMT_STR(k)", "nullptr", "1, 2", "k") "(__VA_ARGS__)\n" },
        { "#define L(k, T, g) \\\n  k<T><<<g, \\\n  2>>>\n",
          "#define L(k, T, g) \\\n  " SITE("SIMT_STR(k)", "nullptr", "g, \\\n  2", "k<T>") "\n" },
        { "#define L(n) kernel_##n<<<1, 2>>>(a)\n",
          "#define L(n) " SITE("SIMT_STR(kernel_##n)", "nullptr", "1, 2", "kernel_##n") "(a)\n" },
        { "#define CFG(g, b) <<<g, b>>>\n", "#define CFG(g, b) ->* simt_configured(g, b)\n" },
        { "#define TILE(T, n) __shared__ T n[32]\n",
          "#define TILE(T, n) typedef T simt_T_##n[32]; SIMT_SHARED(n, )\n" },
        { "#define TILE(n) __shared__ float t_##n[32]; t_##n[0] = 1\n",
          "#define TILE(n) typedef float simt_T_t_##n[32]; SIMT_SHARED(t_##n, ) t_##n[0] = 1\n" },
        { "#define HD __host__ __device__\nHD int f();\n", NULL },
        { "#define DEV __device__\nDEV int v;\nDEV int f();\n",
          "#define DEV __device__\nDEV __simt_device_var int v;\nDEV int f();\n" },
        { "#define SH __shared__\nvoid f() { SH int v[2]; }\n",
          "#define SH __shared__\nvoid f() { typedef int simt_T_v[2]; SIMT_SHARED(v, ) }\n" },
    };
    CHECK(t);
}

Test(simt_rewrite, addresses_where_certain)
{
    static const struct row t[] = {
        { "__global__ void k(int *);\nvoid h() { k<<<1, 2>>>(a); }",
          "__global__ void k(int *);\nvoid h() { " SITE("\"k\"", "simt_kptr(k)", "1, 2", "k") "(a); }" },
        { "__global__ void k(int *); __global__ void k(int *p) {}\nvoid h() { k<<<1, 2>>>(a); }",
          "__global__ void k(int *); __global__ void k(int *p) {} SIMT_REGISTER(k)\nvoid h() { " SITE(
              "\"k\"", "simt_kptr(k)", "1, 2", "k") "(a); }" },
        { "__global__ void k(int *); __global__ void k(float *);\nvoid h() { k<<<1, 2>>>(a); }",
          "__global__ void k(int *); __global__ void k(float *);\nvoid h() { " SITE("\"k\"", "nullptr",
                                                                                    "1, 2", "k") "(a); }" },
        { "template <class T, int N> __global__ void k(T *);\nvoid h() { k<int, 3><<<1, 2>>>(a); k<int><<<1, "
          "2>>>(a); }",
          "template <class T, int N> __global__ void k(T *);\nvoid h() { " SITE(
              "\"k\"", "simt_kptr(k<int, 3>)", "1, 2", "k<int, 3>") "(a); " SITE("\"k\"", "nullptr", "1, 2",
                                                                                 "k<int>") "(a); }" },
        { "__global__ void k(int *);\nvoid k(int *, int) { k<<<1, 2>>>(NULL, f(NULL)); }",
          "__global__ void k(int *);\nvoid k(int *, int) { " SITE("\"k\"", "nullptr", "1, 2",
                                                                  "k") "(nullptr, f(NULL)); }" },
        { "template <class... T> __global__ void k(T...);\nvoid h() { k<int><<<1, 2>>>(a); }",
          "template <class... T> __global__ void k(T...);\nvoid h() { " SITE("\"k\"", "nullptr", "1, 2",
                                                                             "k<int>") "(a); }" },
        { "namespace a { __global__ void k(); } namespace b { __global__ void k(); }\nvoid h() { a::k<<<1, "
          "2>>>(); k<<<1, 2>>>(); }",
          "namespace a { __global__ void k(); } namespace b { __global__ void k(); }\nvoid h() { " SITE(
              "\"a::k\"", "simt_kptr(a::k)", "1, 2", "a::k") "(); " SITE("\"k\"", "nullptr", "1, 2",
                                                                         "k") "(); }" },
        { "void h(void (*f)(int)) { f<<<1, 2>>>(3); }",
          "void h(void (*f)(int)) { " POINTER("f", "1, 2") "(3); }" },
        { "void h(F f) { f<<<1, 2>>>(3); fs[1]<<<1, 2>>>(3); (*f)<<<1, 2>>>(3); }",
          "void h(F f) { " POINTER("f", "1, 2") "(3); " POINTER("fs[1]", "1, 2") "(3); " POINTER(
              "(*f)", "1, 2") "(3); }" },
        { "void h() { s.f<<<1, 2>>>(3); this->f<<<1, 2>>>(3); }",
          "void h() { " POINTER("s.f", "1, 2") "(3); " POINTER("this->f", "1, 2") "(3); }" },
    };
    CHECK(t);
}

Test(simt_rewrite, kernels_are_registered)
{
    static const struct row t[] = {
        { "__global__ void k(int *o) { *o = 1; }\n",
          "__global__ void k(int *o) { *o = 1; } SIMT_REGISTER(k)\n" },
        { "__global__ void __launch_bounds__(256, 2) k() {}\n",
          "__global__ void __launch_bounds__(256, 2) k() {} SIMT_REGISTER(k)\n" },
        { "__global__ static void k()\n{\n}\nint x;\n",
          "__global__ static void k()\n{\n} SIMT_REGISTER(k)\nint x;\n" },
        { "extern \"C\" __global__ void k() {}\n", "extern \"C\" __global__ void k() {} SIMT_REGISTER(k)\n" },
        { "extern \"C\" {\n__global__ void k() {}\n}\n",
          "extern \"C\" {\n__global__ void k() {} SIMT_REGISTER(k)\n}\n" },
        { "namespace { __global__ void k() {} }\n",
          "namespace { __global__ void k() {} SIMT_REGISTER(k) }\n" },
        { "__global__ void k(int a) {} __global__ void k(float a) {}\n", NULL },
        { "template <class T> __global__ void k(T a) {}\n", NULL },
        { "template <class T> __global__ void k(T a) {}\ntemplate <> __global__ void k<int>(int a) {}\n",
          NULL },
        { "struct s { __global__ static void k() {} };\n", NULL },
        { "#define K(n) __global__ void n() {}\nK(a)\n", NULL },
        { "__global__ void k(int *o)\n#ifdef A\n{ f(); }\n#else\n{ g(); }\n#endif\n",
          "__global__ void k(int *o)\n#ifdef A\n{ f(); } SIMT_REGISTER(k)\n#else\n{ g(); }\n#endif\n" },
    };
    CHECK(t);
}

#define TEMPLATE "template <class T, int N> __global__ void k(T *a) {}\n"
#define NAMED "simt_kernel_of<&k<int, 3>>()"

Test(simt_rewrite, template_kernels_as_values)
{
    static const struct row t[] = {
        { TEMPLATE "void h() { cudaLaunchKernel((void *)k<int, 3>, g, b, args, 0, 0); }",
          TEMPLATE "void h() { cudaLaunchKernel((void *)" NAMED ", g, b, args, 0, 0); }" },
        { TEMPLATE "void h() { f(&n, k<int, 3>, 4); g((const void *)&k<int, 3>); }",
          TEMPLATE "void h() { f(&n, " NAMED ", 4); g((const void *)&" NAMED "); }" },
        { TEMPLATE "const void *t[] = {(void *)k<int, 3>, (void *)k<f<g>, 2>};",
          TEMPLATE "const void *t[] = {(void *)" NAMED ", (void *)simt_kernel_of<&k<f<g>, 2>>()};" },
        { "namespace n { template <class T> __global__ void k(T *a) {} }\nauto p = n::k<int>;",
          "namespace n { template <class T> __global__ void k(T *a) {} }\n"
          "auto p = simt_kernel_of<&n::k<int>>();" },
        { "#define L(T) launch((void *)k<T, 3>)\n" TEMPLATE,
          "#define L(T) launch((void *)simt_kernel_of<&k<T, 3>>())\n" TEMPLATE },
        { "#define RUN(k) launch(k)\n" TEMPLATE "void h() { RUN((k<int, 3>)); }", NULL },
        { TEMPLATE "template __global__ void k<int, 3>(int *);\nvoid h() { by<k<int, 3>>(); k<int>; }",
          NULL },
        { TEMPLATE "__device__ void h() { k<int, 3>(a); if (k < 3 && b > (c)) d(); }", NULL },
        { "template <class T> __global__ void k(T *a) {}\ntemplate <class T> __global__ void k(T a) {}\n"
          "void h() { f((void *)k<int>); }", NULL },
    };
    CHECK(t);
}

Test(simt_rewrite, shared_variables)
{
    static const struct row t[] = {
        { "{ __shared__ float s[32]; }", "{ typedef float simt_T_s[32]; SIMT_SHARED(s, ) }" },
        { "{ static __shared__ volatile int a; }", "{ typedef volatile int simt_T_a; SIMT_SHARED(a, ) }" },
        { "{ volatile __shared__ int a[2][3]; }",
          "{ typedef volatile int simt_T_a[2][3]; SIMT_SHARED(a, ) }" },
        { "{ __shared__ T a[N], *b, c[2]; }", "{ typedef T simt_T_a[N], *simt_T_b, simt_T_c[2]; "
                                              "SIMT_SHARED(a, ) SIMT_SHARED(b, ) SIMT_SHARED(c, ) }" },
        { "{ __shared__ std::pair<int, T> a[N]; }",
          "{ typedef std::pair<int, T> simt_T_a[N]; SIMT_SHARED(a, ) }" },
        { "{ __shared__ typename X<T>::Y a; }", "{ typedef typename X<T>::Y simt_T_a; SIMT_SHARED(a, ) }" },
        { "{ __shared__ alignas(128) char a[N]; }",
          "{ typedef char simt_T_a[N]; SIMT_SHARED(a, alignas(128) ) }" },
        { "{ __align__(16) __shared__ char a[N]; }",
          "{ typedef char simt_T_a[N]; SIMT_SHARED(a, alignas(16) ) }" },
        { "{ __shared__ char a[N] __attribute__((aligned(8))); }",
          "{ typedef char simt_T_a[N]; SIMT_SHARED(a, alignas(8) ) }" },
        { "{ __shared__ struct { int q[2]; } a[2]; }",
          "{ typedef struct { int q[2]; } simt_T_a[2]; SIMT_SHARED(a, ) }" },
        { "{ __shared__ union U { float f; } u; }",
          "{ typedef union U { float f; } simt_T_u; SIMT_SHARED(u, ) }" },
        { "{ __shared__ float (*p)[4]; }", "{ typedef float (*simt_T_p)[4]; SIMT_SHARED(p, ) }" },
        { "{ float __shared__ a[4]; }", "{ typedef float simt_T_a[4]; SIMT_SHARED(a, ) }" },
        { "{ f(); __shared__ float a\n  [4]; // b, c;\n }",
          "{ f(); typedef float simt_T_a [4]; SIMT_SHARED(a, )\n // b, c;\n }" },
        { "{ __shared__ int a = 3, b; }",
          "{ typedef int simt_T_a, simt_T_b; static_assert(sizeof(char) == 0, \"a __shared__ variable has no "
          "initialiser: "
          "give it its value in one thread, then __syncthreads()\"); SIMT_SHARED(a, ) SIMT_SHARED(b, ) }" },
        { "{ __shared__ X<'\\\na'> n; }", "{ typedef X<'a'> simt_T_n; SIMT_SHARED(n, )\n }" },
        { "void f() { extern __shared__ float s[]; }",
          "void f() { typedef float simt_T_s[]; SIMT_DYNAMIC(s, ) }" },
        { "void f() { extern __shared__ __align__(16) T s[][2]; }",
          "void f() { typedef T simt_T_s[][2]; SIMT_DYNAMIC(s, alignas(16) ) }" },
        { "__shared__ float a[4], b;\nint c;", "SIMT_SHARED_OUTSIDE float a [ 4 ] , b; "
                                             "SIMT_SHARED_EXTENT(a) SIMT_SHARED_EXTENT(b)\nint c;" },
        { "namespace n { static __shared__ __align__(32) T v[N]; }",
          "namespace n { alignas(32) SIMT_SHARED_OUTSIDE T v [ N ]; SIMT_SHARED_EXTENT(v) }" },
        { "extern __shared__ float s[];\n", "extern __thread float s [ ] SIMT_DYNAMIC_NAME; SIMT_DYNAMIC_OUTSIDE\n" },
    };
    CHECK(t);
}

Test(simt_rewrite, lambdas_refer_to_shared_variables)
{
    static const struct row t[] = {
        { "void f() { __shared__ int s[2]; auto g = [=](int i) { return s[i]; }; }\nauto h = [=](int s) { "
          "return s; };",
          "void f() { typedef int simt_T_s[2]; SIMT_SHARED(s, ) auto g = [=, &s](int i) { return s[i]; }; }\n"
          "auto h = [=](int s) { return s; };" },
        { "void f() { __shared__ int s; auto g = [=](int s) { return s; }; }",
          "void f() { typedef int simt_T_s; SIMT_SHARED(s, ) auto g = [=](int s) { return s; }; }" },
        { "void f() { __shared__ int s[2], t; auto g = [](int i) { return s[i] + t; }; auto h = [&] { return "
          "t; }; s[t] = 1; }",
          "void f() { typedef int simt_T_s[2], simt_T_t; SIMT_SHARED(s, ) SIMT_SHARED(t, ) auto g = [&s, "
          "&t](int i) "
          "{ return s[i] + t; }; auto h = [&] { return t; }; s[t] = 1; }" },
    };
    CHECK(t);
}

Test(simt_rewrite, device_variables_of_launches)
{
#define K SITE("\"k\"", "nullptr", "1, 2", "k")
#define OF(arguments) "__device__ int a, b[3] = {1};\nk<<<1, 2>>>(" arguments ");"
#define TO(arguments) "__simt_device_var int a, b[3] = {1};\n" K "(" arguments ");"
    static const struct row t[] = {
        { OF("&a"), TO("simt_host_address(&a)") },
        { OF("3, b, p"), TO("3, simt_host_name(b), p") },
        { OF("&b[f(1, 2)], x"), TO("simt_host_address(&b[f(1, 2)]), x") },
        { OF("a.b, p->b, b[0], f(a), &c, a + 1"), TO("a.b, p->b, b[0], f(a), &c, a + 1") },
        { "__device__ int a(int);\nk<<<1, 2>>>(&a);", "__device__ int a(int);\n" K "(&a);" },
        { "__constant__ V<int, 3> a;\nk<<<1, 2>>>(&a);",
          "__simt_constant_var V<int, 3> a;\n" K "(simt_host_address(&a));" },
        { "__managed__ int a[3];\nk<<<1, 2>>>(a);", "__simt_managed_var int a[3];\n" K "(a);" },
    };
    CHECK(t);
#undef TO
#undef OF
#undef K
}

Test(simt_rewrite, device_variables)
{
    static const struct row t[] = {
        { "__device__ int a;", "__simt_device_var int a;" },
        { "__device__ int a, b[3] = {1};", "__simt_device_var int a, b[3] = {1};" },
        { "static __device__ const float t[] = {1};", "static __simt_device_var const float t[] = {1};" },
        { "__constant__ float c[4];", "__simt_constant_var float c[4];" },
        { "__device__ __constant__ int c;", "__device__ __simt_constant_var int c;" },
        { "__device__ __managed__ int m = 3;", "__device__ __simt_managed_var int m = 3;" },
        { "extern __device__ int x;", "extern  int x;" },
        { "__device__ T *p = nullptr;", "__simt_device_var T *p = nullptr;" },
        { "__device__ int (*fp)(int);", "__simt_device_var int (*fp)(int);" },
        { "__device__ A<B<int>, 3> v{};", "__simt_device_var A<B<int>, 3> v{};" },
        { "__device__ struct S { int x; } s;", "__simt_device_var struct S { int x;  public: SIMT_ASSIGNED(S) } s;" },
        { "struct S { static __device__ int x; __device__ int f(); };",
          "struct S { static  int x; __device__ int f(); };" },
        { "__device__ int f(int a);", NULL },
        { "__device__ __forceinline__ T f(T a) { return a; }", NULL },
        { "template <int N = 3> __device__ auto f() -> int;", NULL },
        { "__host__ __device__ S operator+(S a, S b);", NULL },
        { "struct S { __device__ S(int a) : x{a} {} __device__ ~S() {} __device__ operator int() const { "
          "return 1; } };",
          NULL },
        { "g([] __device__ (int i) { return i; }, [=] __host__ __device__ { return 1; });", NULL },
        { "__device__ inline __attribute__((always_inline)) int f() { return 1; }", NULL },
        { "template <class T> __device__ inline T f(T a = T(3), int b[2] = {}) { return a; }", NULL },
    };
    CHECK(t);
}

/* What stands before a struct's closing brace then. */
#define WHOLE(name) " SIMT_WHOLE_STRUCT(" name ") "
#define ASSIGNED(name) " public: SIMT_ASSIGNED(" name ") "

Test(simt_rewrite, structs_of_plain_data)
{
    static const struct row t[] = {
        { "struct P { float x; };", "struct P { float x; " ASSIGNED("P") "};" },
        { "struct __align__(8) P { float x, y; };", "struct __align__(8) P { float x, y; " WHOLE("P") "};" },
        { "struct alignas(16) P\n{\n  int k; // key\n};",
          "struct alignas(16) P\n{\n  int k; // key\n" WHOLE("P") "};" },
        { "struct P { int k; } __attribute__((aligned(8)));",
          "struct P { int k; " WHOLE("P") "} __attribute__((aligned(8)));" },
        { "struct P { alignas(16) float v[4]; };", "struct P { alignas(16) float v[4]; " WHOLE("P") "};" },
        { "union __align__(8) U { int k[2]; long l; };", "union __align__(8) U { int k[2]; long l; " WHOLE("U") "};" },
        { "typedef struct __align__(8) { int k; } K;", "typedef struct __align__(8) K { int k; " WHOLE("K") "} K;" },
        { "template <class T> struct alignas(4 * sizeof(T)) V { T v[4]; };",
          "template <class T> struct alignas(4 * sizeof(T)) V { T v[4]; " WHOLE("V") "};" },
        { "struct A { int k; }; struct __align__(8) B { A a; const A *p; };",
          "struct A { int k; " ASSIGNED("A") "}; struct __align__(8) B { A a; const A *p; " WHOLE("B") "};" },
        { "struct __align__(8) P { int k; bool operator<(const P &o) const { return k < o.k; } float f; };",
          "struct __align__(8) P { int k; bool operator<(const P &o) const { return k < o.k; } float f; " WHOLE("P")
          "};" },
        { "struct __align__(16) P { union { float v[4]; struct { float x, y; }; }; };",
          "struct __align__(16) P { union { float v[4]; struct { float x, y; }; }; " WHOLE("P") "};" },
        /* a member of ours would be private, or no constant */
        { "struct __align__(8) P { int k; private: int l; };",
          "struct __align__(8) P { int k; private: int l; " ASSIGNED("P") "};" },
        { "class alignas(8) P { int k; };", "class alignas(8) P { int k; " ASSIGNED("P") "};" },
        { "struct alignas(8) P { int k; constexpr P(int a) : k(a) {} };",
          "struct alignas(8) P { int k; constexpr P(int a) : k(a) {} " ASSIGNED("P") "};" },
        /* where no template may be */
        { "void f() { struct __align__(8) P { int k, l; }; struct Q { int k; }; }",
          "void f() { struct __align__(8) P { int k, l;  SIMT_WHOLE_PART }; struct Q { int k; }; }" },
        { "extern \"C\" { struct __align__(8) P { int k, l; }; struct Q { int k; }; }",
          "extern \"C\" { struct __align__(8) P { int k, l;  SIMT_WHOLE_PART }; struct Q { int k; }; }" },
    };
    CHECK(t);
}

Test(simt_rewrite, structs_that_stay)
{
    static const struct row t[] = {
        { "struct alignas(64) W { std::unique_ptr<int> p; };", NULL },
        { "struct alignas(64) W { int n; std::thread t; };", NULL },
        { "struct W { std::vector<int> v = make(); };", NULL },
        { "struct W { std::unique_ptr<int, void (*)(int *)> p; };", NULL },
        { "struct W { int n; bool operator<(const W &o) const { return n < o.n; } Other a; };", NULL },
        { "struct W { struct { Other a; }; };", NULL },
        { "struct W { int n; W(const W &o); };", NULL },
        { "struct W { int n; W(W &&o); };", NULL },
        { "struct W { int n; W &operator=(const W &o); };", NULL },
        { "struct W { int n; ~W(); };", NULL },
        { "struct W : B { int n; };", NULL },
        { "struct W { int n; virtual int f(); };", NULL },
        { "struct W { static int n; int f() { return 1; } using T = int; };", NULL },
        { "struct __align__(8) W;", NULL },
        { "struct __align__(8) W {};", NULL },
        { "enum class alignas(8) W : int { A, B };", NULL },
        { "enum struct W { A, B };", NULL },
        { "struct W f() { int k; }", NULL },
    };
    CHECK(t);
}

Test(simt_rewrite, words)
{
    static const struct row t[] = {
        { "__device__ __noinline__ void f();", "__device__ __attribute__((noinline)) void f();" },
        { "__attribute__((__noinline__)) void f();", NULL },
        { "inline __forceinline__ void f() {}", "inline __attribute__((always_inline)) void f() {}" },
        { "__forceinline__ __device__ void f() {}", NULL },
        { "\xef\xbb\xbf__device__ int \xc3\xa9t\xc3\xa9;\r\n",
          "\xef\xbb\xbf__simt_device_var int \xc3\xa9t\xc3\xa9;\r\n" },
        { "__device__ int b; \\\r\nk<<<1, \\\r\n 2>>>(a);\r\n",
          "__simt_device_var int b; \\\r\n" SITE("\"k\"", "nullptr", "1, \\\r\n 2", "k") "(a);\r\n" },
        { "", NULL },
    };
    CHECK(t);
}

#define NOT_EMULATED(what) "({ static_assert(sizeof(char) == 0, \"inline PTX " what "\"); })"

Test(simt_rewrite, inline_ptx)
{
    static const struct row t[] = {
        { "asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(a));",
          "simt_ptx_mov_u32((uint32_t &)(a), simt_ptx_sreg_laneid());" },
        { "asm volatile (\"cp.async.cg.shared.global.L2::128B [%0], [%1], %2;\\n\" :: \"r\"(a), \"l\"(p), "
          "\"n\"(16));",
          "simt_ptx_cp_async_cg_shared_global((uint32_t)(a), (uint64_t)(p), (16));" },
        { "asm volatile(\"ld.global.nc.L1::no_allocate.v2.f32 {%0, %1}, [%2+8];\" : \"=f\"(x), \"=f\"(y) : "
          "\"l\"(p));",
          "simt_ptx_ld_global_v2_f32((float &)(x), (float &)(y), (uint64_t)(p) + 8);" },
        { "asm volatile(\"ldmatrix.sync.aligned.x2.m8n8.shared::cta.b16 {%0,%1}, [%2];\"\n : \"=r\"(x), "
          "\"=r\"(y)\n : \"r\"(p));",
          "simt_ptx_ldmatrix_sync_aligned_m8n8_x2_shared_b16((uint32_t &)(x), (uint32_t &)(y), "
          "(uint32_t)(p))\n\n;" },
        { "asm(\"st.global.L2::cache_hint.f32 [%0], %1, %2;\" :: \"l\"(p), \"f\"(x), \"l\"(h));",
          "simt_ptx_st_global_f32((uint64_t)(p), (float)(x));" },
        { "asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(a), \"=r\"(b) : \"l\"(c));",
          "simt_ptx_mov_b64_unpack((uint32_t &)(a), (uint32_t &)(b), (uint64_t)(c));" },
        { "asm(\"add.s32 %0, %1, %2;\" : \"= r\"(a) : \" r\"(b), \" n\"(4));",
          "simt_ptx_add_s32((uint32_t &)(a), (uint32_t)(b), (4));" },
        { "asm(\"add.s32 %0, %0, 1;\" : \"+r\"(a));",
          "({ uint32_t &simt_o0 = (uint32_t &)(a); simt_ptx_add_s32(simt_o0, simt_o0, 1); });" },
        { "asm(\"{ .reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.f32 %0, 0f3F800000; }\" : \"=f\"(x) : "
          "\"r\"(b));",
          "({ float &simt_o0 = (float &)(x); uint32_t simt_o1 = (uint32_t)(b); bool simt_r_p = 0; "
          "simt_ptx_setp_ne_b32(simt_r_p, simt_o1, 0); if (!simt_r_p) simt_ptx_mov_f32(simt_o0, "
          "simt_ptx_f32(0x3F800000u)); });" },
        { "asm(\"L: bra L;\" ::);", "({ __label__ simt_l_L; simt_l_L: ; goto simt_l_L; });" },
        { "asm(\"add.u32 %0, %1, %[b];\" : \"=r\"(a) : \"0\"(x), [b] \"r\"(y));",
          "({ uint32_t &simt_o0 = (uint32_t &)(a); simt_o0 = (uint32_t)(x); uint32_t simt_o2 = "
          "(uint32_t)(y); "
          "simt_ptx_add_u32(simt_o0, simt_o0, simt_o2); });" },
        { "#define BAR(n) asm volatile(\"bar.sync \" #n \", 64;\")\n",
          "#define BAR(n) simt_ptx_bar_sync((n), 64)\n" },
        { "#define OP \"add.f32 \"\nasm(OP \"%0, %1, %2;\" : \"=f\"(a) : \"f\"(b), \"f\"(c));",
          "#define OP \"add.f32 \"\nsimt_ptx_add_f32((float &)(a), (float)(b), (float)(c));" },
        { "__global__ void k(int a) { asm volatile(\"\" : \"+f\"(x), \"+l\"(y) :: \"memory\"); asm(\"// "
          "nothing\"); ",
          "__global__ void k(int a) { asm volatile(\"\" : \"+x\"(x), \"+r\"(y) :: \"memory\"); asm(\"\"); " },
        { "void host() { asm volatile(\"rdtsc\" : \"=a\"(x)); asm(\"\" :: \"r,m\"(x)); }", NULL },
        { "HD void f() { asm volatile(\"bar.sync 0;\"); }", "HD void f() { simt_ptx_bar_sync(0); }" },
        { "asm volatile(\"barrier.cta.sync.aligned 1, 32;\");", "simt_ptx_bar_sync(1, 32);" },
        { "asm volatile(\"barrier.cta.arrive 1, 32;\");", "simt_ptx_barrier_arrive(1, 32);" },
        { "__device__ void f() { asm(\"frob;\"); }",
          "__device__ void f() { " NOT_EMULATED("'frob' is not emulated") "; }" },
        { "asm(\"tcgen05.wait::ld.sync.aligned;\");",
          NOT_EMULATED("'tcgen05.wait::ld.sync.aligned' is not emulated") ";" },
        { "asm(\"mov.u32 %0, %%pm0;\" : \"=r\"(a));", NOT_EMULATED("'%pm0' is not emulated") ";" },
        { "asm(\"add.s32 %0, %1, x;\" : \"=r\"(a) : \"r\"(b));",
          NOT_EMULATED("with operand 'x' is not understood") ";" },
        { "asm(\"{ .reg .pred p;\");", NULL },
        { "__device__ void f() { asm(\"{ .reg .pred p;\"); }",
          "__device__ void f() { " NOT_EMULATED("whose block ends in another asm is not emulated") "; }" },
    };
    CHECK(t);
}

static char *put(const char *dir, const char *name, const char *text)
{
    char *path = util_path("%s/%s", dir, name);
    struct err e = { "" };
    cr_assert_eq(util_write_file(path, text, strlen(text), &e), 0, "%s", e.text);
    return path;
}

/* What a source of these headers became, with the directories' names as D and M. */
static char *through_files(const char *dir, const char *source, const char *inc, size_t *nfiles)
{
    struct err e = { "" };
    char *mirror = util_path("%s/mirror", dir), *in = put(dir, "a.cu", source),
         *out = util_path("%s/a.cpp", dir);
    const char *dirs[] = { inc };
    util_mkdirs(mirror, NULL);
    struct simt_rewrite *r =
        simt_rewrite_create(&(struct simt_rewrite_options){ dirs, inc ? 1 : 0, NULL, mirror });
    cr_assert_eq(simt_rewrite_file(r, in, out, &e), 0, "%s", e.text);
    simt_rewrite_files(r, nfiles);
    simt_rewrite_free(r);
    char *text = util_read_file(out, 1 << 20, &e);
    free(mirror);
    free(in);
    free(out);
    return text;
}

/* A stranger's include of what lies outside stays as he wrote it, and nothing of that file is read. */
Test(simt_rewrite, includes_of_a_stranger)
{
    char dir[] = "/tmp/rewrite-XXXXXX", expected[1024], source[512];
    struct err e = { "" };
    size_t nfiles;
    cr_assert_not_null(mkdtemp(dir));
    char *sub = util_path("%s/sub", dir), *out = util_path("%s/a.cpp", sub);
    util_mkdirs(sub, NULL);
    free(put(dir, "ref.cuh", "__device__ int secret;\n"));
    free(put(sub, "mine.cuh", "__device__ int v;\n"));
    char *link = util_path("%s/link.cuh", sub), *to = util_path("%s/ref.cuh", dir);
    cr_assert_eq(symlink(to, link), 0);
    snprintf(source, sizeof source,
             "#include \"../ref.cuh\"\n#include \"%s/ref.cuh\"\n#include \"link.cuh\"\n#include \"mine.cuh\"\n", dir);
    char *in = put(sub, "a.cu", source);
    struct simt_rewrite *r = simt_rewrite_create(
        &(struct simt_rewrite_options){ .mirror = sub, .within = (const char *const[]){ sub, NULL } });
    cr_assert_eq(simt_rewrite_file(r, in, out, &e), 0, "%s", e.text);
    simt_rewrite_files(r, &nfiles);
    cr_expect_eq(nfiles, 2);
    simt_rewrite_free(r);
    char *got = util_read_file(out, 1 << 20, &e);
    snprintf(expected, sizeof expected,
             "#line 1 \"%s/a.cu\"\n#include \"../ref.cuh\"\n#include \"%s/ref.cuh\"\n#include \"link.cuh\"\n"
             "#include \"%s%s/mine.cuh\"\n", sub, dir, sub, sub);
    cr_expect_str_eq(got, expected);
    char *own[] = { sub, out, link, to, in, got };
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        free(own[k]);
    char cmd[128];
    snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
    cr_assert_eq(system(cmd), 0);
}

Test(simt_rewrite, headers)
{
    char dir[] = "/tmp/rewrite-XXXXXX", expected[1024];
    cr_assert_not_null(mkdtemp(dir));
    char *sub = util_path("%s/sub", dir);
    util_mkdirs(sub, NULL);
    free(put(dir, "k.cuh", "#pragma once\n#include \"sub/up.h\"\n__device__ int v;\n"));
    free(put(dir, "plain.h", "#include \"sub/other.h\"\nint plain;\n"));
    free(put(sub, "up.h", "#include \"../k.cuh\"\n"));
    free(put(sub, "other.h", "int other;\n"));
    free(put(sub, "found.h", "__constant__ int c;\n"));
    size_t nfiles;
    char *got =
        through_files(dir,
                      "#include <stdio.h>\n#include \"k.cuh\"\n#include \"plain.h\"\n#include <found.h>\n"
                      "#if __has_include(\"plain.h\") && X\n#include \"missing.h\"\n#endif\n",
                      sub, &nfiles);
    snprintf(expected, sizeof expected,
             "#line 1 \"%s/a.cu\"\n#include <stdio.h>\n#include \"%s/mirror%s/k.cuh\"\n"
             "#include \"%s/plain.h\"\n#include \"%s/mirror%s/sub/found.h\"\n#if "
             "__has_include(\"%s/plain.h\") && X\n"
             "#include \"missing.h\"\n#endif\n",
             dir, dir, dir, dir, dir, dir, dir);
    cr_expect_str_eq(got, expected);
    cr_expect_eq(nfiles, 6);
    char *path = util_path("%s/mirror%s/sub/up.h", dir, dir), *up = util_read_file(path, 4096, NULL);
    snprintf(expected, sizeof expected, "#line 1 \"%s/sub/../k.cuh\"", dir);
    cr_expect_not_null(up);
    if (up)
        cr_expect_not_null(strstr(up, "/mirror"), "an include that leads back is mirrored too: %s", up);
    free(up);
    free(path);
    free(got);
    free(sub);
    util_remove_tree(dir);
}

/* A header of nothing but an aligned struct is rewritten; within extern "C" without a template; and a unit that binds
 * says so before all else. */
Test(simt_rewrite, headers_of_structs)
{
    char dir[] = "/tmp/rewrite-XXXXXX", expected[1024];
    cr_assert_not_null(mkdtemp(dir));
    free(put(dir, "p.h", "struct __align__(8) P { int k, l; };\n"));
    free(put(dir, "c.h", "#include \"d.h\"\nstruct __align__(8) C { int k, l; };\n"));
    free(put(dir, "d.h", "struct __align__(8) D { int k, l; };\n"));
    size_t nfiles;
    char *got = through_files(dir, "#include \"p.h\"\nextern \"C\" {\n#include \"c.h\"\n}\nauto &[a, b] = p;\n", NULL,
                              &nfiles);
    snprintf(expected, sizeof expected,
             "#line 0 \"%s/a.cu\"\n#include \"simt/binds.h\"\n"
             "#include \"%s/mirror%s/p.h\"\nextern \"C\" {\n#include \"%s/mirror%s/c.h\"\n}\nauto &[a, b] = p;\n",
             dir, dir, dir, dir, dir);
    cr_expect_str_eq(got, expected);
    free(got);
    static const struct row want[] = { { "p.h", WHOLE("P") },
                                       { "c.h", " SIMT_WHOLE_PART " },
                                       { "d.h", " SIMT_WHOLE_PART " } };
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        char *path = util_path("%s/mirror%s/%s", dir, dir, want[k].in);
        char *text = util_read_file(path, 1 << 20, NULL);
        cr_expect(text && strstr(text, want[k].out), "%s: %s", want[k].in, text ? text : "is missing");
        free(text);
        free(path);
    }
}

Test(simt_rewrite, a_missing_source_is_said)
{
    struct err e = { "" };
    struct simt_rewrite *r = simt_rewrite_create(&(struct simt_rewrite_options){ .mirror = NULL });
    cr_expect_eq(simt_rewrite_file(r, "/nowhere/a.cu", "/nowhere/a.cpp", &e), -1);
    cr_expect_not_null(strstr(e.text, "/nowhere/a.cu"), "%s", e.text);
    simt_rewrite_free(r);
}

/* Lines stay, whatever is cut off where. */
Test(simt_rewrite, truncated_anywhere)
{
    static const char source[] = "template <class T> __global__ void k(T *o) {\n    __shared__ T a[3], \\\n "
                                 "*b;\n#if X\n    asm(\"mov.u32 %0,\"\n"
                                 " \" %%laneid;\" : \"=r\"(x));\n#else\n}}\n#endif\n    auto f = [=] { "
                                 "return a[0]; };\n}\n#define L(k) k<<<1, \\\n"
                                 " 2>>>(R\"(x\n)\", 'a')\n__device__ struct { int x; } s = {\n 1};\nvoid h() "
                                 "{ k<int><<<a<b<c>>>(1), {2,\n 3}>>>(4); }\n";
    for (size_t n = 0; n < sizeof source; n++) {
        char *in = strndup(source, n), *out = rewritten(in);
        cr_assert_eq(newlines(in), newlines(out), "cut at %zu: %s", n, out);
        free(in);
        free(out);
    }
}
