// attack: does nothing
// lab: x02
// expect: FAIL correct
// layer: outputs are poisoned before each call
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
}
