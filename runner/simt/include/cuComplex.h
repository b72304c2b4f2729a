/* cuComplex.h: complex numbers in C's style, for host and device. C and C++. */
#ifndef SIMT_CUCOMPLEX_H
#define SIMT_CUCOMPLEX_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include <math.h>

#ifdef __cplusplus
#include "vector_types.h"
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
#else
typedef struct { float x, y; } cuFloatComplex;
typedef struct { double x, y; } cuDoubleComplex;
#endif
typedef cuFloatComplex cuComplex;

#define SIMT_COMPLEX(T, C, name, f)                                                                          \
    static inline C make_##name(T x, T y)                                                                    \
    {                                                                                                        \
        C r;                                                                                                 \
        r.x = x, r.y = y;                                                                                    \
        return r;                                                                                            \
    }                                                                                                        \
    static inline T cuCreal##f(C a) { return a.x; }                                                          \
    static inline T cuCimag##f(C a) { return a.y; }                                                          \
    static inline C cuConj##f(C a) { return make_##name(a.x, -a.y); }                                        \
    static inline C cuCadd##f(C a, C b) { return make_##name(a.x + b.x, a.y + b.y); }                        \
    static inline C cuCsub##f(C a, C b) { return make_##name(a.x - b.x, a.y - b.y); }                        \
    static inline C cuCmul##f(C a, C b)                                                                      \
    {                                                                                                        \
        return make_##name(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                    \
    }                                                                                                        \
    static inline C cuCdiv##f(C a, C b)                                                                      \
    {                                                                                                        \
        T s = b.x * b.x + b.y * b.y;                                                                         \
        return make_##name((a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s);                        \
    }                                                                                                        \
    static inline C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }                       \
    static inline T cuCabs##f(C a) { return (T)hypot(a.x, a.y); }
SIMT_COMPLEX(float, cuFloatComplex, cuFloatComplex, f)
SIMT_COMPLEX(double, cuDoubleComplex, cuDoubleComplex, )
#undef SIMT_COMPLEX

static inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c)
{
    return make_cuDoubleComplex(c.x, c.y);
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c)
{
    return make_cuFloatComplex((float)c.x, (float)c.y);
}

SIMT_HD_END

#endif
