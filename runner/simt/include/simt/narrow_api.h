/*
 * narrow_api.h: the functions that CUDA has for both 16-bit formats under the same names. No guard:
 * cuda_fp16.h and cuda_bf16.h each include it, with
 *
 *     SIMT_N, SIMT_N2     the scalar type and the pair     SIMT_F              its format of narrow.h
 *     SIMT_NTO(from)      __ ## from ## 2half              SIMT_NFROM(to)      __half2 ## to
 *
 * A pair's function works on its elements; in traced programs a call leaves a mark of its operations.
 */
#include "narrow.h"

/* ---- conversions --------------------------------------------------------------------------------------- */

SIMT_INLINE SIMT_N simt_wrap(SIMT_F, simt_h16 x)
{
    SIMT_N r;
    r.__x = x;
    return r;
}
#define SIMT_WRAP(x) simt_wrap(SIMT_F(), x)
#define SIMT_N_FLOPS(n) SIMT_FLOP(SIMT_F::flop, n)

#define SIMT_PASTE(a, b) a##b
#define SIMT_NAME(a, b) SIMT_PASTE(a, b)
#define SIMT_N_INTEGERS(suffix, round)                                                                       \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(short), _##suffix)(short x)                                        \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_signed<SIMT_F, round>(x)));                                            \
    }                                                                                                        \
    SIMT_INLINE short SIMT_NAME(SIMT_NFROM(short), _##suffix)(SIMT_N x)                                      \
    {                                                                                                        \
        return (short)simt_to_signed(SIMT_F::widen(x.__x), round, 16, 0);                                    \
    }                                                                                                        \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(ushort), _##suffix)(unsigned short x)                              \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_unsigned<SIMT_F, round>(x)));                                          \
    }                                                                                                        \
    SIMT_INLINE unsigned short SIMT_NAME(SIMT_NFROM(ushort), _##suffix)(SIMT_N x)                            \
    {                                                                                                        \
        return (unsigned short)simt_to_unsigned(SIMT_F::widen(x.__x), round, 16, 0);                         \
    }                                                                                                        \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(int), _##suffix)(int x)                                            \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_signed<SIMT_F, round>(x)));                                            \
    }                                                                                                        \
    SIMT_INLINE int SIMT_NAME(SIMT_NFROM(int), _##suffix)(SIMT_N x)                                          \
    {                                                                                                        \
        return (int)simt_to_signed(SIMT_F::widen(x.__x), round, 32, 0);                                      \
    }                                                                                                        \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(uint), _##suffix)(unsigned int x)                                  \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_unsigned<SIMT_F, round>(x)));                                          \
    }                                                                                                        \
    SIMT_INLINE unsigned int SIMT_NAME(SIMT_NFROM(uint), _##suffix)(SIMT_N x)                                \
    {                                                                                                        \
        return (unsigned int)simt_to_unsigned(SIMT_F::widen(x.__x), round, 32, 0);                           \
    }                                                                                                        \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(ll), _##suffix)(long long x)                                       \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_signed<SIMT_F, round>(x)));                                            \
    }                                                                                                        \
    SIMT_INLINE long long SIMT_NAME(SIMT_NFROM(ll), _##suffix)(SIMT_N x)                                     \
    {                                                                                                        \
        return (long long)simt_to_signed(SIMT_F::widen(x.__x), round, 64, 1);                                \
    }                                                                                                        \
    SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(ull), _##suffix)(unsigned long long x)                             \
    {                                                                                                        \
        return SIMT_WRAP((simt_narrow_unsigned<SIMT_F, round>(x)));                                          \
    }                                                                                                        \
    SIMT_INLINE unsigned long long SIMT_NAME(SIMT_NFROM(ull), _##suffix)(SIMT_N x)                           \
    {                                                                                                        \
        return (unsigned long long)simt_to_unsigned(SIMT_F::widen(x.__x), round, 64, 1);                     \
    }
SIMT_N_INTEGERS(rn, SIMT_RN)
SIMT_N_INTEGERS(rd, SIMT_RD)
SIMT_N_INTEGERS(ru, SIMT_RU)
SIMT_N_INTEGERS(rz, SIMT_RZ)
#undef SIMT_N_INTEGERS
SIMT_INLINE signed char SIMT_NAME(SIMT_NFROM(char), _rz)(SIMT_N x)
{
    return (signed char)simt_to_signed(SIMT_F::widen(x.__x), SIMT_RZ, 8, 0);
}
SIMT_INLINE unsigned char SIMT_NAME(SIMT_NFROM(uchar), _rz)(SIMT_N x)
{
    return (unsigned char)simt_to_unsigned(SIMT_F::widen(x.__x), SIMT_RZ, 8, 0);
}
SIMT_INLINE SIMT_N SIMT_NTO(float)(float x) { return SIMT_WRAP(SIMT_F::narrow<SIMT_RN>(x)); }
SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(float), _rn)(float x) { return SIMT_WRAP(SIMT_F::narrow<SIMT_RN>(x)); }
SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(float), _rd)(float x) { return SIMT_WRAP(SIMT_F::narrow<SIMT_RD>(x)); }
SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(float), _ru)(float x) { return SIMT_WRAP(SIMT_F::narrow<SIMT_RU>(x)); }
SIMT_INLINE SIMT_N SIMT_NAME(SIMT_NTO(float), _rz)(float x) { return SIMT_WRAP(SIMT_F::narrow<SIMT_RZ>(x)); }
SIMT_INLINE SIMT_N SIMT_NTO(double)(double x) { return SIMT_WRAP(simt_narrow_from_double<SIMT_F>(x)); }
SIMT_INLINE float SIMT_NFROM(float)(SIMT_N x) { return SIMT_F::widen(x.__x); }

/* ---- pairs: their parts -------------------------------------------------------------------------------- */

SIMT_INLINE float __low2float(SIMT_N2 x) { return SIMT_F::widen(x.x.__x); }
SIMT_INLINE float __high2float(SIMT_N2 x) { return SIMT_F::widen(x.y.__x); }
SIMT_INLINE SIMT_N2 __lowhigh2highlow(SIMT_N2 x) { return SIMT_N2(x.y, x.x); }

/* ---- arithmetic ---------------------------------------------------------------------------------------- */

#define SIMT_N_BINARY(name, pair, op, flops)                                                                 \
    SIMT_INLINE SIMT_N name(SIMT_N a, SIMT_N b)                                                              \
    {                                                                                                        \
        SIMT_N_FLOPS(flops);                                                                                 \
        return SIMT_WRAP((simt_narrow2<SIMT_F, op>(a.__x, b.__x)));                                          \
    }                                                                                                        \
    SIMT_INLINE SIMT_N2 pair(SIMT_N2 a, SIMT_N2 b)                                                           \
    {                                                                                                        \
        SIMT_N_FLOPS(2 * flops);                                                                             \
        return SIMT_N2(SIMT_WRAP((simt_narrow2<SIMT_F, op>(a.x.__x, b.x.__x))),                              \
                       SIMT_WRAP((simt_narrow2<SIMT_F, op>(a.y.__x, b.y.__x))));                             \
    }
SIMT_N_BINARY(__hadd, __hadd2, SIMT_N_ADD, 1)
SIMT_N_BINARY(__hsub, __hsub2, SIMT_N_SUB, 1)
SIMT_N_BINARY(__hmul, __hmul2, SIMT_N_MUL, 1)
SIMT_N_BINARY(__hadd_rn, __hadd2_rn, SIMT_N_ADD, 1)
SIMT_N_BINARY(__hsub_rn, __hsub2_rn, SIMT_N_SUB, 1)
SIMT_N_BINARY(__hmul_rn, __hmul2_rn, SIMT_N_MUL, 1)
SIMT_N_BINARY(__hdiv, __h2div, SIMT_N_DIV, 1)
SIMT_N_BINARY(__hmax, __hmax2, SIMT_N_MAX, 0)
SIMT_N_BINARY(__hmin, __hmin2, SIMT_N_MIN, 0)
SIMT_N_BINARY(__hmax_nan, __hmax2_nan, SIMT_N_MAX_NAN, 0)
SIMT_N_BINARY(__hmin_nan, __hmin2_nan, SIMT_N_MIN_NAN, 0)
#undef SIMT_N_BINARY

SIMT_INLINE SIMT_N __hfma(SIMT_N a, SIMT_N b, SIMT_N c)
{
    SIMT_N_FLOPS(2);
    return SIMT_WRAP(simt_narrow_fma<SIMT_F>(a.__x, b.__x, c.__x));
}
SIMT_INLINE SIMT_N2 __hfma2(SIMT_N2 a, SIMT_N2 b, SIMT_N2 c)
{
    SIMT_N_FLOPS(4);
    return SIMT_N2(SIMT_WRAP(simt_narrow_fma<SIMT_F>(a.x.__x, b.x.__x, c.x.__x)),
                   SIMT_WRAP(simt_narrow_fma<SIMT_F>(a.y.__x, b.y.__x, c.y.__x)));
}
SIMT_INLINE SIMT_N simt_saturate(SIMT_N a) { return SIMT_WRAP(simt_narrow_saturate<SIMT_F>(a.__x)); }
SIMT_INLINE SIMT_N2 simt_saturate(SIMT_N2 a) { return SIMT_N2(simt_saturate(a.x), simt_saturate(a.y)); }
SIMT_INLINE SIMT_N simt_relu(SIMT_N a) { return SIMT_WRAP(simt_narrow_relu<SIMT_F>(a.__x)); }
SIMT_INLINE SIMT_N2 simt_relu(SIMT_N2 a) { return SIMT_N2(simt_relu(a.x), simt_relu(a.y)); }
SIMT_INLINE SIMT_N __hadd_sat(SIMT_N a, SIMT_N b) { return simt_saturate(__hadd(a, b)); }
SIMT_INLINE SIMT_N __hsub_sat(SIMT_N a, SIMT_N b) { return simt_saturate(__hsub(a, b)); }
SIMT_INLINE SIMT_N __hmul_sat(SIMT_N a, SIMT_N b) { return simt_saturate(__hmul(a, b)); }
SIMT_INLINE SIMT_N __hfma_sat(SIMT_N a, SIMT_N b, SIMT_N c) { return simt_saturate(__hfma(a, b, c)); }
SIMT_INLINE SIMT_N __hfma_relu(SIMT_N a, SIMT_N b, SIMT_N c) { return simt_relu(__hfma(a, b, c)); }
SIMT_INLINE SIMT_N2 __hadd2_sat(SIMT_N2 a, SIMT_N2 b) { return simt_saturate(__hadd2(a, b)); }
SIMT_INLINE SIMT_N2 __hsub2_sat(SIMT_N2 a, SIMT_N2 b) { return simt_saturate(__hsub2(a, b)); }
SIMT_INLINE SIMT_N2 __hmul2_sat(SIMT_N2 a, SIMT_N2 b) { return simt_saturate(__hmul2(a, b)); }
SIMT_INLINE SIMT_N2 __hfma2_sat(SIMT_N2 a, SIMT_N2 b, SIMT_N2 c) { return simt_saturate(__hfma2(a, b, c)); }
SIMT_INLINE SIMT_N2 __hfma2_relu(SIMT_N2 a, SIMT_N2 b, SIMT_N2 c) { return simt_relu(__hfma2(a, b, c)); }
SIMT_INLINE SIMT_N __hneg(SIMT_N a) { return SIMT_WRAP(simt_narrow_neg<SIMT_F>(a.__x)); }
SIMT_INLINE SIMT_N __habs(SIMT_N a) { return SIMT_WRAP(simt_narrow_abs<SIMT_F>(a.__x)); }
SIMT_INLINE SIMT_N2 __hneg2(SIMT_N2 a) { return SIMT_N2(__hneg(a.x), __hneg(a.y)); }
SIMT_INLINE SIMT_N2 __habs2(SIMT_N2 a) { return SIMT_N2(__habs(a.x), __habs(a.y)); }
/* Complex a * b + c, the pair being real and imaginary part: two fmas each, in this order. */
SIMT_INLINE SIMT_N2 __hcmadd(SIMT_N2 a, SIMT_N2 b, SIMT_N2 c)
{
    SIMT_N real = __hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x));
    SIMT_N imaginary = __hfma(a.y, b.x, __hfma(a.x, b.y, c.y));
    return SIMT_N2(real, imaginary);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

#define SIMT_N_UNARY(name, function)                                                                         \
    SIMT_INLINE SIMT_N h##name(SIMT_N a)                                                                     \
    {                                                                                                        \
        SIMT_FLOP(SIMT_FLOP_SPECIAL, 1);                                                                     \
        return SIMT_WRAP((simt_narrow1<SIMT_F, function>(a.__x)));                                           \
    }                                                                                                        \
    SIMT_INLINE SIMT_N2 h2##name(SIMT_N2 a)                                                                  \
    {                                                                                                        \
        SIMT_FLOP(SIMT_FLOP_SPECIAL, 2);                                                                     \
        return SIMT_N2(SIMT_WRAP((simt_narrow1<SIMT_F, function>(a.x.__x))),                                 \
                       SIMT_WRAP((simt_narrow1<SIMT_F, function>(a.y.__x))));                                \
    }
SIMT_N_UNARY(sqrt, SIMT_N_SQRT)
SIMT_N_UNARY(rsqrt, SIMT_N_RSQRT)
SIMT_N_UNARY(rcp, SIMT_N_RCP)
SIMT_N_UNARY(exp, SIMT_N_EXP)
SIMT_N_UNARY(exp2, SIMT_N_EXP2)
SIMT_N_UNARY(exp10, SIMT_N_EXP10)
SIMT_N_UNARY(log, SIMT_N_LOG)
SIMT_N_UNARY(log2, SIMT_N_LOG2)
SIMT_N_UNARY(log10, SIMT_N_LOG10)
SIMT_N_UNARY(sin, SIMT_N_SIN)
SIMT_N_UNARY(cos, SIMT_N_COS)
SIMT_N_UNARY(tanh, SIMT_N_TANH)
SIMT_N_UNARY(tanh_approx, SIMT_N_TANH)
SIMT_N_UNARY(ceil, SIMT_N_CEIL)
SIMT_N_UNARY(floor, SIMT_N_FLOOR)
SIMT_N_UNARY(trunc, SIMT_N_TRUNC)
SIMT_N_UNARY(rint, SIMT_N_RINT)
#undef SIMT_N_UNARY

/* ---- comparisons: _u holds also for NaN; pairs give 1 or 0 an element, one bool for both, or masks ----- */

#define SIMT_N_COMPARE(name, test)                                                                           \
    SIMT_INLINE bool __h##name(SIMT_N x, SIMT_N y)                                                           \
    {                                                                                                        \
        float a = SIMT_F::widen(x.__x), b = SIMT_F::widen(y.__x);                                            \
        return test;                                                                                         \
    }                                                                                                        \
    SIMT_INLINE SIMT_N2 __h##name##2(SIMT_N2 x, SIMT_N2 y)                                                   \
    {                                                                                                        \
        return SIMT_N2(SIMT_WRAP((simt_h16)(__h##name(x.x, y.x) * SIMT_F::one)),                             \
                       SIMT_WRAP((simt_h16)(__h##name(x.y, y.y) * SIMT_F::one)));                            \
    }                                                                                                        \
    SIMT_INLINE bool __hb##name##2(SIMT_N2 x, SIMT_N2 y)                                                     \
    {                                                                                                        \
        return __h##name(x.x, y.x) & __h##name(x.y, y.y);                                                    \
    }                                                                                                        \
    SIMT_INLINE unsigned int __h##name##2_mask(SIMT_N2 x, SIMT_N2 y)                                         \
    {                                                                                                        \
        return __h##name(x.x, y.x) * 0xffffu | __h##name(x.y, y.y) * 0xffff0000u;                            \
    }
SIMT_N_COMPARE(eq, a == b)
SIMT_N_COMPARE(ne, (a < b) | (a > b))
SIMT_N_COMPARE(lt, a < b)
SIMT_N_COMPARE(le, a <= b)
SIMT_N_COMPARE(gt, a > b)
SIMT_N_COMPARE(ge, a >= b)
SIMT_N_COMPARE(equ, !((a < b) | (a > b)))
SIMT_N_COMPARE(neu, a != b)
SIMT_N_COMPARE(ltu, !(a >= b))
SIMT_N_COMPARE(leu, !(a > b))
SIMT_N_COMPARE(gtu, !(a <= b))
SIMT_N_COMPARE(geu, !(a < b))
#undef SIMT_N_COMPARE
SIMT_INLINE bool __hisnan(SIMT_N a) { return SIMT_F::widen(a.__x) != SIMT_F::widen(a.__x); }
SIMT_INLINE SIMT_N2 __hisnan2(SIMT_N2 a) { return __hneu2(a, a); }
SIMT_INLINE int __hisinf(SIMT_N a)
{
    return ((a.__x & 0x7fff) == (SIMT_F::inf)) * (a.__x >> 15 ? -1 : 1);
}

/* ---- operators ----------------------------------------------------------------------------------------- */

#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define SIMT_N_OPERATOR(type, op, function)                                                                  \
    SIMT_INLINE type operator op(type a, type b) { return function(a, b); }                                  \
    SIMT_INLINE type &operator op##=(type &a, type b) { return a = function(a, b); }
SIMT_N_OPERATOR(SIMT_N, +, __hadd)
SIMT_N_OPERATOR(SIMT_N2, +, __hadd2)
SIMT_N_OPERATOR(SIMT_N, -, __hsub)
SIMT_N_OPERATOR(SIMT_N2, -, __hsub2)
SIMT_N_OPERATOR(SIMT_N, *, __hmul)
SIMT_N_OPERATOR(SIMT_N2, *, __hmul2)
SIMT_N_OPERATOR(SIMT_N, /, __hdiv)
SIMT_N_OPERATOR(SIMT_N2, /, __h2div)
#undef SIMT_N_OPERATOR
#define SIMT_N_RELATION(op, function)                                                                        \
    SIMT_INLINE bool operator op(SIMT_N a, SIMT_N b) { return __h##function(a, b); }                         \
    SIMT_INLINE bool operator op(SIMT_N2 a, SIMT_N2 b) { return __hb##function##2(a, b); }
SIMT_N_RELATION(==, eq)
SIMT_N_RELATION(!=, neu)
SIMT_N_RELATION(<, lt)
SIMT_N_RELATION(<=, le)
SIMT_N_RELATION(>, gt)
SIMT_N_RELATION(>=, ge)
#undef SIMT_N_RELATION
SIMT_INLINE SIMT_N operator+(SIMT_N a) { return a; }
SIMT_INLINE SIMT_N operator-(SIMT_N a) { return __hneg(a); }
SIMT_INLINE SIMT_N2 operator+(SIMT_N2 a) { return a; }
SIMT_INLINE SIMT_N2 operator-(SIMT_N2 a) { return __hneg2(a); }
#define SIMT_N_STEP(op, function)                                                                            \
    SIMT_INLINE SIMT_N &operator op(SIMT_N &a) { return a = function(a, SIMT_WRAP((simt_h16)SIMT_F::one)); } \
    SIMT_INLINE SIMT_N operator op(SIMT_N &a, int)                                                           \
    {                                                                                                        \
        SIMT_N old = a;                                                                                      \
        op a;                                                                                                \
        return old;                                                                                          \
    }                                                                                                        \
    SIMT_INLINE SIMT_N2 &operator op(SIMT_N2 &a)                                                             \
    {                                                                                                        \
        SIMT_N one = SIMT_WRAP((simt_h16)SIMT_F::one);                                                       \
        return a = function##2(a, SIMT_N2(one, one));                                                        \
    }                                                                                                        \
    SIMT_INLINE SIMT_N2 operator op(SIMT_N2 &a, int)                                                         \
    {                                                                                                        \
        SIMT_N2 old = a;                                                                                     \
        op a;                                                                                                \
        return old;                                                                                          \
    }
SIMT_N_STEP(++, __hadd)
SIMT_N_STEP(--, __hsub)
#undef SIMT_N_STEP
#endif

SIMT_ATOMICS(atomicAdd, SIMT_N, SIMT_OP_ADD)
SIMT_ATOMICS(atomicAdd, SIMT_N2, SIMT_OP_ADD)

#undef SIMT_WRAP
#undef SIMT_NAME
#undef SIMT_PASTE
#undef SIMT_N_FLOPS
