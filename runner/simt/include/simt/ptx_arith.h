/* ptx_arith.h: PTX's arithmetic, logic and shifts. Included by ptx.h, which explains. */
#ifndef SIMT_PTX_ARITH_H
#define SIMT_PTX_ARITH_H

#include "core.h"
#include "narrow.h"

/* ---- integers ------------------------------------------------------------------------------------------ */

/* x / 0 and x % 0 are all ones on the device, and the least number over -1 is itself. */
template <class T> SIMT_UNSEEN T simt_quotient(T a, T b)
{
    return b == 0 ? (T)-1 : std::is_signed<T>::value && b == (T)-1 ? (T)(0 - (uint64_t)a) : (T)(a / b);
}
template <class T> SIMT_UNSEEN T simt_remainder(T a, T b)
{
    return b == 0 ? (T)-1 : std::is_signed<T>::value && b == (T)-1 ? (T)0 : (T)(a % b);
}
template <class T> SIMT_UNSEEN T simt_added(T a, T b, bool subtract)
{
    T r;
    bool over = subtract ? __builtin_sub_overflow(a, b, &r) : __builtin_add_overflow(a, b, &r);
    if (!over)
        return r;
    bool high = std::is_signed<T>::value ? a >= 0 : !subtract;
    T most = std::is_signed<T>::value ? (T)(~(uint64_t)0 >> (65 - 8 * sizeof(T))) : (T)-1;
    return high ? most : (T)~most;
}
template <class T> SIMT_INLINE T simt_high(T a, T b)
{
    typedef typename std::conditional<std::is_signed<T>::value, __int128, unsigned __int128>::type wide;
    return (T)((wide)a * b >> 8 * sizeof(T));
}
/* A shift by the width or more is as by the width. */
template <class T> SIMT_INLINE T simt_shifted_left(T a, unsigned n)
{
    return (T)(n < 8 * sizeof(T) ? (uint64_t)a << (n & 63) : 0);
}
template <class T> SIMT_INLINE T simt_shifted_right(T a, unsigned n)
{
    unsigned most = 8 * sizeof(T) - 1;
    return std::is_signed<T>::value || n <= most ? (T)(a >> (n < most ? n : most)) : (T)0;
}

#define SIMT_PTX_INTEGER(t, T, ...)                                                                          \
    SIMT_PTX_2(add_##t, T, (T)(a + b))                                                                       \
    SIMT_PTX_2(sub_##t, T, (T)(a - b))                                                                       \
    SIMT_PTX_2(add_sat_##t, T, simt_added<T>(a, b, false))                                                   \
    SIMT_PTX_2(sub_sat_##t, T, simt_added<T>(a, b, true))                                                    \
    SIMT_PTX_2(mul_lo_##t, T, (T)((uint64_t)a * (uint64_t)b))                                                \
    SIMT_PTX_2(mul_hi_##t, T, simt_high<T>(a, b))                                                            \
    SIMT_PTX_3(mad_lo_##t, T, (T)((uint64_t)a * (uint64_t)b + (uint64_t)c))                                  \
    SIMT_PTX_3(mad_hi_##t, T, (T)(simt_high<T>(a, b) + c))                                                   \
    SIMT_PTX_2(div_##t, T, simt_quotient<T>(a, b))                                                           \
    SIMT_PTX_2(rem_##t, T, simt_remainder<T>(a, b))                                                          \
    SIMT_PTX_2(min_##t, T, (a < b ? a : b))                                                                  \
    SIMT_PTX_2(max_##t, T, (a > b ? a : b))                                                                  \
    SIMT_PTX_3(sad_##t, T, (T)((a < b ? b - a : a - b) + c))
SIMT_PTX_TYPES_INT(SIMT_PTX_INTEGER)
#undef SIMT_PTX_INTEGER
SIMT_PTX_1(abs_s16, int16_t, (int16_t)(a < 0 ? -a : a))
SIMT_PTX_1(abs_s32, int32_t, (int32_t)(a < 0 ? 0u - (uint32_t)a : (uint32_t)a))
SIMT_PTX_1(abs_s64, int64_t, (int64_t)(a < 0 ? 0ull - (uint64_t)a : (uint64_t)a))
SIMT_PTX_1(neg_s16, int16_t, (int16_t)-a)
SIMT_PTX_1(neg_s32, int32_t, (int32_t)(0u - (uint32_t)a))
SIMT_PTX_1(neg_s64, int64_t, (int64_t)(0ull - (uint64_t)a))

#define SIMT_PTX_WIDE(t, T, W)                                                                               \
    SIMT_PTX_2(mul_wide_##t, T, (W)a * (W)b)                                                                 \
    template <class D, class A, class B, class C> SIMT_PTX(mad_wide_##t)(D &&d, A a, B b, C c)               \
    {                                                                                                        \
        simt_out(d, (W)((W)simt_in<T>(a) * (W)simt_in<T>(b) + simt_in<W>(c)));                               \
    }
SIMT_PTX_WIDE(s16, int16_t, int32_t)
SIMT_PTX_WIDE(u16, uint16_t, uint32_t)
SIMT_PTX_WIDE(s32, int32_t, int64_t)
SIMT_PTX_WIDE(u32, uint32_t, uint64_t)
#undef SIMT_PTX_WIDE
#define SIMT_PTX_24(a, b) ((int64_t)simt_low24(a) * simt_low24(b))
#define SIMT_PTX_U24(a, b) ((uint64_t)((a) & 0xffffff) * ((b) & 0xffffff))
SIMT_PTX_2(mul24_lo_s32, int32_t, (int32_t)SIMT_PTX_24(a, b))
SIMT_PTX_2(mul24_lo_u32, uint32_t, (uint32_t)SIMT_PTX_U24(a, b))
SIMT_PTX_2(mul24_hi_s32, int32_t, (int32_t)(SIMT_PTX_24(a, b) >> 16))
SIMT_PTX_2(mul24_hi_u32, uint32_t, (uint32_t)(SIMT_PTX_U24(a, b) >> 16))
SIMT_PTX_3(mad24_lo_s32, int32_t, (int32_t)(SIMT_PTX_24(a, b) + c))
SIMT_PTX_3(mad24_lo_u32, uint32_t, (uint32_t)(SIMT_PTX_U24(a, b) + c))
SIMT_PTX_3(mad24_hi_s32, int32_t, (int32_t)((SIMT_PTX_24(a, b) >> 16) + c))
SIMT_PTX_3(mad24_hi_u32, uint32_t, (uint32_t)((SIMT_PTX_U24(a, b) >> 16) + c))
#undef SIMT_PTX_24
#undef SIMT_PTX_U24

/* ---- bits ---------------------------------------------------------------------------------------------- */

#define SIMT_PTX_LOGIC(t, T, ...)                                                                            \
    SIMT_PTX_2(and_##t, T, (T)(a & b))                                                                       \
    SIMT_PTX_2(or_##t, T, (T)(a | b))                                                                        \
    SIMT_PTX_2(xor_##t, T, (T)(a ^ b))                                                                       \
    SIMT_PTX_1(not_##t, T, (T)~a)                                                                            \
    SIMT_PTX_1(cnot_##t, T, (T)(a == 0))                                                                     \
    template <class D, class A> SIMT_PTX(shl_##t)(D &&d, A a, uint32_t n)                                    \
    {                                                                                                        \
        simt_out(d, simt_shifted_left<T>(simt_in<T>(a), n));                                                 \
    }
SIMT_PTX_TYPES_BITS(SIMT_PTX_LOGIC)
#undef SIMT_PTX_LOGIC
SIMT_PTX_2(and_pred, bool, (bool)(a & b))
SIMT_PTX_2(or_pred, bool, (bool)(a | b))
SIMT_PTX_2(xor_pred, bool, (bool)(a ^ b))
SIMT_PTX_1(not_pred, bool, !a)
#define SIMT_PTX_SHR(t, T, ...)                                                                              \
    template <class D, class A> SIMT_PTX(shr_##t)(D &&d, A a, uint32_t n)                                    \
    {                                                                                                        \
        simt_out(d, simt_shifted_right<T>(simt_in<T>(a), n));                                                \
    }
SIMT_PTX_TYPES_INT(SIMT_PTX_SHR)
SIMT_PTX_TYPES_BITS(SIMT_PTX_SHR)
#undef SIMT_PTX_SHR
SIMT_PTX_3(shf_l_wrap_b32, uint32_t, __funnelshift_l(a, b, c))
SIMT_PTX_3(shf_l_clamp_b32, uint32_t, __funnelshift_lc(a, b, c))
SIMT_PTX_3(shf_r_wrap_b32, uint32_t, __funnelshift_r(a, b, c))
SIMT_PTX_3(shf_r_clamp_b32, uint32_t, __funnelshift_rc(a, b, c))
SIMT_PTX_1(popc_b32, uint32_t, (uint32_t)__builtin_popcount(a))
SIMT_PTX_1(popc_b64, uint64_t, (uint32_t)__builtin_popcountll(a))
SIMT_PTX_1(clz_b32, uint32_t, (uint32_t)__clz((int)a))
SIMT_PTX_1(clz_b64, uint64_t, (uint32_t)__clzll((long long)a))
SIMT_PTX_1(brev_b32, uint32_t, __brev(a))
SIMT_PTX_1(brev_b64, uint64_t, (uint64_t)__brevll(a))
SIMT_PTX_3(prmt_b32, uint32_t, simt_byte_perm(a, b, c, 0))
SIMT_PTX_3(prmt_b32_f4e, uint32_t, simt_byte_perm(a, b, c, 1))
SIMT_PTX_3(prmt_b32_b4e, uint32_t, simt_byte_perm(a, b, c, 2))
SIMT_PTX_3(prmt_b32_rc8, uint32_t, simt_byte_perm(a, b, c, 3))
SIMT_PTX_3(prmt_b32_ecl, uint32_t, simt_byte_perm(a, b, c, 4))
SIMT_PTX_3(prmt_b32_ecr, uint32_t, simt_byte_perm(a, b, c, 5))
SIMT_PTX_3(prmt_b32_rc16, uint32_t, simt_byte_perm(a, b, c, 6))
SIMT_PTX_3(fns_b32, uint32_t, simt_fns(a, b, (int)c))

/* Bit i of the table is the result where a, b, c are the bits of i. */
SIMT_UNSEEN uint32_t simt_lop3(uint32_t a, uint32_t b, uint32_t c, unsigned table)
{
    uint32_t r = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return r;
}
template <class D, class A, class B, class C> SIMT_PTX(lop3_b32)(D &&d, A a, B b, C c, unsigned table)
{
    simt_out(d, simt_lop3(simt_in<uint32_t>(a), simt_in<uint32_t>(b), simt_in<uint32_t>(c), table));
}

/* Bits beyond the width read as the field's sign (signed) or 0. */
template <class T> SIMT_UNSEEN T simt_bit_field(T a, unsigned position, unsigned length)
{
    unsigned bits = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (length == 0)
        return 0;
    unsigned last = position + length - 1 < bits - 1 ? position + length - 1 : bits - 1;
    bool sign = std::is_signed<T>::value && ((uint64_t)a >> last & 1);
    uint64_t field = position < bits ? (uint64_t)(typename std::make_unsigned<T>::type)a >> position : 0;
    unsigned have = position < bits ? last - position + 1 : 0;
    uint64_t mask = have >= 64 ? ~0ull : (1ull << have) - 1;
    return (T)(sign ? field | ~mask : field & mask);
}
template <class T> SIMT_UNSEEN T simt_bit_insert(T a, T b, unsigned position, unsigned length)
{
    unsigned bits = 8 * sizeof(T);
    position &= 255;
    length &= 255;
    if (position >= bits || length == 0)
        return b;
    T mask = (T)((length >= bits ? (T)~(T)0 : (T)(((T)1 << length) - 1)) << position);
    return (T)((b & ~mask) | ((T)(a << position) & mask));
}
/* The highest bit that is not the sign, or ~0; shiftamt: how far left it would have to go. */
template <class T> SIMT_UNSEEN uint32_t simt_find_bit(T a, bool shift_amount)
{
    uint64_t v = (uint64_t)(typename std::make_unsigned<T>::type)(std::is_signed<T>::value && a < 0 ? ~a : a);
    if (v == 0)
        return ~0u;
    unsigned at = 63 - (unsigned)__builtin_clzll(v);
    return shift_amount ? 8 * (unsigned)sizeof(T) - 1 - at : at;
}
#define SIMT_PTX_FIELD(t, T)                                                                                 \
    template <class D, class A> SIMT_PTX(bfe_##t)(D &&d, A a, uint32_t position, uint32_t length)            \
    {                                                                                                        \
        simt_out(d, simt_bit_field<T>(simt_in<T>(a), position, length));                                     \
    }                                                                                                        \
    SIMT_PTX_1(bfind_##t, T, simt_find_bit<T>(a, false))                                                     \
    SIMT_PTX_1(bfind_shiftamt_##t, T, simt_find_bit<T>(a, true))
SIMT_PTX_FIELD(u32, uint32_t)
SIMT_PTX_FIELD(s32, int32_t)
SIMT_PTX_FIELD(u64, uint64_t)
SIMT_PTX_FIELD(s64, int64_t)
#undef SIMT_PTX_FIELD
#define SIMT_PTX_INSERT(t, T)                                                                                \
    template <class D, class A, class B>                                                                     \
    SIMT_PTX(bfi_##t)(D &&d, A a, B b, uint32_t position, uint32_t length)                                   \
    {                                                                                                        \
        simt_out(d, simt_bit_insert<T>(simt_in<T>(a), simt_in<T>(b), position, length));                     \
    }
SIMT_PTX_INSERT(b32, uint32_t)
SIMT_PTX_INSERT(b64, uint64_t)
#undef SIMT_PTX_INSERT
SIMT_PTX_2(szext_wrap_u32, uint32_t, simt_bit_field<uint32_t>(a, 0, b & 31))
SIMT_PTX_2(szext_wrap_s32, uint32_t, (uint32_t)simt_bit_field<int32_t>((int32_t)a, 0, b & 31))
SIMT_PTX_2(szext_clamp_u32, uint32_t, simt_bit_field<uint32_t>(a, 0, b < 32 ? b : 32))
SIMT_PTX_2(szext_clamp_s32, uint32_t, (uint32_t)simt_bit_field<int32_t>((int32_t)a, 0, b < 32 ? b : 32))

/* ---- dot products of mixed signs ----------------------------------------------------------------------- */

template <bool sa, bool sb, int bits> SIMT_INLINE int simt_part_product(uint32_t a, uint32_t b, int i, int j)
{
    uint32_t x = a >> bits * i & ((1u << bits) - 1), y = b >> 8 * j & 255;
    int p = sa ? (int)(x << (32 - bits)) >> (32 - bits) : (int)x;
    return p * (sb ? (int)(int8_t)y : (int)y);
}
#define SIMT_PTX_DOT(types, sa, sb)                                                                          \
    SIMT_PTX_3(dp4a_##types, uint32_t,                                                                       \
               c + simt_part_product<sa, sb, 8>(a, b, 0, 0) + simt_part_product<sa, sb, 8>(a, b, 1, 1) +     \
                   simt_part_product<sa, sb, 8>(a, b, 2, 2) + simt_part_product<sa, sb, 8>(a, b, 3, 3))      \
    SIMT_PTX_3(dp2a_lo_##types, uint32_t,                                                                    \
               c + simt_part_product<sa, sb, 16>(a, b, 0, 0) + simt_part_product<sa, sb, 16>(a, b, 1, 1))    \
    SIMT_PTX_3(dp2a_hi_##types, uint32_t,                                                                    \
               c + simt_part_product<sa, sb, 16>(a, b, 0, 2) + simt_part_product<sa, sb, 16>(a, b, 1, 3))
SIMT_PTX_DOT(u32_u32, false, false)
SIMT_PTX_DOT(u32_s32, false, true)
SIMT_PTX_DOT(s32_u32, true, false)
SIMT_PTX_DOT(s32_s32, true, true)
#undef SIMT_PTX_DOT

/* ---- carries: CC.CF is of the lane that runs, and lives from one instruction to the next --------------- */

static __thread unsigned simt_carry;
template <class T> SIMT_UNSEEN T simt_add_carry(T a, T b, bool in, bool out)
{
    unsigned __int128 s = (unsigned __int128)a + b + (in ? simt_carry : 0);
    if (out)
        simt_carry = (unsigned)(s >> 8 * sizeof(T)) & 1;
    return (T)s;
}
template <class T> SIMT_UNSEEN T simt_subtract_borrow(T a, T b, bool in, bool out)
{
    unsigned __int128 s = (unsigned __int128)a - b - (in ? simt_carry : 0);
    if (out)
        simt_carry = (unsigned)(s >> 8 * sizeof(T)) & 1;
    return (T)s;
}
#define SIMT_PTX_CARRY(t, T, S)                                                                              \
    SIMT_PTX_2(add_cc_##t, T, simt_add_carry<T>(a, b, false, true))                                          \
    SIMT_PTX_2(addc_##t, T, simt_add_carry<T>(a, b, true, false))                                            \
    SIMT_PTX_2(addc_cc_##t, T, simt_add_carry<T>(a, b, true, true))                                          \
    SIMT_PTX_2(sub_cc_##t, T, simt_subtract_borrow<T>(a, b, false, true))                                    \
    SIMT_PTX_2(subc_##t, T, simt_subtract_borrow<T>(a, b, true, false))                                      \
    SIMT_PTX_2(subc_cc_##t, T, simt_subtract_borrow<T>(a, b, true, true))                                    \
    SIMT_PTX_3(mad_lo_cc_##t, T, simt_add_carry<T>((T)(a * b), c, false, true))                              \
    SIMT_PTX_3(mad_hi_cc_##t, T, simt_add_carry<T>((T)simt_high<S>((S)a, (S)b), c, false, true))             \
    SIMT_PTX_3(madc_lo_##t, T, simt_add_carry<T>((T)(a * b), c, true, false))                                \
    SIMT_PTX_3(madc_hi_##t, T, simt_add_carry<T>((T)simt_high<S>((S)a, (S)b), c, true, false))               \
    SIMT_PTX_3(madc_lo_cc_##t, T, simt_add_carry<T>((T)(a * b), c, true, true))                              \
    SIMT_PTX_3(madc_hi_cc_##t, T, simt_add_carry<T>((T)simt_high<S>((S)a, (S)b), c, true, true))
SIMT_PTX_CARRY(u32, uint32_t, uint32_t)
SIMT_PTX_CARRY(s32, uint32_t, int32_t)
SIMT_PTX_CARRY(u64, uint64_t, uint64_t)
SIMT_PTX_CARRY(s64, uint64_t, int64_t)
#undef SIMT_PTX_CARRY

/* ---- floats -------------------------------------------------------------------------------------------- */

#define SIMT_PTX_ROUNDED(t, T, suffix, round, letter, fused)                                                 \
    SIMT_PTX_2(add##suffix##_##t, T, __##letter##add_##round(a, b))                                          \
    SIMT_PTX_2(sub##suffix##_##t, T, __##letter##sub_##round(a, b))                                          \
    SIMT_PTX_2(mul##suffix##_##t, T, __##letter##mul_##round(a, b))                                          \
    SIMT_PTX_3(fma##suffix##_##t, T, fused##_##round(a, b, c))
#define SIMT_PTX_SATURATED(suffix, round)                                                                    \
    SIMT_PTX_2(add##suffix##_sat_f32, float, __saturatef(__fadd_##round(a, b)))                              \
    SIMT_PTX_2(sub##suffix##_sat_f32, float, __saturatef(__fsub_##round(a, b)))                              \
    SIMT_PTX_2(mul##suffix##_sat_f32, float, __saturatef(__fmul_##round(a, b)))                              \
    SIMT_PTX_3(fma##suffix##_sat_f32, float, __saturatef(__fmaf_##round(a, b, c)))
#define SIMT_PTX_ROUNDS(suffix, round)                                                                       \
    SIMT_PTX_ROUNDED(f32, float, suffix, round, f, __fmaf)                                                   \
    SIMT_PTX_ROUNDED(f64, double, suffix, round, d, __fma)                                                   \
    SIMT_PTX_SATURATED(suffix, round)
SIMT_PTX_ROUNDS(, rn)
SIMT_PTX_ROUNDS(_rz, rz)
SIMT_PTX_ROUNDS(_rm, rd)
SIMT_PTX_ROUNDS(_rp, ru)
#undef SIMT_PTX_ROUNDED
#undef SIMT_PTX_SATURATED
#undef SIMT_PTX_ROUNDS
#define SIMT_PTX_IEEE(suffix, round)                                                                         \
    SIMT_PTX_2(div_##suffix##_f32, float, __fdiv_##round(a, b))                                              \
    SIMT_PTX_2(div_##suffix##_f64, double, __ddiv_##round(a, b))                                             \
    SIMT_PTX_1(rcp_##suffix##_f32, float, __frcp_##round(a))                                                 \
    SIMT_PTX_1(rcp_##suffix##_f64, double, __drcp_##round(a))                                                \
    SIMT_PTX_1(sqrt_##suffix##_f32, float, __fsqrt_##round(a))                                               \
    SIMT_PTX_1(sqrt_##suffix##_f64, double, __dsqrt_##round(a))
SIMT_PTX_IEEE(rn, rn)
SIMT_PTX_IEEE(rz, rz)
SIMT_PTX_IEEE(rm, rd)
SIMT_PTX_IEEE(rp, ru)
#undef SIMT_PTX_IEEE
SIMT_PTX_3(mad_f32, float, __fmaf_rn(a, b, c))
SIMT_PTX_3(mad_f64, double, __fma_rn(a, b, c))
SIMT_PTX_3(mad_rn_f32, float, __fmaf_rn(a, b, c))
SIMT_PTX_3(mad_rn_f64, double, __fma_rn(a, b, c))
SIMT_PTX_3(mad_rz_f32, float, __fmaf_rz(a, b, c))
SIMT_PTX_3(mad_rz_f64, double, __fma_rz(a, b, c))
SIMT_PTX_2(div_approx_f32, float, __fdividef(a, b))
SIMT_PTX_2(div_full_f32, float, a / b)
#define SIMT_PTX_PLAIN(t, T, f)                                                                              \
    SIMT_PTX_2(min_##t, T, fmin##f(a, b))                                                                    \
    SIMT_PTX_2(max_##t, T, fmax##f(a, b))                                                                    \
    SIMT_PTX_1(abs_##t, T, __builtin_fabs##f(a))                                                             \
    SIMT_PTX_1(neg_##t, T, -a)                                                                               \
    SIMT_PTX_2(copysign_##t, T, __builtin_copysign##f(b, a))                                                 \
    SIMT_PTX_1(testp_finite_##t, T, (bool)__builtin_isfinite(a))                                             \
    SIMT_PTX_1(testp_infinite_##t, T, (bool)__builtin_isinf(a))                                              \
    SIMT_PTX_1(testp_number_##t, T, !__builtin_isnan(a))                                                     \
    SIMT_PTX_1(testp_notanumber_##t, T, (bool)__builtin_isnan(a))                                            \
    SIMT_PTX_1(testp_normal_##t, T, (bool)__builtin_isnormal(a))                                             \
    SIMT_PTX_1(testp_subnormal_##t, T, __builtin_isfinite(a) && a != 0 && !__builtin_isnormal(a))
SIMT_PTX_PLAIN(f32, float, f)
SIMT_PTX_PLAIN(f64, double, )
#undef SIMT_PTX_PLAIN
SIMT_PTX_2(min_NaN_f32, float, (a != a || b != b ? __builtin_nanf("") : fminf(a, b)))
SIMT_PTX_2(max_NaN_f32, float, (a != a || b != b ? __builtin_nanf("") : fmaxf(a, b)))
SIMT_PTX_1(ex2_approx_f32, float, simt_fast_ex2f(a))
SIMT_PTX_1(lg2_approx_f32, float, simt_fast_log2f(a))
SIMT_PTX_1(sin_approx_f32, float, simt_fast_sinf(a))
SIMT_PTX_1(cos_approx_f32, float, simt_fast_cosf(a))
SIMT_PTX_1(tanh_approx_f32, float, simt_fast_tanhf(a))
SIMT_PTX_1(rcp_approx_f32, float, __fdividef(1, a))
SIMT_PTX_1(rsqrt_approx_f32, float, rsqrtf(a))
SIMT_PTX_1(sqrt_approx_f32, float, __fsqrt_rn(a))
SIMT_PTX_1(rcp_approx_f64, double, __drcp_rn(a))
SIMT_PTX_1(rsqrt_approx_f64, double, rsqrt(a))

/* ---- halves and bfloat16, one or two in a register ----------------------------------------------------- */

template <class F> struct simt_ptx_pair {
    typedef uint16_t (*one)(uint16_t);
    typedef uint16_t (*two)(uint16_t, uint16_t);
    static SIMT_METHOD uint32_t each(two f, uint32_t a, uint32_t b)
    {
        return f((uint16_t)a, (uint16_t)b) | (uint32_t)f((uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16;
    }
    static SIMT_METHOD uint32_t each(one f, uint32_t a)
    {
        return f((uint16_t)a) | (uint32_t)f((uint16_t)(a >> 16)) << 16;
    }
    static SIMT_METHOD uint32_t fma(uint32_t a, uint32_t b, uint32_t c)
    {
        uint32_t high = simt_narrow_fma<F>((uint16_t)(a >> 16), (uint16_t)(b >> 16), (uint16_t)(c >> 16));
        return simt_narrow_fma<F>((uint16_t)a, (uint16_t)b, (uint16_t)c) | high << 16;
    }
};
#define SIMT_PTX_NARROW_2(name, t, F, op, flops)                                                             \
    template <class D, class A, class B> SIMT_PTX(name##_##t)(D &&d, A a, B b)                               \
    {                                                                                                        \
        SIMT_FLOP(F::flop, flops);                                                                           \
        simt_out(d, simt_narrow2<F, op>(simt_in<uint16_t>(a), simt_in<uint16_t>(b)));                        \
    }                                                                                                        \
    template <class D, class A, class B> SIMT_PTX(name##_##t##x2)(D &&d, A a, B b)                           \
    {                                                                                                        \
        SIMT_FLOP(F::flop, 2 * flops);                                                                       \
        uint32_t x = simt_in<uint32_t>(a), y = simt_in<uint32_t>(b);                                         \
        simt_out(d, simt_ptx_pair<F>::each(simt_narrow2<F, op>, x, y));                                      \
    }
#define SIMT_PTX_NARROW_SAT(name, t, F, op)                                                                  \
    template <class D, class A, class B> SIMT_PTX(name##_##t)(D &&d, A a, B b)                               \
    {                                                                                                        \
        SIMT_FLOP(F::flop, 1);                                                                               \
        uint16_t r = simt_narrow2<F, op>(simt_in<uint16_t>(a), simt_in<uint16_t>(b));                        \
        simt_out(d, simt_narrow_saturate<F>(r));                                                             \
    }                                                                                                        \
    template <class D, class A, class B> SIMT_PTX(name##_##t##x2)(D &&d, A a, B b)                           \
    {                                                                                                        \
        SIMT_FLOP(F::flop, 2);                                                                               \
        uint32_t x = simt_in<uint32_t>(a), y = simt_in<uint32_t>(b);                                         \
        uint32_t r = simt_ptx_pair<F>::each(simt_narrow2<F, op>, x, y);                                      \
        simt_out(d, simt_ptx_pair<F>::each(simt_narrow_saturate<F>, r));                                     \
    }
#define SIMT_PTX_NARROW_FMA(name, t, F, then)                                                                \
    template <class D, class A, class B, class C> SIMT_PTX(name##_##t)(D &&d, A a, B b, C c)                 \
    {                                                                                                        \
        SIMT_FLOP(F::flop, 2);                                                                               \
        uint16_t r = simt_narrow_fma<F>(simt_in<uint16_t>(a), simt_in<uint16_t>(b), simt_in<uint16_t>(c));   \
        simt_out(d, then<F>(r));                                                                             \
    }                                                                                                        \
    template <class D, class A, class B, class C> SIMT_PTX(name##_##t##x2)(D &&d, A a, B b, C c)             \
    {                                                                                                        \
        SIMT_FLOP(F::flop, 4);                                                                               \
        uint32_t x = simt_in<uint32_t>(a), y = simt_in<uint32_t>(b), z = simt_in<uint32_t>(c);               \
        simt_out(d, simt_ptx_pair<F>::each(then<F>, simt_ptx_pair<F>::fma(x, y, z)));                        \
    }
#define SIMT_PTX_NARROW_1(name, t, F, f, special)                                                            \
    template <class D, class A> SIMT_PTX(name##_##t)(D &&d, A a)                                             \
    {                                                                                                        \
        SIMT_FLOP(SIMT_FLOP_SPECIAL, special);                                                               \
        simt_out(d, (f)(simt_in<uint16_t>(a)));                                                              \
    }                                                                                                        \
    template <class D, class A> SIMT_PTX(name##_##t##x2)(D &&d, A a)                                         \
    {                                                                                                        \
        SIMT_FLOP(SIMT_FLOP_SPECIAL, 2 * special);                                                           \
        simt_out(d, simt_ptx_pair<F>::each(f, simt_in<uint32_t>(a)));                                        \
    }
template <class F> SIMT_UNSEEN uint16_t simt_narrow_same(uint16_t x) { return x; }
#define SIMT_PTX_NARROW(t, F)                                                                                \
    SIMT_PTX_NARROW_2(add, t, F, SIMT_N_ADD, 1)                                                              \
    SIMT_PTX_NARROW_2(sub, t, F, SIMT_N_SUB, 1)                                                              \
    SIMT_PTX_NARROW_2(mul, t, F, SIMT_N_MUL, 1)                                                              \
    SIMT_PTX_NARROW_2(min, t, F, SIMT_N_MIN, 0)                                                              \
    SIMT_PTX_NARROW_2(max, t, F, SIMT_N_MAX, 0)                                                              \
    SIMT_PTX_NARROW_2(min_NaN, t, F, SIMT_N_MIN_NAN, 0)                                                      \
    SIMT_PTX_NARROW_2(max_NaN, t, F, SIMT_N_MAX_NAN, 0)                                                      \
    SIMT_PTX_NARROW_SAT(add_sat, t, F, SIMT_N_ADD)                                                           \
    SIMT_PTX_NARROW_SAT(sub_sat, t, F, SIMT_N_SUB)                                                           \
    SIMT_PTX_NARROW_SAT(mul_sat, t, F, SIMT_N_MUL)                                                           \
    SIMT_PTX_NARROW_FMA(fma, t, F, simt_narrow_same)                                                         \
    SIMT_PTX_NARROW_FMA(fma_sat, t, F, simt_narrow_saturate)                                                 \
    SIMT_PTX_NARROW_FMA(fma_relu, t, F, simt_narrow_relu)                                                    \
    SIMT_PTX_NARROW_1(abs, t, F, simt_narrow_abs<F>, 0)                                                      \
    SIMT_PTX_NARROW_1(neg, t, F, simt_narrow_neg<F>, 0)                                                      \
    SIMT_PTX_NARROW_1(ex2_approx, t, F, (simt_narrow1<F, SIMT_N_EXP2>), 1)                                   \
    SIMT_PTX_NARROW_1(tanh_approx, t, F, (simt_narrow1<F, SIMT_N_TANH>), 1)
SIMT_PTX_NARROW(f16, simt_f16)
SIMT_PTX_NARROW(bf16, simt_bf16)
#undef SIMT_PTX_NARROW
#undef SIMT_PTX_NARROW_1
#undef SIMT_PTX_NARROW_2
#undef SIMT_PTX_NARROW_SAT
#undef SIMT_PTX_NARROW_FMA

/* The sum of a pair in memory is one access. */
#define SIMT_PTX_NARROW_ATOMIC(suffix, space, t, T)                                                          \
    template <int how, class D, class P, class A> SIMT_PTX(atom##suffix##_add_##t)(D &&d, P p, A a)          \
    {                                                                                                        \
        T *at = (T *)simt_ptx_address<space>(p), v = T{simt_in<decltype(T::bits)>(a)};                       \
        simt_out(d, simt_atomic<SIMT_OP_ADD, T, SIMT_ATOMIC | how>(at, v, SIMT_HERE()).bits);                \
    }                                                                                                        \
    template <int how, class P, class A> SIMT_PTX(red##suffix##_add_##t)(P p, A a)                           \
    {                                                                                                        \
        T *at = (T *)simt_ptx_address<space>(p);                                                             \
        simt_reduction<SIMT_OP_ADD, how>(at, T{simt_in<decltype(T::bits)>(a)}, SIMT_HERE());                      \
    }
template <class F> struct simt_narrow_number {
    uint16_t bits;
    SIMT_METHOD simt_narrow_number operator+(simt_narrow_number b) const
    {
        return {simt_narrow2<F, SIMT_N_ADD>(bits, b.bits)};
    }
};
template <class F> struct simt_narrow_numbers {
    uint32_t bits;
    SIMT_METHOD simt_narrow_numbers operator+(simt_narrow_numbers b) const
    {
        return {simt_ptx_pair<F>::each(simt_narrow2<F, SIMT_N_ADD>, bits, b.bits)};
    }
};
SIMT_PTX_SPACES(SIMT_PTX_NARROW_ATOMIC, f16, simt_narrow_number<simt_f16>)
SIMT_PTX_SPACES(SIMT_PTX_NARROW_ATOMIC, bf16, simt_narrow_number<simt_bf16>)
SIMT_PTX_SPACES(SIMT_PTX_NARROW_ATOMIC, f16x2, simt_narrow_numbers<simt_f16>)
SIMT_PTX_SPACES(SIMT_PTX_NARROW_ATOMIC, bf16x2, simt_narrow_numbers<simt_bf16>)
#undef SIMT_PTX_NARROW_ATOMIC

#endif
