// math_convert.cu: conversions between numbers, in every rounding; out of range they saturate, NaN gives 0.
#include "t.h"

__host__ __device__ static float sample(int i)
{
    const float f[32] = { 0.0f,   -0.0f,  0.5f,   1.5f,   2.5f,  -0.5f, -1.5f, -2.5f, 0.49999997f, 8388609.0f, 16777216.0f,
                          1e9f,   -1e9f,  2147483520.0f, -2147483648.0f, 4294967040.0f, 100.7f, -100.7f, 1e-30f,
                          -1e-30f, 255.5f, 1.9999999f, -1.9999999f, 3e-39f, 123456.79f, -123456.79f, 7.0f, 65504.0f,
                          0.75f, -0.75f, 1048576.5f, -1048576.5f };
    return f[i];
}
__global__ void to_int(long long *o)
{
    int i = threadIdx.x;
    float f = sample(i);
    double d = sample(i) * 1.000000001;
    long long *r = o + i * 16;
    r[0] = __float2int_rn(f), r[1] = __float2int_rz(f), r[2] = __float2int_ru(f), r[3] = __float2int_rd(f);
    r[4] = __float2uint_rn(fabsf(f)), r[5] = __float2uint_rz(fabsf(f)), r[6] = __float2ll_rn(f), r[7] = __float2ll_rd(f);
    r[8] = __double2int_rn(d / 4), r[9] = __double2int_rz(d / 4), r[10] = __double2ll_ru(d), r[11] = __double2uint_rd(fabs(d / 4));
    r[12] = (int)(f / 2), r[13] = (long long)d, r[14] = (unsigned)fabsf(f / 2), r[15] = (long long)__double2ull_rz(fabs(d));
}
static double round_by(double x, int mode) { return mode == 0 ? nearbyint(x) : mode == 1 ? trunc(x) : mode == 2 ? ceil(x) : floor(x); }
static long long clamp_int(double x, double lo, double hi) { return (long long)(x < lo ? lo : x > hi ? hi : x); }
static long long to_int_want(int j)
{
    int i = j / 16, k = j % 16;
    double f = sample(i), d = sample(i) * 1.000000001;
    const double imax = 2147483647.0, imin = -2147483648.0, umax = 4294967295.0;
    switch (k) {
    case 0:
    case 1:
    case 2:
    case 3: return clamp_int(round_by(f, k), imin, imax);
    case 4: return clamp_int(round_by(fabs(f), 0), 0, umax);
    case 5: return clamp_int(round_by(fabs(f), 1), 0, umax);
    case 6: return (long long)round_by(f, 0);
    case 7: return (long long)round_by(f, 3);
    case 8: return clamp_int(round_by(d / 4, 0), imin, imax);
    case 9: return clamp_int(round_by(d / 4, 1), imin, imax);
    case 10: return (long long)round_by(d, 2);
    case 11: return clamp_int(round_by(fabs(d / 4), 3), 0, umax);
    case 12: return (long long)clamp_int(trunc(f / 2), imin, imax);
    case 13: return (long long)d;
    case 14: return clamp_int(trunc(fabs(f / 2)), 0, umax);
    default: return (long long)trunc(fabs(d));
    }
}
__global__ void saturates(long long *o, float big, float inf, float nan)
{
    o[0] = __float2int_rz(big), o[1] = __float2int_rz(-big), o[2] = __float2int_rn(nan), o[3] = __float2int_rz(inf);
    o[4] = __float2uint_rz(big), o[5] = __float2uint_rz(-1.0f * big), o[6] = __float2uint_rn(nan);
    o[7] = __float2ll_rz(inf), o[8] = __float2ll_rz(-inf), o[9] = (long long)__float2ull_rz(inf);
    o[10] = __double2int_rz(1e10 * big), o[11] = __double2uint_rz(-5.0 * big), o[12] = __double2ll_rz(1e300 * big);
}
__global__ void to_float(float *o, const int *in, const long long *wide)
{
    int i = threadIdx.x;
    float *r = o + i * 12;
    int v = in[i];
    long long l = wide[i];
    r[0] = __int2float_rn(v), r[1] = __int2float_rz(v), r[2] = __int2float_ru(v), r[3] = __int2float_rd(v);
    r[4] = __uint2float_rn(v), r[5] = __ll2float_rn(l), r[6] = __ull2float_rz(l), r[7] = (float)l;
    double d = (double)l * 1.0000000001;
    r[8] = __double2float_rn(d), r[9] = __double2float_rz(d), r[10] = __double2float_ru(d), r[11] = __double2float_rd(d);
}
/* The float next to x in the direction of the mode: 0 nearest, 1 zero, 2 up, 3 down. */
static float to_float_by(long double x, int mode)
{
    float f = (float)x;
    if ((long double)f == x || mode == 0)
        return f;
    bool up = mode == 2 || (mode == 1 && x < 0);
    if (up)
        return (long double)f < x ? nextafterf(f, INFINITY) : f;
    return (long double)f > x ? nextafterf(f, -INFINITY) : f;
}
static int ints(int i) { return (int)(2654435761u * (unsigned)(i + 1)); }
static long long longs(int i) { return (long long)(0x9e3779b97f4a7c15ull * (unsigned)(i + 1)); }
static float to_float_want(int j)
{
    int i = j / 12, k = j % 12;
    volatile double d = (double)longs(i) * 1.0000000001;
    if (k < 4)
        return to_float_by(ints(i), k);
    if (k == 4)
        return to_float_by((unsigned)ints(i), 0);
    if (k == 6)
        return to_float_by((unsigned long long)longs(i), 1);
    if (k < 8)
        return to_float_by(longs(i), 0);
    return to_float_by(d, k - 8);
}
__global__ void pieces(unsigned long long *o, double d)
{
    o[0] = __double_as_longlong(d);
    o[1] = __double2hiint(d);
    o[2] = (unsigned)__double2loint(d);
    o[3] = __double_as_longlong(__hiloint2double(0x40091eb8, 0x51eb851f));
    o[4] = __float_as_uint(__uint_as_float(0x12345678u));
    o[5] = (unsigned)__float_as_int(__int_as_float(-5));
    o[6] = __double_as_longlong(__longlong_as_double(0x7ff0000000000001ll)) >> 52;
    o[7] = __double_as_longlong((double)1.1f);
    o[8] = __double_as_longlong(__int2double_rn(-7));
    o[9] = __double_as_longlong(__ull2double_rd(0xffffffffffffffffull));
    o[10] = (signed char)300 + (unsigned char)(-1) + (short)70000 + 65536;
}

int main()
{
    long long *l = t_dev<long long>(32 * 16);
    to_int<<<1, 32>>>(l);
    t_is("to integers", l, 32 * 16, to_int_want);
    saturates<<<1, 1>>>(l, 1e10f, INFINITY, NAN);
    t_is("saturation", l, 13, [](int i) -> long long {
        const long long lmax = 0x7fffffffffffffffll;
        const long long w[13] = { 2147483647, -2147483648ll, 0, 2147483647, 4294967295ll, 0, 0,
                                  lmax, -lmax - 1, -1, 2147483647, 0, lmax };
        return w[i];
    });
    float *f = t_dev<float>(64 * 12);
    to_float<<<1, 64>>>(f, t_dev<int>(64, ints), t_dev<long long>(64, longs));
    t_is("to floats", f, 64 * 12, to_float_want);
    unsigned long long *u = t_dev<unsigned long long>(11);
    pieces<<<1, 1>>>(u, -3.14);
    t_is("pieces", u, 11, [](int i) -> unsigned long long {
        const unsigned long long w[11] = { 0xc0091eb851eb851full, 0xffffffffc0091eb8ull, 0x51eb851f, 0x40091eb851eb851full,
                                           0x12345678, 0xfffffffb, 0x7ff, 0x3ff19999a0000000ull, 0xc01c000000000000ull,
                                           0x43efffffffffffffull, 44 + 255 + 4464 + 65536 };
        return w[i];
    });
    return t_end();
}
