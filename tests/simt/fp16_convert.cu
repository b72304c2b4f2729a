// fp16_convert.cu: every half to float and back; float to half in every rounding; integers.
#include "t.h"
#include <cuda_fp16.h>

typedef unsigned short u16;

/* The half nearest x, ties to even; mode 1 toward zero, 2 up, 3 down. By integers alone. */
static u16 to_half(double x, int mode)
{
    u16 sign = std::signbit(x) ? 0x8000 : 0;
    if (std::isnan(x))
        return 0x7fff;
    double a = fabs(x);
    if (a == INFINITY)
        return sign | 0x7c00;
    int e;
    frexp(a, &e);
    int q = a == 0 || e - 11 < -24 ? -24 : e - 11;  // the exponent of a unit in the last place
    double n = ldexp(a, -q), whole = floor(n), rest = n - whole;
    bool away = mode == 0   ? rest > 0.5 || (rest == 0.5 && fmod(whole, 2) == 1)
                : mode == 1 ? false
                : mode == 2 ? rest > 0 && !sign
                            : rest > 0 && sign;
    double v = ldexp(whole + away, q);
    if (v > 65504)
        return sign | (mode == 0 || (mode == 2 && !sign) || (mode == 3 && sign) ? 0x7c00 : 0x7bff);
    if (v < ldexp(1, -14))
        return sign | (u16)ldexp(v, 24);
    frexp(v, &e);
    return sign | (u16)((e + 14) << 10 | ((int)ldexp(v, 11 - e) & 0x3ff));
}
static float from_half(u16 h)
{
    int e = h >> 10 & 31, m = h & 0x3ff;
    float a = e == 31 ? (m ? NAN : INFINITY) : e ? ldexpf(1024 + m, e - 25) : ldexpf(m, -24);
    return h & 0x8000 ? -a : a;
}
static float sample(int i)
{
    // halves, their midpoints and what lies just beside them, over the whole range and past it
    float h = from_half((u16)(i * 21)), g = from_half((u16)(i * 21 + 1));
    switch (i % 5) {
    case 0: return std::isfinite(h) && std::isfinite(g) ? (h + g) / 2 : h;
    case 1: return std::isfinite(h) && std::isfinite(g) ? nextafterf((h + g) / 2, INFINITY) : h;
    case 2: return std::isfinite(h) && std::isfinite(g) ? nextafterf((h + g) / 2, -INFINITY) : h;
    case 3: return i % 100 < 50 ? i * 40.0f : -i * 33.3f;
    default: return h * 1.0001f;
    }
}
__global__ void widen(unsigned *o)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float f = __half2float(__ushort_as_half((u16)i));
    o[i] = isnan(f) ? 0x7fffffff : __float_as_uint(f);
}
__global__ void narrow(const float *in, u16 *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float f = in[i];
    o[i] = __half_as_ushort(__float2half(f));
    o[n + i] = __half_as_ushort(__float2half_rz(f));
    o[2 * n + i] = __half_as_ushort(__float2half_ru(f));
    o[3 * n + i] = __half_as_ushort(__float2half_rd(f));
    o[4 * n + i] = f != f ? 0x7fff : __half_as_ushort(__double2half((double)f)); // which NaN is not said
    half2 p = __floats2half2_rn(f, -f);
    o[5 * n + i] = __half_as_ushort(__low2half(p)) ^ __half_as_ushort(__high2half(p));
}
__global__ void integers(int *o)
{
    int i = threadIdx.x;
    half h = __ushort_as_half((u16)(i * 509));
    o[8 * i] = __half2int_rn(h), o[8 * i + 1] = __half2int_rz(h), o[8 * i + 2] = __half2int_ru(h);
    o[8 * i + 3] = __half2int_rd(h), o[8 * i + 4] = __half2short_rz(h), o[8 * i + 5] = __half2uint_rz(__habs(h));
    o[8 * i + 6] = __half_as_ushort(__int2half_rn(i * 997 - 30000));
    o[8 * i + 7] = __half_as_ushort(__uint2half_rn(i * 31));
}
static int integers_want(int j)
{
    int i = j / 8;
    double h = from_half((u16)(i * 509));
    auto clamp = [](double x, double lo, double hi) { return (int)(long long)(x < lo ? lo : x > hi ? hi : x); };
    switch (j % 8) {
    case 0: return std::isnan(h) ? 0 : clamp(nearbyint(h), -2147483648.0, 2147483647.0);
    case 1: return std::isnan(h) ? 0 : clamp(trunc(h), -2147483648.0, 2147483647.0);
    case 2: return std::isnan(h) ? 0 : clamp(ceil(h), -2147483648.0, 2147483647.0);
    case 3: return std::isnan(h) ? 0 : clamp(floor(h), -2147483648.0, 2147483647.0);
    case 4: return std::isnan(h) ? 0 : clamp(trunc(h), -32768, 32767);
    case 5: return std::isnan(h) ? 0 : clamp(trunc(fabs(h)), 0, 4294967295.0);
    case 6: return to_half(i * 997 - 30000, 0);
    default: return to_half(i * 31, 0);
    }
}

int main()
{
    unsigned *o = t_dev<unsigned>(65536);
    widen<<<256, 256>>>(o);
    t_is("half to float", o, 65536, [](int i) {
        float f = from_half((u16)i);
        return std::isnan(f) ? 0x7fffffff : t_bits(f);
    });
    const int n = 3072;
    u16 *h = t_dev<u16>(6 * n);
    narrow<<<n / 256, 256>>>(t_dev<float>(n, sample), h, n);
    t_is("float to half", h, 6 * n, [=](int i) -> u16 {
        float f = sample(i % n);
        if (i / n == 5)
            return std::isnan(f) ? 0 : 0x8000;
        return to_half(f, i / n == 4 ? 0 : i / n);
    });
    int *k = t_dev<int>(8 * 128);
    integers<<<1, 128>>>(k);
    t_is("integers", k, 8 * 128, integers_want);
    return t_end();
}
