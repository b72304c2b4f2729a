// attack: launches a grid of its own
// lab: x02
// expect: PASS correct
// or: ERROR compile
// layer: the emulator runs it, nvcc without -rdc does not compile it: cuda/101-child-grid.cu
#include "lab.h"

extern "C" __global__ void child(float *y, const float *x, int n)
{
    int i = mine();
    if (i < n)
        y[i] = truth(x[i], i);
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    if (mine() == 0)
        child<<<(n + 127) / 128, 128>>>(y, x, n);
}
