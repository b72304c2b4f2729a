// attack: writes NaN
// lab: x02
// expect: FAIL correct
// layer: the test is !(|d| <= tol)
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = __int_as_float(0x7fc00000);
}
