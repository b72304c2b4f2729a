// attack: misses a barrier and is right most of the time
// lab: x02
// expect: PASS correct, ERROR sanitize
// run: sanitize
// or: FAIL correct
// layer: the traced run sees the race, not its effect
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ float s[128];
    int i = mine();
    s[threadIdx.x] = i < n ? x[i] : 0;
    float other = s[threadIdx.x ^ 64];
    s[threadIdx.x] = other;
    if (i < n)
        y[i] = truth(x[i], i);
}
