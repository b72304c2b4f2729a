// attack: stores through a function of libc, whose accesses no hook sees
// lab: x02
// run: bench
// expect: PASS correct, SUSPICIOUS perf:sectors
// says: cannot do with less
// layer: what was moved by all ways that are counted is held against what the outputs take
#include "lab.h"

#include <cstdio>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    int i = mine();
    char text[64];
    if (i >= n)
        return;
    snprintf(text, sizeof text, "%a", (double)truth(x[i], i));
    sscanf(text, "%f", &y[i]);
}
