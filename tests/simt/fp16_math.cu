// fp16_math.cu: arithmetic, comparisons and functions of half and half2.
#include "t.h"
#include <cuda_fp16.h>

typedef unsigned short u16;
enum { N = 128 };

__host__ __device__ static float a_of(int i) { return (i - 40) * 0.375f; }
__host__ __device__ static float b_of(int i) { return (i % 17 - 5) * 0.25f + 0.125f; }

/* All values here are exact in float, so that one conversion rounds once. */
static u16 half_of(float f)
{
    __half h = __float2half(f);
    u16 u;
    memcpy(&u, &h, 2);
    return u;
}
__global__ void scalar(u16 *o)
{
    int i = threadIdx.x;
    half a = __float2half(a_of(i)), b = __float2half(b_of(i)), c = __float2half(0.5f);
    u16 *r = o + i * 16;
    r[0] = __half_as_ushort(__hadd(a, b)), r[1] = __half_as_ushort(__hsub(a, b)), r[2] = __half_as_ushort(__hmul(a, b));
    r[3] = __half_as_ushort(__hfma(a, b, c)), r[4] = __half_as_ushort(__hdiv(a, b)), r[5] = __half_as_ushort(__hneg(a));
    r[6] = __half_as_ushort(__habs(a)), r[7] = __half_as_ushort(__hmax(a, b)), r[8] = __half_as_ushort(__hmin(a, b));
    r[9] = __half_as_ushort(a + b * c), r[10] = __half_as_ushort(a / b - c), r[11] = __half_as_ushort(hsqrt(__habs(a)));
    r[12] = __half_as_ushort(hfloor(a)), r[13] = __half_as_ushort(hrint(a)), r[14] = __half_as_ushort(__hadd_sat(a, b));
    a += b;
    a *= c;
    r[15] = __half_as_ushort(-a);
}
static u16 scalar_want(int j)
{
    float a = a_of(j / 16), b = b_of(j / 16);
    switch (j % 16) {
    case 0: return half_of(a + b);
    case 1: return half_of(a - b);
    case 2: return half_of(a * b);
    case 3: return half_of(a * b + 0.5f);
    case 4: return half_of(a / b);
    case 5: return half_of(-a);
    case 6: return half_of(fabsf(a));
    case 7: return half_of(a > b ? a : b);
    case 8: return half_of(a < b ? a : b);
    case 9: return half_of(a + b * 0.5f);
    case 10: return half_of(__half2float(__float2half(a / b)) - 0.5f);
    case 11: return half_of(sqrtf(fabsf(a)));
    case 12: return half_of(floorf(a));
    case 13: return half_of(rintf(a));
    case 14: return half_of(a + b < 0 ? 0 : a + b > 1 ? 1 : a + b);
    default: return half_of(-(a + b) * 0.5f);
    }
}
__global__ void pairs(unsigned *o)
{
    int i = threadIdx.x;
    half2 a = __floats2half2_rn(a_of(i), b_of(i)), b = __halves2half2(__float2half(b_of(i)), __float2half(2));
    half2 r[10];
    r[0] = __hadd2(a, b), r[1] = __hmul2(a, b), r[2] = __hfma2(a, b, a), r[3] = __hsub2(a, b), r[4] = __hneg2(a);
    r[5] = __hmax2(a, b), r[6] = __lowhigh2highlow(a), r[7] = __half2half2(__float2half(1.5f));
    r[8] = __lows2half2(a, b), r[9] = a * b + __float2half2_rn(1);
    for (int k = 0; k < 10; k++)
        o[i * 10 + k] = *reinterpret_cast<unsigned *>(&r[k]);
}
static unsigned pairs_want(int j)
{
    int i = j / 10;
    float a[2] = { a_of(i), b_of(i) }, b[2] = { b_of(i), 2 }, r[2];
    for (int k = 0; k < 2; k++)
        switch (j % 10) {
        case 0: r[k] = a[k] + b[k]; break;
        case 1: r[k] = a[k] * b[k]; break;
        case 2: r[k] = a[k] * b[k] + a[k]; break;
        case 3: r[k] = a[k] - b[k]; break;
        case 4: r[k] = -a[k]; break;
        case 5: r[k] = a[k] > b[k] ? a[k] : b[k]; break;
        case 6: r[k] = a[1 - k]; break;
        case 7: r[k] = 1.5f; break;
        case 8: r[k] = k ? b[0] : a[0]; break;
        case 9: r[k] = a[k] * b[k] + 1; break;
        }
    return half_of(r[0]) | (unsigned)half_of(r[1]) << 16;
}
__global__ void compared(int *o)
{
    int i = threadIdx.x;
    half a = __float2half(a_of(i)), b = __float2half(a_of(i ^ 1)), nan = __ushort_as_half(0x7e00);
    o[i] = __heq(a, a) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 | (a >= b) << 5 |
           __heq(nan, nan) << 6 | __hltu(nan, a) << 7 | __hisnan(nan) << 8 | (__hisinf(__ushort_as_half(0xfc00)) == -1) << 9 |
           __hbeq2(__half2half2(a), __half2half2(a)) << 10;
}
__global__ void functions(float *o)
{
    int i = threadIdx.x;
    half a = __float2half(0.25f + i * 0.03125f);
    float *r = o + i * 10;
    r[0] = __half2float(hexp(a)), r[1] = __half2float(hlog(a)), r[2] = __half2float(hsin(a)), r[3] = __half2float(hcos(a));
    r[4] = __half2float(hrcp(a)), r[5] = __half2float(hrsqrt(a)), r[6] = __half2float(hexp2(a)), r[7] = __half2float(hlog2(a));
    r[8] = __half2float(h2exp(__half2half2(a)).x), r[9] = __half2float(htanh_approx(a));
}
__global__ void through_warp(u16 *o, half *g)
{
    int t = threadIdx.x;
    half v = __float2half(t * 0.5f);
    half s = __shfl_xor_sync(0xffffffff, v, 1);
    half2 p = __shfl_down_sync(0xffffffff, __halves2half2(v, s), 1);
    o[t] = __half_as_ushort(__hadd(s, __low2half(p)));
    half l = __ldg(g + t);
    __stcs(g + 32 + t, __hadd(l, v));
}

int main()
{
    u16 *o = t_dev<u16>(N * 16);
    scalar<<<1, N>>>(o);
    t_is("half", o, N * 16, scalar_want);
    unsigned *p = t_dev<unsigned>(N * 10);
    pairs<<<1, N>>>(p);
    t_is("half2", p, N * 10, pairs_want);
    int *c = t_dev<int>(N);
    compared<<<1, N>>>(c);
    t_is("compared", c, N, [](int i) {
        float a = a_of(i), b = a_of(i ^ 1);
        return 3 | (a < b) * 12 | (a > b) * 48 | 1 << 7 | 7 << 8;
    });
    float *f = t_dev<float>(N * 10);
    functions<<<1, N>>>(f);
    t_near("functions", f, N * 10, 2e-3, 2e-3, [](int j) {
        double a = 0.25 + j / 10 * 0.03125;
        const double w[10] = { exp(a), log(a), sin(a), cos(a), 1 / a, 1 / sqrt(a), exp2(a), log2(a), exp(a), tanh(a) };
        return w[j % 10];
    });
    half *g = t_dev<half>(64, [](int i) { return __float2half(i); });
    through_warp<<<1, 32>>>(o, g);
    t_is("shuffled", o, 32, [](int i) { return half_of((i ^ 1) * 0.5f + (i < 31 ? i + 1 : i) * 0.5f); });
    t_is("cache hints", (u16 *)g + 32, 32, [](int i) { return half_of(i * 1.5f); });
    return t_end();
}
