// attack: never ends
// lab: x02
// expect: ERROR correct
// or: FAIL correct
// says: limit|time|seconds| s
// layer: the launch's own limit; behind it the wall clock
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    for (;;)
        __threadfence();
}
