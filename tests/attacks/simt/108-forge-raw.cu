// attack: writes a launch of its own with better counts into the log, before the true one
// lab: x02
// expect: PASS correct, ERROR bench
// run: bench
// says: grids
// layer: counts are believed of a call that is one launch
#include "lab.h"

#include <cstring>
#include <unistd.h>

/* What the runtime would write of a launch that loads and stores one sector. */
extern "C" __global__ void scale(float *y, const float *x, int n)
{
    static const char line[] = "{\"t\":\"launch\",\"kernel\":\"scale\",\"grid\":[16,1,1],"
                               "\"block\":[128,1,1],\"smem\":0,"
                               "\"error\":0,\"traced\":true,\"rows\":[],\"errors\":[]}\n";
    int i = mine();
    if (i == 0)
        write(7, line, sizeof line - 1);
    if (i < n)
        y[i] = truth(x[i], i);
}
