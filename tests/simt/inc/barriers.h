// barriers.h: empty assembly, and PTX, in functions of whose qualifiers a macro is all that is to be seen.
#pragma once
#define DEVICE static __device__ __forceinline__
#define BOTH static __host__ __device__ inline
#define OPAQUE(x) asm volatile("" : "+f"(x))
#define FUNCTION(name, type, letter) \
    DEVICE type name(type x) \
    { \
        asm volatile("" : "+" letter(x)); \
        return x; \
    }

DEVICE float opaque_float(float x)
{
    asm("" : "+f"(x));
    return x;
}
BOTH double opaque_double(double x)
{
    asm volatile("" : "+d"(x));
    return x;
}
DEVICE unsigned short opaque_short(unsigned short x)
{
    asm("" : "+h"(x));
    return x;
}
DEVICE unsigned long long opaque_long(unsigned long long x)
{
    asm volatile("" : "+l"(x)::"memory");
    return x;
}
FUNCTION(opaque_int, int, "r")
DEVICE void used(float x, int y) { asm volatile("" ::"f"(x), "r"(y)); }
DEVICE unsigned lane()
{
    unsigned r;
    asm("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
// of the host alone: x86's own letters
static inline long double opaque_extended(long double x)
{
    asm volatile("" : "+t"(x));
    return x;
}
static inline int in_edx(int x)
{
    asm volatile("" : "+d"(x));
    return x;
}
