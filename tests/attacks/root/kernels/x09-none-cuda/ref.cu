#include "lab.h"

extern "C" __global__ void none(int n, int *at)
{
    int k = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (k < n)
        at[k] = -1;
}
