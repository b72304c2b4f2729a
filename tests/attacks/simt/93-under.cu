// attack: writes in front of the outputs
// lab: x02
// expect: FAIL correct
// says: scale.cu
// layer: nothing is allocated in front of a buffer
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
    if (i == 0)
        y[-1] = 1;
}
