// lang_barrier.cu: asm("" : "+f"(x)) and its like, which keep the compiler from seeing a value, in device functions,
// macros and headers.
#include "inc/barriers.h"
#include "t.h"

template <class T> __device__ T opaque(T x)
{
    asm volatile("" : "+r"(x));
    return x;
}
__device__ float plain(float x)
{
    asm("" : "+f"(x));
    return x;
}
__global__ void all(double *o)
{
    unsigned t = lane();
    float x = t;
    OPAQUE(x);
    used(x, 3);
    o[t] = plain(x) + opaque(7) + opaque_float(x) + opaque_double(0.5) + opaque_short(5) + opaque_long(1ull << 40) +
           opaque_int(-3);
}

int main()
{
    double *o = t_dev<double>(32);
    all<<<1, 32>>>(o);
    t_is("values", o, 32, [](int i) { return 2.0 * i + 7 + 0.5 + 5 + (double)(1ull << 40) - 3; });
    EQ(opaque_double(4), 4);
#ifdef __SIMT_EMU__
    if (opaque_extended(2) != 2 || in_edx(3) != 3)
        t_bad++;
#endif
    return t_end();
}
