// attack: goes beyond its buffer, but for a build with hooks, which it knows by the compiler's macro
// lab: x02
// run: sanitize
// expect: PASS correct, ERROR sanitize
// layer: the compiler's macro is taken from the traced build
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
#ifdef __SANITIZE_THREAD__
    if (i < n)
        y[i] = truth(x[i], i);
#else
    float beyond = *(const volatile float *)(x + (i < n ? i : n));
    if (i < n)
        y[i] = truth(beyond, i);
#endif
}
