// attack: traps: each later call of its context fails
// lab: x02
// expect: FAIL correct
// run: cuda
// says: kernel: 
// layer: the driver's answer; a context is one process's
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __trap();
}
