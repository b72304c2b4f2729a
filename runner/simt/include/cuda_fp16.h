/*
 * cuda_fp16.h: __half and __half2. Half precision: 1 sign bit, 5 exponent bits, 10 stored mantissa bits.
 *
 * Every operation is rounded once, subnormals are kept, a NaN result is 0x7fff. On the device, a product and
 * a sum written with operators may become one fma; here only __hfma is one.
 */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_runtime.h"
#include "simt/narrow.h"

struct __half_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
};

struct __nv_bfloat16;
struct __half {
    unsigned short __x;

    __half() = default;
    SIMT_ASSIGNED(__half)
    SIMT_METHOD explicit __half(const __nv_bfloat16 v); /* cuda_bf16.h */
    constexpr __half(const __half_raw &r) : __x(r.x) {}
    SIMT_CONSTRUCT(__half, float, simt_f16::narrow(v))
    SIMT_CONSTRUCT(__half, double, simt_narrow_from_double<simt_f16>(v))
    SIMT_CONSTRUCT(__half, short, (simt_narrow_signed<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, unsigned short, (simt_narrow_unsigned<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, int, (simt_narrow_signed<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, unsigned int, (simt_narrow_unsigned<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, long, (simt_narrow_signed<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, unsigned long, (simt_narrow_unsigned<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, long long, (simt_narrow_signed<simt_f16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__half, unsigned long long, (simt_narrow_unsigned<simt_f16, SIMT_RN>(v)))

    operator __half_raw() const { return __half_raw{__x}; }
    operator __half_raw() const volatile { return __half_raw{__x}; }
    SIMT_CAST(float, simt_f16::widen(__x))
    constexpr operator bool() const { return (__x & 0x7fff) != 0; }
    SIMT_CAST(signed char, (signed char)simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(unsigned char, (unsigned char)simt_to_unsigned(simt_f16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(char, (char)simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(short, (short)simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 16, 0))
    SIMT_CAST(unsigned short, (unsigned short)simt_to_unsigned(simt_f16::widen(__x), SIMT_RZ, 16, 0))
    SIMT_CAST(int, (int)simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 32, 0))
    SIMT_CAST(unsigned int, (unsigned int)simt_to_unsigned(simt_f16::widen(__x), SIMT_RZ, 32, 0))
    SIMT_CAST(long, simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(unsigned long, simt_to_unsigned(simt_f16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(long long, simt_to_signed(simt_f16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(unsigned long long, simt_to_unsigned(simt_f16::widen(__x), SIMT_RZ, 64, 1))
};

struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    SIMT_WHOLE(__half2)
    __half2() = default;
    __half2(const __half2 &) = default;
    constexpr __half2(const __half &a, const __half &b) : x(a), y(b) SIMT_WHOLE_INIT {}
    __half2(const __half2_raw &r) : x(__half_raw{r.x}), y(__half_raw{r.y}) SIMT_WHOLE_INIT {}
    operator __half2_raw() const { return __half2_raw{x.__x, y.__x}; }
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;

#define SIMT_N __half
#define SIMT_N2 __half2
#define SIMT_F simt_f16
#define SIMT_NTO(from) __##from##2half
#define SIMT_NFROM(to) __half2##to
#include "simt/narrow_api.h"
#undef SIMT_N
#undef SIMT_N2
#undef SIMT_F
#undef SIMT_NTO
#undef SIMT_NFROM

SIMT_INLINE __half __low2half(__half2 a) { return a.x; }
SIMT_INLINE __half __high2half(__half2 a) { return a.y; }
SIMT_INLINE __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
SIMT_INLINE __half2 make_half2(__half x, __half y) { return __half2(x, y); }
SIMT_INLINE __half2 __half2half2(__half a) { return __half2(a, a); }
SIMT_INLINE __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
SIMT_INLINE __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
SIMT_INLINE __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
SIMT_INLINE __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
SIMT_INLINE __half2 __float2half2_rn(float a) { return __half2(__float2half_rn(a), __float2half_rn(a)); }
SIMT_INLINE __half2 __floats2half2_rn(float a, float b)
{
    return __half2(__float2half_rn(a), __float2half_rn(b));
}
SIMT_INLINE __half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
SIMT_INLINE float2 __half22float2(__half2 a) { return float2{__low2float(a), __high2float(a)}; }
SIMT_INLINE short __half_as_short(__half a) { return (short)a.__x; }
SIMT_INLINE unsigned short __half_as_ushort(__half a) { return a.__x; }
SIMT_INLINE __half __short_as_half(short a) { return __half_raw{(unsigned short)a}; }
SIMT_INLINE __half __ushort_as_half(unsigned short a) { return __half_raw{a}; }

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)

SIMT_HD_END

#endif
