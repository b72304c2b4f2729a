// attack: reads shared memory that nobody wrote
// lab: x02
// expect: PASS correct, ERROR sanitize
// run: sanitize
// layer: the traced run knows what was written
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ float s[128];
    int i = mine();
    float v = s[threadIdx.x];
    if (i < n)
        y[i] = truth(x[i], i) + (v == 12345.0f);
}
