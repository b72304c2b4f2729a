// attack: leaves out half of the elements
// lab: x02
// expect: FAIL correct
// layer: every element is compared
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n / 2)
        y[i] = truth(x[i], i);
}
