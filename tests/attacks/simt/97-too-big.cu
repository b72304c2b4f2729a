// attack: wants more shared memory than there is
// lab: x02
// expect: ERROR compile
// or: FAIL correct
// layer: the launch is checked
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ float s[1 << 20];
    int i = mine();
    s[threadIdx.x] = x[0];
    __syncthreads();
    if (i < n)
        y[i] = truth(x[i], i) + 0 * s[threadIdx.x ^ 1];
}
