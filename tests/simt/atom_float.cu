// atom_float.cu: floating-point atomics. Sums are of small integers, so that their order cannot matter.
// a plain read beside atomics, or data behind a volatile flag: no race, though the emulator calls it one
#include "t.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void adds(float *f, double *d, __half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2)
{
    __shared__ float sf;
    __shared__ double sd;
    int t = threadIdx.x;
    if (t == 0)
        sf = 0, sd = 0;
    __syncthreads();
    atomicAdd(f, 0.5f * t);
    atomicAdd(d, 0.25 * t);
    atomicAdd(&sf, 1.5f);
    atomicAdd(&sd, 2.5);
    atomicAdd(h, __float2half(0.5f));
    atomicAdd(h2, __floats2half2_rn(1, 0.25f));
    atomicAdd(b, __float2bfloat16(0.5f));
    atomicAdd(b2, __floats2bfloat162_rn(1, 2));
    atomicAdd(f + 3, -1.0f);
    atomicExch(f + 4, 7.25f);
    __syncthreads();
    if (t == 0)
        f[1] = sf, f[2] = (float)sd;
}
__global__ void vectors(float2 *a, float4 *b)
{
    atomicAdd(a, make_float2(1, 2));
    atomicAdd(b, make_float4(1, 2, 3, 4));
}
__device__ float atomic_max(float *p, float v)
{
    int old = __float_as_int(*(volatile float *)p), seen; //@r1
    do {
        seen = old;
        old = atomicCAS((int *)p, seen, __float_as_int(fmaxf(v, __int_as_float(seen))));
    } while (old != seen);
    return __int_as_float(old);
}
__global__ void maximum(const float *in, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(o, in[i]);
}
__device__ double atomic_mul(double *p, double v)
{
    unsigned long long *q = (unsigned long long *)p, old = *(volatile unsigned long long *)q, seen; //@r2
    do {
        seen = old;
        old = atomicCAS(q, seen, __double_as_longlong(v * __longlong_as_double(seen)));
    } while (seen != old);
    return __longlong_as_double(old);
}
__global__ void product(double *o) { atomic_mul(o, 2); }

int main()
{
    float *f = t_dev<float>(5);
    double *d = t_dev<double>(1);
    __half *h = t_dev<__half>(2);
    __half2 *h2 = t_dev<__half2>(1);
    __nv_bfloat16 *b = t_dev<__nv_bfloat16>(2);
    __nv_bfloat162 *b2 = t_dev<__nv_bfloat162>(1);
    adds<<<1, 64>>>(f, d, h, h2, b, b2);
    t_is("float", f, 5, [](int i) {
        const float w[5] = { 1008, 96, 160, -64, 7.25f };
        return w[i];
    });
    t_is("double", d, 1, [](int) { return 504.0; });
    t_is("half", (unsigned short *)h, 1, [](int) { return (unsigned short)0x5000; });       // 32
    t_is("half2", (unsigned *)h2, 1, [](int) { return 0x4c005400u; });                       // 64, 16
    t_is("bfloat16", (unsigned short *)b, 1, [](int) { return (unsigned short)0x4200; });    // 32
    t_is("bfloat162", (unsigned *)b2, 1, [](int) { return 0x43004280u; });                   // 64, 128
    float2 *v2 = t_dev<float2>(1);
    float4 *v4 = t_dev<float4>(1);
    vectors<<<2, 32>>>(v2, v4);
    t_is("float2", v2, 1, [](int) { return make_float2(64, 128); });
    t_is("float4", v4, 1, [](int) { return make_float4(64, 128, 192, 256); });
    float *in = t_dev<float>(1000, [](int i) { return (float)(i * 7919 % 1000) - 300; });
    float *o = t_dev<float>(1, [](int) { return -1e30f; });
    maximum<<<4, 256>>>(in, o, 1000);
    t_is("maximum by CAS", o, 1, [](int) { return 699.0f; });
    double *p = t_dev<double>(1, [](int) { return 3.0; });
    product<<<1, 40>>>(p);
    t_is("product by CAS", p, 1, [](int) { return 3.0 * 1099511627776.0; });
    return t_end();
}
