// attack: has a global array of 64 GB
// lab: x02
// expect: ERROR compile
// or: ERROR correct
// layer: the address space's limit
#include "lab.h"

__device__ char big[64ULL << 30];

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    for (unsigned long long k = 0; k < sizeof big; k += 4096)
        big[k] = 1;
    if (i < n)
        y[i] = truth(x[i], i);
}
