// fp8_convert.cu: both FP8 formats: all 256 values, and rounding with and without saturation.
#include "t.h"
#include <cuda_fp8.h>

typedef unsigned char u8;

/* E4M3 has no infinities, bias 7, NaN 0x7f, largest 448; E5M2 is a half's upper byte. */
static float from_fp8(u8 v, bool e4)
{
    int mbits = e4 ? 3 : 2, bias = e4 ? 7 : 15, e = (v & 0x7f) >> mbits, m = v & ((1 << mbits) - 1);
    float a;
    if (e4 && (v & 0x7f) == 0x7f)
        a = NAN;
    else if (!e4 && e == 31)
        a = m ? NAN : INFINITY;
    else
        a = e ? ldexpf((1 << mbits) + m, e - bias - mbits) : ldexpf(m, 1 - bias - mbits);
    return v & 0x80 ? -a : a;
}
/* Nearest, ties to even, among the finite values and the first one past them. */
static u8 to_fp8(float f, bool e4, bool sat)
{
    u8 sign = std::signbit(f) ? 0x80 : 0, top = e4 ? 0x7e : 0x7b, past = e4 ? 0x7f : 0x7c;
    if (std::isnan(f))
        return 0x7f; // the sign of a NaN is not kept
    float a = fabsf(f), next = e4 ? 480.0f : 65536.0f, largest = from_fp8(top, e4);
    float half_way = (largest + next) / 2;
    if (a >= half_way || (a > largest && sat))
        return sign | (sat ? top : past);
    u8 lo = 0;
    while (lo < top && from_fp8(lo + 1, e4) <= a)
        lo++;
    if (lo == top)
        return sign | top;
    float below = a - from_fp8(lo, e4), above = from_fp8(lo + 1, e4) - a;
    return sign | (below < above || (below == above && !(lo & 1)) ? lo : lo + 1);
}
static float sample(int i)
{
    float h = from_fp8((u8)(i & 127), i < 512), g = from_fp8((u8)((i + 1) & 127), i < 512);
    if (!std::isfinite(h) || !std::isfinite(g))
        return i & 256 ? 1e6f : -470.0f;
    float m = (h + g) / 2;
    m = i & 128 ? nextafterf(m, INFINITY) : m;
    return i & 256 ? -m : m;
}
__global__ void widen(float *o)
{
    int i = threadIdx.x;
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = (u8)i;
    o[i] = (float)a;
    o[256 + i] = (float)b;
}
__global__ void narrow(const float *in, u8 *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E4M3);
    o[n + i] = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E5M2);
    o[2 * n + i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
    o[3 * n + i] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
    o[4 * n + i] = __nv_fp8_e4m3(in[i]).__x;
    __nv_fp8x4_e4m3 four(make_float4(in[i], 0, 1, in[i]));
    o[5 * n + i] = (u8)(four.__x >> 24);
}

int main()
{
    float *f = t_dev<float>(512);
    widen<<<1, 256>>>(f);
    float h[512];
    CK(cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int i = 0; i < 512; i++) {
        float w = from_fp8((u8)i, i < 256);
        bad += std::isnan(w) ? !std::isnan(h[i]) : t_bits(w) != t_bits(h[i]);
    }
    EQ(bad, 0);
    const int n = 1024;
    u8 *o = t_dev<u8>(6 * n);
    narrow<<<4, 256>>>(t_dev<float>(n, sample), o, n);
    t_is("float to fp8", o, 6 * n, [=](int i) -> u8 {
        int k = i / n;
        float x = sample(i % n);
        return to_fp8(x, k != 1 && k != 3, k != 2 && k != 3);
    });
    return t_end();
}
