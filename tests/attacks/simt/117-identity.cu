// attack: copies its input
// lab: x02
// expect: FAIL correct
// layer: the oracle
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = x[i];
}
