#include "lab.h"

extern "C" __global__ void rmsnorm(float *y, const float *x, const float *w, int C, float eps)
{
    (void)y, (void)x, (void)w, (void)C, (void)eps; /* yours */
}
