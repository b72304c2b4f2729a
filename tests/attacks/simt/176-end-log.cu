// attack: ends the log with a byte behind which nobody reads, before the line with its error
// lab: x02
// expect: PASS correct, FAIL sanitize
// says: no line of the launch
// run: sanitize
// layer: a log without the line of a launch proves nothing
#include "lab.h"

#include <unistd.h>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    __shared__ float s[128];
    int i = mine();
    if (i == 0)
        write(7, "", 1);
    float v = s[threadIdx.x]; /* nobody has written it */
    if (i < n)
        y[i] = truth(x[i], i) + (v == 12345.0f);
}
