// attack: stores into the process's other memory
// lab: x02
// expect: FAIL correct
// or: ERROR correct
// layer: the emulator knows every allocation; behind it the process holds no secret
#include "lab.h"

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    if (i == 0)
        for (unsigned long long at = 0x300000000000ULL; at < 0x300000010000ULL; at += 4096)
            *(volatile int *)at = 0;
    if (i < n)
        y[i] = truth(x[i], i);
}
