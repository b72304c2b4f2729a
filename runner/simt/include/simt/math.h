/*
 * math.h: CUDA's floating-point functions that <cmath> does not have, and the fast ones.
 *
 * Accuracy: functions without "__" are computed in double and rounded once (double ones: to a few units in
 * the last place) and so as close as CUDA promises; a last bit may differ from the device. The
 * fast ones (__expf, __sinf ...) return libm's float result: closer than the device, whose errors are up to
 * 2 + |1.16 x| units for __expf and 2^-21 for __sinf near 0. What IEEE 754 defines (__fadd_rd, __fsqrt_rn) is
 * exact in all four roundings. __fdividef and __powf keep the device's special cases.
 *
 * glibc declares functions called __expf, __sinf ...: those names are macros here.
 */
#ifndef SIMT_MATH_H
#define SIMT_MATH_H

#include <cmath>
#include <cstdlib>
#include <math.h>
#include <stdlib.h>

#include "../vector_functions.h"
#include "flops.h"
#include "library.h"

/* ---- minimum and maximum: as C's conversions choose for mixed types ------------------------------------ */

#define SIMT_MINMAX(result, left, right)                                                                     \
    SIMT_INLINE result min(left a, right b) { return (result)a < (result)b ? (result)a : (result)b; }        \
    SIMT_INLINE result max(left a, right b) { return (result)a > (result)b ? (result)a : (result)b; }
#define SIMT_MINMAX_MIXED(type)                                                                              \
    SIMT_MINMAX(type, type, type)                                                                            \
    SIMT_MINMAX(unsigned type, unsigned type, unsigned type)                                                 \
    SIMT_MINMAX(unsigned type, type, unsigned type)                                                          \
    SIMT_MINMAX(unsigned type, unsigned type, type)
SIMT_MINMAX_MIXED(int)
SIMT_MINMAX_MIXED(long)
SIMT_MINMAX_MIXED(long long)
SIMT_INLINE float min(float a, float b) { return fminf(a, b); }
SIMT_INLINE float max(float a, float b) { return fmaxf(a, b); }
SIMT_INLINE double min(double a, double b) { return fmin(a, b); }
SIMT_INLINE double max(double a, double b) { return fmax(a, b); }
SIMT_INLINE double min(float a, double b) { return fmin(a, b); }
SIMT_INLINE double max(float a, double b) { return fmax(a, b); }
SIMT_INLINE double min(double a, float b) { return fmin(a, b); }
SIMT_INLINE double max(double a, float b) { return fmax(a, b); }
#undef SIMT_MINMAX
#undef SIMT_MINMAX_MIXED
SIMT_INLINE unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
SIMT_INLINE unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
SIMT_INLINE long long llmin(long long a, long long b) { return a < b ? a : b; }
SIMT_INLINE long long llmax(long long a, long long b) { return a > b ? a : b; }
SIMT_INLINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
SIMT_INLINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

/* ---- arithmetic in a given rounding -------------------------------------------------------------------- */

/* Hides where a value comes from, so that GCC joins no product and sum into an fma. */
#define SIMT_APART(x) __asm__("" : "+x"(x))

static const unsigned simt_mxcsr[4] = {0x1f80, 0x3f80, 0x5f80, 0x7f80}; /* by enum simt_round */
/* "+&x"(a) is the first operand and the result. */
#define SIMT_UNDER(round, instruction, a, ...)                                                               \
    __asm__("vldmxcsr %1\n\t" instruction "\n\tvldmxcsr %2"                                                  \
            : "+&x"(a)                                                                                       \
            : "m"(simt_mxcsr[round]), "m"(simt_mxcsr[0]), ##__VA_ARGS__)

#define SIMT_BINARY(name, type, round, instruction)                                                          \
    SIMT_INLINE type name(type x, type y)                                                                    \
    {                                                                                                        \
        SIMT_UNDER(round, instruction " %3, %0, %0", x, "x"(y));                                             \
        return x;                                                                                            \
    }
#define SIMT_RECIPROCAL(name, type, round, instruction)                                                      \
    SIMT_INLINE type name(type x)                                                                            \
    {                                                                                                        \
        type one = 1;                                                                                        \
        SIMT_UNDER(round, instruction " %3, %0, %0", one, "x"(x));                                           \
        return one;                                                                                          \
    }
#define SIMT_ROOT(name, type, round, instruction)                                                            \
    SIMT_INLINE type name(type x)                                                                            \
    {                                                                                                        \
        SIMT_UNDER(round, instruction " %0, %0, %0", x);                                                     \
        return x;                                                                                            \
    }
#define SIMT_FUSED(name, type, round, instruction)                                                           \
    SIMT_INLINE type name(type x, type y, type z)                                                            \
    {                                                                                                        \
        SIMT_UNDER(round, instruction " %4, %3, %0", x, "x"(y), "x"(z));                                     \
        return x;                                                                                            \
    }
#define SIMT_DIRECTED(suffix, round)                                                                         \
    SIMT_BINARY(__fadd_##suffix, float, round, "vaddss")                                                     \
    SIMT_BINARY(__fsub_##suffix, float, round, "vsubss")                                                     \
    SIMT_BINARY(__fmul_##suffix, float, round, "vmulss")                                                     \
    SIMT_BINARY(__fdiv_##suffix, float, round, "vdivss")                                                     \
    SIMT_RECIPROCAL(__frcp_##suffix, float, round, "vdivss")                                                 \
    SIMT_ROOT(__fsqrt_##suffix, float, round, "vsqrtss")                                                     \
    SIMT_FUSED(__fmaf_##suffix, float, round, "vfmadd213ss")                                                 \
    SIMT_FUSED(__fmaf_ieee_##suffix, float, round, "vfmadd213ss")                                            \
    SIMT_BINARY(__dadd_##suffix, double, round, "vaddsd")                                                    \
    SIMT_BINARY(__dsub_##suffix, double, round, "vsubsd")                                                    \
    SIMT_BINARY(__dmul_##suffix, double, round, "vmulsd")                                                    \
    SIMT_BINARY(__ddiv_##suffix, double, round, "vdivsd")                                                    \
    SIMT_RECIPROCAL(__drcp_##suffix, double, round, "vdivsd")                                                \
    SIMT_ROOT(__dsqrt_##suffix, double, round, "vsqrtsd")                                                    \
    SIMT_FUSED(__fma_##suffix, double, round, "vfmadd213sd")
SIMT_DIRECTED(rd, SIMT_RD)
SIMT_DIRECTED(ru, SIMT_RU)
SIMT_DIRECTED(rz, SIMT_RZ)
#undef SIMT_BINARY
#undef SIMT_RECIPROCAL
#undef SIMT_ROOT
#undef SIMT_FUSED
#undef SIMT_DIRECTED

#define SIMT_NEAREST(letter, type, root, fused, fma_name)                                                    \
    SIMT_INLINE type __##letter##add_rn(type x, type y)                                                      \
    {                                                                                                        \
        SIMT_APART(x);                                                                                       \
        SIMT_APART(y);                                                                                       \
        type r = x + y;                                                                                      \
        return r;                                                                                            \
    }                                                                                                        \
    SIMT_INLINE type __##letter##sub_rn(type x, type y)                                                      \
    {                                                                                                        \
        SIMT_APART(x);                                                                                       \
        SIMT_APART(y);                                                                                       \
        return x - y;                                                                                        \
    }                                                                                                        \
    SIMT_INLINE type __##letter##mul_rn(type x, type y)                                                      \
    {                                                                                                        \
        SIMT_APART(x); /* nor may a plain x * y share this product, which would keep it from being fused */  \
        type r = x * y;                                                                                      \
        SIMT_APART(r);                                                                                       \
        return r;                                                                                            \
    }                                                                                                        \
    SIMT_INLINE type __##letter##div_rn(type x, type y) { return x / y; }                                    \
    SIMT_INLINE type __##letter##rcp_rn(type x) { return 1 / x; }                                            \
    SIMT_INLINE type __##letter##sqrt_rn(type x) { return root(x); }                                         \
    SIMT_INLINE type fma_name##_rn(type x, type y, type z) { return fused(x, y, z); }
SIMT_NEAREST(f, float, __builtin_sqrtf, __builtin_fmaf, __fmaf)
SIMT_NEAREST(d, double, __builtin_sqrt, __builtin_fma, __fma)
#undef SIMT_NEAREST
SIMT_INLINE float __fmaf_ieee_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
SIMT_INLINE float __frsqrt_rn(float x) { return simt_rsqrt_rn(x); }

/* Pairs of floats (sm_100 has them in one instruction). */
#define SIMT_PAIRS(suffix)                                                                                   \
    SIMT_INLINE float2 __fadd2_##suffix(float2 x, float2 y)                                                  \
    {                                                                                                        \
        return float2{__fadd_##suffix(x.x, y.x), __fadd_##suffix(x.y, y.y)};                                 \
    }                                                                                                        \
    SIMT_INLINE float2 __fmul2_##suffix(float2 x, float2 y)                                                  \
    {                                                                                                        \
        return float2{__fmul_##suffix(x.x, y.x), __fmul_##suffix(x.y, y.y)};                                 \
    }                                                                                                        \
    SIMT_INLINE float2 __ffma2_##suffix(float2 x, float2 y, float2 z)                                        \
    {                                                                                                        \
        return float2{__fmaf_##suffix(x.x, y.x, z.x), __fmaf_##suffix(x.y, y.y, z.y)};                       \
    }
SIMT_PAIRS(rn)
SIMT_PAIRS(rd)
SIMT_PAIRS(ru)
SIMT_PAIRS(rz)
#undef SIMT_PAIRS

/* ---- fast functions: one or two of the device's special-function instructions -------------------------- */

#define SIMT_FAST(name, value)                                                                               \
    SIMT_INLINE float simt_fast_##name(float x)                                                              \
    {                                                                                                        \
        SIMT_FLOP(SIMT_FLOP_SPECIAL, 1);                                                                     \
        return value;                                                                                        \
    }
SIMT_FAST(expf, expf(x))
SIMT_FAST(exp10f, exp10f(x))
SIMT_FAST(logf, logf(x))
SIMT_FAST(log2f, log2f(x))
SIMT_FAST(log10f, log10f(x))
SIMT_FAST(sinf, sinf(x))
SIMT_FAST(cosf, cosf(x))
SIMT_FAST(tanhf, tanhf(x))
SIMT_FAST(ex2f, exp2f(x))
#undef SIMT_FAST
SIMT_INLINE float simt_fast_tanf(float x)
{
    SIMT_FLOP(SIMT_FLOP_SPECIAL, 3);
    return tanf(x);
}
SIMT_INLINE float simt_fast_powf(float x, float y)
{
    SIMT_FLOP(SIMT_FLOP_SPECIAL, 2);
    return simt_powf_fast(x, y);
}
SIMT_INLINE void simt_fast_sincosf(float x, float *sptr, float *cptr)
{
    SIMT_FLOP(SIMT_FLOP_SPECIAL, 2);
    *sptr = sinf(x);
    *cptr = cosf(x);
}
#define __expf(x) simt_fast_expf(x)
#define __exp10f(x) simt_fast_exp10f(x)
#define __logf(x) simt_fast_logf(x)
#define __log2f(x) simt_fast_log2f(x)
#define __log10f(x) simt_fast_log10f(x)
#define __sinf(x) simt_fast_sinf(x)
#define __cosf(x) simt_fast_cosf(x)
#define __tanf(x) simt_fast_tanf(x)
#define __tanhf(x) simt_fast_tanhf(x)
#define __powf(x, y) simt_fast_powf(x, y)
#define __sincosf(x, sptr, cptr) simt_fast_sincosf(x, sptr, cptr)
SIMT_INLINE float __fdividef(float x, float y)
{
    SIMT_FLOP(SIMT_FLOP_SPECIAL, 1);
    return simt_fdividef(x, y);
}
SIMT_INLINE float fdividef(float x, float y) { return x / y; }
SIMT_INLINE double fdivide(double x, double y) { return x / y; }
SIMT_INLINE float __saturatef(float x)
{
    SIMT_FLOP(SIMT_FLOP_NOT_F32, 2);
    const float zero = 0, one = 1; /* the first source operand decides what becomes of a NaN */
    __asm__("vmaxss %1, %0, %0\n\tvminss %2, %0, %0" : "+x"(x) : "x"(zero), "x"(one));
    return x;
}

/* ---- functions that <cmath> does not have -------------------------------------------------------------- */

#define SIMT_FUNCTION(name, value)                                                                           \
    SIMT_INLINE double name(double x) { return value; }                                                      \
    SIMT_INLINE float name##f(float x) { return (float)value; }
#define SIMT_FUNCTION_OVERLOADED(name, value)                                                                \
    SIMT_FUNCTION(name, value)                                                                               \
    SIMT_INLINE float name(float x) { return name##f(x); }

/* C23 has these, glibc from 2.41 and 2.42. */
#if !__GLIBC_PREREQ(2, 41)
SIMT_FUNCTION_OVERLOADED(sinpi, simt_sinpi(x))
SIMT_FUNCTION_OVERLOADED(cospi, simt_cospi(x))
SIMT_FUNCTION_OVERLOADED(tanpi, simt_tanpi(x))
#endif
#if !__GLIBC_PREREQ(2, 42)
SIMT_INLINE double rsqrt(double x) { return 1 / sqrt(x); }
SIMT_INLINE float rsqrtf(float x)
{
    SIMT_FLOP(SIMT_FLOP_SPECIAL, 1);
    return simt_rsqrt_rn(x);
}
SIMT_INLINE float rsqrt(float x) { return rsqrtf(x); }
#endif
SIMT_FUNCTION_OVERLOADED(rcbrt, simt_rcbrt(x))
SIMT_FUNCTION_OVERLOADED(erfcx, simt_erfcx(x))
SIMT_FUNCTION_OVERLOADED(erfinv, simt_erfinv(x))
SIMT_FUNCTION_OVERLOADED(erfcinv, simt_erfcinv(x))
SIMT_FUNCTION_OVERLOADED(normcdf, simt_normcdf(x))
SIMT_FUNCTION_OVERLOADED(normcdfinv, simt_normcdfinv(x))
SIMT_FUNCTION_OVERLOADED(cyl_bessel_i0, simt_bessel_i(0, x))
SIMT_FUNCTION_OVERLOADED(cyl_bessel_i1, simt_bessel_i(1, x))
#undef SIMT_FUNCTION
#undef SIMT_FUNCTION_OVERLOADED

SIMT_INLINE void sincospi(double x, double *sptr, double *cptr)
{
    *sptr = simt_sinpi(x);
    *cptr = simt_cospi(x);
}
SIMT_INLINE void sincospif(float x, float *sptr, float *cptr)
{
    *sptr = (float)simt_sinpi(x);
    *cptr = (float)simt_cospi(x);
}
SIMT_INLINE void sincospi(float x, float *sptr, float *cptr) { sincospif(x, sptr, cptr); }
SIMT_INLINE void sincos(float x, float *sptr, float *cptr) { sincosf(x, sptr, cptr); }
SIMT_INLINE float exp10(float x) { return exp10f(x); }

/* n elements of v, without hooks: the accesses are the function's own. */
SIMT_INLINE double norm3d(double a, double b, double c)
{
    const double v[] = {a, b, c};
    return simt_norm(3, v);
}
SIMT_INLINE double norm4d(double a, double b, double c, double d)
{
    const double v[] = {a, b, c, d};
    return simt_norm(4, v);
}
SIMT_INLINE double norm(int dim, const double *p) { return simt_norm(dim, p); }
SIMT_INLINE double rnorm(int dim, const double *p) { return 1 / simt_norm(dim, p); }
SIMT_INLINE double rhypot(double x, double y) { return 1 / hypot(x, y); }
SIMT_INLINE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
SIMT_INLINE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
SIMT_INLINE float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
SIMT_INLINE float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
SIMT_INLINE float normf(int dim, const float *p) { return (float)simt_norm_f32(dim, p); }
SIMT_INLINE float rnormf(int dim, const float *p) { return (float)(1 / simt_norm_f32(dim, p)); }
SIMT_INLINE float rhypotf(float x, float y) { return (float)(1 / hypot((double)x, (double)y)); }
SIMT_INLINE float rnorm3df(float a, float b, float c) { return (float)(1 / norm3d(a, b, c)); }
SIMT_INLINE float rnorm4df(float a, float b, float c, float d) { return (float)(1 / norm4d(a, b, c, d)); }
SIMT_INLINE double rhypot(float x, float y) { return rhypotf(x, y); }

#endif
