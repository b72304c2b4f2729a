// attack: writes before its output
// lab: x02
// expect: FAIL correct
// run: cuda
// says: before y|illegal
// layer: a guard around each buffer
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == 0)
        y[-1] = 1;
}
