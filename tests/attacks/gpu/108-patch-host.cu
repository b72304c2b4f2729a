// attack: writes to the memory of the process that launched it
// lab: x02
// expect: FAIL correct
// run: cuda
// says: illegal
// layer: time is taken and results are compared in another process
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    volatile float *image = (volatile float *)0x400000;
    if (i < n)
        y[i] = truth(x[i], i);
    image[i] = 0;
}
