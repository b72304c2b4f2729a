// attack: launches a grid of its own
// lab: x02
// expect: ERROR compile, FAIL build
// run: cuda
// says: separate compilation
// layer: no -rdc
#include "lab.h"

extern "C" __global__ void child(float *y)
{
    y[mine()] = 0;
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    child<<<1, 128>>>(y);
}
