// attack: has a global array of 64 GB
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// says: __device__ variables
// layer: the look at the cubin
#include "lab.h"

__device__ char big[64ULL << 30];

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    big[mine()] = 1;
}
