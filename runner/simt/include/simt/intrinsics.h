/*
 * intrinsics.h: conversions, reinterpretations, and integer instructions of the device: counting bits, wide
 * multiplication, shifts over two registers, dot products, two or four numbers packed in a word.
 */
#ifndef SIMT_INTRINSICS_H
#define SIMT_INTRINSICS_H

#include "../vector_functions.h"
#include "flops.h"
#include "library.h"
#include "math.h"

/* ---- conversions: saturated, with cvt's results for NaN ------------------------------------------------ */

#define SIMT_TO_INTEGERS(from, name, suffix, round, nan_high)                                                \
    SIMT_INLINE int __##name##2int_##suffix(from x) { return (int)simt_to_signed(x, round, 32, nan_high); }  \
    SIMT_INLINE unsigned int __##name##2uint_##suffix(from x)                                                \
    {                                                                                                        \
        return (unsigned int)simt_to_unsigned(x, round, 32, nan_high);                                       \
    }                                                                                                        \
    SIMT_INLINE long long __##name##2ll_##suffix(from x) { return simt_to_signed(x, round, 64, 1); }         \
    SIMT_INLINE unsigned long long __##name##2ull_##suffix(from x)                                           \
    {                                                                                                        \
        return simt_to_unsigned(x, round, 64, 1);                                                            \
    }
#define SIMT_CONVERSIONS(suffix, round)                                                                      \
    SIMT_TO_INTEGERS(float, float, suffix, round, 0)                                                         \
    SIMT_TO_INTEGERS(double, double, suffix, round, 1)                                                       \
    SIMT_INLINE float __int2float_##suffix(int x) { return simt_from_signed_f32(x, round); }                 \
    SIMT_INLINE float __uint2float_##suffix(unsigned int x) { return simt_from_unsigned_f32(x, round); }     \
    SIMT_INLINE float __ll2float_##suffix(long long x) { return simt_from_signed_f32(x, round); }            \
    SIMT_INLINE float __ull2float_##suffix(unsigned long long x)                                             \
    {                                                                                                        \
        return simt_from_unsigned_f32(x, round);                                                             \
    }                                                                                                        \
    SIMT_INLINE double __ll2double_##suffix(long long x) { return simt_from_signed_f64(x, round); }          \
    SIMT_INLINE double __ull2double_##suffix(unsigned long long x)                                           \
    {                                                                                                        \
        return simt_from_unsigned_f64(x, round);                                                             \
    }                                                                                                        \
    SIMT_INLINE float __double2float_##suffix(double x) { return simt_narrow(x, round); }
SIMT_CONVERSIONS(rn, SIMT_RN)
SIMT_CONVERSIONS(rd, SIMT_RD)
SIMT_CONVERSIONS(ru, SIMT_RU)
SIMT_CONVERSIONS(rz, SIMT_RZ)
#undef SIMT_TO_INTEGERS
#undef SIMT_CONVERSIONS
SIMT_INLINE double __int2double_rn(int x) { return x; }
SIMT_INLINE double __uint2double_rn(unsigned int x) { return x; }

#define SIMT_REINTERPRET(to, name, from)                                                                     \
    SIMT_INLINE to name(from x)                                                                              \
    {                                                                                                        \
        to r;                                                                                                \
        __builtin_memcpy(&r, &x, sizeof r);                                                                  \
        return r;                                                                                            \
    }
SIMT_REINTERPRET(int, simt_bits_of, float)
/* The NaN that x86 makes of 0 * INFINITY and the like is 0xffc00000, a GPU's 0x7fffffff: whoever looks at its bits sees
 * the GPU's. */
SIMT_INLINE int __float_as_int(float x)
{
    int r = simt_bits_of(x);
    return r == -0x400000 ? 0x7fffffff : r;
}
SIMT_INLINE unsigned int __float_as_uint(float x) { return (unsigned int)__float_as_int(x); }
SIMT_REINTERPRET(float, __int_as_float, int)
SIMT_REINTERPRET(float, __uint_as_float, unsigned int)
SIMT_REINTERPRET(long long, __double_as_longlong, double)
SIMT_REINTERPRET(double, __longlong_as_double, long long)
SIMT_INLINE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return (int)__double_as_longlong(x); }
SIMT_INLINE double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)((unsigned long long)hi << 32 | (unsigned int)lo));
}

/* ---- bits ---------------------------------------------------------------------------------------------- */

SIMT_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_INLINE int __clz(int x) { return (int)__builtin_ia32_lzcnt_u32((unsigned int)x); }
SIMT_INLINE int __clzll(long long x) { return (int)__builtin_ia32_lzcnt_u64((unsigned long long)x); }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INLINE unsigned int __brev(unsigned int x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
SIMT_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}
SIMT_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s)
{
    return simt_byte_perm(x, y, s & 0x7777, 0);
}
SIMT_INLINE unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    return simt_fns(mask, base, offset);
}
SIMT_INLINE unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) << (shift & 31) >> 32);
}
SIMT_INLINE unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}
SIMT_INLINE unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) << (shift < 32 ? shift : 32) >> 32);
}
SIMT_INLINE unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)hi << 32 | lo) >> (shift < 32 ? shift : 32));
}
SIMT_INLINE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
SIMT_INLINE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
SIMT_INLINE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

/* ---- integer arithmetic -------------------------------------------------------------------------------- */

SIMT_INLINE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
SIMT_INLINE unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return (unsigned int)((unsigned long long)x * y >> 32);
}
SIMT_INLINE long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
SIMT_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
SIMT_INLINE int simt_low24(int x) { return (int)((unsigned int)x << 8) >> 8; }
SIMT_INLINE int __mul24(int x, int y)
{
    return (int)((unsigned int)simt_low24(x) * (unsigned int)simt_low24(y));
}
SIMT_INLINE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffff) * (y & 0xffffff); }
SIMT_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}
SIMT_INLINE unsigned int __sad(int x, int y, unsigned int z)
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}
SIMT_INLINE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
SIMT_INLINE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
SIMT_INLINE unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
SIMT_INLINE unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}

/* ---- dot products of packed integers (sm_61) ----------------------------------------------------------- */

SIMT_INLINE int simt_s8(int x, int i) { return (signed char)((unsigned int)x >> 8 * i); }
SIMT_INLINE unsigned int simt_u8(unsigned int x, int i) { return x >> 8 * i & 255; }
SIMT_INLINE int simt_s16(int x, int i) { return (short)((unsigned int)x >> 16 * i); }
SIMT_INLINE unsigned int simt_u16(unsigned int x, int i) { return x >> 16 * i & 65535; }
template <class To, class From> SIMT_INLINE To simt_packed(From x)
{
    To r;
    __builtin_memcpy(&r, &x, sizeof r);
    return r;
}
SIMT_INLINE int __dp4a(int a, int b, int c)
{
    return c + simt_s8(a, 0) * simt_s8(b, 0) + simt_s8(a, 1) * simt_s8(b, 1) + simt_s8(a, 2) * simt_s8(b, 2) +
           simt_s8(a, 3) * simt_s8(b, 3);
}
SIMT_INLINE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    return c + simt_u8(a, 0) * simt_u8(b, 0) + simt_u8(a, 1) * simt_u8(b, 1) + simt_u8(a, 2) * simt_u8(b, 2) +
           simt_u8(a, 3) * simt_u8(b, 3);
}
SIMT_INLINE int __dp2a_lo(int a, int b, int c)
{
    return c + simt_s16(a, 0) * simt_s8(b, 0) + simt_s16(a, 1) * simt_s8(b, 1);
}
SIMT_INLINE int __dp2a_hi(int a, int b, int c)
{
    return c + simt_s16(a, 0) * simt_s8(b, 2) + simt_s16(a, 1) * simt_s8(b, 3);
}
SIMT_INLINE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)
{
    return c + simt_u16(a, 0) * simt_u8(b, 0) + simt_u16(a, 1) * simt_u8(b, 1);
}
SIMT_INLINE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c)
{
    return c + simt_u16(a, 0) * simt_u8(b, 2) + simt_u16(a, 1) * simt_u8(b, 3);
}
#define SIMT_DOT(name, scalar, left, right)                                                                  \
    SIMT_INLINE scalar name(left a, right b, scalar c)                                                       \
    {                                                                                                        \
        return name(simt_packed<scalar>(a), simt_packed<scalar>(b), c);                                      \
    }
SIMT_DOT(__dp4a, int, char4, char4)
SIMT_DOT(__dp4a, unsigned int, uchar4, uchar4)
SIMT_DOT(__dp2a_lo, int, short2, char4)
SIMT_DOT(__dp2a_hi, int, short2, char4)
SIMT_DOT(__dp2a_lo, unsigned int, ushort2, uchar4)
SIMT_DOT(__dp2a_hi, unsigned int, ushort2, uchar4)
#undef SIMT_DOT

/* ---- numbers packed in a word -------------------------------------------------------------------------- */

#define SIMT_VIDEO2(name, n, op, is_signed)                                                                  \
    SIMT_INLINE unsigned int name##n(unsigned int a, unsigned int b)                                         \
    {                                                                                                        \
        return simt_video(op, 32 / n, is_signed, a, b);                                                      \
    }
#define SIMT_VIDEO1(name, n, op)                                                                             \
    SIMT_INLINE unsigned int name##n(unsigned int a) { return simt_video(op, 32 / n, 1, a, 0); }
#define SIMT_COMPARE(name, n, op, is_signed)                                                                 \
    SIMT_VIDEO2(__vcmp##name, n, op, is_signed)                                                              \
    SIMT_VIDEO2(__vset##name, n, op + SIMT_V_SET, is_signed)
#define SIMT_VIDEO(n)                                                                                        \
    SIMT_VIDEO1(__vabs, n, SIMT_V_ABS)                                                                       \
    SIMT_VIDEO1(__vabsss, n, SIMT_V_ABS_SAT)                                                                 \
    SIMT_VIDEO1(__vneg, n, SIMT_V_NEG)                                                                       \
    SIMT_VIDEO1(__vnegss, n, SIMT_V_NEG_SAT)                                                                 \
    SIMT_VIDEO2(__vabsdiffs, n, SIMT_V_ABSDIFF, 1)                                                           \
    SIMT_VIDEO2(__vabsdiffu, n, SIMT_V_ABSDIFF, 0)                                                           \
    SIMT_VIDEO2(__vadd, n, SIMT_V_ADD, 0)                                                                    \
    SIMT_VIDEO2(__vaddss, n, SIMT_V_ADD_SAT, 1)                                                              \
    SIMT_VIDEO2(__vaddus, n, SIMT_V_ADD_SAT, 0)                                                              \
    SIMT_VIDEO2(__vavgs, n, SIMT_V_AVG, 1)                                                                   \
    SIMT_VIDEO2(__vavgu, n, SIMT_V_AVG, 0)                                                                   \
    SIMT_VIDEO2(__vhaddu, n, SIMT_V_HADD, 0)                                                                 \
    SIMT_VIDEO2(__vmaxs, n, SIMT_V_MAX, 1)                                                                   \
    SIMT_VIDEO2(__vmaxu, n, SIMT_V_MAX, 0)                                                                   \
    SIMT_VIDEO2(__vmins, n, SIMT_V_MIN, 1)                                                                   \
    SIMT_VIDEO2(__vminu, n, SIMT_V_MIN, 0)                                                                   \
    SIMT_VIDEO2(__vsads, n, SIMT_V_SAD, 1)                                                                   \
    SIMT_VIDEO2(__vsadu, n, SIMT_V_SAD, 0)                                                                   \
    SIMT_VIDEO2(__vsub, n, SIMT_V_SUB, 0)                                                                    \
    SIMT_VIDEO2(__vsubss, n, SIMT_V_SUB_SAT, 1)                                                              \
    SIMT_VIDEO2(__vsubus, n, SIMT_V_SUB_SAT, 0)                                                              \
    SIMT_COMPARE(eq, n, SIMT_V_EQ, 0)                                                                        \
    SIMT_COMPARE(ne, n, SIMT_V_NE, 0)                                                                        \
    SIMT_COMPARE(ges, n, SIMT_V_GE, 1)                                                                       \
    SIMT_COMPARE(geu, n, SIMT_V_GE, 0)                                                                       \
    SIMT_COMPARE(gts, n, SIMT_V_GT, 1)                                                                       \
    SIMT_COMPARE(gtu, n, SIMT_V_GT, 0)                                                                       \
    SIMT_COMPARE(les, n, SIMT_V_LE, 1)                                                                       \
    SIMT_COMPARE(leu, n, SIMT_V_LE, 0)                                                                       \
    SIMT_COMPARE(lts, n, SIMT_V_LT, 1)                                                                       \
    SIMT_COMPARE(ltu, n, SIMT_V_LT, 0)
SIMT_VIDEO(2)
SIMT_VIDEO(4)
#undef SIMT_VIDEO1
#undef SIMT_VIDEO2
#undef SIMT_COMPARE
#undef SIMT_VIDEO

/* sm_90: the greatest or least of three, of a sum and a number, of two and 0. */
#define SIMT_DPX(type, name)                                                                                 \
    SIMT_INLINE type __vimax3_##name(type a, type b, type c) { return max(max(a, b), c); }                   \
    SIMT_INLINE type __vimin3_##name(type a, type b, type c) { return min(min(a, b), c); }                   \
    SIMT_INLINE type __viaddmax_##name(type a, type b, type c) { return max((type)(a + b), c); }             \
    SIMT_INLINE type __viaddmin_##name(type a, type b, type c) { return min((type)(a + b), c); }             \
    SIMT_INLINE type __vibmax_##name(type a, type b, bool *const pred)                                       \
    {                                                                                                        \
        *pred = a >= b;                                                                                      \
        return max(a, b);                                                                                    \
    }                                                                                                        \
    SIMT_INLINE type __vibmin_##name(type a, type b, bool *const pred)                                       \
    {                                                                                                        \
        *pred = a <= b;                                                                                      \
        return min(a, b);                                                                                    \
    }
SIMT_DPX(int, s32)
SIMT_DPX(unsigned int, u32)
#undef SIMT_DPX
SIMT_INLINE int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
SIMT_INLINE int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
SIMT_INLINE int __vimax3_s32_relu(int a, int b, int c) { return max(__vimax3_s32(a, b, c), 0); }
SIMT_INLINE int __vimin3_s32_relu(int a, int b, int c) { return max(__vimin3_s32(a, b, c), 0); }
SIMT_INLINE int __viaddmax_s32_relu(int a, int b, int c) { return max(__viaddmax_s32(a, b, c), 0); }
SIMT_INLINE int __viaddmin_s32_relu(int a, int b, int c) { return max(__viaddmin_s32(a, b, c), 0); }

#define SIMT_DPX_PAIR(name, larger, smaller)                                                                 \
    SIMT_INLINE unsigned int __vimax3_##name(unsigned int a, unsigned int b, unsigned int c)                 \
    {                                                                                                        \
        return larger(larger(a, b), c);                                                                      \
    }                                                                                                        \
    SIMT_INLINE unsigned int __vimin3_##name(unsigned int a, unsigned int b, unsigned int c)                 \
    {                                                                                                        \
        return smaller(smaller(a, b), c);                                                                    \
    }                                                                                                        \
    SIMT_INLINE unsigned int __viaddmax_##name(unsigned int a, unsigned int b, unsigned int c)               \
    {                                                                                                        \
        return larger(__vadd2(a, b), c);                                                                     \
    }                                                                                                        \
    SIMT_INLINE unsigned int __viaddmin_##name(unsigned int a, unsigned int b, unsigned int c)               \
    {                                                                                                        \
        return smaller(__vadd2(a, b), c);                                                                    \
    }
SIMT_DPX_PAIR(s16x2, __vmaxs2, __vmins2)
SIMT_DPX_PAIR(u16x2, __vmaxu2, __vminu2)
#undef SIMT_DPX_PAIR
/* Which of two won, for both halves: a does where they are equal. */
#define SIMT_DPX_WON(name, half, pick, op)                                                                   \
    SIMT_INLINE unsigned int name(unsigned int a, unsigned int b, bool *const hi, bool *const lo)            \
    {                                                                                                        \
        *hi = (half)(a >> 16) op (half)(b >> 16);                                                            \
        *lo = (half)a op (half)b;                                                                            \
        return pick(a, b);                                                                                   \
    }
SIMT_DPX_WON(__vibmax_s16x2, short, __vmaxs2, >=)
SIMT_DPX_WON(__vibmin_s16x2, short, __vmins2, <=)
SIMT_DPX_WON(__vibmax_u16x2, unsigned short, __vmaxu2, >=)
SIMT_DPX_WON(__vibmin_u16x2, unsigned short, __vminu2, <=)
#undef SIMT_DPX_WON
#define SIMT_RELU(name)                                                                                      \
    SIMT_INLINE unsigned int name##_relu(unsigned int a, unsigned int b, unsigned int c)                     \
    {                                                                                                        \
        return __vmaxs2(name(a, b, c), 0);                                                                   \
    }
SIMT_RELU(__vimax3_s16x2)
SIMT_RELU(__vimin3_s16x2)
SIMT_RELU(__viaddmax_s16x2)
SIMT_RELU(__viaddmin_s16x2)
#undef SIMT_RELU
SIMT_INLINE unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b)
{
    return __vmaxs2(__vmaxs2(a, b), 0);
}
SIMT_INLINE unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b)
{
    return __vmaxs2(__vmins2(a, b), 0);
}

#endif
