// bf16_math.cu: bfloat16: conversions of all values, rounding, arithmetic.
#include "t.h"
#include <cuda_bf16.h>

typedef unsigned short u16;
enum { N = 128 };

static float from_bf(u16 h) { return t_float((unsigned)h << 16); }
/* Nearest, ties to even. */
static u16 to_bf(float f)
{
    unsigned u = t_bits(f);
    return std::isnan(f) ? 0x7fff : (u16)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
static float sample(int i)
{
    unsigned u = (unsigned)i * 87 << 15;
    u += (i & 1 ? 1 : 0) - (i & 2 ? 1 : 0);
    float f = t_float(u);
    return std::isnan(f) ? 1 : f;
}
__host__ __device__ static float a_of(int i) { return (i - 40) * 0.5f; }
__host__ __device__ static float b_of(int i) { return (i % 13 - 5) * 0.25f + 0.125f; }
__device__ u16 raw(__nv_bfloat16 b) { return __bfloat16_as_ushort(b); }

__global__ void widen(unsigned *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float f = __bfloat162float(__ushort_as_bfloat16((u16)i));
    o[i] = isnan(f) ? 0x7fffffff : __float_as_uint(f);
}
__global__ void narrow(const float *in, u16 *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = raw(__float2bfloat16(in[i]));
    o[n + i] = raw(__float2bfloat16_rn(in[i]));
    o[2 * n + i] = raw(__float2bfloat16_rz(in[i]));
    __nv_bfloat162 p = __floats2bfloat162_rn(in[i], in[i]);
    o[3 * n + i] = raw(p.y);
}
__global__ void scalar(u16 *o)
{
    int i = threadIdx.x;
    __nv_bfloat16 a = __float2bfloat16(a_of(i)), b = __float2bfloat16(b_of(i)), c = __float2bfloat16(0.5f);
    u16 *r = o + i * 12;
    r[0] = raw(__hadd(a, b)), r[1] = raw(__hsub(a, b)), r[2] = raw(__hmul(a, b)), r[3] = raw(__hfma(a, b, c));
    r[4] = raw(__hdiv(a, b)), r[5] = raw(__hneg(a)), r[6] = raw(__habs(a)), r[7] = raw(__hmax(a, b));
    r[8] = raw(__hmin(a, b)), r[9] = raw(a * b), r[10] = raw(a - c), r[11] = raw(hsqrt(__habs(a)));
}
static u16 scalar_want(int j)
{
    float a = a_of(j / 12), b = b_of(j / 12);
    switch (j % 12) {
    case 0: return to_bf(a + b);
    case 1: return to_bf(a - b);
    case 2:
    case 9: return to_bf(a * b);
    case 3: return to_bf(a * b + 0.5f);
    case 4: return to_bf(a / b);
    case 5: return to_bf(-a);
    case 6: return to_bf(fabsf(a));
    case 7: return to_bf(a > b ? a : b);
    case 8: return to_bf(a < b ? a : b);
    case 10: return to_bf(a - 0.5f);
    default: return to_bf(sqrtf(fabsf(a)));
    }
}
__global__ void pairs(unsigned *o)
{
    int i = threadIdx.x;
    __nv_bfloat162 a = __floats2bfloat162_rn(a_of(i), b_of(i)), b = __bfloat162bfloat162(__float2bfloat16(0.5f));
    __nv_bfloat162 r[5] = { __hadd2(a, b), __hmul2(a, b), __hfma2(a, b, b), __hmax2(a, b), a - b };
    for (int k = 0; k < 5; k++)
        o[i * 5 + k] = *reinterpret_cast<unsigned *>(&r[k]);
    float2 f = __bfloat1622float2(a);
    o[i * 5 + 4] ^= (unsigned)(f.x == a_of(i)) + (unsigned)(__low2float(a) == a_of(i)) * 2 + (__heq(a.x, a.y) ? 4 : 0);
}
static unsigned pairs_want(int j)
{
    int i = j / 5;
    float a[2] = { a_of(i), b_of(i) }, r[2];
    for (int k = 0; k < 2; k++) {
        float x = a[k];
        r[k] = j % 5 == 0 ? x + 0.5f : j % 5 == 1 ? x * 0.5f : j % 5 == 2 ? x * 0.5f + 0.5f : j % 5 == 3 ? (x > 0.5f ? x : 0.5f) : x - 0.5f;
    }
    unsigned u = to_bf(r[0]) | (unsigned)to_bf(r[1]) << 16;
    return j % 5 == 4 ? u ^ (3 + (a[0] == a[1]) * 4) : u;
}

int main()
{
    unsigned *o = t_dev<unsigned>(65536);
    widen<<<256, 256>>>(o);
    t_is("bf16 to float", o, 65536, [](int i) {
        float f = from_bf((u16)i);
        return std::isnan(f) ? 0x7fffffff : t_bits(f);
    });
    const int n = 1024;
    u16 *h = t_dev<u16>(4 * n);
    narrow<<<4, 256>>>(t_dev<float>(n, sample), h, n);
    t_is("float to bf16", h, 4 * n, [=](int i) -> u16 {
        float f = sample(i % n);
        return i / n == 2 ? (u16)(t_bits(f) >> 16) : to_bf(f);
    });
    scalar<<<1, N>>>(h);
    t_is("scalar", h, N * 12, scalar_want);
    pairs<<<1, N>>>(o);
    t_is("pairs", o, N * 5, pairs_want);
    return t_end();
}
