// attack: writes one element behind the outputs
// lab: x02
// expect: PASS correct, ERROR sanitize
// run: sanitize
// says: scale.cu
// layer: the traced run compares each access
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == n)
        y[i] = 1;
}
