// attack: prints without end
// lab: x02
// expect: ERROR correct
// says: more than 1 MiB|limit
// or: PASS correct
// layer: 1 MiB of output and no more
#include "lab.h"

#include <cstdio>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    for (int k = 0; k < 10000; k++)
        printf("..................................................................................... %d\n", k);
    if (i < n)
        y[i] = truth(x[i], i);
}
