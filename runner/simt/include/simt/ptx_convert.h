/*
 * ptx_convert.h: cvt between all its types, setp, set, selp and slct. Included by ptx.h, which explains.
 *
 * cvt's name has the rounding (rn rm rp rz to fewer bits, rni rmi rpi rzi to an integral value), sat, and the
 * types to and from. Numbers are widened to double or to 64 bits, which loses nothing, then rounded once.
 */
#ifndef SIMT_PTX_CONVERT_H
#define SIMT_PTX_CONVERT_H

/* ---- a type of PTX: its register, and its value in double (floats) or as it is (integers) -------------- */

template <class R> struct simt_cvt_type { /* integers, float, double */
    typedef R reg;
    static constexpr bool is_float = std::is_floating_point<R>::value;
    static SIMT_METHOD R value(R r) { return r; }
};
template <class F> struct simt_cvt_narrow { /* simt_f16 and simt_bf16 */
    typedef uint16_t reg;
    static constexpr bool is_float = true;
    static SIMT_METHOD float value(uint16_t r) { return F::widen(r); }
};
template <> struct simt_cvt_type<simt_f16> : simt_cvt_narrow<simt_f16> {};
template <> struct simt_cvt_type<simt_bf16> : simt_cvt_narrow<simt_bf16> {};

SIMT_INLINE unsigned simt_sign(double x) { return __builtin_signbit(x) ? 0x8000 : 0; }
template <class To, int round> SIMT_UNSEEN typename simt_cvt_type<To>::reg simt_cvt_from_double(double x)
{
    if constexpr (std::is_same<To, double>::value)
        return x;
    else if constexpr (std::is_same<To, float>::value)
        return simt_narrow(x, round);
    else if constexpr (std::is_same<To, simt_f16>::value)
        return x != x ? 0x7fff : (uint16_t)(simt_encode(x, round, 10, -14, 0x7bff) | simt_sign(x));
    else
        return x != x ? 0x7fff : (uint16_t)(simt_encode(x, round, 7, -126, 0x7f7f) | simt_sign(x));
}

SIMT_INLINE double simt_whole_number(double x, int round)
{
    if (round == SIMT_RN)
        return nearbyint(x);
    return round == SIMT_RD ? floor(x) : round == SIMT_RU ? ceil(x) : trunc(x);
}

/* integral: first to a whole number; sat: integers to the type's range, floats to [0, 1]. */
template <class To, class From, int round, bool integral, bool sat, class A>
SIMT_UNSEEN typename simt_cvt_type<To>::reg simt_cvt(A a_)
{
    typedef simt_cvt_type<To> to;
    typedef simt_cvt_type<From> from;
    auto a = from::value(simt_in<typename from::reg>(a_));
    if constexpr (from::is_float && to::is_float) {
        double x = a;
        if (integral)
            x = simt_whole_number(x, round);
        if (sat)
            x = x > 0 ? x < 1 ? x : 1 : 0;
        return simt_cvt_from_double<To, integral ? SIMT_RN : round>(x);
    } else if constexpr (from::is_float) {
        constexpr int bits = 8 * sizeof(To), high = sizeof(To) == 8 || sizeof(From) == 8;
        if constexpr (std::is_signed<To>::value)
            return (To)simt_to_signed(a, round, bits, high);
        else
            return (To)simt_to_unsigned(a, round, bits, high);
    } else if constexpr (to::is_float) {
        constexpr bool is_signed = std::is_signed<From>::value, exact = std::is_same<To, double>::value;
        double x;
        if (exact)
            x = is_signed ? simt_from_signed_f64((long long)a, round) : simt_from_unsigned_f64(a, round);
        else
            x = is_signed ? simt_signed_odd((long long)a) : simt_unsigned_odd(a);
        if (sat)
            x = x > 0 ? x < 1 ? x : 1 : 0;
        return simt_cvt_from_double<To, round>(x);
    } else if constexpr (sat) {
        constexpr __int128 one = 1;
        constexpr __int128 most = (one << (8 * sizeof(To) - std::is_signed<To>::value)) - 1;
        constexpr __int128 least = std::is_signed<To>::value ? -most - 1 : 0;
        return (To)((__int128)a > most ? most : (__int128)a < least ? least : (__int128)a);
    } else {
        return (To)a;
    }
}

#define SIMT_PTX_CVT(name, To, From, round, integral, sat)                                                   \
    template <class D, class A> SIMT_PTX(cvt_##name)(D &&d, A a)                                             \
    {                                                                                                        \
        simt_out(d, simt_cvt<To, From, round, integral, sat>(a));                                            \
    }
/* Twice: a list cannot be used within itself. */
#define SIMT_PTX_INTS_1(apply, ...)                                                                          \
    apply(u8, uint8_t, __VA_ARGS__) apply(s8, int8_t, __VA_ARGS__)                                           \
    apply(u16, uint16_t, __VA_ARGS__) apply(s16, int16_t, __VA_ARGS__)                                       \
    apply(u32, uint32_t, __VA_ARGS__) apply(s32, int32_t, __VA_ARGS__)                                       \
    apply(u64, uint64_t, __VA_ARGS__) apply(s64, int64_t, __VA_ARGS__)
#define SIMT_PTX_INTS_2(apply, ...)                                                                          \
    apply(u8, uint8_t, __VA_ARGS__) apply(s8, int8_t, __VA_ARGS__)                                           \
    apply(u16, uint16_t, __VA_ARGS__) apply(s16, int16_t, __VA_ARGS__)                                       \
    apply(u32, uint32_t, __VA_ARGS__) apply(s32, int32_t, __VA_ARGS__)                                       \
    apply(u64, uint64_t, __VA_ARGS__) apply(s64, int64_t, __VA_ARGS__)
#define SIMT_PTX_FLOATS_1(apply, ...)                                                                        \
    apply(f16, simt_f16, __VA_ARGS__) apply(bf16, simt_bf16, __VA_ARGS__)                                    \
    apply(f32, float, __VA_ARGS__) apply(f64, double, __VA_ARGS__)
#define SIMT_PTX_FLOATS_2(apply, ...)                                                                        \
    apply(f16, simt_f16, __VA_ARGS__) apply(bf16, simt_bf16, __VA_ARGS__)                                    \
    apply(f32, float, __VA_ARGS__) apply(f64, double, __VA_ARGS__)

#define SIMT_PTX_CVT_II(f, From, t, To)                                                                      \
    SIMT_PTX_CVT(t##_##f, To, From, SIMT_RN, false, false)                                                   \
    SIMT_PTX_CVT(sat_##t##_##f, To, From, SIMT_RN, false, true)
#define SIMT_PTX_CVT_TO_I(t, To, ...) SIMT_PTX_INTS_2(SIMT_PTX_CVT_II, t, To)
SIMT_PTX_INTS_1(SIMT_PTX_CVT_TO_I)

#define SIMT_PTX_CVT_IF_1(letters, round, f, From, t, To)                                                    \
    SIMT_PTX_CVT(letters##_##t##_##f, To, From, round, false, false)                                         \
    SIMT_PTX_CVT(letters##_sat_##t##_##f, To, From, round, false, true)
#define SIMT_PTX_CVT_IF(f, From, t, To)                                                                      \
    SIMT_PTX_CVT_IF_1(rn, SIMT_RN, f, From, t, To)                                                           \
    SIMT_PTX_CVT_IF_1(rz, SIMT_RZ, f, From, t, To)                                                           \
    SIMT_PTX_CVT_IF_1(rm, SIMT_RD, f, From, t, To)                                                           \
    SIMT_PTX_CVT_IF_1(rp, SIMT_RU, f, From, t, To)
#define SIMT_PTX_CVT_TO_F(t, To, ...) SIMT_PTX_INTS_2(SIMT_PTX_CVT_IF, t, To)
SIMT_PTX_FLOATS_1(SIMT_PTX_CVT_TO_F)

#define SIMT_PTX_CVT_FI_1(letters, round, f, From, t, To)                                                    \
    SIMT_PTX_CVT(letters##_##t##_##f, To, From, round, true, false)                                          \
    SIMT_PTX_CVT(letters##_sat_##t##_##f, To, From, round, true, true)
#define SIMT_PTX_CVT_FI(f, From, t, To)                                                                      \
    SIMT_PTX_CVT_FI_1(rni, SIMT_RN, f, From, t, To)                                                          \
    SIMT_PTX_CVT_FI_1(rzi, SIMT_RZ, f, From, t, To)                                                          \
    SIMT_PTX_CVT_FI_1(rmi, SIMT_RD, f, From, t, To)                                                          \
    SIMT_PTX_CVT_FI_1(rpi, SIMT_RU, f, From, t, To)
#define SIMT_PTX_CVT_TO_I2(t, To, ...) SIMT_PTX_FLOATS_1(SIMT_PTX_CVT_FI, t, To)
SIMT_PTX_INTS_1(SIMT_PTX_CVT_TO_I2)

#define SIMT_PTX_CVT_FF(f, From, t, To)                                                                      \
    SIMT_PTX_CVT(t##_##f, To, From, SIMT_RN, false, false)                                                   \
    SIMT_PTX_CVT(sat_##t##_##f, To, From, SIMT_RN, false, true)                                              \
    SIMT_PTX_CVT_IF(f, From, t, To)                                                                          \
    SIMT_PTX_CVT_FI(f, From, t, To)
#define SIMT_PTX_CVT_TO_F2(t, To, ...) SIMT_PTX_FLOATS_2(SIMT_PTX_CVT_FF, t, To)
SIMT_PTX_FLOATS_1(SIMT_PTX_CVT_TO_F2)

/* ---- cvt of special shapes ----------------------------------------------------------------------------- */

#define SIMT_PTX_CVT_PAIR(letters, round, t, F)                                                              \
    template <class D> SIMT_PTX(cvt_##letters##_##t##x2_f32)(D &&d, float high, float low)                   \
    {                                                                                                        \
        simt_out(d, (uint32_t)F::template narrow<round>(high) << 16 | F::template narrow<round>(low));       \
    }                                                                                                        \
    template <class D> SIMT_PTX(cvt_##letters##_relu_##t##x2_f32)(D &&d, float high, float low)              \
    {                                                                                                        \
        uint32_t r = (uint32_t)F::template narrow<round>(high) << 16 | F::template narrow<round>(low);       \
        simt_out(d, simt_ptx_pair<F>::each(simt_narrow_relu<F>, r));                                         \
    }                                                                                                        \
    template <class D> SIMT_PTX(cvt_##letters##_relu_##t##_f32)(D &&d, float a)                              \
    {                                                                                                        \
        simt_out(d, simt_narrow_relu<F>(F::template narrow<round>(a)));                                      \
    }
SIMT_PTX_CVT_PAIR(rn, SIMT_RN, f16, simt_f16)
SIMT_PTX_CVT_PAIR(rz, SIMT_RZ, f16, simt_f16)
SIMT_PTX_CVT_PAIR(rn, SIMT_RN, bf16, simt_bf16)
SIMT_PTX_CVT_PAIR(rz, SIMT_RZ, bf16, simt_bf16)
#undef SIMT_PTX_CVT_PAIR

/* tf32: 10 stored mantissa bits at the top of a float; rna: to nearest, ties away from zero. */
template <int round> SIMT_INLINE uint32_t simt_to_tf32(float x)
{
    uint32_t u = simt_packed<uint32_t>(x);
    if ((u & 0x7fffffff) > 0x7f800000)
        return 0x7fffffff;
    return (u + (round == 2 ? 0x1000u : round == 1 ? 0xfffu + (u >> 13 & 1) : 0)) & ~0x1fffu;
}
SIMT_PTX_1(cvt_rna_tf32_f32, float, simt_to_tf32<2>(a))
SIMT_PTX_1(cvt_rn_tf32_f32, float, simt_to_tf32<1>(a))
SIMT_PTX_1(cvt_rz_tf32_f32, float, simt_to_tf32<0>(a))

SIMT_UNSEEN unsigned simt_ptx_to_fp8(double x, bool e4m3)
{
    unsigned most = e4m3 ? 0x7e : 0x7b, r;
    if (x != x)
        return 0x7f;
    r = e4m3 ? simt_encode(x, SIMT_RN, 3, -6, most) : simt_encode(x, SIMT_RN, 2, -14, most);
    return (r > most ? most : r) | (__builtin_signbit(x) ? 0x80 : 0);
}
SIMT_UNSEEN uint16_t simt_ptx_from_fp8(unsigned x, bool e4m3)
{
    if ((x & 0x7f) > (e4m3 ? 0x7eu : 0x7cu))
        return 0x7fff;
    if (!e4m3)
        return (uint16_t)(x << 8);
    return (uint16_t)((x & 0x80) << 8 | simt_f16::narrow(256 * simt_f16::widen((uint16_t)((x & 0x7f) << 7))));
}
#define SIMT_PTX_CVT_FP8(t, e4m3)                                                                            \
    template <class D> SIMT_PTX(cvt_rn_satfinite_##t##x2_f32)(D &&d, float high, float low)                  \
    {                                                                                                        \
        simt_out(d, (uint16_t)(simt_ptx_to_fp8(high, e4m3) << 8 | simt_ptx_to_fp8(low, e4m3)));              \
    }                                                                                                        \
    template <class D, class A> SIMT_PTX(cvt_rn_satfinite_##t##x2_f16x2)(D &&d, A a)                         \
    {                                                                                                        \
        uint32_t u = simt_in<uint32_t>(a);                                                                   \
        simt_out(d, (uint16_t)(simt_ptx_to_fp8(simt_f16::widen((uint16_t)(u >> 16)), e4m3) << 8 |            \
                               simt_ptx_to_fp8(simt_f16::widen((uint16_t)u), e4m3)));                        \
    }                                                                                                        \
    template <class D, class A> SIMT_PTX(cvt_rn_f16x2_##t##x2)(D &&d, A a)                                   \
    {                                                                                                        \
        unsigned u = simt_in<uint16_t>(a);                                                                   \
        simt_out(d, (uint32_t)simt_ptx_from_fp8(u >> 8, e4m3) << 16 | simt_ptx_from_fp8(u & 255, e4m3));     \
    }                                                                                                        \
    template <class D, class A> SIMT_PTX(cvt_rn_relu_f16x2_##t##x2)(D &&d, A a)                              \
    {                                                                                                        \
        uint32_t r;                                                                                          \
        simt_ptx_cvt_rn_f16x2_##t##x2(r, a);                                                                 \
        simt_out(d, simt_ptx_pair<simt_f16>::each(simt_narrow_relu<simt_f16>, r));                           \
    }
SIMT_PTX_CVT_FP8(e4m3, true)
SIMT_PTX_CVT_FP8(e5m2, false)
#undef SIMT_PTX_CVT_FP8

template <class T> SIMT_INLINE T simt_clamp(int32_t a)
{
    return simt_cvt<T, int32_t, SIMT_RN, false, true>(a);
}
/* Two numbers side by side, a above b; with c, those of c move up. */
#define SIMT_PTX_CVT_PACK(t, T, U, bits)                                                                     \
    SIMT_PTX_2(cvt_pack_sat_##t##_s32, int32_t, (uint32_t)(U)simt_clamp<T>(a) << bits | (U)simt_clamp<T>(b)) \
    SIMT_PTX_3(cvt_pack_sat_##t##_s32_b32, int32_t,                                                          \
               (uint32_t)c << 2 * bits % 32 | (uint32_t)(U)simt_clamp<T>(a) << bits | (U)simt_clamp<T>(b))
SIMT_PTX_CVT_PACK(s8, int8_t, uint8_t, 8)
SIMT_PTX_CVT_PACK(u8, uint8_t, uint8_t, 8)
SIMT_PTX_CVT_PACK(s16, int16_t, uint16_t, 16)
SIMT_PTX_CVT_PACK(u16, uint16_t, uint16_t, 16)
#undef SIMT_PTX_CVT_PACK

/* ---- comparisons --------------------------------------------------------------------------------------- */

#define SIMT_PTX_SETP(name, t, T, test)                                                                      \
    template <class P, class A, class B> SIMT_PTX(setp_##name##_##t)(P &&p, A a_, B b_)                      \
    {                                                                                                        \
        auto a = simt_cvt_type<T>::value(simt_in<typename simt_cvt_type<T>::reg>(a_));                       \
        auto b = simt_cvt_type<T>::value(simt_in<typename simt_cvt_type<T>::reg>(b_));                       \
        simt_out(p, (bool)(test));                                                                           \
    }                                                                                                        \
    template <class P, class A, class B> SIMT_PTX(setp_##name##_and_##t)(P &&p, A a, B b, bool c)            \
    {                                                                                                        \
        bool r;                                                                                              \
        simt_ptx_setp_##name##_##t(r, a, b);                                                                 \
        simt_out(p, (bool)(r & c));                                                                          \
    }                                                                                                        \
    template <class P, class A, class B> SIMT_PTX(setp_##name##_or_##t)(P &&p, A a, B b, bool c)             \
    {                                                                                                        \
        bool r;                                                                                              \
        simt_ptx_setp_##name##_##t(r, a, b);                                                                 \
        simt_out(p, (bool)(r | c));                                                                          \
    }                                                                                                        \
    template <class P, class A, class B> SIMT_PTX(setp_##name##_xor_##t)(P &&p, A a, B b, bool c)            \
    {                                                                                                        \
        bool r;                                                                                              \
        simt_ptx_setp_##name##_##t(r, a, b);                                                                 \
        simt_out(p, (bool)(r ^ c));                                                                          \
    }
#define SIMT_PTX_SETP_EQUAL(t, T, ...)                                                                       \
    SIMT_PTX_SETP(eq, t, T, a == b)                                                                          \
    SIMT_PTX_SETP(ne, t, T, a != b)
#define SIMT_PTX_SETP_ORDER(t, T, ...)                                                                       \
    SIMT_PTX_SETP(lt, t, T, a < b)                                                                           \
    SIMT_PTX_SETP(le, t, T, a <= b)                                                                          \
    SIMT_PTX_SETP(gt, t, T, a > b)                                                                           \
    SIMT_PTX_SETP(ge, t, T, a >= b)
#define SIMT_PTX_SETP_UNSIGNED(t, T, ...)                                                                    \
    SIMT_PTX_SETP(lo, t, T, a < b)                                                                           \
    SIMT_PTX_SETP(ls, t, T, a <= b)                                                                          \
    SIMT_PTX_SETP(hi, t, T, a > b)                                                                           \
    SIMT_PTX_SETP(hs, t, T, a >= b)
#define SIMT_PTX_SETP_FLOAT(t, T, ...)                                                                       \
    SIMT_PTX_SETP(eq, t, T, a == b)                                                                          \
    SIMT_PTX_SETP(ne, t, T, (a < b) | (a > b))                                                               \
    SIMT_PTX_SETP_ORDER(t, T)                                                                                \
    SIMT_PTX_SETP(equ, t, T, !((a < b) | (a > b)))                                                           \
    SIMT_PTX_SETP(neu, t, T, a != b)                                                                         \
    SIMT_PTX_SETP(ltu, t, T, !(a >= b))                                                                      \
    SIMT_PTX_SETP(leu, t, T, !(a > b))                                                                       \
    SIMT_PTX_SETP(gtu, t, T, !(a <= b))                                                                      \
    SIMT_PTX_SETP(geu, t, T, !(a < b))                                                                       \
    SIMT_PTX_SETP(num, t, T, !__builtin_isunordered(a, b))                                                   \
    SIMT_PTX_SETP(nan, t, T, __builtin_isunordered(a, b))
SIMT_PTX_TYPES_INT(SIMT_PTX_SETP_EQUAL)
SIMT_PTX_TYPES_BITS(SIMT_PTX_SETP_EQUAL)
SIMT_PTX_TYPES_INT(SIMT_PTX_SETP_ORDER)
SIMT_PTX_SETP_UNSIGNED(u16, uint16_t)
SIMT_PTX_SETP_UNSIGNED(u32, uint32_t)
SIMT_PTX_SETP_UNSIGNED(u64, uint64_t)
SIMT_PTX_FLOATS_1(SIMT_PTX_SETP_FLOAT)

/* set: all ones or 1.0 where setp would be true. */
#define SIMT_PTX_SET(name, t)                                                                                \
    template <class D, class A, class B> SIMT_PTX(set_##name##_u32_##t)(D &&d, A a, B b)                     \
    {                                                                                                        \
        bool p;                                                                                              \
        simt_ptx_setp_##name##_##t(p, a, b);                                                                 \
        simt_out(d, (uint32_t)-(int)p);                                                                      \
    }                                                                                                        \
    template <class D, class A, class B> SIMT_PTX(set_##name##_s32_##t)(D &&d, A a, B b)                     \
    {                                                                                                        \
        simt_ptx_set_##name##_u32_##t(d, a, b);                                                              \
    }                                                                                                        \
    template <class D, class A, class B> SIMT_PTX(set_##name##_f32_##t)(D &&d, A a, B b)                     \
    {                                                                                                        \
        bool p;                                                                                              \
        simt_ptx_setp_##name##_##t(p, a, b);                                                                 \
        simt_out(d, (float)p);                                                                               \
    }
#define SIMT_PTX_SETS(t)                                                                                     \
    SIMT_PTX_SET(eq, t) SIMT_PTX_SET(ne, t) SIMT_PTX_SET(lt, t) SIMT_PTX_SET(le, t) SIMT_PTX_SET(gt, t)      \
    SIMT_PTX_SET(ge, t)
SIMT_PTX_SETS(u32)
SIMT_PTX_SETS(s32)
SIMT_PTX_SETS(f32)
SIMT_PTX_SET(eq, b32)
SIMT_PTX_SET(ne, b32)
SIMT_PTX_SET(lo, u32)
SIMT_PTX_SET(ls, u32)
SIMT_PTX_SET(hi, u32)
SIMT_PTX_SET(hs, u32)
SIMT_PTX_SET(equ, f32)
SIMT_PTX_SET(neu, f32)
SIMT_PTX_SET(ltu, f32)
SIMT_PTX_SET(leu, f32)
SIMT_PTX_SET(gtu, f32)
SIMT_PTX_SET(geu, f32)
SIMT_PTX_SET(num, f32)
SIMT_PTX_SET(nan, f32)

#define SIMT_PTX_SELECT(t, T, ...)                                                                           \
    template <class D, class A, class B> SIMT_PTX(selp_##t)(D &&d, A a, B b, bool p)                         \
    {                                                                                                        \
        simt_out(d, p ? simt_in<T>(a) : simt_in<T>(b));                                                      \
    }                                                                                                        \
    template <class D, class A, class B, class C> SIMT_PTX(slct_##t##_s32)(D &&d, A a, B b, C c)             \
    {                                                                                                        \
        simt_out(d, simt_in<int32_t>(c) >= 0 ? simt_in<T>(a) : simt_in<T>(b));                               \
    }                                                                                                        \
    template <class D, class A, class B, class C> SIMT_PTX(slct_##t##_f32)(D &&d, A a, B b, C c)             \
    {                                                                                                        \
        simt_out(d, simt_in<float>(c) >= 0 ? simt_in<T>(a) : simt_in<T>(b));                                 \
    }
SIMT_PTX_TYPES_WIDE(SIMT_PTX_SELECT)
#undef SIMT_PTX_SELECT

#endif
