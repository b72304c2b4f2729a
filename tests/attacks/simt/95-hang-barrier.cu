// attack: half of the block waits at a barrier for the other
// lab: x02
// expect: FAIL correct
// or: ERROR correct
// layer: the emulator sees that nobody can go on
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (threadIdx.x < 64)
        __syncthreads();
    else
        for (volatile int k = 0; k == 0;)
            __nanosleep(100);
    if (i < n)
        y[i] = truth(x[i], i);
}
