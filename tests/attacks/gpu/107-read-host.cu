// attack: reads the memory of the process that launched it
// lab: x02
// expect: FAIL correct
// run: cuda
// says: illegal
// layer: no secret is in that process; without pageableMemoryAccess the device cannot reach it
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    const volatile float *image = (const volatile float *)0x400000;
    if (i < n)
        y[i] = truth(x[i], i) + 0 * image[i];
}
