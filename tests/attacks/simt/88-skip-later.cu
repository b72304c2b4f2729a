// attack: works in its first launches alone
// lab: x02
// expect: FAIL correct
// layer: every launch is verified
#include "lab.h"

__device__ int launches;

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i == 0)
        launches++;
    if (i < n && launches < 3)
        y[i] = truth(x[i], i);
}
