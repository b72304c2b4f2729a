// attack: changes its input
// lab: x02
// expect: FAIL correct
// run: cuda
// says: wrote to its input
// layer: inputs are compared
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n) {
        y[i] = truth(x[i], i);
        ((float *)x)[i] = 0;
    }
}
