/*
 * cuda_bf16.h: __nv_bfloat16 and __nv_bfloat162. Bfloat16: the upper half of a float.
 *
 * Every operation is rounded once, subnormals are kept, a NaN result is 0x7fff. On the device, a product and
 * a sum written with operators may become one fma; here only __hfma is one.
 */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_runtime.h"
#include "cuda_fp16.h"
#include "simt/narrow.h"

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x, y;
};

struct __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    SIMT_ASSIGNED(__nv_bfloat16)
    constexpr __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
    SIMT_METHOD explicit __nv_bfloat16(const __half v) : __x(simt_bf16::narrow((float)v)) {}
    SIMT_CONSTRUCT(__nv_bfloat16, float, simt_bf16::narrow(v))
    SIMT_CONSTRUCT(__nv_bfloat16, double, simt_narrow_from_double<simt_bf16>(v))
    SIMT_CONSTRUCT(__nv_bfloat16, short, (simt_narrow_signed<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, unsigned short, (simt_narrow_unsigned<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, int, (simt_narrow_signed<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, unsigned int, (simt_narrow_unsigned<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, long, (simt_narrow_signed<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, unsigned long, (simt_narrow_unsigned<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, long long, (simt_narrow_signed<simt_bf16, SIMT_RN>(v)))
    SIMT_CONSTRUCT(__nv_bfloat16, unsigned long long, (simt_narrow_unsigned<simt_bf16, SIMT_RN>(v)))

    operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
    operator __nv_bfloat16_raw() const volatile { return __nv_bfloat16_raw{__x}; }
    SIMT_CAST(float, simt_bf16::widen(__x))
    constexpr operator bool() const { return (__x & 0x7fff) != 0; }
    SIMT_CAST(signed char, (signed char)simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(unsigned char, (unsigned char)simt_to_unsigned(simt_bf16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(char, (char)simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 8, 0))
    SIMT_CAST(short, (short)simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 16, 0))
    SIMT_CAST(unsigned short, (unsigned short)simt_to_unsigned(simt_bf16::widen(__x), SIMT_RZ, 16, 0))
    SIMT_CAST(int, (int)simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 32, 0))
    SIMT_CAST(unsigned int, (unsigned int)simt_to_unsigned(simt_bf16::widen(__x), SIMT_RZ, 32, 0))
    SIMT_CAST(long, simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(unsigned long, simt_to_unsigned(simt_bf16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(long long, simt_to_signed(simt_bf16::widen(__x), SIMT_RZ, 64, 1))
    SIMT_CAST(unsigned long long, simt_to_unsigned(simt_bf16::widen(__x), SIMT_RZ, 64, 1))
};

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    SIMT_WHOLE(__nv_bfloat162)
    __nv_bfloat162() = default;
    __nv_bfloat162(const __nv_bfloat162 &) = default;
    constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) SIMT_WHOLE_INIT {}
    __nv_bfloat162(const __nv_bfloat162_raw &r)
        : x(__nv_bfloat16_raw{r.x}), y(__nv_bfloat16_raw{r.y}) SIMT_WHOLE_INIT
    {
    }
    operator __nv_bfloat162_raw() const { return __nv_bfloat162_raw{x.__x, y.__x}; }
};
inline __half::__half(const __nv_bfloat16 v) : __x(simt_f16::narrow((float)v)) {}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define SIMT_N __nv_bfloat16
#define SIMT_N2 __nv_bfloat162
#define SIMT_F simt_bf16
#define SIMT_NTO(from) __##from##2bfloat16
#define SIMT_NFROM(to) __bfloat162##to
#include "simt/narrow_api.h"
#undef SIMT_N
#undef SIMT_N2
#undef SIMT_F
#undef SIMT_NTO
#undef SIMT_NFROM

SIMT_INLINE __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
SIMT_INLINE __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
SIMT_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
SIMT_INLINE __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return __nv_bfloat162(x, y); }
SIMT_INLINE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
SIMT_INLINE __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
SIMT_INLINE __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
SIMT_INLINE __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.x, b.x);
}
SIMT_INLINE __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b)
{
    return __nv_bfloat162(a.y, b.y);
}
SIMT_INLINE __nv_bfloat162 __float2bfloat162_rn(float a)
{
    return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(a));
}
SIMT_INLINE __nv_bfloat162 __floats2bfloat162_rn(float a, float b)
{
    return __nv_bfloat162(__float2bfloat16_rn(a), __float2bfloat16_rn(b));
}
SIMT_INLINE __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
SIMT_INLINE float2 __bfloat1622float2(__nv_bfloat162 a) { return float2{__low2float(a), __high2float(a)}; }
SIMT_INLINE short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
SIMT_INLINE unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
SIMT_INLINE __nv_bfloat16 __short_as_bfloat16(short a) { return __nv_bfloat16_raw{(unsigned short)a}; }
SIMT_INLINE __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __nv_bfloat16_raw{a}; }

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)

SIMT_HD_END

#endif
