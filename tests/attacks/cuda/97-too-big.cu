// attack: wants more shared memory than there is
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// says: shared data
// layer: ptxas
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ float s[1 << 20];
    s[threadIdx.x] = x[0];
    __syncthreads();
    y[mine()] = s[threadIdx.x ^ 1];
}
