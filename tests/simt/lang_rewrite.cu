// lang_rewrite.cu: what the emulator's rewriter has to read right before the preprocessor has run: don't trip
// over k<<<1, 1>>>(x), "quotes or { brackets in comments.
#include "t.h"

#if 0
it's "not read, k<<<1, 1>>>(x) { { (
#endif
#ifdef NEVER_DEFINED
#error it's an apostrophe k<<<1, 1>>>(
void unbalanced() {
#endif
#define DEVICE_VARIABLE __device__
#define SHARED __shared__
#define BOTH __host__ __device__
#define TILE(T, name) __shared__ T name[32]
#define NAMED_TILE(name) __shared__ float tile_##name[32]; tile_##name[threadIdx.x] = 2
#define CONFIG(g, b) <<<g, b>>>
#define RUN(kernel) kernel<<<1, 32>>>
#define RUN_T(k, T, ...) \
    do { \
        k<T><<<1, \
               32>>>(__VA_ARGS__); \
    } while (0)

struct pair {
    float x, y;
};
struct alignas(16) quad {
    int a[4];
};

DEVICE_VARIABLE int counter;
BOTH inline int twice(int x) { return 2 * x; }
__device__ int plain, two = 2, several[4] = {1, 2, 3, 4};
__device__ __constant__ int constants[2];
static __device__ float real = 1.5f;
__device__ const int table[4] = {1, 2, 4, 8};
__device__ constexpr int folded = 3;
__device__ __managed__ int managed = 6;
__device__ struct pair both = {1, 2};

template <typename T, int N> __device__ T shapes(T v)
{
    __shared__ T a[N], b[N][2], *p;
    volatile __shared__ int vol[N];
    __shared__ union {
        float f;
        int i;
    } un;
    __shared__ alignas(64) char aligned[64];
    __shared__ struct local {
        int q;
        T z;
    } items[N], *item;
    __shared__ __align__(32) quad quads[2];
    static __shared__ pair pairs
        [N]; // trailing, comment; here
    __shared__ T (*rows)[2];
    unsigned t = threadIdx.x;
    a[t] = v;
    b[t][1] = v;
    vol[t] = 3;
    items[t].q = 1;
    pairs[t].x = 1;
    if (t == 0) {
        p = a;
        un.f = 1.0f;
        aligned[3] = 1;
        quads[1].a[2] = 9;
        item = items;
        rows = b;
    }
    __syncthreads();
    auto by_reference = [&](int i) { return a[i]; };
    auto by_copy = [=](int i) { return a[i] + b[i][1] + p[i]; };
    auto by_nothing = [](int i) { return pairs[i].x; };
    T r = by_reference(t) + by_copy(t) + (T)by_nothing(t) + (T)vol[t] + (T)quads[1].a[2];
    r += item[t].q + rows[t][1] + (un.i == 0x3f800000) + aligned[3];
    __syncthreads();
    return r + ((size_t)aligned % 64 == 0) + ((size_t)quads % 32 == 0);
}
template <typename T> __global__ void shared_shapes(T *o) { o[threadIdx.x] = shapes<T, 32>(1); }

__global__ void shared_macros(float *o)
{
    TILE(float, mine);
    NAMED_TILE(x);
    SHARED float other[32];
    mine[threadIdx.x] = 1;
    other[threadIdx.x] = 3;
    o[threadIdx.x] = mine[threadIdx.x] + tile_x[threadIdx.x] + other[threadIdx.x];
}

template <typename T> __global__ void dynamic_bytes(T *o)
{
    extern __shared__ unsigned char raw[];
    T *s = reinterpret_cast<T *>(raw);
    s[threadIdx.x] = 3;
    auto byte = [=](int i) { return raw[i]; };
    o[threadIdx.x] = s[threadIdx.x] + 0 * byte(threadIdx.x * sizeof(T));
}
__global__ void dynamic_rows(int *o)
{
    extern __shared__ int rows[][2];
    rows[threadIdx.x][1] = 5;
    o[threadIdx.x] = rows[threadIdx.x][1];
}
extern __shared__ __align__(16) int outside[];
__global__ void dynamic_outside(int *o)
{
    outside[threadIdx.x] = 6;
    o[threadIdx.x] = outside[threadIdx.x];
}
__shared__ float beyond[32], *beyond_rows;
static __shared__ __align__(64) int64_t beyond_wide[32];
__global__ void shared_outside(int *o)
{
    int i = threadIdx.x;
    beyond[i] = i + blockIdx.x;
    beyond_wide[i] = (size_t)beyond_wide % 64;
    if (i == 0)
        beyond_rows = beyond + 1;
    __syncthreads();
    o[blockIdx.x * 32 + i] = beyond[31 - i] + beyond_rows[0] + beyond_wide[i];
}
__device__ int hidden(const int *outside) { return outside[0]; }

__global__ void variables(int *o)
{
    int i = threadIdx.x, j = i & 3;
    o[i] = plain + two + several[j] + constants[0] + (int)real + table[j] + folded + managed + (int)both.x;
    o[i] += counter + 1'000 + twice(1) + hidden(o) * 0;
    // it's a comment that goes on \
       k<<<1, 2>>>(x);
    const char *s = R"x(k<<<1,1>>>(y) " __shared__ )x", *u = "<<<é>>>";
    char c = '<';
    o[i] += (s[0] == 'k') + (u[0] == '<') + (c == '<');
}

__global__ void one(int *o) { o[threadIdx.x] = 13; }
__global__ static void
odd
(int *o
) { o[threadIdx.x] = 14; }
__global__ void shared_name(int *o) { o[threadIdx.x] = 15; }
static void shared_name(int *o, int n) { shared_name<<<1, n>>>(o); }
__global__ void null_is(int *o, const float *p) { o[threadIdx.x] = p == NULL; }
template <class T> __global__ void null_is_too(T *o, const float *p) { o[threadIdx.x] = p == NULL; }
__global__ void by_braces(int *o, pair v) { o[threadIdx.x] = (int)(v.x + v.y); }
__global__ void defaulted(int *o, int a = 4) { o[threadIdx.x] = a; }
template <class T> __global__ void fill(T *o, T v) { o[threadIdx.x] = v; }
template <class T> struct box {
    static constexpr int v = 1;
};
template <class T, class U> struct either {
    static constexpr int v = 2;
    int n;
    BOTH either(int i) : n(i) {}
    BOTH operator int() const { return n; }
};
template <class T, int N> __global__ void as_value(T *o, T v) { o[threadIdx.x] = v + N; }
namespace deep {
template <class T> __global__ void as_value(T *o, T v) { o[threadIdx.x] = v + 40; }
} // namespace deep
static const void *const values[] = {(void *)as_value<int, 1>, (const void *)&deep::as_value<int>};
template <class T> static const void *value_of() { return reinterpret_cast<const void *>(as_value<T, 5>); }

template <int N> __global__ void number(int *o) { o[threadIdx.x] = N; }

struct holder {
    void (*kernel)(int *);
    int n;
    void go(int *o)
    {
        kernel<<<1, n>>>(o);
        this->kernel<<<1, n>>>(o);
    }
    template <class T> void fill_all(T *o) { fill<T><<<1, n>>>(o, T(n)); }
};
template <void (*K)(int *)> static void by_argument(int *o) { K<<<1, 32>>>(o); }
template <typename K, typename... A> static void by_parameter(K kern, A... a) { kern<<<1, 32>>>(a...); }

static int third(const int *d)
{
    int h;
    CK(cudaMemcpy(&h, d + 3, 4, cudaMemcpyDeviceToHost));
    return h;
}

int main()
{
    int *d = t_dev<int>(256), a = 5, b = 3;
    float *f = t_dev<float>(256);
    odd <<< 1 , 1 << 5 >>> ( d );
    EQ(third(d), 14);
    one<<<a < b ? 2 : 1, 64>>1>>>(d);
    EQ(third(d), 13);
    fill < int > <<< 1, 32 >>> (d, 8);
    EQ(third(d), 8);
    number<box<box<int>>::v><<<box<either<int, box<float>>>::v, 32>>>(d);
    EQ(third(d), 1);
    number<(3 > 2)><<<+either<box<int>, box<box<int>>>(1), 32>>>(d);
    EQ(third(d), 1);
    RUN(one)(d);
    RUN((fill<int>))(d, 18);
    EQ(third(d), 18);
    RUN_T(fill, int, d, 17);
    EQ(third(d), 17);
    one CONFIG(1, 32)(d);
    EQ(third(d), 13);
    fill<int> CONFIG(1, 32)(d, 19);
    EQ(third(d), 19);
    shared_name(d, 32);
    EQ(third(d), 15);
    null_is<<<1, 32>>>(d, NULL);
    EQ(third(d), 1);
    null_is<<<1, 32>>>(d, 0);
    EQ(third(d), 1);
    null_is_too<<<1, 32>>>(d, NULL);
    EQ(third(d), 1);
    by_braces<<<1, 32>>>(d, {3, 4});
    EQ(third(d), 7);
    defaulted<<<1, 32>>>(d);
    EQ(third(d), 4);

    void (*pointer)(int *) = one, (*pointers[])(int *) = {one, odd};
    (*pointer)<<<1, 32>>>(d);
    EQ(third(d), 13);
    pointers[1]<<<1, 32>>>(d);
    EQ(third(d), 14);
    (a > b ? one : odd)<<<1, 32>>>(d);
    EQ(third(d), 13);
    holder h{odd, 32};
    h.go(d);
    EQ(third(d), 14);
    h.fill_all(d);
    EQ(third(d), 32);
    h.kernel<<<1, 32>>>(d);
    EQ(third(d), 14);
    by_argument<one>(d);
    EQ(third(d), 13);
    by_parameter(fill<int>, d, 31);
    EQ(third(d), 31);

    shared_shapes<int><<<1, 32>>>(d);
    EQ(third(d), 23);
    shared_shapes<<<1, 32>>>(f);
    EQ(third((int *)f), 0x41b80000);
    shared_macros<<<1, 32>>>(f);
    EQ(third((int *)f), 0x40c00000);
    dynamic_bytes<<<1, 32, 128>>>(d);
    EQ(third(d), 3);
    dynamic_rows<<<1, 32, 256>>>(d);
    EQ(third(d), 5);
    dynamic_outside<<<1, 32, 128>>>(d);
    EQ(third(d), 6);

    shared_outside<<<8, 32>>>(d);
    EQ(third(d), 28 + 1);
    EQ(third(d + 7 * 32), 28 + 7 + 1 + 7);
    int added = 6, blocks = 0;
    void *args[] = {&d, &added};
    CK(cudaLaunchKernel(values[0], dim3(1), dim3(32), args, 0, 0));
    EQ(third(d), 7);
    CK(cudaLaunchKernel(values[1], dim3(1), dim3(32), args, 0, 0));
    EQ(third(d), 46);
    CK(cudaLaunchKernel(value_of<int>(), dim3(1), dim3(32), args, 0, 0));
    EQ(third(d), 11);
    CK(cudaLaunchCooperativeKernel((void *)as_value<int, 2>, dim3(1), dim3(32), args, 0, 0));
    EQ(third(d), 8);
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, as_value<int, 3>, 32, 0));
    EQ(blocks > 0, 1);
    auto kept = as_value<int, 4>;
    kept<<<1, 32>>>(d, 5);
    EQ(third(d), 9);

    int one_more = 1, pair_of[2] = {100, 2};
    CK(cudaMemcpyToSymbol(counter, &one_more, sizeof one_more));
    CK(cudaMemcpyToSymbol(plain, &one_more, sizeof one_more));
    CK(cudaMemcpyToSymbol(constants, pair_of, sizeof pair_of));
    variables<<<1, 32>>>(d);
    EQ(third(d), 1 + 2 + 4 + 100 + 1 + 8 + 3 + 6 + 1 + 1 + 1000 + 2 + 3);
    return t_end();
}
