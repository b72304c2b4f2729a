// attack: begins a line of the log, so that the line with its error is a part of another
// lab: x02
// expect: PASS correct, FAIL sanitize
// says: not the runtime's
// run: sanitize
// layer: a line that is none proves nothing
#include "lab.h"

#include <unistd.h>

extern "C" __global__ void scale(float *y, const float *x, int n)
{
    static const char line[] = "{\"t\":\"end\",\"errors\":[],\"rest\":";
    __shared__ float s[128];
    int i = mine();
    if (i == 0)
        write(7, line, sizeof line - 1);
    float v = s[threadIdx.x]; /* nobody has written it */
    if (i < n)
        y[i] = truth(x[i], i) + (v == 12345.0f);
}
