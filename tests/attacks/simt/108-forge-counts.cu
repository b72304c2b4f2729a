// attack: hides its accesses from the trace
// lab: x02
// expect: ERROR compile, FAIL build
// run: bench
// says: no_sanitize
// layer: what hides a function from the trace is poisoned in every build
#include "lab.h"

__attribute__((noinline, no_sanitize("thread"), no_sanitize("address"), no_sanitize("kernel-address")))
__device__ void hidden(float *y, const float *x, int i)
{
    y[i] = truth(x[i], i);
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i == 0)
        y[0] = truth(x[0], 0);
    else if (i < n)
        hidden(y, x, i);
}
