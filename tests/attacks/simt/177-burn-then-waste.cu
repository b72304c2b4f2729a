// attack: has the first blocks looked at for long, and moves ten times as much as it must in the others
// lab: x02
// expect: PASS correct, FAIL perf:wide
// run: bench
// layer: the traffic of every block is counted
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
    for (int k = 0; i < n && k < (blockIdx.x < 65 ? 1 : 10); k++)
        ((volatile float *)y)[i] = truth(((const volatile float *)x)[i], i);
}
