// attack: never ends
// lab: x02
// expect: ERROR correct
// run: cuda
// says: limit
// layer: deadline, then SIGKILL: the context goes with its process
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    for (;;)
        __threadfence();
}
