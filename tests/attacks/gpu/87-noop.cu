// attack: writes no result
// lab: x02
// expect: FAIL correct
// run: cuda
// says: never written
// layer: poison
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
}
