/*
 * cuda_fp8.h: the 8-bit formats e4m3 (largest 448, no infinity) and e5m2 (largest 57344), their packs of two
 * and four, and e8m0, which is a power of two. They are stored only: arithmetic is done in a wider format.
 *
 * Rounded once from the source's type, to nearest even. Conversions by type saturate to the largest finite
 * value; with __NV_NOSAT what is too large becomes NaN (e4m3) or infinity (e5m2).
 */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
typedef __nv_saturation_t simt_saturation;
typedef __nv_fp8_interpretation_t simt_format;

/* ---- conversions of encodings -------------------------------------------------------------------------- */

SIMT_UNSEEN __nv_fp8_storage_t simt_to_fp8(double x, simt_saturation saturate, simt_format format)
{
    unsigned most = format == __NV_E4M3 ? 0x7e : 0x7b, sign = __builtin_signbit(x) ? 0x80 : 0;
    if (x != x)
        return 0x7f;
    int mantissa = format == __NV_E4M3 ? 3 : 2, low = format == __NV_E4M3 ? -6 : -14;
    unsigned r = simt_encode(x, SIMT_RN, mantissa, low, most);
    return (__nv_fp8_storage_t)(sign | (r > most && saturate == __NV_SATFINITE ? most : r));
}
/* The device has no instruction from double; CUDA's own code keeps a NaN's sign and first bits. */
SIMT_UNSEEN __nv_fp8_storage_t simt_double_to_fp8(double x, simt_saturation saturate, simt_format format)
{
    if (x == x)
        return simt_to_fp8(x, saturate, format);
    unsigned first = (unsigned)(simt_packed<unsigned long long>(x) >> 50) & 3;
    unsigned sign = __builtin_signbit(x) ? 0x80 : 0;
    return (__nv_fp8_storage_t)(sign | (format == __NV_E4M3 ? 0x7f : 0x7e | first));
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, simt_saturation saturate, simt_format format)
{
    return simt_double_to_fp8(x, saturate, format);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, simt_saturation saturate, simt_format format)
{
    return simt_to_fp8(x, saturate, format);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, simt_saturation saturate,
                                                       simt_format format)
{
    return simt_to_fp8(simt_f16::widen(x.x), saturate, format);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, simt_saturation saturate,
                                                           simt_format format)
{
    return simt_to_fp8(simt_bf16::widen(x.x), saturate, format);
}
#define SIMT_FP8_PAIR(name, one, type)                                                                       \
    SIMT_INLINE __nv_fp8x2_storage_t name(const type x, simt_saturation saturate,                            \
                                          simt_format format)                                                \
    {                                                                                                        \
        return (__nv_fp8x2_storage_t)(one(x.x, saturate, format) |                                           \
                                      one(x.y, saturate, format) << 8);                                      \
    }
SIMT_FP8_PAIR(__nv_cvt_float2_to_fp8x2, simt_to_fp8, float2)
SIMT_FP8_PAIR(__nv_cvt_double2_to_fp8x2, simt_double_to_fp8, double2)
#undef SIMT_FP8_PAIR
SIMT_INLINE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, simt_saturation saturate,
                                                            simt_format format)
{
    float2 f = {simt_f16::widen(x.x), simt_f16::widen(x.y)};
    return __nv_cvt_float2_to_fp8x2(f, saturate, format);
}
SIMT_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                                simt_saturation saturate,
                                                                simt_format format)
{
    float2 f = {simt_bf16::widen(x.x), simt_bf16::widen(x.y)};
    return __nv_cvt_float2_to_fp8x2(f, saturate, format);
}

/* e5m2 is the upper byte of a half; e4m3 is a half of another bias: scaled by 2^8, exact. */
SIMT_UNSEEN simt_h16 simt_from_fp8(__nv_fp8_storage_t x, simt_format format)
{
    unsigned magnitude = x & 0x7f, sign = (x & 0x80u) << 8;
    if (magnitude > (format == __NV_E4M3 ? 0x7eu : 0x7cu))
        return 0x7fff;
    if (format == __NV_E5M2)
        return (simt_h16)(x << 8);
    return (simt_h16)(sign | simt_f16::narrow(256 * simt_f16::widen((simt_h16)(magnitude << 7))));
}
SIMT_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, simt_format format)
{
    return __half_raw{simt_from_fp8(x, format)};
}
SIMT_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, simt_format format)
{
    return __half2_raw{simt_from_fp8((__nv_fp8_storage_t)x, format),
                       simt_from_fp8((__nv_fp8_storage_t)(x >> 8), format)};
}

/* ---- types --------------------------------------------------------------------------------------------- */

#define SIMT_FP8_CONSTRUCT(name, from, format)                                                               \
    SIMT_METHOD explicit name(const from v) : __x(simt_to_fp8((double)v, __NV_SATFINITE, format)) {}
#define SIMT_FP8_TYPE(name, format)                                                                          \
    struct name {                                                                                            \
        __nv_fp8_storage_t __x;                                                                              \
        name() = default;                                                                                    \
        SIMT_ASSIGNED(name)                                                                                  \
        SIMT_FP8_CONSTRUCT(name, short, format)                                                              \
        SIMT_FP8_CONSTRUCT(name, unsigned short, format)                                                     \
        SIMT_FP8_CONSTRUCT(name, int, format)                                                                \
        SIMT_FP8_CONSTRUCT(name, unsigned int, format)                                                       \
        SIMT_FP8_CONSTRUCT(name, long, format)                                                               \
        SIMT_FP8_CONSTRUCT(name, unsigned long, format)                                                      \
        SIMT_FP8_CONSTRUCT(name, long long, format)                                                          \
        SIMT_FP8_CONSTRUCT(name, unsigned long long, format)                                                 \
        SIMT_FP8_CONSTRUCT(name, float, format)                                                              \
        SIMT_METHOD explicit name(const double v) : __x(simt_double_to_fp8(v, __NV_SATFINITE, format)) {}    \
        SIMT_METHOD explicit name(__half v) : __x(simt_to_fp8((float)v, __NV_SATFINITE, format)) {}          \
        SIMT_METHOD explicit name(__nv_bfloat16 v)                                                           \
            : __x(simt_to_fp8((float)v, __NV_SATFINITE, format))                                             \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD float simt_value() const { return simt_f16::widen(simt_from_fp8(__x, format)); }         \
        explicit SIMT_METHOD operator __half() const { return __half_raw{simt_from_fp8(__x, format)}; }      \
        explicit SIMT_METHOD operator float() const { return simt_value(); }                                 \
        explicit SIMT_METHOD operator double() const { return simt_value(); }                                \
        explicit SIMT_METHOD operator __nv_bfloat16() const { return __float2bfloat16_rz(simt_value()); }    \
        explicit SIMT_METHOD operator bool() const { return (__x & 0x7f) != 0; }                             \
        explicit SIMT_METHOD operator signed char() const                                                    \
        {                                                                                                    \
            return (signed char)simt_to_signed(simt_value(), SIMT_RZ, 8, 0);                                 \
        }                                                                                                    \
        explicit SIMT_METHOD operator unsigned char() const                                                  \
        {                                                                                                    \
            return (unsigned char)simt_to_unsigned(simt_value(), SIMT_RZ, 8, 0);                             \
        }                                                                                                    \
        explicit SIMT_METHOD operator char() const                                                           \
        {                                                                                                    \
            return (char)simt_to_signed(simt_value(), SIMT_RZ, 8, 0);                                        \
        }                                                                                                    \
        explicit SIMT_METHOD operator short() const                                                          \
        {                                                                                                    \
            return (short)simt_to_signed(simt_value(), SIMT_RZ, 16, 0);                                      \
        }                                                                                                    \
        explicit SIMT_METHOD operator unsigned short() const                                                 \
        {                                                                                                    \
            return (unsigned short)simt_to_unsigned(simt_value(), SIMT_RZ, 16, 0);                           \
        }                                                                                                    \
        explicit SIMT_METHOD operator int() const                                                            \
        {                                                                                                    \
            return (int)simt_to_signed(simt_value(), SIMT_RZ, 32, 0);                                        \
        }                                                                                                    \
        explicit SIMT_METHOD operator unsigned int() const                                                   \
        {                                                                                                    \
            return (unsigned int)simt_to_unsigned(simt_value(), SIMT_RZ, 32, 0);                             \
        }                                                                                                    \
        explicit SIMT_METHOD operator long() const                                                           \
        {                                                                                                    \
            return (long)simt_to_signed(simt_value(), SIMT_RZ, 64, 1);                                       \
        }                                                                                                    \
        explicit SIMT_METHOD operator unsigned long() const                                                  \
        {                                                                                                    \
            return (unsigned long)simt_to_unsigned(simt_value(), SIMT_RZ, 64, 1);                            \
        }                                                                                                    \
        explicit SIMT_METHOD operator long long() const                                                      \
        {                                                                                                    \
            return (long long)simt_to_signed(simt_value(), SIMT_RZ, 64, 1);                                  \
        }                                                                                                    \
        explicit SIMT_METHOD operator unsigned long long() const                                             \
        {                                                                                                    \
            return (unsigned long long)simt_to_unsigned(simt_value(), SIMT_RZ, 64, 1);                       \
        }                                                                                                    \
    };
SIMT_FP8_TYPE(__nv_fp8_e4m3, __NV_E4M3)
SIMT_FP8_TYPE(__nv_fp8_e5m2, __NV_E5M2)
#undef SIMT_FP8_TYPE
#undef SIMT_FP8_CONSTRUCT

#define SIMT_FP8_PACKS(type, format)                                                                         \
    struct __nv_fp8x2_##type {                                                                               \
        __nv_fp8x2_storage_t __x;                                                                            \
        __nv_fp8x2_##type() = default;                                                                       \
        SIMT_METHOD explicit __nv_fp8x2_##type(const __half2 v)                                              \
            : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, format))                                     \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x2_##type(const __nv_bfloat162 v)                                       \
            : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, format))                                 \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x2_##type(const float2 v)                                               \
            : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, format))                                       \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x2_##type(const double2 v)                                              \
            : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, format))                                      \
        {                                                                                                    \
        }                                                                                                    \
        explicit SIMT_METHOD operator __half2() const                                                        \
        {                                                                                                    \
            return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, format));                                         \
        }                                                                                                    \
        explicit SIMT_METHOD operator float2() const { return __half22float2(operator __half2()); }          \
    };                                                                                                       \
    struct __nv_fp8x4_##type {                                                                               \
        __nv_fp8x4_storage_t __x;                                                                            \
        __nv_fp8x4_##type() = default;                                                                       \
        SIMT_METHOD explicit __nv_fp8x4_##type(__half2 vlo, __half2 vhi)                                     \
            : __x(__nv_fp8x2_##type(vlo).__x | (unsigned)__nv_fp8x2_##type(vhi).__x << 16)                   \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x4_##type(__nv_bfloat162 vlo, __nv_bfloat162 vhi)                       \
            : __x(__nv_fp8x2_##type(vlo).__x | (unsigned)__nv_fp8x2_##type(vhi).__x << 16)                   \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x4_##type(float4 v)                                                     \
            : __x(__nv_fp8x2_##type(float2{v.x, v.y}).__x |                                                  \
                  (unsigned)__nv_fp8x2_##type(float2{v.z, v.w}).__x << 16)                                   \
        {                                                                                                    \
        }                                                                                                    \
        SIMT_METHOD explicit __nv_fp8x4_##type(double4 v)                                                    \
            : __x(__nv_fp8x2_##type(double2{v.x, v.y}).__x |                                                 \
                  (unsigned)__nv_fp8x2_##type(double2{v.z, v.w}).__x << 16)                                  \
        {                                                                                                    \
        }                                                                                                    \
        explicit SIMT_METHOD operator float4() const                                                         \
        {                                                                                                    \
            __nv_fp8x2_##type lo, hi;                                                                        \
            lo.__x = (__nv_fp8x2_storage_t)__x;                                                              \
            hi.__x = (__nv_fp8x2_storage_t)(__x >> 16);                                                      \
            float2 a = (float2)lo, b = (float2)hi;                                                           \
            return float4{a.x, a.y, b.x, b.y};                                                               \
        }                                                                                                    \
    };
SIMT_FP8_PACKS(e4m3, __NV_E4M3)
SIMT_FP8_PACKS(e5m2, __NV_E5M2)
#undef SIMT_FP8_PACKS

/* ---- e8m0: 2^(x - 127), 255 is NaN --------------------------------------------------------------------- */

SIMT_UNSEEN __nv_fp8_storage_t simt_to_e8m0(double x, simt_saturation saturate, enum cudaRoundMode rounding)
{
    int exponent;
    if (x != x)
        return 255;
    double fraction = frexp(fabs(x), &exponent); /* in [0.5, 1): the power of two below is 2^(exponent - 1) */
    if (fabs(x) == __builtin_inf() || x == 0)
        return x == 0 ? 0 : saturate == __NV_SATFINITE ? 254 : 255;
    exponent += 126 + (rounding == cudaRoundPosInf && fraction > 0.5);
    if (exponent > 254)
        return saturate == __NV_SATFINITE ? 254 : 255;
    return (__nv_fp8_storage_t)(exponent < 0 ? 0 : exponent);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, simt_saturation saturate,
                                                       enum cudaRoundMode rounding)
{
    return simt_to_e8m0(x, saturate, rounding);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, simt_saturation saturate,
                                                      enum cudaRoundMode rounding)
{
    return simt_to_e8m0(x, saturate, rounding);
}
SIMT_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, simt_saturation saturate,
                                                            enum cudaRoundMode rounding)
{
    return simt_to_e8m0(simt_bf16::widen(x.x), saturate, rounding);
}
SIMT_INLINE __nv_fp8x2_storage_t
__nv_cvt_double2_to_e8m0x2(double2 x, simt_saturation saturate, enum cudaRoundMode rounding)
{
    return (__nv_fp8x2_storage_t)(simt_to_e8m0(x.x, saturate, rounding) |
                                  simt_to_e8m0(x.y, saturate, rounding) << 8);
}
SIMT_INLINE __nv_fp8x2_storage_t
__nv_cvt_float2_to_e8m0x2(float2 x, simt_saturation saturate, enum cudaRoundMode rounding)
{
    return (__nv_fp8x2_storage_t)(simt_to_e8m0(x.x, saturate, rounding) |
                                  simt_to_e8m0(x.y, saturate, rounding) << 8);
}
SIMT_INLINE __nv_fp8x2_storage_t
__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, simt_saturation saturate, enum cudaRoundMode rounding)
{
    return (__nv_fp8x2_storage_t)(simt_to_e8m0(simt_bf16::widen(x.x), saturate, rounding) |
                                  simt_to_e8m0(simt_bf16::widen(x.y), saturate, rounding) << 8);
}
SIMT_INLINE __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x)
{
    return __nv_bfloat16_raw{(unsigned short)(x == 255 ? 0x7fff : x == 0 ? 0x40 : x << 7)};
}
SIMT_INLINE __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x)
{
    return __nv_bfloat162_raw{__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
                              __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}
struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e8m0() = default;
    SIMT_METHOD explicit __nv_fp8_e8m0(float v) : __x(simt_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    SIMT_METHOD explicit __nv_fp8_e8m0(double v) : __x(simt_to_e8m0(v, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit SIMT_METHOD operator __nv_bfloat16() const { return __nv_cvt_e8m0_to_bf16raw(__x); }
    explicit SIMT_METHOD operator float() const { return simt_bf16::widen(__nv_cvt_e8m0_to_bf16raw(__x).x); }
    explicit SIMT_METHOD operator double() const { return operator float(); }
};

SIMT_HD_END

#endif
