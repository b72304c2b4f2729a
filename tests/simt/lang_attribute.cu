// lang_attribute.cu: qualifiers and attributes that change nothing here but must be taken.
#include "t.h"

__global__ void __launch_bounds__(256) a1(int *__restrict__ o, const int *__restrict__ in)
{
    o[threadIdx.x] = in[threadIdx.x] + 1;
}
template <int N> __launch_bounds__(N) __global__ void a2(int *o) { o[threadIdx.x] = N; }
extern "C" __global__ void a3(int *o) { o[threadIdx.x] = 3; }
static __global__ void a4(int *o) { o[threadIdx.x] = 4; }
__global__ static inline void a5(int *o) { o[threadIdx.x] = 5; }
struct __align__(16) wide {
    float x, y, z, w;
};
struct alignas(8) two {
    int a, b;
};
__global__ void a6(const __grid_constant__ wide w, int *o)
{
    o[threadIdx.x] = (int)(w.x + w.w) + (int)sizeof(wide) + (int)alignof(wide) + (int)alignof(two);
}
__device__ __host__ inline __attribute__((always_inline)) int a7_inner(int x) { return x + 70; }
__global__ void a7(int *o)
{
    int s = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        s += a7_inner(i);
#pragma unroll 2
    for (int i = 0; i < 4; ++i)
        s += i;
#pragma nounroll
    for (int i = 0; i < 4; ++i)
        s -= i;
    __builtin_assume(s > 0);
    if (__builtin_expect(s < 0, 0))
        __builtin_unreachable();
    o[threadIdx.x] = s;
}
[[maybe_unused]] static __device__ int unused_variable;
[[nodiscard]] __device__ int a8_value() { return 8; }
__global__ void a8(int *o)
{
    [[maybe_unused]] int z = 1;
    register_free:
    o[threadIdx.x] = a8_value();
    if (o == nullptr)
        goto register_free;
}
using word = unsigned int;
typedef float real;
__global__ void a9(word *o, real r) { o[threadIdx.x] = static_cast<word>(r) + sizeof(real); }
#define KERNEL __global__ void
#define IDX (blockIdx.x * blockDim.x + threadIdx.x)
KERNEL a10(int *o) { o[IDX] = IDX; }

int main()
{
    int *o = t_dev<int>(64), *in = t_dev<int>(64, [](int i) { return i; });
    auto all = [](int v) { return [v](int) { return v; }; };
    a1<<<1, 64>>>(o, in);
    t_is("restrict", o, 64, [](int i) { return i + 1; });
    a2<64><<<1, 64>>>(o);
    t_is("bounds before", o, 64, all(64));
    a3<<<1, 8>>>(o);
    t_is("extern C", o, 8, all(3));
    a4<<<1, 8>>>(o);
    t_is("static first", o, 8, all(4));
    a5<<<1, 8>>>(o);
    t_is("static inline", o, 8, all(5));
    a6<<<1, 8>>>(wide{ 1, 2, 3, 4 }, o);
    t_is("grid constant", o, 8, all(5 + 16 + 16 + 8));
    a7<<<1, 8>>>(o);
    t_is("pragmas", o, 8, all(286));
    a8<<<1, 8>>>(o);
    t_is("attributes", o, 8, all(8));
    a9<<<1, 8>>>((word *)o, 2.5f);
    t_is("aliases", o, 8, all(6));
    a10<<<2, 8>>>(o);
    t_is("macro kernel", o, 16, [](int i) { return i; });
    return t_end();
}
