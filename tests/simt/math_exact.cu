// math_exact.cu: floating-point operations that IEEE 754 fixes to the last bit, in every rounding.
#include <cfenv>
#include "t.h"

__host__ __device__ static unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
/* Finite floats of middling exponents, with a few special ones first. */
__host__ __device__ static float value(unsigned i)
{
    unsigned u = mix(i) & 0x807fffff, e = 120 + mix(i + 31) % 16;
    switch (i % 16) {
    case 0: u = 0; e = 0; break;
    case 1: u = 0x80000000; e = 0; break;
    case 2: e = 0; break; // subnormal
    case 3: u &= 0x80000000; break;
    }
    u |= e << 23;
    union {
        unsigned u;
        float f;
    } c = { u };
    return c.f;
}
__host__ __device__ static double value64(unsigned i) { return fma(value(i), 1.0000001, value(i * 3 + 4) * 1e-9); }

enum { OPS = 20, N = 256 };

__global__ void rounded(float *o)
{
    int i = threadIdx.x;
    float a = value(i), b = value(i * 7 + 3), c = value(i * 5 + 4), *r = o + i * OPS, d = b == 0 ? 3 : b;
    r[0] = __fadd_rn(a, b), r[1] = __fadd_rz(a, b), r[2] = __fadd_ru(a, b), r[3] = __fadd_rd(a, b);
    r[4] = __fmul_rn(a, b), r[5] = __fmul_rz(a, b), r[6] = __fmul_ru(a, b), r[7] = __fmul_rd(a, b);
    r[8] = __fdiv_rn(a, d), r[9] = __fdiv_rz(a, d), r[10] = __fdiv_ru(a, d), r[11] = __fdiv_rd(a, d);
    r[12] = __fmaf_rn(a, b, c), r[13] = __fmaf_rz(a, b, c), r[14] = __fmaf_ru(a, b, c), r[15] = __fmaf_rd(a, b, c);
    r[16] = __fsqrt_rn(fabsf(a)), r[17] = __frcp_rn(d), r[18] = __fsub_rn(a, b), r[19] = __fsqrt_rz(fabsf(a));
}
static float rounded_want(int j)
{
    static const int modes[4] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };
    int i = j / OPS, k = j % OPS;
    volatile float a = value(i), b = value(i * 7 + 3), c = value(i * 5 + 4), d = b == 0 ? 3 : b, r;
    fesetround(k < 16 ? modes[k % 4] : k == 19 ? FE_TOWARDZERO : FE_TONEAREST);
    switch (k < 16 ? k / 4 : k) {
    case 0: r = a + b; break;
    case 1: r = a * b; break;
    case 2: r = a / d; break;
    case 3: r = fmaf(a, b, c); break;
    case 16: r = sqrtf(fabsf(a)); break;
    case 17: r = 1.0f / d; break;
    case 18: r = a - b; break;
    default: r = sqrtf(fabsf(a));
    }
    fesetround(FE_TONEAREST);
    return r;
}
__global__ void rounded64(double *o)
{
    int i = threadIdx.x;
    double a = value64(i), b = value64(i * 7 + 3), c = value64(i * 5 + 4), *r = o + i * 12, d = b == 0 ? 3 : b;
    r[0] = __dadd_rn(a, b), r[1] = __dadd_rz(a, b), r[2] = __dmul_ru(a, b), r[3] = __dmul_rd(a, b);
    r[4] = __ddiv_rn(a, d), r[5] = __ddiv_rz(a, d), r[6] = __fma_rn(a, b, c), r[7] = __fma_ru(a, b, c);
    r[8] = __dsqrt_rn(fabs(a)), r[9] = __drcp_rn(d), r[10] = __dsub_rn(a, b), r[11] = fma(a, b, c);
}
static double rounded64_want(int j)
{
    int i = j / 12;
    volatile double a = value64(i), b = value64(i * 7 + 3), c = value64(i * 5 + 4), d = b == 0 ? 3 : b, r = 0;
    static const int modes[12] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD, FE_TONEAREST, FE_TOWARDZERO,
                                   FE_TONEAREST, FE_UPWARD, FE_TONEAREST, FE_TONEAREST, FE_TONEAREST, FE_TONEAREST };
    fesetround(modes[j % 12]);
    switch (j % 12) {
    case 0:
    case 1: r = a + b; break;
    case 2:
    case 3: r = a * b; break;
    case 4:
    case 5: r = a / d; break;
    case 8: r = sqrt(fabs(a)); break;
    case 9: r = 1.0 / d; break;
    case 10: r = a - b; break;
    default: r = fma(a, b, c);
    }
    fesetround(FE_TONEAREST);
    return r;
}
__global__ void plain(float *o)
{
    int i = threadIdx.x;
    float a = value(i), b = value(i * 7 + 3), *r = o + i * 12, d = b == 0 ? 3 : b;
    r[0] = a / d;                       // -prec-div=true is nvcc's default
    r[1] = sqrtf(fabsf(a));             // and -prec-sqrt=true
    r[2] = fminf(a, b), r[3] = fmaxf(a, b);
    r[4] = truncf(a * 100), r[5] = rintf(a * 100), r[6] = floorf(a * 100), r[7] = ceilf(a * 100);
    r[8] = roundf(a * 100), r[9] = copysignf(a, -b), r[10] = fabsf(a), r[11] = fdimf(a, b);
}
static float plain_want(int j)
{
    int i = j / 12;
    float a = value(i), b = value(i * 7 + 3), d = b == 0 ? 3 : b;
    switch (j % 12) {
    case 0: return a / d;
    case 1: return sqrtf(fabsf(a));
    case 2: return a == b && a == 0 ? (std::signbit(a) ? a : b) : a < b ? a : b; // -0 < +0
    case 3: return a == b && a == 0 ? (std::signbit(a) ? b : a) : a > b ? a : b;
    case 4: return truncf(a * 100);
    case 5: return rintf(a * 100);
    case 6: return floorf(a * 100);
    case 7: return ceilf(a * 100);
    case 8: return roundf(a * 100);
    case 9: return copysignf(a, -b);
    case 10: return fabsf(a);
    default: return a > b ? a - b : 0;
    }
}
/* nvcc contracts a * b + c to one rounding; the __f*_rn forms never take part. */
__global__ void contracted(float *o, float a, float b, float c, double d)
{
    o[0] = a * b + c;
    o[1] = __fadd_rn(__fmul_rn(a, b), c);
    o[2] = a * b - c;
    float s = c;
    s += a * b;
    o[3] = s;
    o[4] = (float)(d * d - 1.0);
}
__global__ void specials(unsigned *o, float zero, float inf, float nan)
{
    o[0] = __float_as_uint(fminf(nan, 1)), o[1] = __float_as_uint(fmaxf(1, nan));
    o[2] = isnan(nan) + isinf(inf) * 2 + isfinite(zero) * 4 + signbit(-zero) * 0;
    o[3] = __float_as_uint(1 / zero), o[4] = __float_as_uint(-1 / zero), o[5] = (nan == nan) + (nan != nan) * 2;
    o[6] = __float_as_uint(__saturatef(nan)), o[7] = __float_as_uint(__saturatef(-2));
    o[8] = __float_as_uint(__saturatef(2)), o[9] = __float_as_uint(__saturatef(0.25f));
    o[10] = __float_as_uint(1e-40f + zero), o[11] = __float_as_uint(1e-20f * (1e-20f + zero)); // subnormals are kept
    o[12] = __float_as_uint(ldexpf(1.5f + zero, 5)), o[13] = __float_as_uint(nextafterf(1 + zero, 2));
    int e;
    o[14] = __float_as_uint(frexpf(10 + zero, &e)), o[15] = e;
    o[16] = ilogbf(1000 + zero), o[17] = __float_as_uint(logbf(1000 + zero));
    o[18] = __float_as_uint(fmodf(10.5f + zero, 3)), o[19] = __float_as_uint(remainderf(11 + zero, 3));
    float whole;
    o[20] = __float_as_uint(modff(3.25f + zero, &whole)), o[21] = __float_as_uint(whole);
    o[22] = __float_as_uint(scalbnf(3 + zero, -4)), o[23] = __float_as_uint(exp2f(5 + zero));
    o[25] = __float_as_uint(zero * inf), o[26] = (unsigned)__float_as_int(inf - inf); // a GPU's NaN, not x86's
    o[24] = lroundf(2.5f + zero) * 100 + lrintf(2.5f + zero) * 10 + llroundf(-0.5f + zero) + 1;
}

int main()
{
    float *o = t_dev<float>(N * OPS);
    double *d = t_dev<double>(N * 12);
    rounded<<<1, N>>>(o);
    t_is("float roundings", o, N * OPS, rounded_want);
    rounded64<<<1, N>>>(d);
    t_is("double roundings", d, N * 12, rounded64_want);
    plain<<<1, N>>>(o);
    t_is("plain", o, N * 12, plain_want);
    // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last term is lost when the product is rounded
    float a = t_float(0x3f800800), c = -(1 + 1.0f / 2048);
    contracted<<<1, 1>>>(o, a, a, c, 1 + 1.0 / (1 << 30));
    t_is("contraction", o, 5, [=](int i) {
        return i == 0 || i == 3 ? t_float(0x33800000)                  // 2^-24
               : i == 1         ? 0.0f
               : i == 2         ? fmaf(a, a, -c)
                                : (float)(1.0 / (1 << 29) + 1.0 / (1ull << 60));
    });
    unsigned *u = t_dev<unsigned>(27);
    specials<<<1, 1>>>(u, 0.0f, INFINITY, NAN);
    t_is("specials", u, 27, [](int i) -> unsigned {
        const unsigned w[27] = { 0x3f800000, 0x3f800000, 7, 0x7f800000, 0xff800000, 2, 0, 0, 0x3f800000, 0x3e800000,
                                 t_bits(1e-40f), t_bits(1e-40f), t_bits(48), 0x3f800001, t_bits(0.625f), 4, 9, t_bits(9),
                                 t_bits(1.5f), t_bits(-1), t_bits(0.25f), t_bits(3), t_bits(0.1875f), t_bits(32),
                                 320u, 0x7fffffff, 0x7fffffff };
        return w[i];
    });
    return t_end();
}
