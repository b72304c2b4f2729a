// attack: stores through a function of libc, whose accesses no hook sees, so that a gate on counters is met
// lab: x06
// run: profile
// expect: PASS correct, SUSPICIOUS profile
// says: an access was hidden
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
