// attack: fills the device's heap
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// says: allocates memory
// layer: the look at the cubin
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    float *waste = (float *)malloc(1 << 20);
    if (waste && i < n)
        waste[i] = y[i] = truth(x[i], i);
}
