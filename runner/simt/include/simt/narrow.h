/*
 * narrow.h: arithmetic of 16-bit floating-point formats, on their encodings, rounded once to nearest even.
 *
 * A format is a struct with widen(), narrow<rounding>(float), narrow_double(double), the encodings of NaN and
 * 1, and its kind of operation for the counters. Sums, products and quotients are computed in float: its 24
 * bits are at least 2 * 11 + 2, so a second rounding changes nothing. What takes more is computed in double.
 */
#ifndef SIMT_NARROW_H
#define SIMT_NARROW_H

#include "../vector_functions.h"
#include "core.h"
#include "flops.h"
#include "intrinsics.h"
#include "library.h"
#include "math.h"

#define SIMT_MEMBER static inline __attribute__((always_inline))

typedef unsigned short simt_h16;
typedef float simt_floats __attribute__((vector_size(16)));
typedef short simt_shorts __attribute__((vector_size(16)));

/* To float as if to odd: exact for a later rounding to fewer bits. |x| at least 2^-126 or 0. */
SIMT_INLINE float simt_odd_float(double x)
{
    unsigned long long u = simt_packed<unsigned long long>(x), low = u & 0x1fffffff;
    return (float)simt_packed<double>((u - low) | ((low + 0x1fffffff) & 0x20000000));
}

struct simt_f16 {
    enum { nan = 0x7fff, one = 0x3c00, inf = 0x7c00, flop = SIMT_FLOP_F16 };
    SIMT_MEMBER float widen(simt_h16 x)
    {
        simt_shorts v = {(short)x};
        return __builtin_ia32_vcvtph2ps(v)[0];
    }
    /* enum simt_round's numbers are those of the instruction. */
    template <int round = SIMT_RN> SIMT_MEMBER simt_h16 narrow(float x)
    {
        simt_floats v = {x};
        unsigned unordered = -(unsigned)(x != x);
        unsigned r = (simt_h16)__builtin_ia32_vcvtps2ph(v, round)[0];
        return (simt_h16)((r & ~unordered) | (nan & unordered));
    }
    SIMT_MEMBER simt_h16 narrow_double(double x) { return narrow(simt_odd_float(x)); }
    SIMT_MEMBER double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
};

struct simt_bf16 {
    enum { nan = 0x7fff, one = 0x3f80, inf = 0x7f80, flop = SIMT_FLOP_BF16 };
    SIMT_MEMBER float widen(simt_h16 x) { return simt_packed<float>((unsigned)x << 16); }
    template <int round = SIMT_RN> SIMT_MEMBER simt_h16 narrow(float x)
    {
        unsigned u = simt_packed<unsigned>(x), unordered = -(unsigned)(x != x), negative = u >> 31, up = 0;
        if constexpr (round == SIMT_RN)
            up = 0x7fff + (u >> 16 & 1);
        else if constexpr (round == SIMT_RU)
            up = 0xffff * (negative ^ 1);
        else if constexpr (round == SIMT_RD)
            up = 0xffff * negative;
        return (simt_h16)(((u + up) >> 16 & ~unordered) | (nan & unordered));
    }
    SIMT_MEMBER simt_h16 narrow_double(double x)
    {
        if (__builtin_fabs(x) < 0x1p-126)
            return simt_encode(x, SIMT_RN, 7, -126, 0x7f7f) | (__builtin_signbit(x) ? 0x8000 : 0);
        return narrow(simt_odd_float(x));
    }
    SIMT_MEMBER double fma(double a, double b, double c) { return simt_fma_odd(a, b, c); }
};

/* ---- one encoding from one to three: out of line and unseen in traced programs ------------------------- */

enum simt_narrow_op {
    SIMT_N_ADD, SIMT_N_SUB, SIMT_N_MUL, SIMT_N_DIV, SIMT_N_MAX, SIMT_N_MIN, SIMT_N_MAX_NAN, SIMT_N_MIN_NAN
};

template <class F, int op> SIMT_UNSEEN simt_h16 simt_narrow2(simt_h16 x, simt_h16 y)
{
    float a = F::widen(x), b = F::widen(y);
    switch (op) {
    case SIMT_N_ADD: return F::narrow(a + b);
    case SIMT_N_SUB: return F::narrow(a - b);
    case SIMT_N_MUL: return F::narrow(a * b);
    case SIMT_N_DIV: return F::narrow(a / b);
    default:
        break;
    }
    if (a != a || b != b)
        return op >= SIMT_N_MAX_NAN || (a != a && b != b) ? (int)F::nan : a != a ? y : x;
    if (a == b) /* +0 is more than -0 */
        return op == SIMT_N_MAX || op == SIMT_N_MAX_NAN ? x & y : x | y;
    return (op == SIMT_N_MAX || op == SIMT_N_MAX_NAN) == (a > b) ? x : y;
}

template <class F> SIMT_UNSEEN simt_h16 simt_narrow_fma(simt_h16 x, simt_h16 y, simt_h16 z)
{
    return F::narrow_double(F::fma(F::widen(x), F::widen(y), F::widen(z)));
}

/* A change of the sign gives the one NaN, as arithmetic does. */
template <class F> SIMT_INLINE simt_h16 simt_narrow_signed_as(simt_h16 x, unsigned changed)
{
    unsigned unordered = -(unsigned)((x & 0x7fff) > F::inf);
    return (simt_h16)((changed & ~unordered) | (F::nan & unordered));
}
template <class F> SIMT_INLINE simt_h16 simt_narrow_neg(simt_h16 x)
{
    return simt_narrow_signed_as<F>(x, x ^ 0x8000u);
}
template <class F> SIMT_INLINE simt_h16 simt_narrow_abs(simt_h16 x)
{
    return simt_narrow_signed_as<F>(x, x & 0x7fffu);
}

template <class F> SIMT_UNSEEN simt_h16 simt_narrow_saturate(simt_h16 x)
{
    float a = F::widen(x);
    return a > 0 ? a < 1 ? x : (simt_h16)F::one : 0; /* 0 for NaN */
}

template <class F> SIMT_UNSEEN simt_h16 simt_narrow_relu(simt_h16 x)
{
    float a = F::widen(x);
    return a != a ? (simt_h16)F::nan : a > 0 ? x : 0;
}

enum simt_narrow_function {
    SIMT_N_SQRT, SIMT_N_RSQRT, SIMT_N_RCP, SIMT_N_EXP, SIMT_N_EXP2, SIMT_N_EXP10, SIMT_N_LOG, SIMT_N_LOG2,
    SIMT_N_LOG10, SIMT_N_SIN, SIMT_N_COS, SIMT_N_TANH, SIMT_N_CEIL, SIMT_N_FLOOR, SIMT_N_TRUNC, SIMT_N_RINT
};

template <class F, int function> SIMT_UNSEEN simt_h16 simt_narrow1(simt_h16 x)
{
    double a = F::widen(x);
    switch (function) {
    case SIMT_N_SQRT: return F::narrow_double(sqrt(a));
    case SIMT_N_RSQRT: return F::narrow_double(1 / sqrt(a));
    case SIMT_N_RCP: return F::narrow_double(1 / a);
    case SIMT_N_EXP: return F::narrow_double(exp(a));
    case SIMT_N_EXP2: return F::narrow_double(exp2(a));
    case SIMT_N_EXP10: return F::narrow_double(exp10(a));
    case SIMT_N_LOG: return F::narrow_double(log(a));
    case SIMT_N_LOG2: return F::narrow_double(log2(a));
    case SIMT_N_LOG10: return F::narrow_double(log10(a));
    case SIMT_N_SIN: return F::narrow_double(sin(a));
    case SIMT_N_COS: return F::narrow_double(cos(a));
    case SIMT_N_TANH: return F::narrow_double(tanh(a));
    case SIMT_N_CEIL: return F::narrow((float)ceil(a));
    case SIMT_N_FLOOR: return F::narrow((float)floor(a));
    case SIMT_N_TRUNC: return F::narrow((float)trunc(a));
    default: return F::narrow((float)nearbyint(a));
    }
}

template <class F> SIMT_UNSEEN simt_h16 simt_narrow_from_double(double x) { return F::narrow_double(x); }
/* From an integer, by way of a double rounded to odd. */
template <class F, int round> SIMT_UNSEEN simt_h16 simt_narrow_signed(long long x)
{
    return F::template narrow<round>(simt_odd_float(simt_signed_odd(x)));
}
template <class F, int round> SIMT_UNSEEN simt_h16 simt_narrow_unsigned(unsigned long long x)
{
    return F::template narrow<round>(simt_odd_float(simt_unsigned_odd(x)));
}

/* Members of the types: not static, in place. */
#define SIMT_CONSTRUCT(name, from, value) SIMT_METHOD name(const from v) : __x(value) {}
#define SIMT_CAST(to, value) SIMT_METHOD operator to() const { return value; }

#endif
