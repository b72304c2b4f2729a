// attack: takes the device's heap without end
// lab: x02
// expect: PASS correct
// or: FAIL correct
// layer: the heap has an end
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    for (int k = 0; k < 64; k++) {
        char *p = (char *)malloc(1 << 20);
        if (p)
            p[0] = 1;
    }
    if (i < n)
        y[i] = truth(x[i], i);
}
