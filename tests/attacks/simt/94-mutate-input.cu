// attack: writes into its input
// lab: x02
// expect: ERROR correct
// or: FAIL correct
// layer: inputs are compared after the launch
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n) {
        y[i] = truth(x[i], i);
        const_cast<float *>(x)[i] = 0;
    }
}
