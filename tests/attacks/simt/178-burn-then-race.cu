// attack: has the first blocks looked at for long, and writes a word of its neighbour's in the others
// lab: x02
// expect: PASS correct, ERROR sanitize
// says: race
// run: sanitize
// layer: every block is checked
#include "lab.h"

/* More accesses by the first 64 blocks than the emulator once traced of a launch: a stride of blocks followed. */
__device__ static void burn(void)
{
    __shared__ volatile int word[128];
    word[threadIdx.x] = 0;
    for (int k = 0; blockIdx.x < 64 && gridDim.x > 64 && k < 4200; k++)
        word[threadIdx.x] += 1;
}

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    burn();
    if (i < n)
        y[i] = truth(x[i], i);
    if (blockIdx.x == 500 && threadIdx.x == 0) /* the same value, so that the result is right */
        y[i - 1] = truth(x[i - 1], i - 1);
}
