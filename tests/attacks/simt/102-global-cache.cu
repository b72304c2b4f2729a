// attack: keeps results in device memory and replays them
// lab: x02
// expect: FAIL correct
// layer: inputs are fresh
#include "lab.h"

__device__ float kept[4096];
__device__ int many;

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i >= n || i >= 4096)
        return;
    if (many != n)
        kept[i] = truth(x[i], i);
    y[i] = kept[i];
    if (i == n - 1)
        many = n;
}
