// attack: has a global array of 64 GB
// lab: x02
// expect: SKIPPED correct
// run: cuda
// or: ERROR correct
// layer: the driver refuses the module; no earlier look at the cubin
#include "lab.h"

__device__ char big[64ULL << 30];

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    big[mine()] = 1;
}
