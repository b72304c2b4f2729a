// attack: hands out what it left in shared memory in the run before
// lab: x02
// expect: FAIL correct
// or: FAIL perf:stream
// run: race
// layer: inputs are fresh in each timed run; what did not survive is computed, in honest time
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ volatile float kept[128];
    __shared__ volatile int mark[128];
    int i = mine();
    if (i >= n)
        return;
    y[i] = mark[threadIdx.x] == 0x5eed ? kept[threadIdx.x] : truth(x[i], i);
    kept[threadIdx.x] = y[i];
    mark[threadIdx.x] = 0x5eed;
}
