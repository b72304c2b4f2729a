// attack: has its last element wrong
// lab: x02
// expect: FAIL correct
// layer: every element is compared
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i) + (i == n - 1);
}
