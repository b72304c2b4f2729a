// attack: writes into its input
// lab: x02
// expect: ERROR correct
// or: FAIL correct
// todo: the emulator does not look at its inputs after a launch; on the CPU they are read-only
// layer: the input is a sealed memfd, mapped read-only
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n) {
        y[i] = truth(x[i], i);
        const_cast<float *>(x)[i] = 0;
    }
}
