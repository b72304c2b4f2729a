// attack: traps
// lab: x02
// expect: FAIL correct
// or: ERROR correct
// layer: a trap is an error of the launch
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __trap();
}
